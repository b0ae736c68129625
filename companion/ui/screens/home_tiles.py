"""The tiles at home: a game to begin, a game to resume."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.game import Game
from companion.core.table import Table
from companion.core.text import Commas, Text, counted, say
from companion.drawing import shapes, signs
from companion.drawing.game_pictures import paint_picture
from companion.drawing.geometry import columns_in, inset, rows_in
from companion.drawing.text_layout import fits
from companion.drawing.text_metrics import width as width_of
from companion.drawing.theme import LABEL, NUMBER, PROMPT, SMALL
from companion.i18n import translate, word
from companion.record.session_list import ResumableSession
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets import painted
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, put
from companion.ui.widgets.picture import Picture
from companion.views.local_time import day, wall

_THUMBNAIL, _PUT_AWAY = 76, 90
"""Widths (dp) of a small picture and of a button beside a game."""
_LARGE = 120
"""A tile higher than this (dp) is the one to play on."""


class GameTile(Tappable):
    """The cover of a game: its picture, its name, how many play it."""

    def __init__(self, game: Game, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.game = game
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """The picture above, as large as it can be; name and players below."""
        painted = KivyCanvas()
        face = shapes.raised(painted, canvas.in_units(self.box), "pressed" if self.down else "raised", flat=self.down)
        seats = self.game.player_counts
        players: Text = counted("{n} player", "{n} players", seats[0])
        if len(seats) > 1:
            players = say("{low} to {high} players", low=seats[0], high=seats[-1])
        art, title, low = rows_in(inset(face, 10), 0, 40, 26, gap=4)
        painted.panel(art, "ground", 8)
        paint_picture(self.game, painted, inset(art, 12, 8))
        painted.text(self.game.title, title, PROMPT, bold=True)
        painted.text(players, low, SMALL, "ink" if self.down else "quiet")


class SessionTile(Drawn):
    """A session: a tap resumes it, a button beside puts it into the archive; there are two to list it again or erase
    it for good.
    """

    def __init__(
        self, listed: ResumableSession, game: Game, jpeg: bytes | None, tapped: Callable[[], object],
        put_away: Callable[[], object], erase: Callable[[], object] | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        """`erase`: only in the archive."""
        self.listed = listed
        super().__init__(**kwargs)
        self.resume = ResumeTile(listed, game, jpeg, tapped)
        self.put_away = Button(word("Put away") if erase is None else word("List again"), put_away, "quiet", 20)
        self._buttons = [self.put_away, *([] if erase is None else [Button(word("Delete"), erase, "danger", 20)])]
        for widget in (self.resume, *self._buttons):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        tile, buttons = painted.columns_in(self.box, 0, _PUT_AWAY * len(self._buttons), gap=8)
        put(self.resume, tile)
        put_grid(self._buttons, buttons, len(self._buttons), 8)


class ResumeTile(Tappable):
    """What a session looks like: its newest picture, or the game's drawing; who plays, and how they stand."""

    def __init__(
        self, listed: ResumableSession, game: Game, jpeg: bytes | None, tapped: Callable[[], object], **kwargs: Any
    ) -> None:
        self.listed, self._game = listed, game
        super().__init__(tapped, **kwargs)
        self._picture = Picture() if jpeg is not None else None
        if self._picture is not None:
            self._picture.show_jpeg(jpeg)
            self.add_widget(self._picture)
            self.bind(pos=self._lay, size=self._lay)

    @property
    def _large(self) -> bool:
        """Whether this is the game to play on."""
        return self.height > dp(_LARGE)

    def _place(self) -> canvas.Box:
        x, y, _, height = self.box
        return x + dp(8), y + dp(10), (dp(_THUMBNAIL) if not self._large else height * 1.5), height - dp(16)

    def _lay(self, *_: object) -> None:
        if self._picture is not None:
            put(self._picture, self._place())

    def paint(self) -> None:
        """Game and day above, players and what they have below; on the large one also what a tap does."""
        signs.seat(Table(self.listed.players))
        painted, box = KivyCanvas(), canvas.in_units(self.box)
        x, y, width, height = shapes.raised(painted, box, "pressed" if self.down else "raised", flat=self.down)
        art = canvas.in_units(self._place())
        if self._picture is None:
            painted.panel(art, "ground", 8)
            paint_picture(self._game, painted, art)
        left = art[0] + art[2] + 14
        words = (left, y + 6, x + width - left - 12, height - 10)
        if self._large:
            words, play = columns_in(words, 0, 230, gap=16)
            painted.panel(inset(play, 0, 24), "asked", 12)
            painted.text(say("Play on"), inset(play, 12, 26), PROMPT, "asked_ink", bold=True)
        first, second = rows_in(words, 46 if self._large else 27, 0, gap=2)
        size = NUMBER if self._large else LABEL
        wide = width_of(self._game.title, size * painted.look.text_size, bold=True) + 2
        title, when = columns_in(first, min(wide, first[2]), 0, gap=8)
        painted.text(self._game.title, title, size, bold=True, align="left")
        lately = day(self.listed.began)
        days = [wall(self.listed.began, form) for form in ("%Y-%m-%d  %H:%M", "%m-%d  %H:%M", "%m-%d")]
        days = days if lately is None else [translate(lately), wall(self.listed.began, "%H:%M")]
        small = SMALL * painted.look.text_size
        shown = next((each for each in days if width_of(each, small) <= when[2]), "")
        painted.text(shown, when, SMALL, "quiet", align="right")
        ended = word("stopped") if self.listed.stopped else word("finished")
        finished = "" if self._large else (ended if self.listed.over else "▶ " + word("Play on")) + "  ·  "
        players = ", ".join(self.listed.players)
        ways = (finished + translate(standing_of(self.listed)), finished + players, players)
        says = next((each for each in ways if fits(each, second[2], second[3])), players)
        painted.text(says, second, LABEL, align="left", valign="middle" if self._large else "top")


def standing_of(listed: ResumableSession) -> Text:
    """The players, each with what they have; a star before a winner."""
    seats = range(len(listed.players))
    star = "★\N{NO-BREAK SPACE}"
    names = [star * (seat in listed.winners) + listed.players[seat] for seat in seats]
    if not listed.standing:
        return say("{players}", players=Commas(names))
    each = (say("{name} {count}", name=name, count=count) for name, count in zip(names, listed.standing, strict=True))
    return say("{players}", players=Commas(each))
