"""Home: play on, begin a game, look back at those that were played; a gear for how the app looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import capital
from companion.core.text import listed as listed_names
from companion.drawing import text_metrics
from companion.drawing.cats import cat_eye
from companion.drawing.theme import LABEL, NUMBER, SMALL
from companion.games import broken
from companion.i18n import translate, word
from companion.record.journal import JournalError
from companion.record.session_list import ResumableSession
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.first_steps import VISIT, paint_steps
from companion.ui.screens.home_settings import SettingsCard
from companion.ui.screens.home_tiles import GameTile, SessionTile
from companion.ui.screens.import_card import ImportCard
from companion.ui.screens.screen import TITLE, Screen
from companion.ui.widgets.buttons import Button, IconButton, put_grid, write_alike
from companion.ui.widgets.confirm import ConfirmCard
from companion.ui.widgets.painted import Words, columns_in, put, rows_in
from companion.views.local_time import wall
from companion.views.tray_views import without_addresses

_SESSION, _GAP, _HERO = 92, 8, 148
"""Heights (dp) of a game in the diary, of what lies between two, and of the game to play on."""
_ACROSS, _COVERS, _MOST_ROWS = 2, 5, 4
"""How many games of the diary, and how many covers, stand beside each other; the rows of a diary on an upright
screen."""


class HomeScreen(Screen):
    """The last game on top, to play on; the covers of all games below it; at the bottom the diary of games played."""

    title = "Cat's Eye"
    title_ends = 584  # phones, the camera and the gear stand there

    def __init__(self, app: Any, game: str = "", **kwargs: Any) -> None:
        self.game = game
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """A cover a game, a tile a session."""
        self.tiles = [GameTile(game, self._begin(game.id)) for game in self.controller.games.values()]
        self.sessions: list[SessionTile] = []
        self.in_archive = self._has_listed = False
        self._page = 0
        self._empty = Words("", 22, "quiet", valign="top")
        self.trouble = Words("", 20)
        self.devices = Button(word("Camera and buttons"), lambda: self.app.go("devices"), "quiet", 22)
        self.phones = Button(word("Phones"), lambda: self.app.go("phones"), "quiet", 22)
        self.gear = IconButton("gear", word("settings"), self.open_settings)
        self.more = Button("", partial(self.scrolled, 1), "quiet", 20)
        self.archive = Button("", self._look_into_archive, "quiet", 20)
        self.people = Button(word("People and dice"), lambda: self.app.go("people"), "quiet", 20)
        for widget in (*self.tiles, self._empty, self.trouble, self.phones, self.devices, self.gear):
            self.add_widget(widget)
        Clock.schedule_once(self._list, 0)
        self.refresh()

    @property
    def title_widths(self) -> tuple[float, ...]:
        """The sign and the name beside it; what stands beside them gives way to what is said."""
        return (dp(330),)

    def refresh(self) -> None:
        """What was chosen and cannot be had is said before a game is begun without it, quietly: touch does it all."""
        devices = ((word("Camera"), self.controller.devices.tray), (word("Button box"), self.controller.devices.box))
        lacking = (
            word("{name}: {why}", name=name, why=without_addresses(translate(device.why)))
            for name, device in devices
            if device.lacking
        )
        wrong = [translate(self.app.trouble)] if self.app.trouble else []
        wrong += [
            word("The game in {folder} cannot be loaded: {why}", folder=folder, why=why)
            for folder, why in broken().items()
        ]
        self.trouble.say("\n".join((*map(without_addresses, wrong), *lacking)), "warn" if wrong else "quiet")
        if hasattr(self, "_lay_soon"):
            self._lay_soon()

    @property
    def listed(self) -> object:
        """The sessions, which move up when one goes."""
        return tuple(tile.listed.id for tile in self.sessions)

    def _list(self, *_: object) -> None:
        """The last sessions, once the first frame stands: they are played through to see how far they are."""
        for tile in self.sessions:
            self._place(tile, None)
        self.sessions, trouble = [], ""
        archived = set(self.app.settings.archived)
        try:
            listed = self.controller.sessions(lambda each: (each in archived) == self.in_archive)
        except JournalError as wrong:
            listed, trouble = (
                (),
                word("The journal cannot be read: {why}", why=without_addresses(translate(wrong.text))),
            )
        for each in listed:
            tile = SessionTile(
                each, self.controller.games[each.game], self._picture_of(each), self._resume(each.id),
                self._putting_away(each), self._erasing(each) if self.in_archive else None,
            )  # fmt: skip
            self.sessions.append(tile)
        hidden = word("Games here are only hidden, until they are deleted.") if self.in_archive else ""
        self._empty.words = trouble or hidden
        self._has_listed = True
        self._lay_soon()

    def _picture_of(self, listed: ResumableSession) -> bytes | None:
        """The newest picture of a session, if it has one and the journal gives it."""
        try:
            return self.controller.picture(listed.picture, listed.id) if listed.picture else None
        except JournalError:
            return None

    def _begin(self, game: str) -> Callable[[], object]:
        return lambda: self.app.go("setup", game=game)

    def _resume(self, session: str) -> Callable[[], object]:
        def act() -> None:
            try:
                self.controller.resume(session)
            except (JournalError, KeyError) as wrong:
                self.toast(word("This game cannot be resumed: {why}", why=getattr(wrong, "text", wrong)), role="danger")
                return
            self.app.go("table")

        return act

    def _putting_away(self, listed: ResumableSession) -> Callable[[], object]:
        """Put a game into the archive, and say how it comes back; or list it again."""
        said = word("Put away, not deleted: “List again” in the archive brings it back.")

        def act() -> None:
            kept = [each for each in self.app.settings.archived if each != listed.id]
            self.app.change(archived=kept if self.in_archive else [*kept, listed.id])
            if not self.in_archive:
                self.toast(said, role="good")
            self.in_archive = self.in_archive and bool(kept)
            self._list()

        return act

    def _erasing(self, listed: ResumableSession) -> Callable[[], object]:
        """Ask before a game is erased: nothing brings it back."""
        words = word(
            "{game} of {day}, {players}: all that was recorded of it goes, its pictures too. Backups that were made "
            "before still have it.",
            game=self.controller.games[listed.game].title,
            day=wall(listed.began, "%Y-%m-%d %H:%M"),
            players=listed_names(listed.players, "and"),
        )

        def ask() -> None:
            card = ConfirmCard(words, (word("Delete for good"), lambda: self._erase(listed.id)), self.card.close)
            self.card.open(card, word("Delete this game?"))

        return ask

    def continue_from(self, before: HomeScreen) -> None:
        """Settings stay open while they change how everything looks."""
        if isinstance(before.opened, SettingsCard):
            self.open_settings()

    def open_settings(self) -> None:
        """Lay the settings over the screen."""
        self.card.open(SettingsCard(self.app, self._open_import), capital(self.gear.words))

    def escape(self) -> None:
        """Close the card on top, or leave the archive."""
        if self.card.overlay is None and self.in_archive:
            self._look_into_archive()
        else:
            super().escape()

    def _open_import(self) -> None:
        self.card.open(ImportCard(self.controller, self._imported), word("Import a game"))

    def _imported(self, words: str, here: bool) -> None:
        """Say what came of it; a game that is here now stands in the diary."""
        if here:
            self.card.close()
            self._list()
        self.toast(words, role="good" if here else "danger")

    def _erase(self, session: str) -> None:
        self.card.close()
        try:
            left = self.app.erase(session)
            if left:
                self.toast(word("The game is deleted, but {left}", left=left), role="danger")
        except (JournalError, KeyError) as wrong:
            self.toast(word("It could not be deleted: {why}", why=getattr(wrong, "text", wrong)), role="danger")
        self.in_archive = self.in_archive and bool(self.app.settings.archived)
        self._list()

    def _look_into_archive(self) -> None:
        self.in_archive, self._page = not self.in_archive, 0
        self._list()

    def scrolled(self, by: int) -> None:
        """Show the next page of sessions, or the one before."""
        self._page += by
        self._lay_soon()

    def lay(self, body: canvas.Box) -> None:
        """What is wrong, the game to play on, the covers, the diary."""
        said = 46 if self.trouble.words else 0.01
        first = self._first
        lists = [tile for tile in self.sessions if tile is not first]
        upright = body[3] > body[2]
        rows = 2 if len(lists) > _ACROSS and said < 1 else 1
        if upright:
            rows = min(_MOST_ROWS, max(2, -(-len(lists) // _ACROSS)))
        heading_high = 56 if self.app.settings.archived or self.sessions else 26
        diary = heading_high + 4 + rows * (_SESSION + _GAP)
        has_last = first is not None or self._awaits_game
        trouble, last, covers, below = rows_in(body, said, _HERO if has_last else 0.01, 0, diary, gap=10)
        put(self.trouble, trouble)
        if first is not None:
            self._place(first, last)
        heading, shelf = rows_in(covers, 26, 0, gap=4)
        put_grid(self.tiles, shelf, min(len(self.tiles), 3 if upright else _COVERS), 14)
        title, listed = rows_in(below, heading_high, 0, gap=4)
        self._heads, self._steps = [heading, title], listed
        self._lay_diary(lists, title, listed)
        wide = max(80, text_metrics.width(self.gear.words, SMALL) + 8)
        gear = (self.right - dp(16 + wide), self.top - dp(TITLE - 6), dp(wide), dp(TITLE - 12))
        put(self.gear, gear)
        devices, phones = (270 - wide, 150) if upright else (400 - wide, 140)
        put(self.devices, (gear[0] - dp(devices + 10), gear[1], dp(devices), gear[3]))
        put(self.phones, (gear[0] - dp(devices + phones + 20), gear[1], dp(phones), gear[3]))
        write_alike((self.devices, self.phones))
        self.again()

    @property
    def _is_first_visit(self) -> bool:
        return self._has_listed and not (self.sessions or self.in_archive or self._empty.words)

    @property
    def _awaits_game(self) -> bool:
        """Whether a game was just left and is not listed yet: its place is kept, so that no cover moves."""
        return not self._has_listed and bool(self.game)

    @property
    def heading(self) -> str:
        """The words over the list of games; "" if the only game stands above, to be played on."""
        if self.in_archive:
            return word("In the archive")
        if self._is_first_visit:
            return word("How it goes")
        return word("Diary") if self._empty.words or self.sessions not in ([], [self._first]) else ""

    @property
    def _first(self) -> SessionTile | None:
        """The game to play on: the last one that is not over."""
        return None if self.in_archive else next((tile for tile in self.sessions if not tile.listed.over), None)

    def _lay_diary(self, tiles: list[SessionTile], title: canvas.Box, room: canvas.Box) -> None:
        """As many as fit; beside the heading buttons for the others, for those in the archive, and for people."""
        archived = len(self.app.settings.archived)
        rows = max(1, round(room[3] / dp(_SESSION + _GAP)))
        fit = rows * _ACROSS
        pages = max(1, -(-len(tiles) // fit))
        self._page %= pages
        shown = tiles[self._page * fit : (self._page + 1) * fit]
        boxes = [box for row in rows_in(room, *[0] * rows, gap=_GAP) for box in columns_in(row, *[0] * _ACROSS, gap=14)]
        for tile in tiles:
            self._place(tile, boxes[shown.index(tile)] if tile in shown else None)
        x, y, width, _ = title
        ways = {self.people: bool(self.sessions or archived), self.archive: bool(archived), self.more: pages > 1}
        wide = min(dp(310), (width - dp(180)) / len(ways))  # the heading stands before them
        for at, (way, there) in enumerate(ways.items(), 1):
            self._place(way, (x + width - at * wide, y, wide - dp(10), dp(56)) if there else None)
        self.more.say("▶ " + word("More games {page}/{pages}", page=self._page + 1, pages=pages))
        self.archive.say(word("Leave the archive") if self.in_archive else word("Archive ({n})", n=archived))
        write_alike([way for way, there in ways.items() if there])
        put(self._empty, boxes[len(shown)] if len(shown) < len(boxes) else (x, y, 0, 0))

    def _place(self, widget: Widget, box: canvas.Box | None) -> None:
        """Shows a widget in a box, beneath any card and what is said, or not at all."""
        if box is None:
            self.remove_widget(widget)
        elif widget.parent is None:
            above = [*self._toasts, *([] if self.card.overlay is None else [self.card.overlay])]
            self.add_widget(widget, max((self.children.index(each) + 1 for each in above), default=0))
        if box is not None:
            put(widget, box)

    def paint(self) -> None:
        """The sign beside the title, and a heading over the covers and the diary."""
        painted = KivyCanvas()
        x, y, width, height = canvas.in_units(self.box)
        y += height - TITLE
        if self._kept != 0:
            cat_eye(painted, (x + 70, y + TITLE / 2 - 2), 44)
            painted.text("Cat's Eye", (x + 130, y, 230, TITLE), NUMBER, bold=True, align="left")
        if self._kept is None:
            tagline = (x + 370, y - 4, width - 970, TITLE)
            painted.text(word("the referee at your table"), tagline, LABEL, "quiet", align="left")
        if self._is_first_visit and hasattr(self, "_steps"):
            paint_steps(painted, canvas.in_units(self._steps), VISIT)
        for head, words in zip(getattr(self, "_heads", ()), (word("New game"), self.heading), strict=False):
            painted.text(words, canvas.in_units(head), LABEL, "quiet", align="left")
