"""A fact about a tray: what is known, from whom, and since when."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Origin(StrEnum):
    """Where knowledge comes from."""

    SET_UP = "set up"
    CONFIRMED = "confirmed"
    LEARNED = "learned"


@dataclass(frozen=True)
class Fact:
    """`what` is known, `how` well in words, its `origin`, and the time of the last picture that it is from, `at`
    (s).
    """

    what: str
    how: str
    origin: Origin
    at: float

    def sentence(self, now: float) -> str:
        """Return the fact as a line of text."""
        return f"{self.what}: {self.how} ({self.origin.value}, {max(0.0, now - self.at):.0f} s ago)"
