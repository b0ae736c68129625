"""The practice game of Catch Up: few cards and two dice."""

from __future__ import annotations

from companion.core.game import PracticeGame
from companion.core.text import Text, say
from companion.games.catch_up.state import Phase, State, next_to_roll
from companion.kit.practice import THROW

CARDS = [1, 2, 3, 4, 5]


def hint(state: State) -> Text | None:
    """Say what the person at seat 0 does now."""
    if state.phase is Phase.DISCARDING and state.owes[0]:
        return say("Your roll was {n} lower: tap cards for {n}, then the green button.", n=state.owes[0])
    return THROW if state.phase is not Phase.OVER and next_to_roll(state) == 0 else None


PRACTICE = PracticeGame(
    options={"short": True}, facts={"phase": "rolling", "starter": 0, "cards": [CARDS, CARDS]}, hint=hint
)
