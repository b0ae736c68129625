"""What of every box has been delivered, what of it is held down, and which presses nobody is done with yet."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import count
from operator import or_

from firmware_bridge.host.events import MENDED, EdgeMark
from firmware_bridge.host.messages import NUMBERS

BOOT_IDS = 1 << 32
"""A boot id is less than this. The account of a box whose id and boot another box has, too, is a multiple beyond."""
GONE_S = 1.0
"""A cable on which a box has been silent for this long is not the one it is at."""
BOOTS_KEPT = 16


@dataclass(slots=True)
class _Holder:
    cable: object
    heard_at: float


class DeliveryLedger:
    """Shared by all cables, so that a box is known again at whatever port it comes back; from any thread.

    Accounts are kept by device id and boot id. Two boxes with the same ids, each at a cable of its own and both
    speaking, are kept apart: `claim` gives the second an account of another number.

    With `until_done`, a press stays open until `done` is called for it, and only what lies before the oldest open one
    may be acknowledged: a program that is killed gets the rest again. A box that runs out of room is not kept
    waiting: then delivery is enough. (It is kept waiting `even_crowded` by a program that only looks.)
    """

    def __init__(
        self, marks: Mapping[bytes, EdgeMark] | None = None, *, until_done: bool = False, even_crowded: bool = False
    ) -> None:
        self._until_done, self._even_crowded = until_done, even_crowded
        self._next = {(device, mark.boot): mark.next for device, mark in (marks or {}).items()}
        self._open: dict[tuple[bytes, int], set[int]] = {}
        self._crowded: set[tuple[bytes, int]] = set()
        self._holders: dict[tuple[bytes, int], _Holder] = {}
        self._down: dict[tuple[bytes, int], int] = {}
        self._lock = threading.Lock()

    @property
    def marks(self) -> dict[bytes, EdgeMark]:
        """How far each box was delivered, in its newest boot."""
        with self._lock:
            return {device: EdgeMark(account, following) for (device, account), following in self._next.items()}

    # --- who is at which cable

    def claim(self, cable: object, device: bytes, boot: int, now: float) -> int:
        """The account of the box that has just spoken on this cable: its boot, unless a box elsewhere has that."""
        with self._lock:
            accounts = [
                account for (of, account), holder in self._holders.items() if holder.cable is cable and of == device
            ]
            mine = next((account for account in accounts if account % BOOT_IDS == boot), None)
            if mine is None:
                mine = next(account for account in count(boot, BOOT_IDS) if self._is_free((device, account), now))
            self._holders[device, mine] = _Holder(cable, now)
            return mine

    def release(self, cable: object) -> None:
        """This cable is closed."""
        with self._lock:
            for key in [key for key, holder in self._holders.items() if holder.cable is cable]:
                del self._holders[key]

    def elsewhere(self, cable: object, device: bytes, now: float) -> bool:
        """Whether a box with this id speaks on another cable as well."""
        with self._lock:
            return any(
                of == device and holder.cable is not cable and now - holder.heard_at <= GONE_S
                for (of, _), holder in self._holders.items()
            )

    def device_of(self, boot: int) -> bytes | None:
        """The box that had this boot id."""
        with self._lock:
            return next((device for device, account in self._next if account % BOOT_IDS == boot), None)

    def boots(self, device: bytes) -> set[int]:
        """The boot ids this box is known with."""
        with self._lock:
            return {account % BOOT_IDS for of, account in self._next if of == device}

    def _is_free(self, key: tuple[bytes, int], now: float) -> bool:
        holder = self._holders.get(key)
        return holder is None or now - holder.heard_at > GONE_S

    # --- what was delivered

    def next_of(self, device: bytes, account: int) -> int | None:
        """The number of the first edge that was not delivered; None for an account that is new."""
        with self._lock:
            return self._next.get((device, account))

    def deliver(self, device: bytes, account: int, following: int) -> None:
        """Every edge before this number is delivered, or about to be."""
        with self._lock:
            if (device, account) not in self._next:
                idle = [key for key in self._next if key[0] == device and key not in self._holders]
                for key in idle[: max(0, len(idle) - BOOTS_KEPT)]:
                    del self._next[key]
            self._next[device, account] = following

    # --- what is held down, as far as was delivered

    def down(self, device: bytes, account: int) -> int:
        """The buttons held, as a bitmap."""
        with self._lock:
            return self._down.get((device, account), 0)

    def hold_down(self, device: bytes, account: int, buttons: int) -> None:
        """Exactly these buttons are held."""
        with self._lock:
            self._down[device, account] = buttons

    def press(self, device: bytes, account: int, button: int, *, down: bool) -> None:
        """This button goes down or comes up."""
        with self._lock:
            before = self._down.get((device, account), 0)
            self._down[device, account] = before | 1 << button if down else before & ~(1 << button)

    def left_down(self, device: bytes) -> int:
        """The buttons held in boots of this box that no cable speaks for: it lost power. Forgotten with this."""
        with self._lock:
            over = [key for key in self._down if key[0] == device and key not in self._holders]
            return reduce(or_, [self._down.pop(key) for key in over], 0)

    # --- what nobody is done with yet

    def hold(self, device: bytes, account: int, number: int) -> None:
        """This press is about to be delivered."""
        with self._lock:
            if self._until_done and (device, account) not in self._crowded and number != MENDED:
                self._open.setdefault((device, account), set()).add(number)

    def done(self, device: bytes, account: int, number: int) -> None:
        """Nobody needs this press again."""
        with self._lock:
            numbers = self._open.get((device, account), set())
            numbers.discard(number)
            if not numbers:
                self._open.pop((device, account), None)

    def crowded(self, device: bytes, account: int, *, is_crowded: bool) -> None:
        """The box has little room left, or room again: as long as it has little, nothing of it is held."""
        if self._even_crowded:
            return
        with self._lock:
            if not is_crowded:
                self._crowded.discard((device, account))
                return
            self._crowded.add((device, account))
            self._open.pop((device, account), None)

    def forgettable(self, device: bytes, account: int, tail: int) -> int:
        """The number up to which a box whose oldest edge is `tail` may forget its edges (that one not included)."""
        with self._lock:
            waiting = (self._next[device, account] - tail) % NUMBERS
            ahead = [(number - tail) % NUMBERS for number in self._open.get((device, account), ())]
        return (tail + min([each for each in ahead if each < waiting], default=waiting)) % NUMBERS
