"""The panel of Cat in the Box: dialogs, and the players' strips; `board` paints the middle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.core.asks import Ask
from companion.core.events import Event
from companion.core.game import Game
from companion.core.text import say
from companion.drawing.geometry import Box, Point
from companion.games.cat_in_the_box import board
from companion.games.cat_in_the_box import view_model as shown
from companion.games.cat_in_the_box.events import CardPlayed, ParadoxShown
from companion.games.cat_in_the_box.options import TRUMP
from companion.games.cat_in_the_box.setup import card_name
from companion.games.cat_in_the_box.state import State, cards_left
from companion.games.cat_in_the_box.ui.dialogs import Confirm, NumberPicker
from companion.games.cat_in_the_box.ui.seat_strip import Before
from companion.games.cat_in_the_box.ui.setup import RowOrder
from companion.i18n import translate, word
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas


class Panel(game_panel.Panel):
    """The board; the X tokens lie in the players' strips."""

    turns = True

    # --- what the strips show

    def hand(self, seat: int) -> game_panel.Hand:
        """X tokens, card, group; or the buttons of what is asked."""
        return Before(self, seat)

    @staticmethod
    def covers(ask: Ask) -> bool:
        """Everything is tapped on the board or in the strip."""
        return bool(ask.choices or ask.forms)

    @staticmethod
    def option_editor(game: Game, name: str, value: object, changed: Any) -> Any:
        """The order of the rows."""
        del game
        return RowOrder(value, changed) if name == "row_order" else None

    @staticmethod
    def choice_drawn(state: Any, event: Event) -> Callable[[Box], None] | None:
        """A card in its colour; a claim is said in words."""
        del state
        if isinstance(event, CardPlayed) and not event.only_red:
            return partial(_draw, event)
        return None

    # --- what is tapped

    @property
    def state(self) -> State:
        """The running game."""
        state = self.session.state
        assert isinstance(state, State)
        return state

    def now(self) -> list[State]:
        """What a dialog over the board depends on: one player is asked at a time, and it is their turn only now."""
        return [self.state]

    def act(self, means: object, at: Point) -> None:
        """A red lead by a claim that could be untrue asks for it first; the board's buttons open their dialogs."""
        if isinstance(means, CardPlayed) and means.only_red and not shown.claim_is_certain(self.state):
            self._open_claim(means)
        elif means == board.PARADOX:
            self._open_paradox(shown.acting(self.state))
        else:
            super().act(means, at)

    def _open_claim(self, event: CardPlayed) -> None:
        name = self.state.setup.table.name(event.seat)
        words = translate(say("{name}: can every card in your hand only be red?", name=name))
        confirm = Confirm(words, word("Yes, only red"), lambda: self.host.submit(event))
        self.host.open(confirm, event.seat, translate(card_name(TRUMP, event.number)), offers=self.now)

    def _open_paradox(self, seat: int) -> None:
        """The player on turn shows their hand."""
        state = self.state

        def show_hand(hand: tuple[int, ...]) -> None:
            self.host.submit(ParadoxShown(seat, hand))

        picker = NumberPicker(state.setup.numbers, cards_left(state, seat), word("Show the hand"), show_hand)
        name = state.setup.table.name(seat)
        self.host.open(picker, seat, translate(say("{name}: the cards in your hand", name=name)), offers=self.now)


def _draw(event: CardPlayed, box: Box) -> None:
    board.paint_card(KivyCanvas(), canvas.in_units(box), event.colour, event.number)
