"""The panel of Catchy!: in each strip what only that player can say; `board` paints the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.core.asks import Ask
from companion.core.events import Event
from companion.core.game import Game
from companion.drawing.geometry import Box
from companion.games.catchy import view_model as shown
from companion.games.catchy.card_faces import paint_card
from companion.games.catchy.events import CardPlayed
from companion.games.catchy.state import State
from companion.games.catchy.ui.seat_strip import Before
from companion.games.catchy.ui.setup import SuitNames
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas


class Panel(game_panel.Panel):
    """The board; cards that are tapped stand in the deck."""

    # --- what the strips show

    def hand(self, seat: int) -> game_panel.Hand:
        """What only this player can say, and what they have shown to lack."""
        return Before(self, seat)

    @staticmethod
    def covers(ask: Ask) -> bool:
        """Everything is tapped on the deck or in the strip."""
        return bool(ask.choices or ask.forms)

    @staticmethod
    def option_editor(game: Game, name: str, value: object, changed: Any) -> Any:
        """What the three colours are called."""
        del game
        return SuitNames(value, changed) if name == "suits" else None

    @staticmethod
    def choice_drawn(state: Any, event: Event) -> Callable[[Box], None] | None:
        """A card of the deck."""
        if not isinstance(event, CardPlayed):
            return None
        view = next(view for view in shown.deck(state) if view.card == event.card)
        return partial(_draw, view, state)

    # --- what it shows

    @property
    def state(self) -> State:
        """The running game."""
        state = self.session.state
        assert isinstance(state, State)
        return state


def _draw(view: shown.CardView, state: State, box: Box) -> None:
    paint_card(KivyCanvas(), canvas.in_units(box), view, state.options)
