"""Count edges that will never arrive: those the box reports, and those another program fetched."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.host.messages import NUMBERS


@dataclass(slots=True)
class LossCounter:
    """Count for one boot of a box; `total` only grows. `reported`: the box has sent its own counter."""

    total: int = 0
    reported: bool = False
    _counter: int = 0

    def note(self, counter: int) -> bool:
        """Note the box's own counter, modulo 65 536, and return whether it grew."""
        more = (counter - self._counter) % NUMBERS
        self._counter = counter
        self.total += more
        self.reported = True
        return more > 0

    def skip(self, expected: int, oldest: int) -> bool:
        """Count the edges between the `expected` one and the `oldest` the box has; return whether there are any."""
        missed = (oldest - expected) % NUMBERS
        if missed > NUMBERS // 2:
            return False
        self.total += missed
        return missed > 0
