"""What a card over the panel was opened for: it lies there as long as all of that is still so. Pure."""

from __future__ import annotations

from companion.games.catastrophe import actions as offered
from companion.games.catastrophe.asks import asks
from companion.games.catastrophe.state import CATASTROPHE, CLAW, PAW, REACT, State, seats_in


def standing(state: State, seat: int, what: str) -> list[object]:
    """What a seat's card for an action offers now: events, and the cards in play that they answer."""
    match what:
        case offered.SPECIAL:
            return _special(state, seat)
        case offered.MORE:
            return [(choice.event, state.stack) for ask in asks(state) if ask.seat == seat for choice in ask.choices]
        case _ if not any(action.opens == what for action in offered.actions(state, seat)):
            return []
        case offered.ATTACK:
            return [(what, target) for target in seats_in(state)]
        case offered.YARN:
            return [(what, roll) for roll in state.rolls if roll.value is not None]
        case offered.CURIOSITY | offered.PASS | offered.LIFE:
            return [(event, state.stack) for _, event in offered.targets(state, seat, what)]
        case _:
            return [(what, state.stack)]


def _special(state: State, seat: int) -> list[object]:
    """Any card, told part by part: it says itself what it is. Who composes it while others go on is not disturbed, but
    what was to answer a card is no answer to a later one.
    """
    if state.phase not in (CLAW, PAW, CATASTROPHE, REACT) or not state.life[seat]:
        return []
    own = state.phase == CLAW and seat == state.turn
    return [("own", own), *seats_in(state), *(("answers", card) for card in state.stack[:1])]
