"""A hand at the emulated board: its contacts bounce as real ones do, and it does one thing after the other."""

from __future__ import annotations

import random
import threading
from typing import Protocol

DIAL_A, DIAL_B = 19, 20
"""Contacts of the emulated board: 0 to 17 the seats' buttons, 18 the dial's, then the dial's A and B."""
MAX_BOUNCE_EDGES = 12
MAX_BOUNCE_US = 10_000
MAX_DETENTS = 1_000
"""Turns of the dial that the emulated board can queue, beside some presses."""
HOLD_US = 40_000
"""How long `press` holds a button down, and how long a finger stays where it is before it moves again."""
DETENT_US = 20_000


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
    """What is asked of it while it is still busy at the same button or the dial comes after that, and is not lost.

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

    def turn(self, encoder: int, steps: int) -> None:
        """Turn the dial by this many detents, 20 ms each."""
        if encoder != 0:
            raise ValueError(f"the box has no dial {encoder}")
        with self._lock:
            now = self._board.now_us()
            start = self._start(DIAL_A, now)
            if start / DETENT_US + abs(steps) > MAX_DETENTS:
                raise ValueError(f"the emulated dial turns by at most {MAX_DETENTS} detents at once, not {steps} more")
            first, second = (DIAL_A, DIAL_B) if steps > 0 else (DIAL_B, DIAL_A)
            for contact, later in ((first, 0), (second, DETENT_US // 4)):
                begins = [start + DETENT_US * step + later for step in range(abs(steps))]
                edges = [edge for at in begins for edge in ((True, at), (False, at + DETENT_US // 2))]
                self._board.contact(contact, edges)
            self._free_us[DIAL_A] = now + start + DETENT_US * abs(steps)

    def _finger(self, button: int, edges: list[tuple[bool, int]], lasts_us: int) -> None:
        if not 0 <= button < DIAL_A:
            raise ValueError(f"the box has no button {button}")
        with self._lock:
            now = self._board.now_us()
            start = self._start(button, now)
            self._board.contact(button, [(closed, start + at) for closed, at in edges])
            self._free_us[button] = now + start + lasts_us

    def _start(self, contact: int, now: int) -> int:
        """Microseconds until the hand is free for this."""
        return max(self._free_us.get(contact, 0) - now, 0)
