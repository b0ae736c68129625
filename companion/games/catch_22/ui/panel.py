"""The panel of CATCH 22: pawns and cubes that fingers drag, and dialogs; `board` paints the middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.asks import Ask
from companion.core.events import Rolled
from companion.core.game import Game
from companion.drawing.geometry import Box, Point
from companion.drawing.scene import Refused
from companion.games.catch_22 import board, pieces
from companion.games.catch_22 import view_model as shown
from companion.games.catch_22.events import CubeRansomed, CubeRemoved, CubesPlaced, Moved, StarChosen
from companion.games.catch_22.state import State
from companion.games.catch_22.ui.board_option import BoardOption
from companion.games.catch_22.ui.ransom_dialog import Ransoming
from companion.games.catch_22.ui.square_picker import SquarePicker
from companion.i18n import translate, word
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.painted import Drawn, put
from companion.ui.widgets.sheet_card import SheetCard
from companion.views.presenter import TableView


class Panel(game_panel.Panel):
    """The board, and the cube in a hand over it. A touch makes an event, which the rules may refuse."""

    drags = True

    def __init__(self, host: Any, **kwargs: Any) -> None:
        self._state: State | None = None
        super().__init__(host, **kwargs)
        self.carried = Carried()
        self.add_widget(self.carried)

    @staticmethod
    def covers(ask: Ask) -> bool:
        """Stars, moves, cubes and ransoms are touched on the board."""
        kinds = {type(choice.event) for choice in ask.choices} | {form.event for form in ask.forms}
        return bool(kinds) and kinds <= {StarChosen, Moved, CubesPlaced, CubeRemoved, CubeRansomed}

    @staticmethod
    def option_editor(game: Game, name: str, value: object, changed: Callable[[object], None]) -> Widget | None:
        """The board in the setup: chosen, drawn or scanned."""
        del game
        return BoardOption(value, changed) if name == "board" else None

    @staticmethod
    def place_picker(state: Any, entered: Mapping[str, Any], tapped: Callable[[str], object]) -> Widget | None:
        """The board, to tap the square of a pawn or a cube."""
        return SquarePicker(state, entered, tapped)

    def show(self, view: TableView) -> None:
        """The new position. Squares that were picked in another one are picked no longer; after a roll, say so."""
        state: State = self.session.state
        if state != self._state:
            self._state = state
            if state.rolled is not None and not view.can_redo and self.picked - {board.WHERE}:
                self.host.toast(word("The picked squares got no cubes. Undo the roll to place them."), state.turn)
            self.picked &= {board.WHERE}
            put(self.carried, self.box)
            self.carried.show(None, 0)
        super().show(view)

    @property
    def units(self) -> Box:
        """This widget's box in units."""
        return canvas.in_units(self.box)

    def line(self) -> Box:
        """What the row below the board leaves."""
        x, y, width, height = board.row_of(self.units, self.session.state).news
        return dp(x), dp(y), dp(width), dp(height)

    # --- fingers

    def on_touch_down(self, touch: Any) -> bool:
        """Take a cube out of the hand, if the finger is there."""
        taken = super().on_touch_down(touch)
        self._carry(touch)
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        """The cube follows the finger."""
        taken = super().on_touch_move(touch)
        self._carry(touch)
        return taken

    def _carry(self, touch: Any) -> None:
        finger = self._fingers.get(touch.uid)
        if not self.left and finger is not None and finger.began == board.SUPPLY:
            self.carried.show(canvas.point_in_units(touch.pos), shown.cubes_to_place(self.session.state)[0])

    def on_touch_up(self, touch: Any) -> bool:
        """The cube is out of the hand."""
        self.carried.show(None, 0)
        return super().on_touch_up(touch)

    def lifted(self, began: object, means: object, at: Point) -> None:
        """A cube that is let go over the board is placed there; elsewhere it goes back."""
        if began != board.SUPPLY:
            super().lifted(began, means, at)
            return
        event = means.event if isinstance(means, Refused) else means
        if isinstance(event, CubesPlaced):
            self.host.submit(event, at)

    def act(self, means: object, at: Point) -> None:
        """Pick a square for a cube, open a dialog, or say what happened."""
        state: State = self.session.state
        picked = {event for event in self.picked if isinstance(event, CubesPlaced)}
        if isinstance(means, CubesPlaced):
            if means in picked or len(picked) < shown.cubes_to_place(state)[1]:
                self.picked ^= {means}
        elif means == board.PLACE and picked:
            squares = sorted(square for event in picked for square in event.squares)
            self.host.submit(CubesPlaced(next(iter(picked)).seat, tuple(squares)), at)
        elif means == board.RANSOM:
            self._open_ransom(state)
        elif means == board.COUNT:
            card = SheetCard(board.COUNT, state)
            self.host.open(card, 0, translate(board.COUNT.title), offers=self._counted)
        elif means == board.BY_NAME:
            self.host.toast(word("Choose by name whom to change places with."), state.turn)
        else:
            super().act(means, at)
        self.again()

    def _open_ransom(self, state: State) -> None:
        deals = shown.ransoms(state, self.scene().bots)
        if deals:
            card = Ransoming(state, deals, self._ransomed)
            self.host.open(card, deals[0].captor, word("Ransom"), offers=self._captured)
        else:
            self.host.toast(word("Bots neither sell cubes to people nor buy theirs."))

    def _captured(self) -> list[object]:
        """Whose cubes lie with whom: a deal about one is talked over as long as it lies there, whoever plays on."""
        held = self.session.state.captured
        return [(captor, owner) for captor, cubes in enumerate(held) for owner, count in enumerate(cubes) if count]

    def _ransomed(self, event: CubeRansomed) -> None:
        self.host.close()
        self.host.submit(event)

    def _counted(self) -> list[object]:
        """A count is compared with the table as long as no token has moved and nobody rolls."""
        rolls = sum(isinstance(entry.event, Rolled) for entry in self.session.entries)
        return [] if self.host.controller.tray.moving else [(shown.audit(self.session.state), rolls)]


class Carried(Drawn):
    """A cube under a finger, over the board."""

    def __init__(self, **kwargs: Any) -> None:
        self._at: Point | None = None
        self._seat = 0
        super().__init__(**kwargs)

    def show(self, at: Point | None, seat: int) -> None:
        """Show the cube of a seat at a point, in units; None: there is none."""
        if (at, seat) != (self._at, self._seat):
            self._at, self._seat = at, seat
            self.again()

    def on_touch_down(self, touch: Any) -> bool:
        """Leave all touches to the board."""
        del touch
        return False

    def paint(self) -> None:
        """Paint the cube, as large as a finger."""
        if self._at is not None:
            pieces.cube(KivyCanvas(), self._seat, self._at, 54)
