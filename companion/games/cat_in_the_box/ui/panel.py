"""The panel of Cat in the Box: the research board is where cards are declared; the score sheet between rounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp

from catseye.colours import colour as colour_name
from companion.core.asks import Ask
from companion.core.events import Event
from companion.core.game import Game
from companion.core.text import say
from companion.drawing.geometry import Box
from companion.drawing.theme import CAPTION, SMALL, ink_on
from companion.games.cat_in_the_box import view_model as shown
from companion.games.cat_in_the_box.events import CardPlayed, ParadoxShown
from companion.games.cat_in_the_box.options import TRUMP
from companion.games.cat_in_the_box.setup import card_name
from companion.games.cat_in_the_box.state import State, cards_left
from companion.games.cat_in_the_box.ui.board_parts import (
    ROWS,
    Cell,
    Confirm,
    NumberPicker,
    Outlines,
    ScoreSheet,
    declared,
)
from companion.games.cat_in_the_box.ui.seat_strip import Before
from companion.games.cat_in_the_box.ui.setup import RowOrder, starters
from companion.i18n import translate, word
from companion.record.session import Session
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.presenter import Figure, TableView
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import columns_in, put, rows_in

GAP = 6


class Panel(game_panel.Panel):
    """Rows of cells with their colour before them; paradox and score sheet at the right; a false claim above."""

    strip_depth = 132
    turns = True

    def __init__(self, host: Any, **kwargs: Any) -> None:
        super().__init__(host, **kwargs)
        self.cells: dict[tuple[str, int], Cell] = {}
        self.outlines = Outlines()
        self.sheet = ScoreSheet()
        self.paradox = Button(word("Paradox"), self._open_paradox, "danger", 22, situation=self._situation)
        self.scores = Button(word("Scores"), self._open_scores, "plain", 22)
        self.flags: list[Button] = []
        self.bind(pos=self._lay, size=self._lay)

    # --- what the strips show

    def hand(self, seat: int) -> game_panel.Hand:
        """X tokens, card, group; or the buttons of what is asked."""
        return Before(self, seat)

    @staticmethod
    def figures(session: Session, seat: int) -> tuple[Figure, ...]:
        """Tricks, of how many predicted; the total."""
        state = session.state
        wants, won = state.predictions[seat], state.won[seat]
        tricks = word("trick") if won == 1 else word("tricks")
        label = tricks if wants is None else translate(say("of {n}", n=wants))
        figure = Figure(label, str(won), "good" if won == wants else "ink")
        return (figure, Figure(word("total"), str(state.past.totals[seat])))

    @staticmethod
    def covers(ask: Ask) -> bool:
        """Everything is tapped on the board or in the strip."""
        return bool(ask.choices or ask.forms)

    @staticmethod
    def option_editor(game: Game, name: str, value: object, changed: Any, players: int) -> Any:
        """The order of the rows; who starts."""
        del game
        if name == "row_order":
            return RowOrder(value, changed)
        if name == "starter":
            return starters(value, changed, players)
        return None

    @staticmethod
    def choice_drawn(state: Any, event: Event) -> Callable[[Box], None] | None:
        """A card in its colour; a claim is said in words."""
        del state
        if isinstance(event, CardPlayed) and not event.only_red:
            return partial(declared, event.colour, event.number)
        return None

    # --- what is tapped

    @property
    def state(self) -> State:
        """The running game."""
        state = self.session.state
        assert isinstance(state, State)
        return state

    def _situation(self) -> State:
        """The board has no seat of its own: what is tapped there is whose turn it was under the finger."""
        return self.state

    def now(self) -> list[State]:
        """What a dialog over the board depends on: one player is asked at a time, and it is their turn only now."""
        return [self.state]

    def _tap(self, colour: str, number: int) -> Any:
        return lambda: self._declare(colour, number)

    def _declare(self, colour: str, number: int) -> None:
        """The player on turn lays this card as this colour; a red lead that needs the claim asks for it first."""
        state = self.state
        seat = state.turn if state.turn is not None else shown_first(state)
        cell = self.cells[colour, number]
        if not shown.asks_to_claim(state, colour, number):
            self.host.submit(CardPlayed(seat, number, colour), cell.to_window(*cell.center))
            return
        name = state.setup.table.name(seat)
        words = translate(say("{name}: can every card in your hand only be red?", name=name))
        event = CardPlayed(seat, number, colour, only_red=True)
        confirm = Confirm(words, word("Yes, only red"), lambda: self.host.submit(event))
        self.host.open(confirm, seat, translate(card_name(TRUMP, number)), offers=self.now)

    def _open_paradox(self) -> None:
        """The player on turn shows their hand; while nobody plays, the rules refuse it."""
        state = self.state
        seat = state.turn
        if state.phase != "play" or seat is None:
            self.host.submit(ParadoxShown(shown_first(state), ()), self.paradox.to_window(*self.paradox.center))
            return

        def show_hand(hand: tuple[int, ...]) -> None:
            self.host.submit(ParadoxShown(seat, hand))

        picker = NumberPicker(state.setup.numbers, cards_left(state, seat), word("Show the hand"), show_hand)
        name = state.setup.table.name(seat)
        self.host.open(picker, seat, translate(say("{name}: the cards in your hand", name=name)), offers=self.now)

    def _open_scores(self) -> None:
        sheet = ScoreSheet()
        sheet.show(shown.sheet(self.state))
        self.host.open(sheet, None, word("Scores"))

    def go_back(self, count: int) -> None:
        """Takes back this many events: to before an untrue claim."""
        self.host.go_back(count)

    # --- what it shows

    def show(self, view: TableView) -> None:
        """The new position; between rounds the score sheet takes the board's place."""
        super().show(view)
        state = self.state
        pointed = next((seat.pointed.event for seat in view.seats if seat.pointed is not None), None)
        rows = shown.cells(state)
        if not self.cells:
            self._build(rows)
        corrected = {(e.colour, e.number) for e in self.corrected if isinstance(e, CardPlayed)}
        for row in rows:
            for cell in row:
                aim = isinstance(pointed, CardPlayed) and (pointed.colour, pointed.number) == (cell.colour, cell.number)
                key = cell.colour, cell.number
                self.cells[key].show(cell, pointed=aim, corrected=key in corrected)
        self.sheet.show(shown.sheet(state))
        self._swap(sheet=shown.between_rounds(state))
        self._show_flags()
        self._lay()

    def _build(self, rows: Any) -> None:
        for row in rows:
            for cell in row:
                tap = self._tap(cell.colour, cell.number)
                self.cells[cell.colour, cell.number] = Cell(cell, tap, situation=self._situation)
        self.add_widget(self.paradox)
        self.add_widget(self.scores)

    def _swap(self, *, sheet: bool) -> None:
        """Board or sheet."""
        if sheet == (self.sheet.parent is not None) and (sheet or self.outlines.parent is not None):
            return
        for widget in (*self.cells.values(), self.outlines, self.sheet):
            if widget.parent is not None:
                self.remove_widget(widget)
        for widget in (self.sheet,) if sheet else (*self.cells.values(), self.outlines):
            self.add_widget(widget)

    def _show_flags(self) -> None:
        for button in self.flags:
            self.remove_widget(button)
        self.flags = []
        entries = [(entry.event, entry.state) for entry in self.session.entries]
        for flag in shown.flags(self.state, entries)[-1:]:
            back = flag.back
            words = translate(flag.text) + ("  ↩ " + word("go back there") if back is not None else "")
            button = Button(words, None if back is None else _call(self.go_back, back), "danger", 22)
            self.flags.append(button)
            self.add_widget(button)

    def _areas(self) -> tuple[canvas.Box, canvas.Box, canvas.Box, canvas.Box]:
        """The line of a false claim, the rows' labels, the board, the buttons at the right."""
        x, y, width, height = self.box
        inner = (x + dp(6), y + dp(4), width - dp(12), height - dp(8))
        top = rows_in(inner, 60, 0, gap=GAP)
        claim, rest = (top[0], top[1]) if self.flags else ((x, y + height, width, 0.0), inner)
        labels, board, side = columns_in(rest, 108, 0, 156, gap=GAP + 2)
        return claim, labels, board, side

    def _cell_boxes(self) -> dict[tuple[str, int], canvas.Box]:
        _, _, board, _ = self._areas()
        setup = self.state.setup
        rows = rows_in(board, *([0] * len(setup.rows)), gap=GAP)
        return {
            (colour, number): box
            for colour, row in zip(setup.rows, rows, strict=True)
            for number, box in enumerate(columns_in(row, *([0] * setup.numbers), gap=GAP), 1)
        }

    def _lay(self, *_: object) -> None:
        if self.width < dp(200) or self.host.controller.session is None or not self.cells:
            return
        claim, labels, board, side = self._areas()
        boxes = self._cell_boxes()
        for key, box in boxes.items():
            put(self.cells[key], box)
        put(self.outlines, board)
        sheet = (labels[0], board[1], board[0] + board[2] - labels[0], board[3])
        put(self.sheet, sheet)
        heading, paradox, scores = rows_in(side, 0, 0, 0, gap=GAP)
        del heading
        put(self.paradox, paradox)
        put(self.scores, scores)
        for button in self.flags:
            put(button, claim)
        self._lay_outlines(boxes)

    def _lay_outlines(self, boxes: dict[tuple[str, int], canvas.Box]) -> None:
        rows = self.state.setup.rows
        sides = []
        for seat, group in enumerate(shown.largest_groups(self.state)):
            if len(group) < 2:
                continue
            for row, column, side in shown.rim(group):
                sides.append((seat, _grown(boxes[rows[row], column + 1], group, row, column), side))
        self.outlines.show(sides)

    def paint(self) -> None:
        """The rows' labels and where the game stands."""
        if not self.cells:
            return
        state = self.state
        _, labels, _, side = self._areas()
        heading = rows_in(side, 0, 0, 0, gap=GAP)[0]
        lines = [translate(words) for words in shown.heading(state)]
        longest = max(lines, key=len)
        sizes = range(CAPTION, SMALL, -1)
        size = next((size for size in sizes if canvas.text_width(longest, size) <= heading[2]), sizes.stop)
        canvas.text("\n".join(lines), heading, size, "quiet")
        if shown.between_rounds(state):
            return
        led = shown.led(state)
        setup = state.setup
        for colour, box in zip(setup.rows, rows_in(labels, *([0] * len(setup.rows)), gap=GAP), strict=True):
            ink = ink_on(ROWS[colour])
            canvas.panel(box, ROWS[colour], 9)
            x, y, width, height = box
            below = word("led") if colour == led else ""
            if colour == TRUMP and not below:
                below = word("trump") if state.taken & setup.red else word("unbroken")
            inner = (x + dp(4), y + height * (0.54 if below else 0.0), width - dp(8), height * (0.42 if below else 1.0))
            canvas.text(translate(colour_name(colour)), inner, CAPTION, ink, bold=True)
            canvas.text(below, (x + dp(4), y + height * 0.06, width - dp(8), height * 0.5), 22, ink)
            if colour == led:
                canvas.frame(box, "ink", 9, 3)


def shown_first(state: State) -> int:
    """The seat that a tap is taken to be of while nobody in particular is asked."""
    return state.turn if state.turn is not None else state.leader


def _grown(box: canvas.Box, group: frozenset[tuple[int, int]], row: int, column: int) -> canvas.Box:
    """A cell's box for its outline: grown over half the gap towards neighbours of its group, so that lines meet."""
    half = dp(GAP) / 2
    x, y, width, height = box
    left = half if (row, column - 1) in group else 0.0
    right = half if (row, column + 1) in group else 0.0
    above = half if (row - 1, column) in group else 0.0
    below = half if (row + 1, column) in group else 0.0
    return (x - left, y - below, width + left + right, height + above + below)


def _call(act: Any, *arguments: object) -> Any:
    return lambda: act(*arguments)
