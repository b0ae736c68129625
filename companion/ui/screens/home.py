"""Home: which game to begin or resume, how the app looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import listed as listed_names
from companion.drawing.cats import cat_eye
from companion.drawing.theme import SMALL, TEXT_SIZES, THEME_NAMES
from companion.games import broken
from companion.i18n import LANGUAGES, translate, word
from companion.record.journal import JournalError
from companion.record.session_list import ResumableSession
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.local_time import wall
from companion.ui.screens.home_tiles import GameTile, SessionTile
from companion.ui.screens.screen import TITLE, Screen
from companion.ui.tray_views import without_addresses
from companion.ui.widgets.buttons import Button, Segments, put_grid
from companion.ui.widgets.confirm import ConfirmCard
from companion.ui.widgets.overlay import Overlay
from companion.ui.widgets.painted import Words, columns_in, put, rows_in

_SESSION, _GAP = 104, 8  # dp
_INSET = 190  # dp around a question


class HomeScreen(Screen):
    """The games on the left, the last sessions on the right, theme and text size below."""

    title = "Cat's Eye"
    title_ends = 560  # the languages stand there

    def __init__(self, app: Any, game: str = "", **kwargs: Any) -> None:
        self.game = game
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """A tile a game, a tile a session."""
        self.tiles = [GameTile(game, self._begin(game.id)) for game in self.controller.games.values()]
        self.sessions: list[SessionTile] = []
        self.in_archive = False
        self._overlay: Overlay | None = None
        self._page = 0
        self._empty = Words("", 22, "quiet", valign="top")
        self.trouble = Words("", 20)
        self.devices = Button(word("Camera and buttons"), lambda: self.app.go("devices"), "plain", 22)
        themes = [(name, translate(words)) for name, words in THEME_NAMES.items()]
        self.look = Segments(themes, self.app.settings.theme, self.app.set_theme)
        sizes = [(size, f"{size:.0%}") for size in TEXT_SIZES]
        self.text_size = Segments(sizes, self.app.settings.text_size, self.app.set_text_size)
        language = "" if self.app.settings.language == "en" else self.app.settings.language
        self.language = Segments(tuple(LANGUAGES.items()), language, self.app.set_language)
        self.more = Button("", self._turn, "quiet", 20)
        self.archive = Button("", self._look_into_archive, "quiet", 20)
        for widget in (*self.tiles, self._empty, self.trouble, self.devices, self.look, self.text_size):
            self.add_widget(widget)
        self.add_widget(self.language)
        Clock.schedule_once(self._list, 0)
        self.refresh()

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
                self._putting_away(each.id), self._erasing(each) if self.in_archive else None,
            )  # fmt: skip
            self.sessions.append(tile)
        self._empty.words = trouble or self._said(some=bool(listed))
        self._lay_soon()

    def _said(self, *, some: bool) -> str:
        """What stands below the list: in the archive, that nothing there is erased."""
        if self.in_archive:
            return word("Games here are only hidden, until they are deleted.")
        return "" if some else word("Unfinished games appear here.")

    def _picture_of(self, listed: ResumableSession) -> bytes | None:
        """The newest picture of a session, if it has one and the journal gives it."""
        if not listed.picture:
            return None
        try:
            evidence = self.controller.journal.evidence(listed.id, listed.picture)
        except JournalError:
            return None
        return evidence.picture if evidence is not None else None

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

    def _putting_away(self, session: str) -> Callable[[], object]:
        def act() -> None:
            kept = [each for each in self.app.settings.archived if each != session]
            self.app.change(archived=kept if self.in_archive else [*kept, session])
            if self.in_archive and not kept:
                self.in_archive = False
            self._list()

        return act

    def _erasing(self, listed: ResumableSession) -> Callable[[], object]:
        """Ask before a game is erased: nothing brings it back."""
        words = word(
            "{game} of {day}, {players}: all that was recorded of it goes, its pictures too. Backups that were made "
            "before still have it.",
            game=self.controller.games[listed.game].title,
            day=wall(listed.began, "%Y-%m-%d"),
            players=listed_names(listed.players, "and"),
        )

        def ask() -> None:
            self.hush()
            card = ConfirmCard(words, (word("Delete for good"), lambda: self._erase(listed.id)), self.close)
            self._overlay = Overlay(card, 0, word("Delete this game?"), self.close, inset=_INSET)
            self.add_widget(self._overlay)
            put(self._overlay, self.box)

        return ask

    def _erase(self, session: str) -> None:
        self.close()
        try:
            left = self.app.erase(session)
            if left:
                self.toast(word("The game is deleted, but {left}", left=left), role="danger")
        except (JournalError, KeyError) as wrong:
            self.toast(word("It could not be deleted: {why}", why=getattr(wrong, "text", wrong)), role="danger")
        self.in_archive = self.in_archive and bool(self.app.settings.archived)
        self._list()

    @property
    def opened(self) -> Widget | None:
        """The question that lies over the screen, if any."""
        return self._overlay

    def close(self) -> None:
        """Take it away."""
        if self._overlay is not None:
            self.remove_widget(self._overlay)
            self._overlay = None

    def _look_into_archive(self) -> None:
        self.in_archive, self._page = not self.in_archive, 0
        self._list()

    def _turn(self) -> None:
        self.scrolled(1)

    def scrolled(self, by: int) -> None:
        """Show the next page of sessions, or the one before."""
        self._page += by
        self._lay_soon()

    def lay(self, body: canvas.Box) -> None:
        """Two columns, then what is wrong, then how it looks."""
        said = 46 if self.trouble.words else 0.01
        upper, trouble, low = rows_in(body, 0, said, 84, gap=8)
        left, right = columns_in(upper, 0, 520, gap=24)
        self._lay_games(rows_in(left, 30, 0, gap=4)[1])
        self._heads = [rows_in(left, 30, 0, gap=4)[0], rows_in(right, 30, 0, gap=4)[0]]
        self._lay_sessions(rows_in(right, 30, 0, gap=4)[1])
        put(self.language, (self.right - dp(536), self.top - dp(TITLE - 8), dp(520), dp(TITLE - 18)))
        put(self.trouble, trouble)
        themes, sizes, devices = columns_in(low, 0, 300, 300, gap=24)
        self._captions = [rows_in(themes, 24, 0, gap=2)[0], rows_in(sizes, 24, 0, gap=2)[0]]
        for widget, box in ((self.look, themes), (self.text_size, sizes), (self.devices, devices)):
            put(widget, rows_in(box, 24, 0, gap=2)[1])
        if self._overlay is not None:
            put(self._overlay, self.box)
        self.again()

    def _lay_games(self, room: canvas.Box) -> None:
        """Two in a row where there are many; an odd one at the end has its row to itself."""
        across = 2 if len(self.tiles) > 3 else 1
        rows = [self.tiles[at : at + across] for at in range(0, len(self.tiles), across)]
        for row, box in zip(rows, rows_in(room, *([0] * len(rows)), gap=12), strict=True):
            put_grid(row, box, len(row), 12)

    def _lay_sessions(self, room: canvas.Box) -> None:
        """As many as fit; buttons for the others and for those in the archive."""
        archived = len(self.app.settings.archived)
        note = 60 if self.in_archive else 0
        fit = max(1, int((room[3] - dp(note) + dp(_GAP)) // dp(_SESSION + _GAP)))
        turning = len(self.sessions) > fit or archived
        if turning:
            fit = max(1, int((room[3] - dp(note + 60) + dp(_GAP)) // dp(_SESSION + _GAP)))
        pages = max(1, -(-len(self.sessions) // fit))
        self._page %= pages
        shown = self.sessions[self._page * fit : (self._page + 1) * fit]
        boxes = rows_in(room, *([_SESSION] * len(shown)), 0, gap=_GAP)
        for tile in self.sessions:
            self._place(tile, boxes[shown.index(tile)] if tile in shown else None)
        x, y, width, _ = room
        low = (x, y, width, dp(56))
        more, archive = columns_in(low, 0, 0, gap=10)
        self._place(self.more, more if pages > 1 else None)
        self.more.say("▶ " + word("More games {page}/{pages}", page=self._page + 1, pages=pages))
        self._place(self.archive, archive if archived else None)
        words = word("Leave the archive") if self.in_archive else word("Archive ({n})", n=archived)
        self.archive.say(words)
        rest = boxes[len(shown)]
        above = dp(60) if turning else 0.0
        put(self._empty, (x, y + above, width, max(0.0, rest[1] + rest[3] - y - above)))

    def _place(self, widget: Widget, box: canvas.Box | None) -> None:
        """Shows a widget in a box, or not at all."""
        if (box is None) == (widget.parent is not None):
            (self.remove_widget if box is None else self.add_widget)(widget)
        if box is not None:
            put(widget, box)

    def paint(self) -> None:
        """The sign beside the title, a heading over each column, a caption over each choice."""
        canvas.bar(self.box, "ground")
        y = self.top - dp(TITLE)
        cat_eye(KivyCanvas(), canvas.point_in_units((self.x + dp(70), y + dp(TITLE) / 2 - dp(2))), 44)
        canvas.text("Cat's Eye", (self.x + dp(130), y, dp(210), dp(TITLE)), 42, bold=True, align="left")
        words = word("the referee at your table")
        canvas.text(words, (self.x + dp(350), y - dp(4), self.width - dp(900), dp(TITLE)), 22, "quiet", align="left")
        right = word("In the archive") if self.in_archive else word("Continue")
        for head, words in zip(getattr(self, "_heads", ()), (word("New game"), right), strict=False):
            canvas.text(words, head, 22, "quiet", align="left")
        for caption, words in zip(getattr(self, "_captions", ()), (word("Theme"), word("Text size")), strict=False):
            canvas.text(words, caption, SMALL, "quiet", align="left")
