"""The practice game of CATCH 22: few tokens win."""

from __future__ import annotations

from companion.core.game import PracticeGame
from companion.core.text import Text, say
from companion.games.catch_22.state import Phase, State, asked
from companion.kit.practice import THROW

_HINTS = {
    Phase.STARS: say("Tap a star: your pawn begins there."),
    Phase.START_ROLL: THROW,
    Phase.PLACE: say("Tap “Throw”. Before that, you may drag a cube onto a square to bar the other's way."),
    Phase.ROLL: THROW,
    Phase.MOVE: say("Tap a light square: your pawn goes there. Numbers are tokens; {n} win on a star."),
    Phase.ROB: say("Tap whom you rob: you get all their tokens."),
    Phase.SWITCH: say("Tap whom you change places with."),
    Phase.REMOVE: say("Tap a cube to take it off the board, or “Take none”."),
}


def hint(state: State) -> Text | None:
    """Say what the person at seat 0 does now."""
    if 0 not in asked(state) or state.phase not in _HINTS:
        return None
    text = _HINTS[state.phase]
    return say(text.template, n=state.options.target) if state.phase is Phase.MOVE else text


PRACTICE = PracticeGame(options={"target": 6}, facts={}, hint=hint)
