"""The tiles at home: a game to begin, a game to resume."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.game import Game
from companion.core.text import Commas, Text, counted, say
from companion.drawing import signs
from companion.drawing.theme import SMALL
from companion.i18n import translate, word
from companion.record.session_list import ResumableSession
from companion.ui.drawing import canvas
from companion.ui.local_time import wall
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in
from companion.ui.widgets.picture import Picture

_DRAWING = 98  # dp
_THUMBNAIL, _PUT_AWAY = 76, 90  # dp


class GameTile(Tappable):
    """A game: its drawing, its name, what it is about, how many play it."""

    def __init__(self, game: Game, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.game = game
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """The drawing left, the words right."""
        canvas.panel(self.box, "pressed" if self.down else "raised", 16)
        canvas.frame(self.box, "edge", 16)
        x, y, width, height = self.box
        side = min(dp(_DRAWING), height - dp(20), width * 0.36)
        canvas.game_picture(self.game, (x + dp(12), y + (height - side) / 2, side, side))
        inner = (x + side + dp(24), y + dp(8), width - side - dp(34), height - dp(16))
        seats = self.game.player_counts
        if len(seats) > 1:
            players = word("{low} to {high} players", low=seats[0], high=seats[-1])
        else:
            players = translate(counted("{n} player", "{n} players", seats[0]))
        title, about, low = rows_in(inner, 36, 0, 25, gap=0)
        canvas.text(self.game.title, title, 30, bold=True, align="left")
        canvas.text(translate(self.game.about), about, 20, "ink" if self.down else "quiet", align="left", valign="top")
        canvas.text(players, low, 20, "ink", align="left")


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
        self.put_away = Button(word("Archive") if erase is None else word("List again"), put_away, "quiet", 20)
        self._buttons = [self.put_away, *([] if erase is None else [Button(word("Delete"), erase, "danger", 20)])]
        for widget in (self.resume, *self._buttons):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        tile, buttons = columns_in(self.box, 0, _PUT_AWAY * len(self._buttons), gap=8)
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

    def _place(self) -> canvas.Box:
        x, y, _, height = self.box
        return x + dp(8), y + dp(8), dp(_THUMBNAIL), height - dp(16)

    def _lay(self, *_: object) -> None:
        if self._picture is not None:
            put(self._picture, self._place())

    def paint(self) -> None:
        """Game and day above, players and what they have below."""
        signs.seat(self.listed.players)
        canvas.panel(self.box, "pressed" if self.down else "panel", 12)
        canvas.frame(self.box, "edge", 12, 1)
        if self._picture is None:
            canvas.game_picture(self._game, self._place())
        x, y, width, height = self.box
        left = dp(_THUMBNAIL + 18)
        first, second = rows_in((x + left, y + dp(4), width - left - dp(10), height - dp(8)), 27, 0, gap=0)
        listed = self.listed
        title, when = (first[0], first[1], first[2] * 0.4, first[3]), first[2] * 0.58
        canvas.text(self._game.title, title, 22, bold=True, align="left")
        when_box = (first[0] + first[2] - when, first[1], when, first[3])
        began = wall(listed.began, "%Y-%m-%d  %H:%M")
        if canvas.text_width(began, SMALL) > when:  # beside two buttons there is room for the day alone
            began = wall(listed.began, "%Y-%m-%d")
        canvas.text(began, when_box, SMALL, "quiet", align="right")
        ended = word("stopped") if listed.stopped else word("finished")
        finished = ended + "  ·  " if listed.over else ""
        words = finished + translate(standing_of(listed))
        if not canvas.fits(words, second[2], second[3]):
            words = finished + ", ".join(listed.players)
        canvas.text(words, second, 20, "ink", align="left")


def standing_of(listed: ResumableSession) -> Text:
    """The players, each with what they have; a star before a winner."""
    seats = range(len(listed.players))
    names = [f"★ {listed.players[seat]}" if seat in listed.winners else listed.players[seat] for seat in seats]
    if not listed.standing:
        return say("{players}", players=Commas(names))
    each = (say("{name} {count}", name=name, count=count) for name, count in zip(names, listed.standing, strict=True))
    return say("{players}", players=Commas(each))
