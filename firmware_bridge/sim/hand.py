"""A hand at the emulated board: its contacts bounce as real ones do, and it does one thing after the other."""

from __future__ import annotations

import random
import threading
from typing import Protocol

from firmware_bridge.host.messages import BUTTONS

MAX_BOUNCE_EDGES = 12
MAX_BOUNCE_US = 10_000
HOLD_US = 40_000
"""How long `press` holds a button down, and how long a finger stays where it is before it moves again."""


class Contacts(Protocol):
    """The board the hand is at."""

    def contact(self, contact: int, edges: list[tuple[bool, int]]) -> None:
        """A contact closes or opens at each (closed, µs from now)."""

    def now_us(self) -> int:
        """The board's own time."""


def bounce(closed: bool, rng: random.Random) -> list[tuple[bool, int]]:
    """A contact's change, 1 to 11 edges in all (an odd number: it ends in another state), all within 10 ms.

    (closed, µs) pairs.
    """
    flips = rng.randrange(0, MAX_BOUNCE_EDGES // 2) * 2
    times = sorted(rng.randrange(1, MAX_BOUNCE_US) for _ in range(flips))
    return [(closed, 0), *((closed if i % 2 else not closed, at) for i, at in enumerate(times))]


class Hand:
    """What is asked of it while it is still busy at the same button comes after that, and is not lost.

    ValueError, and no movement at all, for what is not there and for more to come than the board has room for.
    """

    def __init__(self, board: Contacts, rng: random.Random) -> None:
        self._board, self._rng = board, rng
        self._free_us: dict[int, int] = {}
        self._lock = threading.Lock()

    def press(self, button: int) -> None:
        """Press a button and release it after `HOLD_US`."""
        release = [(closed, HOLD_US + at) for closed, at in bounce(False, self._rng)]
        self._finger(button, bounce(True, self._rng) + release, 2 * HOLD_US)

    def down(self, button: int) -> None:
        """Press a button and hold it."""
        self._finger(button, bounce(True, self._rng), HOLD_US)

    def up(self, button: int) -> None:
        """Release a button."""
        self._finger(button, bounce(False, self._rng), HOLD_US)

    def _finger(self, button: int, edges: list[tuple[bool, int]], lasts_us: int) -> None:
        if not 0 <= button < BUTTONS:
            raise ValueError(f"the box has no button {button}")
        with self._lock:
            now = self._board.now_us()
            start = self._start(button, now)
            self._board.contact(button, [(closed, start + at) for closed, at in edges])
            self._free_us[button] = now + start + lasts_us

    def _start(self, contact: int, now: int) -> int:
        """Microseconds until the hand is free for this."""
        return max(self._free_us.get(contact, 0) - now, 0)
