"""Setup: who plays and where they sit, with which dice, by which rules."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.bot_seats import why_no_bot
from companion.core.game import BadOption, BadPosition
from companion.core.table import Table
from companion.drawing import signs
from companion.i18n import translate, word
from companion.record import codec
from companion.record.journal import JournalError
from companion.ui.drawing import canvas
from companion.ui.name_entry import seen
from companion.ui.screens.screen import TITLE, Screen
from companion.ui.screens.setup.draft import PlayersDraft, RulesDraft
from companion.ui.screens.setup.fact_forms import FreshTable
from companion.ui.screens.setup.rules_box import RulesBox
from companion.ui.screens.setup.seat_card import SeatCard
from companion.ui.screens.setup.table_map import DiePalette, TableMap
from companion.ui.seating import edges_of, moved
from companion.ui.widgets.buttons import Button, Segments
from companion.ui.widgets.name_keyboard import NamePad
from companion.ui.widgets.overlay import Overlay
from companion.ui.widgets.painted import Words, columns_in, put, rows_in

NAMES = ("Ann", "Bo", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal")
OVER = 84  # dp around a card that lies over this screen
COLOURS = ("blue", "red", "green", "yellow", "purple", "black", "orange", "white")
"""The dice that are proposed: those nearest to the colours of the seats (`theme.SEAT_COLOURS`)."""


class SetupScreen(Screen):
    """The table and its players on the left, the rules on the right, and a button to begin."""

    back = "home"

    def __init__(self, app: Any, game: str = "", **kwargs: Any) -> None:
        self.game = app.controller.games[game] if game else next(iter(app.controller.games.values()))
        self.title = self.game.title
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """A map of the game's seats, and the fields of its options."""
        before = self._earlier_players()
        self._known = [*dict.fromkeys(name for players in before for name in players if name)]
        names = tuple(dict.fromkeys([*self._known, *NAMES]))[: len(NAMES)]
        drafts = self.app.drafts
        who = drafts.players or PlayersDraft(len(before[0]) if before else 3, names, COLOURS)
        how = drafts.rules.get(self.game.id) or RulesDraft(self.game.own_dice)
        self.players = max(self.game.player_counts[0], min(who.players, self.game.player_counts[-1]))
        self.names, self.colours = list(who.names), list(who.colours)
        self.own_dice = how.own_dice
        self.bots = set(who.bots) if why_no_bot(self.game) is None else set()
        self._came = self._players_draft()
        counts = [(count, str(count)) for count in self.game.player_counts]
        self.count = Segments(counts, self.players, self._count)
        dice = [(False, word("any dice")), (True, word("a colour each"))]
        self.dice = Segments(dice, self.own_dice, self._own)
        self.map = TableMap(self._rename, self._choose_die, self._swap, self._move)
        self.rules = RulesBox(self.game, dict(how.values), self._check)
        self.rules.page, self.rules.unfolded = how.page, how.unfolded
        self._remark = Words("", 20, "warn")
        self.begin = Button(word("Begin"), self._begin, "asked", 30)
        self.middle = Button(word("We are in the middle of a game"), self._take_over, "quiet", 22)
        self._overlay: Overlay | None = None
        for widget in (self.count, *([self.dice] if self.game.dice else []), self.map, self.rules):
            self.add_widget(widget)
        for widget in (self._remark, self.middle, self.begin):
            self.add_widget(widget)
        self._show_players()
        self.rules.seat(self.players)
        self._check()
        naming = drafts.typed()
        if naming is not None:
            self._rename(*naming)

    def gone(self) -> None:
        """What was entered and did not begin stays for when one comes back, with the name that is being typed."""
        drafts, rules = self.app.drafts, self.rules
        if self._players_draft() != self._came:
            drafts.players = self._players_draft()
        drafts.rules[self.game.id] = RulesDraft(self.own_dice, dict(rules.values), rules.page, rules.unfolded)
        card = self._overlay.inner if self._overlay is not None else None
        if isinstance(card, SeatCard):
            drafts.naming = self._named, "" if card.pad.fresh else card.pad.name

    def _players_draft(self) -> PlayersDraft:
        return PlayersDraft(self.players, tuple(self.names), tuple(self.colours), tuple(sorted(self.bots)))

    def _earlier_players(self) -> list[tuple[str, ...]]:
        """The players of the last sessions, newest first."""
        try:
            return [tuple(seen(name).strip() for name in listed.players) for listed in self.controller.sessions()]
        except JournalError:
            return []  # home says so; here it only means that nobody is proposed

    # --- players

    def _show_players(self) -> None:
        signs.seat(self.names[: self.players])
        names = [
            word("{name} · bot", name=name) if seat in self.bots else name
            for seat, name in enumerate(self.names[: self.players])
        ]
        colours = self.colours[: self.players] if self.own_dice else [""] * self.players
        self.map.show(names, colours, self._edges)

    def _count(self, players: int) -> None:
        self.players = players
        self._show_players()
        self.rules.seat(players)
        self._check()

    def _own(self, own: bool) -> None:
        self.own_dice = own
        self._show_players()

    def _swap(self, seat: int, other: int) -> None:
        """Two players change places; each takes their die along."""
        for values in (self.names, self.colours):
            values[seat], values[other] = values[other], values[seat]
        places = {seat: other, other: seat}
        self.bots = {places.get(bot, bot) for bot in self.bots}
        self._show_players()

    def _seat_bot(self, is_bot: bool) -> None:
        self.bots = self.bots | {self._named} if is_bot else self.bots - {self._named}
        self._show_players()

    def _move(self, seat: int, edge: str) -> None:
        """A player sits at another edge: seats go round clockwise, so others may get another seat."""
        try:
            order, edges = moved(self._edges, seat, edge)
        except ValueError:
            if self._edges.count("bottom") == 1 and self._edges[seat] == "bottom":
                self.toast(word("Somebody must sit here at the near edge. Drop the name on somebody to swap."))
            else:
                self.toast(word("With these players nobody can sit at that edge. Drop the name on somebody to swap."))
            return
        for values in (self.names, self.colours):
            values[: self.players] = [values[at] for at in order]
        self.bots = {order.index(bot) if bot in order else bot for bot in self.bots}
        self.app.change(seats={**self.app.settings.seats, str(self.players): list(edges)})
        self._show_players()

    @property
    def _edges(self) -> tuple[str, ...]:
        return edges_of(self.players, self.app.settings.seats)

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
            self._show_players()

        pad = NamePad(self.names[seat], list(dict.fromkeys(known)), done)
        pad.type(typed)
        is_bot = seat in self.bots if why_no_bot(self.game) is None else None
        self.open(SeatCard(pad, is_bot, self._seat_bot), word("Who sits here?"))

    def _choose_die(self, seat: int) -> None:
        """The palette; a colour that another player has is exchanged for this one."""
        others = {self.colours[at]: self.names[at] for at in range(self.players) if at != seat}

        def chosen(colour: str) -> None:
            self.close()
            if colour in self.colours:
                self.colours[self.colours.index(colour)] = self.colours[seat]
            self.colours[seat] = colour
            self._show_players()

        self.open(DiePalette(others, chosen), word("Which die does {name} throw?", name=self.names[seat]))

    # --- rules

    def _check(self) -> bool:
        """Whether these rules can be played; what is to be said about them stands below."""
        problem, why = "", ""
        try:
            options = codec.options_from_plain(self.game, self.rules.plain())
            remarks = options.remarks(self.table())
            why = "  ".join(translate(note.text) for note in remarks)
        except BadOption as wrong:
            problem, why = wrong.name, translate(wrong.text)
        self.rules.mark(problem)
        self._remark.words = why
        self.begin.say(self.begin.words, why=why if problem else "")
        return not problem

    def table(self) -> Table:
        """Who plays with which dice."""
        colours = tuple(self.colours[: self.players]) if self.own_dice else ()
        return Table(tuple(self.names[: self.players]), colours)

    def _begin(self) -> None:
        try:
            self.controller.begin(self.game.id, self.table(), self.rules.plain())
        except (BadOption, BadPosition, JournalError, ValueError) as wrong:
            self.toast(translate(getattr(wrong, "text", str(wrong))), role="danger")
            return
        if self.controller.session is not None:
            self.app.bots.choose(self.controller.session.id, self._bots())
        self.app.go("table")
        self.app.drafts.forget(self.game.id)

    def _take_over(self) -> None:
        """The same people and rules, at a table that stands there already."""
        if self._check():
            form = FreshTable(self.app, self.game, self.table(), self.rules.plain(), self._bots())
            self.app.go("take_over", form=form)

    def _bots(self) -> tuple[int, ...]:
        """The seats at this table that bots play."""
        return tuple(sorted(bot for bot in self.bots if bot < self.players))

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

    def lay(self, body: canvas.Box) -> None:
        """The table left, the rules right, the rest below."""
        upper, low = rows_in(body, 0, 78, gap=12)
        left, right = columns_in(upper, 500, 0, gap=26)
        count, *dice, table = rows_in(left, 60, *([60] if self.game.dice else []), 0, gap=12)
        self._labels = []
        for words, widget, box in zip(
            (word("Players"), word("Dice")), (self.count, self.dice), (count, *dice), strict=False
        ):
            label, place = columns_in(box, 96, 0)
            self._labels.append((words, label))
            put(widget, place)
        put(self.map, rows_in(table, min(400, table[3] / dp(1)), 0)[0])
        put(self.rules, right)
        remark, middle, begin = columns_in(low, 0, 280, 360, gap=20)
        put(self._remark, remark)
        put(self.middle, middle)
        put(self.begin, begin)
        if self._overlay is not None:
            put(self._overlay, self.box)
        self.again()

    def paint(self) -> None:
        """The ground and the labels."""
        super().paint()
        about = (self.x + dp(420), self.top - dp(TITLE), self.width - dp(440), dp(TITLE))
        canvas.text(translate(self.game.about), about, 20, "quiet", align="right")
        for words, box in getattr(self, "_labels", ()):
            canvas.text(words, box, 22, "quiet", align="left")
