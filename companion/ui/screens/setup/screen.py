"""Setup: who plays and where they sit, with which dice, by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.bot_seats import why_no_bot
from companion.core.game import BadOption, BadPosition
from companion.core.table import Table
from companion.core.text import say
from companion.drawing import signs
from companion.i18n import translate, word
from companion.record import codec
from companion.record.journal import JournalError
from companion.ui.drawing import canvas
from companion.ui.name_entry import seen
from companion.ui.screens.screen import TITLE, Screen
from companion.ui.screens.setup.continuing import form_of
from companion.ui.screens.setup.fact_forms import FactForm
from companion.ui.screens.setup.rules_box import RulesBox
from companion.ui.screens.setup.seat_card import SeatCard
from companion.ui.screens.setup.table_map import DiePalette, TableMap
from companion.ui.widgets.buttons import Button, Segments
from companion.ui.widgets.name_keyboard import NamePad
from companion.ui.widgets.overlay import Overlay
from companion.ui.widgets.painted import Words, columns_in, put, rows_in
from companion.views.seating import edges_of, moved
from companion.views.setup_draft import PlayersDraft, RulesDraft

if TYPE_CHECKING:
    from companion.record.session import Session

NAMES = ("Ann", "Bo", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal")
OVER = 84  # dp around a card that lies over this screen
COLOURS = ("blue", "red", "green", "yellow", "purple", "black", "orange", "white")
"""The dice that are proposed: those nearest to the colours of the seats (`theme.SEAT_COLOURS`)."""


class SetupScreen(Screen):
    """The table and its players on the left, the rules on the right, and a button to begin."""

    back = "home"

    def __init__(self, app: Any, game: str = "", **kwargs: Any) -> None:
        self.game = app.controller.games[game] if game else next(iter(app.controller.games.values()))
        going_on = app.drafts.continuing
        self._before: Session | None = going_on if going_on is not None and going_on.game is self.game else None
        self.title = self.game.title
        if self._before is not None:
            self.title, self.back = say("{game}: who plays on?", game=self.game.title), "table"
        super().__init__(app, **kwargs)

    def _return(self) -> None:
        """Back home, or to the game that would have gone on at another table."""
        try:
            if self._before is not None:
                self.controller.resume(self._before.id)
        except (JournalError, KeyError) as wrong:
            self.toast(translate(getattr(wrong, "text", str(wrong))), role="danger")
            return
        self.app.go(self.back)
        if self._before is not None:
            self.app.drafts.forget(self.game.id)

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
        self.came_from = [*who.came_from, *[None] * (len(who.names) - len(who.came_from))]
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
        begin, middle = word("Begin"), word("We are in the middle of a game")
        if self._before is not None:
            begin, middle = word("Play on"), word("See how it stands")
        self.begin = Button(begin, self._begin, "asked", 30)
        self.middle = Button(middle, self._take_over, "quiet", 22)
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
            drafts.naming = self._named, "" if card.pad.fresh else card.pad.line

    def _players_draft(self) -> PlayersDraft:
        return PlayersDraft(
            self.players, tuple(self.names), tuple(self.colours), tuple(sorted(self.bots)), tuple(self.came_from)
        )

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
        order = list(range(len(self.names)))
        order[seat], order[other] = other, seat
        self._reorder(order)
        self._show_players()

    def _reorder(self, order: Sequence[int]) -> None:
        """Everybody sits where `order` says that they sat before."""
        self.names, self.colours = [self.names[at] for at in order], [self.colours[at] for at in order]
        self.came_from = [self.came_from[at] for at in order]
        self.bots = {order.index(bot) for bot in self.bots}

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
        self._reorder([*order, *range(self.players, len(self.names))])
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
        leave = partial(self._leave, seat) if self._before is not None else None
        self.open(SeatCard(pad, is_bot, self._seat_bot, leave), word("Who sits here?"))

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

    def _leave(self, seat: int) -> None:
        """Somebody goes; those after them move up."""
        self.close()
        if self.players == self.game.player_counts[0]:
            self.toast(word("{game} needs {n} players.", game=self.game.title, n=self.players))
            return
        rest = [other for other in range(len(self.names)) if other != seat]
        last = self.players - 1
        self._reorder([*rest[:last], seat, *rest[last:]])
        self.bots.discard(last)
        self.count.pick(last)

    def _begin(self) -> None:
        """Begin from the start; where a game goes on, from how it stands, if that can be with these people."""
        form = self._form()
        draft = form.draft(None) if form is not None else None
        if form is None or draft is None:
            return
        if draft.wrong is not None:
            self.app.go("take_over", form=form)
            return
        refused = form.do(draft)
        if refused is not None:
            self.toast(translate(refused), role="danger")
            return
        self.app.go("table")
        self.app.drafts.forget(self.game.id)

    def _take_over(self) -> None:
        """The same people and rules, at a table that stands there already."""
        form = self._form()
        if form is not None:
            self.app.go("take_over", form=form)

    def _form(self) -> FactForm | None:
        """What these people begin or go on with, None where the rules do not fit them."""
        if not self._check():
            return None
        table, rules, bots = self.table(), self.rules.plain(), self._bots()
        try:
            return form_of(self.app, self.game, table, rules, bots, self._before, self.came_from[: self.players])
        except (BadOption, BadPosition, ValueError) as wrong:
            self.toast(translate(getattr(wrong, "text", str(wrong))), role="danger")
            return None

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
        if self._before is None:
            canvas.text(translate(self.game.about), about, 20, "quiet", align="right")
        for words, box in getattr(self, "_labels", ()):
            canvas.text(words, box, 22, "quiet", align="left")
