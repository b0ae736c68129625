"""What a Pig table is asked for."""

from __future__ import annotations

from companion.games.pig.events import Held
from companion.games.pig.state import State

from companion.core.asks import Ask, Choice, Key, RollCall
from companion.core.text import say


def asks(state: State) -> tuple[Ask, ...]:
    """A roll from the player on turn, who may hold instead once something is collected."""
    if state.phase == "over":
        return ()
    seat = state.turn
    if not state.collected:
        return (Ask(seat, say("Roll the die"), roll=RollCall(1)),)
    hold = Choice(Held(seat), say("Hold {n}", n=state.collected), Key.YES)
    return (Ask(seat, say("Roll again or hold"), (hold,), roll=RollCall(1)),)
