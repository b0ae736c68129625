"""Edges of a box that will never arrive, added up over its counter's wraps and over what another program fetched."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.host.messages import NUMBERS


@dataclass(slots=True)
class LossCounter:
    """Counts for one boot of a box; `total` only grows. `reported`: the box has said what it counted."""

    total: int = 0
    reported: bool = False
    _counter: int = 0

    def note(self, counter: int) -> bool:
        """The box's own counter, modulo 65 536. True if it grew."""
        more = (counter - self._counter) % NUMBERS
        self._counter = counter
        self.total += more
        self.reported = True
        return more > 0

    def skip(self, expected: int, oldest: int) -> bool:
        """The next edge expected, and the oldest the box still has. Whether those between were fetched by another."""
        missed = (oldest - expected) % NUMBERS
        if missed > NUMBERS // 2:
            return False
        self.total += missed
        return missed > 0
