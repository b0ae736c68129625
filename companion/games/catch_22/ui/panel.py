"""The panel of CATCH 22: the board, drawn as large as it fits, and a row of things to do below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.asks import Ask
from companion.core.events import Rolled
from companion.core.game import Game
from companion.core.text import say
from companion.drawing.geometry import Box, Point
from companion.games.catch_22 import view_model as shown
from companion.games.catch_22.events import CubeRansomed, CubeRemoved, CubesPlaced, Moved, StarChosen
from companion.games.catch_22.state import Phase
from companion.games.catch_22.ui.board_option import BoardOption
from companion.games.catch_22.ui.board_widget import BoardWidget
from companion.games.catch_22.ui.ransom_dialog import Count, Ransoming
from companion.games.catch_22.ui.square_picker import square_picker
from companion.games.catch_22.ui.supply import Supply
from companion.i18n import translate, word
from companion.ui import game_panel
from companion.ui.presenter import Figure, TableView
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import columns_in, put, rows_in

if TYPE_CHECKING:
    from companion.record.session import Session

ROW, BUTTON, SUPPLY = 60, 108, 250
"""The row below the board (dp): its height, the width of a button, the width of the cubes in hand."""


class Panel(game_panel.Panel):
    """The board, below it what else can be done and the news. A touch makes an event, which the rules may refuse."""

    def __init__(self, host: Any, **kwargs: Any) -> None:
        self._line: Box = (0.0, 0.0, 0.0, 0.0)
        super().__init__(host, **kwargs)
        self.board = BoardWidget(self.touched, self.dropped)
        self.supply = Supply(self.board)
        self.place = Button("", self._place, "asked", 22)
        self.none = Button(word("Take none"), self._none, "asked", 22)
        self.rolls = Button(word("Where to?"), self._rolls, "plain", 22)
        self.ransom = Button(word("Ransom"), self._ransom, "plain", 22)
        self.count = Button(word("Count all"), self._count, "plain", 22)
        for widget in (self.board, self.supply, self.rolls, self.count):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    @staticmethod
    def figures(session: Session, seat: int) -> tuple[Figure, ...]:
        """Tokens, bright when they are enough to win, and cubes in hand."""
        state = session.state
        tokens, supply = state.tokens[seat], state.supply[seat]
        enough = tokens >= state.options.target
        return (
            Figure(word("tokens"), str(tokens), "good" if enough else "ink"),
            Figure(word("cube") if supply == 1 else word("cubes"), str(supply), "ink" if supply else "quiet"),
        )

    @staticmethod
    def covers(ask: Ask) -> bool:
        """Stars, moves, cubes and ransoms are touched on the board and in the row."""
        kinds = {type(choice.event) for choice in ask.choices} | {form.event for form in ask.forms}
        return bool(kinds) and kinds <= {StarChosen, Moved, CubesPlaced, CubeRemoved, CubeRansomed}

    @staticmethod
    def option_editor(
        game: Game, name: str, value: object, changed: Callable[[object], None], players: int
    ) -> Widget | None:
        """The board in the setup: chosen, drawn or scanned."""
        del game, players
        return BoardOption(value, changed) if name == "board" else None

    @staticmethod
    def place_picker(state: Any, entered: Mapping[str, Any], tapped: Callable[[str], object]) -> Widget | None:
        """The board, to tap the square of a pawn or a cube."""
        return square_picker(state, entered, tapped)

    def show(self, view: TableView) -> None:
        """The new position on the board and in the row."""
        super().show(view)
        state = self.session.state
        pointed = [seat.pointed.event for seat in view.seats if seat.pointed is not None]
        self.board.show(state, next((name for event in pointed if (name := shown.square_of(event))), ""))
        self.supply.show(*shown.cubes_to_place(state))
        self._lay()

    def touchable(self) -> list[Box]:
        """The lit squares."""
        return self.board.lit_boxes()

    def line(self) -> Box:
        """What the row below the board leaves."""
        return self._line

    def touched(self, place: int, at: Point) -> None:
        """A square was tapped, or the pawn was let go there."""
        state = self.session.state
        if state.phase in (Phase.PLACE, Phase.ROLL) and shown.cube_squares(state) >> place & 1:
            self.board.pick(place)
            self._lay()
            return
        event = shown.meaning(state, place)
        if event is not None:
            self.host.submit(event, at)
        elif state.phase is Phase.SWITCH:
            self.host.toast(word("Choose by name whom to change places with."), state.turn)

    def dropped(self, place: int, at: Point) -> None:
        """A cube was let go over a square."""
        state = self.session.state
        seat, _ = shown.cubes_to_place(state)
        self.host.submit(CubesPlaced(seat, (state.board.id(place),)), at)

    def _place(self) -> None:
        """All picked squares at once; what cannot be stays picked and is explained."""
        state = self.session.state
        seat, _ = shown.cubes_to_place(state)
        names = tuple(state.board.id(place) for place in sorted(self.board.picked))
        self.host.submit(CubesPlaced(seat, names), self.place.to_window(*self.place.center))

    def _none(self) -> None:
        state = self.session.state
        self.host.submit(CubeRemoved(state.turn, None), self.none.to_window(*self.none.center))

    def _rolls(self) -> None:
        self.board.show_rolls(not self.board.rolls_shown)
        self.rolls.say(self.rolls.words, kind="chosen" if self.board.rolls_shown else "plain")

    def _ransom(self) -> None:
        state = self.session.state
        open_ones = shown.ransoms(state)
        if open_ones:
            seat = open_ones[0].captor
            self.host.open(Ransoming(state, self._ransomed), seat, word("Ransom"), offers=self._captured)

    def _captured(self) -> list[object]:
        """Whose cubes lie with whom: a deal about one is talked over as long as it lies there, whoever plays on."""
        held = self.session.state.captured
        return [(captor, owner) for captor, cubes in enumerate(held) for owner, count in enumerate(cubes) if count]

    def _ransomed(self, event: CubeRansomed) -> None:
        self.host.close()
        self.host.submit(event, self.ransom.to_window(*self.ransom.center))

    def _count(self) -> None:
        self.host.open(Count(self.session.state), 0, word("Where the tokens are"), offers=self._counted)

    def _counted(self) -> list[object]:
        """A count is compared with the table as long as no token has moved and nobody rolls."""
        rolls = sum(isinstance(entry.event, Rolled) for entry in self.session.entries)
        return [] if self.host.controller.tray.moving else [(shown.audit(self.session.state), rolls)]

    def _lay(self, *_: object) -> None:
        if self.width < dp(300):
            return
        x, y, width, height = self.box
        board, row = rows_in((x + dp(4), y, width - dp(8), height), 0, ROW, gap=4)
        put(self.board, board)
        state = self.session.state
        picked = len(self.board.picked)
        leave = state.phase is Phase.REMOVE and state.options.remove == "optional"
        wanted = [(self.supply, bool(self.supply.count)), (self.place, bool(picked)), (self.none, leave)]
        wanted += [(self.ransom, bool(shown.ransoms(state))), (self.rolls, True), (self.count, True)]
        live = [widget for widget, there in wanted if there]
        for widget, there in wanted:
            if there != (widget.parent is not None):
                self.add_widget(widget) if there else self.remove_widget(widget)
        self.place.say(translate(say("Place {n}", n=picked)))
        widths = [float(SUPPLY if widget is self.supply else BUTTON) for widget in live]
        *boxes, self._line = columns_in(row, *widths, 0, gap=8)
        for widget, box in zip(live, boxes, strict=True):
            put(widget, box)

    def paint(self) -> None:
        """Board and row draw themselves."""
