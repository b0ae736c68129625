"""Reading how well the table is read, a moment each frame: a journal of many evenings takes seconds."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from kivy.clock import Clock, ClockEvent

from companion.people.people import People
from companion.record.journal import JournalError
from companion.record.throws import Rate

_log = logging.getLogger(__name__)
READ_S = 0.05
"""How long the screen may stand still while sessions are read, seconds."""


def moment() -> Callable[[], bool]:
    """Return a function that says whether the screen has stood still for long enough."""
    until = time.monotonic() + READ_S
    return lambda: time.monotonic() > until


def read_rate(people: People, found: Callable[[Rate], object]) -> ClockEvent:
    """Call `found` with the rate once all sessions are read; until then cancel what is returned to read no further."""

    def read(_dt: float) -> bool:
        try:
            rate, left = people.rate(moment())
        except JournalError:
            _log.warning("the throws of this table cannot be read", exc_info=True)
            return False
        if not left:
            found(rate)
        return left > 0

    return Clock.schedule_interval(read, 0)
