"""What of every box has been delivered, and which presses of that nobody is done with yet."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from firmware_bridge.heard import MENDED, Mark
from firmware_bridge.wire import NUMBERS


class Ledger:
    """Shared by all cables, so that a box is known again at whatever port it comes back; from any thread.

    `marks` says how far each box was delivered. With `until_done`, a press stays open until `done` is told of it, and
    only what lies before the oldest open one may be acknowledged: a program that is killed gets the rest again. A box
    that runs out of room is not kept waiting: then delivery is enough.
    """

    def __init__(self, marks: Mapping[bytes, Mark] | None = None, *, until_done: bool = False) -> None:
        self.marks: dict[bytes, Mark] = dict(marks or {})
        self._until_done = until_done
        self._open: dict[tuple[bytes, int], set[int]] = {}
        self._crowded: set[bytes] = set()
        self._lock = threading.Lock()

    def hold(self, device: bytes, boot: int, number: int) -> None:
        """This press is about to be delivered."""
        with self._lock:
            if self._until_done and device not in self._crowded and number != MENDED:
                self._open.setdefault((device, boot), set()).add(number)

    def done(self, device: bytes, boot: int, number: int) -> None:
        """Nobody needs this press again."""
        with self._lock:
            numbers = self._open.get((device, boot), set())
            numbers.discard(number)
            if not numbers:
                self._open.pop((device, boot), None)

    def crowded(self, device: bytes, *, is_crowded: bool) -> None:
        """The box has little room left, or room again: as long as it has little, nothing of it is held."""
        with self._lock:
            if not is_crowded:
                self._crowded.discard(device)
                return
            self._crowded.add(device)
            for key in [key for key in self._open if key[0] == device]:
                del self._open[key]

    def forgettable(self, device: bytes, tail: int) -> int:
        """The number up to which a box whose oldest edge is `tail` may forget its edges (that one not included)."""
        mark = self.marks[device]
        waiting = (mark.next - tail) % NUMBERS
        with self._lock:
            ahead = [(number - tail) % NUMBERS for number in self._open.get((device, mark.boot), ())]
        return (tail + min([each for each in ahead if each < waiting], default=waiting)) % NUMBERS
