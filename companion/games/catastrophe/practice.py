"""The practice game of Catastrophe: few lives. Nobody has cards: what is played is made up."""

from __future__ import annotations

from companion.core.game import PracticeGame
from companion.core.text import Text, say
from companion.games.catastrophe.asks import asks
from companion.games.catastrophe.state import Phase, State
from companion.kit.practice import THROW

_HINTS = {
    Phase.START_ROLL: THROW,
    Phase.ROLL: THROW,
    Phase.CLAW: say("Make up a card that you play, such as an Attack on {name}, or end the phase."),
    Phase.REACT: say("A card was played: make up a reaction, or say that there is none."),
    Phase.YARN: say("Spend yarn to roll again, or keep the roll."),
    Phase.EFFECTS: say("Say what the card did: lives, yarn or cards."),
    Phase.DISCARD: say("You hold too many cards: say which you give away."),
    Phase.PAW: say("Draw three cards."),
    Phase.CATASTROPHE: say("Reveal a card: make up what it is."),
}


def hint(state: State) -> Text | None:
    """Say what the person at seat 0 does now."""
    mine = next((ask for ask in asks(state) if ask.seat == 0), None)
    if mine is None or state.phase not in _HINTS or (mine.optional and state.phase is not Phase.REACT):
        return None
    text = _HINTS[state.phase]
    return say(text.template, name=state.table.name(1)) if state.phase is Phase.CLAW else text


PRACTICE = PracticeGame(options={}, facts={"phase": "claw", "turn": 0, "life": [3, 3]}, hint=hint)
