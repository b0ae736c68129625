"""A hand at the emulated board: contacts bounce as real ones do, and actions on a button queue up."""

from __future__ import annotations

import random
import threading
from typing import Protocol

from firmware_bridge.host.messages import BUTTONS

MAX_BOUNCE_EDGES = 12
MAX_BOUNCE_US = 10_000
HOLD_US = 40_000
"""How long `press` holds a button, and the pause between two actions on it, µs."""


class Contacts(Protocol):
    """The board of a hand."""

    def contact(self, contact: int, edges: list[tuple[bool, int]]) -> None:
        """Close or open a contact at each (closed, µs from now)."""

    def now_us(self) -> int:
        """Return the board's own time, µs."""


def bounce(closed: bool, rng: random.Random) -> list[tuple[bool, int]]:
    """Return a change of a contact as (closed, µs): an odd number of 1 to 11 edges within 10 ms."""
    flips = rng.randrange(0, MAX_BOUNCE_EDGES // 2) * 2
    times = sorted(rng.randrange(1, MAX_BOUNCE_US) for _ in range(flips))
    return [(closed, 0), *((closed if i % 2 else not closed, at) for i, at in enumerate(times))]


class Hand:
    """Acts on the buttons. An action on a button still busy follows when that is free.

    Raises ValueError, and does nothing, for an unknown button or more edges than the board can queue.
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
            start = max(self._free_us.get(button, 0) - now, 0)
            self._board.contact(button, [(closed, start + at) for closed, at in edges])
            self._free_us[button] = now + start + lasts_us
