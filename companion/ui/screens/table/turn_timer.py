"""How long the table has waited for those who are asked: in their strips, if people want to see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from companion.ui.widgets.seat_strip import SeatStrip
from companion.views.presenter import TableView

LIMITS_S = (0, 60, 120, 300)
"""After how many seconds somebody is nudged; 0 for a table without a timer."""


def next_limit(limit_s: int) -> int:
    """Return the limit after this one, round and round."""
    return next((limit for limit in LIMITS_S if limit > limit_s), 0)


def minutes(seconds: float) -> str:
    """Write a time as people read it on a clock."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class TurnTimer:
    """Counts from the last event or the last change of who is asked. `limit_s` gives the limit people chose."""

    def __init__(
        self, strips: Sequence[SeatStrip], limit_s: Callable[[], int], now: Callable[[], float] = monotonic
    ) -> None:
        self._strips, self._limit_s, self._now = strips, limit_s, now
        self._asked: frozenset[int] = frozenset()
        self._situation: object = None
        self._since = now()

    def show(self, view: TableView) -> None:
        """Begin anew if something has happened, or if others are asked."""
        self._asked = frozenset(seat.seat for seat in view.seats if seat.asked and not seat.bot)
        if (view.seq, self._asked) != self._situation:
            self._situation, self._since = (view.seq, self._asked), self._now()
        self.tick()

    def tick(self, _dt: float = 0) -> None:
        """A second has passed: the strips of those who are asked show the time, and are marked once it is late."""
        limit, waited = self._limit_s(), self._now() - self._since
        for strip in self._strips:
            counts = limit > 0 and strip.seat in self._asked
            strip.wait(minutes(waited) if counts else "", late=counts and waited >= limit)
