"""Setup: who plays, with which dice, with which options."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.game import BadOption, BadPosition
from companion.core.table import Table
from companion.i18n import translate, word
from companion.record import codec
from companion.record.journal import JournalError
from companion.ui.drawing import canvas
from companion.ui.drawing.theme import DICE
from companion.ui.game_panel import panel_of
from companion.ui.name_entry import seen
from companion.ui.screens.screen import TITLE, Screen
from companion.ui.screens.setup.draft import PlayersDraft, RulesDraft
from companion.ui.screens.setup.option_row import OptionRow, rows_per_page
from companion.ui.screens.setup.player_row import PlayerRow
from companion.ui.widgets.buttons import Button, Segments
from companion.ui.widgets.name_keyboard import NamePad
from companion.ui.widgets.overlay import Overlay
from companion.ui.widgets.painted import Words, columns_in, put, rows_in

NAMES = ("Ann", "Bo", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal")
OVER = 84  # dp around a card that lies over this screen
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange")


class SetupScreen(Screen):
    """Names and dice on the left, options on the right, and a button to begin."""

    back = "home"

    def __init__(self, app: Any, game: str = "", **kwargs: Any) -> None:
        self.game = app.controller.games[game] if game else next(iter(app.controller.games.values()))
        self.title = self.game.title
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """Rows made from the game's seats and from the fields of its options."""
        before = self._earlier_players()
        self._known = [*dict.fromkeys(name for players in before for name in players if name)]
        names = tuple(dict.fromkeys([*self._known, *NAMES]))[: len(NAMES)]
        drafts = self.app.drafts
        who = drafts.players or PlayersDraft(len(before[0]) if before else 3, names, COLOURS)
        how = drafts.rules.get(self.game.id) or RulesDraft(self.game.own_dice)
        self.players = max(self.game.player_counts[0], min(who.players, self.game.player_counts[-1]))
        self.names, self.colours = list(who.names), list(who.colours)
        self.own_dice, self.values, self.page = how.own_dice, dict(how.values), how.page
        self._came = self._players_draft()
        counts = [(count, str(count)) for count in self.game.player_counts]
        self.count = Segments(counts, self.players, self._count)
        dice = [(False, word("any dice")), (True, word("a colour each"))]
        self.dice = Segments(dice, self.own_dice, self._own)
        self.rows: list[PlayerRow] = []
        self.options: list[OptionRow] = []
        self._head = Words(word("Options"), 22, "quiet")
        self._turn_page = Button("", self._next_page, "quiet", 22)
        self._remark = Words("", 20, "warn")
        self.begin = Button(word("Begin"), self._begin, "asked", 30)
        self.middle = Button(word("We are in the middle of a game"), self._take_over, "quiet", 22)
        self._overlay: Overlay | None = None
        for widget in (
            self.count,
            *([self.dice] if self.game.dice else []),
            self._head,
            self._remark,
            self.middle,
            self.begin,
        ):
            self.add_widget(widget)
        self._make_rows()
        self._make_options()
        self._check()
        naming = drafts.typed()
        if naming is not None:
            self._rename(*naming)

    def gone(self) -> None:
        """What was entered and did not begin stays for when one comes back, with the name that is being typed."""
        drafts = self.app.drafts
        if self._players_draft() != self._came:
            drafts.players = self._players_draft()
        drafts.rules[self.game.id] = RulesDraft(self.own_dice, dict(self.values), self.page)
        pad = self._overlay.inner if self._overlay is not None else None
        if isinstance(pad, NamePad):
            drafts.naming = self._named, "" if pad.fresh else pad.name

    def _players_draft(self) -> PlayersDraft:
        return PlayersDraft(self.players, tuple(self.names), tuple(self.colours))

    def _earlier_players(self) -> list[tuple[str, ...]]:
        """The players of the last sessions, newest first."""
        try:
            return [tuple(seen(name).strip() for name in listed.players) for listed in self.controller.sessions()]
        except JournalError:
            return []  # home says so; here it only means that nobody is proposed

    # --- players

    def _make_rows(self) -> None:
        for row in self.rows:
            self.remove_widget(row)
        self.rows = [
            PlayerRow(seat, self.names[seat], self.colours[seat] if self.own_dice else "", self._rename, self._recolour)
            for seat in range(self.players)
        ]
        for row in self.rows:
            self.add_widget(row, index=len(self.children))

    def _count(self, players: int) -> None:
        self.players = players
        self._make_rows()
        self._remake_options()

    def _own(self, own: bool) -> None:
        self.own_dice = own
        self._make_rows()
        self._relay()

    def _rename(self, seat: int, typed: str = "") -> None:
        self._named = seat
        others = [name for at, name in enumerate(self.names[: self.players]) if at != seat]
        known = [name for name in [*self._known, *NAMES] if name not in others]

        def done(name: str) -> None:
            self.close()
            if name in others:
                self.toast(word("Another player has that name."))
                return
            if name in self.names:
                self.names[self.names.index(name)] = self.names[seat]
            self.names[seat] = name
            self._make_rows()
            self._relay()

        pad = NamePad(self.names[seat], list(dict.fromkeys(known)), done)
        pad.type(typed)
        self.open(pad, word("Who sits here?"))

    def _recolour(self, seat: int) -> None:
        names = list(DICE)
        used = {colour for at, colour in enumerate(self.colours[: self.players]) if at != seat}
        free = [name for name in names if name not in used]
        now = self.colours[seat]
        self.colours[seat] = free[(free.index(now) + 1) % len(free)] if now in free else free[0]
        self._make_rows()
        self._relay()

    # --- options

    def _make_options(self) -> None:
        editor = panel_of(self.game.panel).option_editor
        for field in fields(self.game.options):
            value = self.values.get(field.name, self.game.options.default_of(field.name))
            special = editor(self.game, field.name, value, self._setter(field.name), self.players)
            hint = str(field.type)
            self.options.append(OptionRow(field.name, field.metadata, value, hint, self._setter(field.name), special))

    def _remake_options(self) -> None:
        """The number of players may matter to an editor of the game's own."""
        for row in self.options:
            if row.parent is not None:
                self.remove_widget(row)
        self.options.clear()
        self._make_options()
        self._check()
        self._relay()

    def _setter(self, name: str) -> Any:
        def changed(value: object) -> None:
            self.values[name] = value
            self._check()

        return changed

    def _next_page(self) -> None:
        self.page += 1
        self._relay()

    def _check(self) -> bool:
        """Whether these rules can be played; what is to be said about them stands below."""
        problem, why = "", ""
        try:
            options = codec.options_from_plain(self.game, self._plain())
            remarks = options.remarks(self.table())
            why = "  ".join(translate(note.text) for note in remarks)
        except BadOption as wrong:
            problem, why = wrong.name, translate(wrong.text)
        for row in self.options:
            row.mark(wrong=row.name == problem)
        self._remark.words = why
        self.begin.say(self.begin.words, why=why if problem else "")
        self.begin.refused = lambda words, at: self.toast(words, at, role="danger")
        return not problem

    def _plain(self) -> dict[str, Any]:
        return {name: codec.plain(value) for name, value in self.values.items()}

    def table(self) -> Table:
        """Who plays with which dice."""
        colours = tuple(self.colours[: self.players]) if self.own_dice else ()
        return Table(tuple(self.names[: self.players]), colours)

    def _begin(self) -> None:
        try:
            self.controller.begin(self.game.id, self.table(), self._plain())
        except (BadOption, BadPosition, JournalError, ValueError) as wrong:
            self.toast(translate(getattr(wrong, "text", str(wrong))), role="danger")
            return
        self.app.go("table")
        self.app.drafts.forget(self.game.id)

    def _take_over(self) -> None:
        """The same people and rules, at a table that stands there already."""
        if self._check():
            self.app.go("take_over", game=self.game.id, table=self.table(), options=self._plain())

    # --- layout

    def open(self, widget: Widget, title: str = "") -> None:
        """Lays a card over the screen."""
        self.close()
        self.hush()
        self._overlay = Overlay(widget, 0, title, self.close, inset=OVER)
        self.add_widget(self._overlay)
        put(self._overlay, self.box)

    @property
    def opened(self) -> Widget | None:
        """The card that lies over the screen, if any."""
        return self._overlay

    def close(self) -> None:
        """Takes it away."""
        if self._overlay is not None:
            self.remove_widget(self._overlay)
            self._overlay = None

    def _relay(self) -> None:
        self._lay_soon()

    def lay(self, body: canvas.Box) -> None:
        """Players left, rules right, the rest below."""
        upper, low = rows_in(body, 0, 82, gap=12)
        left, right = columns_in(upper, 500, 0, gap=26)
        heights = (60, *([60] if self.game.dice else []), *([66] * self.players), 0)
        boxes = rows_in(left, *heights, gap=10)
        put(self.count, columns_in(boxes[0], 110, 0)[1])
        self._labels = [(word("Players"), columns_in(boxes[0], 110, 0)[0])]
        if self.game.dice:
            put(self.dice, columns_in(boxes[1], 110, 0)[1])
            self._labels.append((word("Dice"), columns_in(boxes[1], 110, 0)[0]))
        for row, box in zip(self.rows, boxes[len(heights) - 1 - self.players :], strict=False):
            put(row, box)
        head, room = rows_in(right, 34, 0)
        put(self._head, head)
        self._lay_options(room)
        remark, middle, begin = columns_in(low, 0, 280, 360, gap=20)
        put(self._remark, remark)
        put(self.middle, middle)
        put(self.begin, begin)
        if self._overlay is not None:
            put(self._overlay, self.box)
        self.again()

    def _lay_options(self, room: canvas.Box) -> None:
        pages = rows_per_page(self.options, room[3] / dp(1))
        self.page %= max(1, len(pages))
        if self._turn_page.parent is not None:
            self.remove_widget(self._turn_page)
        for row in self.options:
            if row.parent is not None:
                self.remove_widget(row)
        shown = pages[self.page] if pages else []
        boxes = rows_in(room, *(row.wanted for row in shown), 0, gap=8)
        for row, box in zip(shown, boxes, strict=False):
            self.add_widget(row, index=len(self.children))
            put(row, box)
        if len(pages) > 1:
            self._turn_page.say(word("More options {page}/{pages}", page=self.page + 1, pages=len(pages)))
            self.add_widget(self._turn_page, index=len(self.children))
            x, y, width, _ = room
            put(self._turn_page, (x + width - dp(240), y, dp(240), dp(58)))

    def paint(self) -> None:
        """The ground and the labels."""
        super().paint()
        about = (self.x + dp(420), self.top - dp(TITLE), self.width - dp(440), dp(TITLE))
        canvas.text(translate(self.game.about), about, 20, "quiet", align="right")
        for words, box in getattr(self, "_labels", ()):
            canvas.text(words, box, 22, "quiet", align="left")
