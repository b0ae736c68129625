"""Verdicts on commands: they count, they do not, or people are asked."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text
from companion.referee.messages import DiceReason
from companion.referee.signals import DiceSeen


@dataclass(frozen=True, slots=True)
class Accepted:
    """It counts and is on disk. `left_out` says what does not, such as a die of another colour; `remark` whose roll it
    is if nothing tells.
    """

    left_out: tuple[Text, ...] = ()
    remark: Text | None = None


@dataclass(frozen=True, slots=True)
class Ignored:
    """It does not count, and why. `rule` is the paragraph if a rule forbids it. `waits`: nothing is wrong, it counts
    with what is still to come.
    """

    why: Text
    rule: str = ""
    seat: int | None = None
    waits: bool = False


@dataclass(frozen=True, slots=True)
class NeedsReview:
    """A roll is due, but people must say whether these dice make it. `seen` has only the dice in question."""

    seen: DiceSeen
    reason: DiceReason
    seat: int | None = None

    @property
    def why(self) -> Text:
        """The question, for people."""
        return self.reason.sentence


@dataclass(frozen=True, slots=True)
class SelectionMoved:
    """A seat's button stepped to a choice, or to none; nothing happened on the table."""

    seat: int
    index: int | None


Verdict = Accepted | Ignored | NeedsReview | SelectionMoved
