"""A press counts only in the situation it was made in.

A box keeps its presses while the app is away or its cable is out, and play may go on meanwhile. Pure but for what it
remembers of one run of the app; all times are seconds of the host's monotonic clock.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.asks import Choice, Key
from companion.referee.messages import Stale
from companion.referee.signals import KeyPressed

SOON_S = 2.0
"""A press takes milliseconds; one that took longer than this waited for something."""
TOO_LATE_S = 30.0
"""Nobody means a press of this age any more. (A box reports ages up to 65 s; an older press has that age, too.)"""
REACTION_S = 0.2
"""Nobody answers a new question sooner: a simple reaction to a light takes about this long (R. D. Luce, "Response
times", 1986), and reading comes on top.
"""


@dataclass(slots=True)
class StalePresses:
    """Tells which presses still mean what they meant when they were made.

    `began`: when this app began to listen. `moved_at`: when the table last moved by anything but a late press.
    """

    began: float
    moved_at: float = -math.inf
    _answers: dict[tuple[int, Key], tuple[object, float]] = field(default_factory=dict)

    def asked(self, answers: Mapping[tuple[int, Key], object], at: float, stepped: Collection[int] = ()) -> None:
        """Buttons bring this about now (see `Referee.answers`): since that time where it is something else than before.

        `stepped`: seats whose buttons had stepped to a choice until then, and do so no more.
        """
        for button in {*self._answers, *answers}:
            answer, known = answers.get(button), self._answers.get(button)
            if known is None or known[0] != answer or button[0] in stepped:
                self._answers[button] = answer, at

    def moves_at(self, press: KeyPressed, now: float) -> float:
        """When the table moves if this press counts: not at all, for other presses, where it came late."""
        return press.at if self._came_soon(press, now) else -math.inf

    def stale(self, press: KeyPressed, choices: Sequence[Choice], now: float) -> Stale | None:
        """Why a press of a seat with these choices must not count; None where it still means the same."""
        overtaken = not self._came_soon(press, now) and press.at < self.moved_at
        if too_late(press, now) or overtaken or self._unclear(press, choices):
            return Stale.LATE
        return Stale.UNSEEN if choices and self.unseen(press) else None  # with no choice there was nothing to see

    def of_killed_app(self, press: KeyPressed) -> bool:
        """Whether it was made before this app began to listen."""
        return press.mark is not None and press.at < self.began

    def unseen(self, press: KeyPressed) -> bool:
        """Whether its presser cannot have seen what the button would bring about: they meant something else."""
        _, since = self._answers.get((press.seat, press.key), (None, -math.inf))
        return press.mark is not None and press.at < since + REACTION_S

    def _came_soon(self, press: KeyPressed, now: float) -> bool:
        """Whether it came as presses come. One without a mark was never in a box."""
        return press.mark is None or now - press.at <= SOON_S

    def _unclear(self, press: KeyPressed, choices: Sequence[Choice]) -> bool:
        """Whether NEXT may have stepped to a choice in a killed app: that is forgotten."""
        return self.of_killed_app(press) and len(choices) > 1 and any(choice.key is None for choice in choices)


def too_late(press: KeyPressed, now: float) -> bool:
    """Whether it is too old to count, whatever has happened since."""
    return press.mark is not None and now - press.at > TOO_LATE_S
