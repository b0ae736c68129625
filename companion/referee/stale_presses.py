"""A press counts only in the situation it was made in.

A box keeps its presses while the app is away or its cable is out, and play may go on meanwhile. Times are seconds of
the host's monotonic clock.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.asks import Choice, Key
from companion.referee.messages import Stale
from companion.referee.signals import KeyPressed

SOON_S = 2.0
"""A press that takes longer than this to arrive was kept waiting; usually it takes milliseconds."""
TOO_LATE_S = 30.0
"""Presses older than this never count. (A box reports ages up to 65 s, also for older presses.)"""
REACTION_S = 0.2
"""Nobody answers a new question sooner: this is a simple reaction to a light, without reading (R. D. Luce, "Response
times", 1986).
"""


@dataclass(slots=True)
class StalePresses:
    """Decides which presses still mean what they meant when they were made.

    `began`: when this app started listening. `moved_at`: when the table last moved by anything but a late press.
    """

    began: float
    moved_at: float = -math.inf
    _answers: dict[tuple[int, Key], tuple[object, float]] = field(default_factory=dict)

    def asked(self, answers: Mapping[tuple[int, Key], object], at: float, stepped: Collection[int] = ()) -> None:
        """Note what the buttons do from `at` on (see `Referee.answers`); unchanged ones keep their earlier time.

        `stepped`: seats whose buttons had stepped to a choice until then.
        """
        for button in {*self._answers, *answers}:
            answer, known = answers.get(button), self._answers.get(button)
            if known is None or known[0] != answer or button[0] in stepped:
                self._answers[button] = answer, at

    def moves_at(self, press: KeyPressed, now: float) -> float:
        """Return when the table moves if this press counts; -inf if it came late, so that it affects no other press."""
        return press.at if self._came_soon(press, now) else -math.inf

    def stale(self, press: KeyPressed, choices: Sequence[Choice], now: float) -> Stale | None:
        """Return why a press of a seat with these choices must not count, or None."""
        overtaken = not self._came_soon(press, now) and press.at < self.moved_at
        if too_late(press, now) or overtaken or self._unclear(press, choices):
            return Stale.LATE
        return Stale.UNSEEN if choices and self.unseen(press) else None  # without choices there was nothing to see

    def of_killed_app(self, press: KeyPressed) -> bool:
        """Return whether it was made before this app started listening."""
        return press.mark is not None and press.at < self.began

    def unseen(self, press: KeyPressed) -> bool:
        """Return whether the player cannot have seen yet what the button would do."""
        _, since = self._answers.get((press.seat, press.key), (None, -math.inf))
        return press.mark is not None and press.at < since + REACTION_S

    def _came_soon(self, press: KeyPressed, now: float) -> bool:
        """Return whether it arrived promptly. A press without a mark was never in a box."""
        return press.mark is None or now - press.at <= SOON_S

    def _unclear(self, press: KeyPressed, choices: Sequence[Choice]) -> bool:
        """Return whether NEXT may have stepped to a choice in a killed app, which is unknown now."""
        return self.of_killed_app(press) and len(choices) > 1 and any(choice.key is None for choice in choices)


def too_late(press: KeyPressed, now: float) -> bool:
    """Return whether a press is too old to count, whatever has happened since."""
    return press.mark is not None and now - press.at > TOO_LATE_S
