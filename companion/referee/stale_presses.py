"""Presses that arrive late: a box keeps them while the app is away or its cable is out, and play may go on meanwhile.

Pure but for what it remembers of one evening; all times are seconds of the host's monotonic clock.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.asks import Choice, Key
from companion.referee.signals import KeyPressed

SOON_S = 2.0
"""A press takes milliseconds; one that took longer than this waited for something."""
TOO_LATE_S = 30.0
"""Nobody means a press of so long ago any more. (A box tells ages up to 65 s; what is older has that age, too.)"""
REACTION_S = 0.2
"""Sooner nobody answers a question that has just come up: a simple reaction to a light takes about so long (R. D. Luce,
"Response times", 1986), and reading comes on top.
"""


@dataclass(slots=True)
class Late:
    """Whether a press still means what it meant when it was made.

    `began`: when this app began to listen. `moved_at`: when the table last moved by anything but a late press.
    """

    began: float
    moved_at: float = -math.inf
    _left_over: list[KeyPressed] = field(default_factory=list)
    _answers: dict[tuple[int, Key], tuple[object, float]] = field(default_factory=dict)

    def seated(self, answers: Mapping[tuple[int, Key], object], at: float) -> None:
        """People sit down at a game: this is what buttons bring about, since that time."""
        self._answers = {button: (answer, at) for button, answer in answers.items()}

    def asked(self, answers: Mapping[tuple[int, Key], object], at: float, stepped: Collection[int] = ()) -> None:
        """This is what buttons would bring about now (see `Referee.answers`), since that time where it is something
        else than before. `stepped`: seats whose buttons had stepped to a choice until then, and do so no more.
        """
        for button in {*self._answers, *answers}:
            answer, known = answers.get(button), self._answers.get(button)
            if known is None or known[0] != answer or button[0] in stepped:
                self._answers[button] = answer, at

    def unseen(self, press: KeyPressed) -> bool:
        """Whether its presser cannot have seen what his button would bring about: he meant something else."""
        _, since = self._answers.get((press.seat, press.key), (None, -math.inf))
        return press.mark is not None and press.at < since + REACTION_S

    def moved(self, at: float) -> None:
        """An event, one taken back, or a game that was begun."""
        self.moved_at = max(self.moved_at, at)

    def came_soon(self, press: KeyPressed, now: float) -> bool:
        """Whether it came as presses come. One without a mark was never in a box."""
        return press.mark is None or now - press.at <= SOON_S

    def too_late(self, press: KeyPressed, now: float) -> bool:
        """Whether it is too old to count, whatever has happened since."""
        return press.mark is not None and now - press.at > TOO_LATE_S

    def stale(self, press: KeyPressed, choices: Sequence[Choice], now: float) -> str:
        """Why a press does not mean what it meant when it was made: "late", "unseen", or "" where it still does."""
        if self.too_late(press, now) or self.overtaken(press, now) or self.unclear(press, choices):
            return "late"
        return "unseen" if choices and self.unseen(press) else ""  # who is asked nothing has nothing to see

    def overtaken(self, press: KeyPressed, now: float) -> bool:
        """Whether play went on after it was made."""
        return not self.came_soon(press, now) and press.at < self.moved_at

    def unclear(self, press: KeyPressed, choices: Sequence[Choice]) -> bool:
        """Whether it was made before this app began, where NEXT may have stepped to a choice: that is forgotten."""
        of_before = press.mark is not None and press.at < self.began
        return of_before and len(choices) > 1 and any(choice.key is None for choice in choices)

    def keep(self, press: KeyPressed) -> None:
        """Nobody plays now: what a killed app had not judged waits until its game goes on."""
        if press.mark is not None and press.at < self.began:
            self._left_over.append(press)

    def keeps(self, press: KeyPressed) -> bool:
        """Whether it waits."""
        return press in self._left_over

    def expired(self, now: float) -> tuple[KeyPressed, ...]:
        """What waited too long; it waits no more."""
        old = tuple(press for press in self._left_over if self.too_late(press, now))
        self._left_over = [press for press in self._left_over if press not in old]
        return old

    def kept(self) -> tuple[KeyPressed, ...]:
        """What waits; it does so no more."""
        kept, self._left_over = tuple(self._left_over), []
        return kept
