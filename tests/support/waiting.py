"""Waiting for what must come about, however busy the machine is."""

from __future__ import annotations

import time

LONG_S = 120.0
"""What is waited for comes within a second on an idle machine. One that is busy may take its time."""
LOOK_S = 0.005
BUSY_S = 0.05
"""Two looks are at most this far apart where the machine is not busy elsewhere."""


def until(met, within=LONG_S, meanwhile=lambda: None, why="waited too long"):
    """Waits until it is so. Gives the seconds that took, without those in which the machine was busy elsewhere: a limit
    on them holds on a busy machine, too. `meanwhile` is done between two looks; `why` is said when it fails.
    """
    end, at, took = time.monotonic() + within, time.monotonic(), 0.0
    while not met():
        assert time.monotonic() < end, why() if callable(why) else why
        meanwhile()
        time.sleep(LOOK_S)
        before, at = at, time.monotonic()
        took += min(at - before, BUSY_S)
    return took
