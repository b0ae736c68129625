"""Record of every box: which edges were delivered, which buttons are down, which presses are not done with yet."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import reduce
from itertools import count
from operator import or_

from firmware_bridge.host.events import MENDED
from firmware_bridge.host.messages import NUMBERS

BOOT_IDS = 1 << 32
"""Boot ids are below this. The account of a second box with the same id and boot is its boot plus a multiple."""
GONE_S = 1.0
"""A box silent for this long is no longer at that cable, seconds."""
BOOTS_KEPT = 16
"""Old boots remembered per box."""


@dataclass(slots=True)
class _Holder:
    cable: object
    heard_at: float


class DeliveryLedger:
    """Accounts of all boxes by device id and boot id, shared by all cables. Thread-safe.

    A box is recognised at whatever port it comes back. If two boxes with the same ids speak at once, `claim` gives the
    second a separate account.

    With `until_done`, a press stays open until `done` is called for it, and only edges before the oldest open press may
    be acknowledged: a killed program gets the rest again. A box that runs out of room may forget what was delivered,
    unless `even_crowded` (for a program that only looks).
    """

    def __init__(self, *, until_done: bool = False, even_crowded: bool = False) -> None:
        self._until_done, self._even_crowded = until_done, even_crowded
        self._next: dict[tuple[bytes, int], int] = {}
        self._open: dict[tuple[bytes, int], set[int]] = {}
        self._crowded: set[tuple[bytes, int]] = set()
        self._holders: dict[tuple[bytes, int], _Holder] = {}
        self._down: dict[tuple[bytes, int], int] = {}
        self._lock = threading.Lock()

    # --- who is at which cable

    def claim(self, cable: object, device: bytes, boot: int, now: float) -> int:
        """Return the account of the box that just spoken on this cable: its boot, unless a box elsewhere has it."""
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
        """Forget who was at this cable: it is closed."""
        with self._lock:
            for key in [key for key, holder in self._holders.items() if holder.cable is cable]:
                del self._holders[key]

    def elsewhere(self, cable: object, device: bytes, now: float) -> bool:
        """Return whether a box with this id also speaks on another cable."""
        with self._lock:
            return any(
                of == device and holder.cable is not cable and now - holder.heard_at <= GONE_S
                for (of, _), holder in self._holders.items()
            )

    def device_of(self, boot: int) -> bytes | None:
        """Return the box that has this boot id, or None."""
        with self._lock:
            return next((device for device, account in self._next if account % BOOT_IDS == boot), None)

    def boots(self, device: bytes) -> set[int]:
        """Return the known boot ids of this box."""
        with self._lock:
            return {account % BOOT_IDS for of, account in self._next if of == device}

    def _is_free(self, key: tuple[bytes, int], now: float) -> bool:
        holder = self._holders.get(key)
        return holder is None or now - holder.heard_at > GONE_S

    # --- what was delivered

    def next_of(self, device: bytes, account: int) -> int | None:
        """Return the number of the first edge not yet delivered, or None for a new account."""
        with self._lock:
            return self._next.get((device, account))

    def deliver(self, device: bytes, account: int, following: int) -> None:
        """Note that every edge before this number is delivered, or about to be."""
        with self._lock:
            if (device, account) not in self._next:
                idle = [key for key in self._next if key[0] == device and key not in self._holders]
                for key in idle[: max(0, len(idle) - BOOTS_KEPT)]:
                    del self._next[key]
            self._next[device, account] = following

    # --- what is held down, judging by the delivered edges

    def down(self, device: bytes, account: int) -> int:
        """Return the buttons held, as a bitmap."""
        with self._lock:
            return self._down.get((device, account), 0)

    def hold_down(self, device: bytes, account: int, buttons: int) -> None:
        """Set the buttons held, as a bitmap."""
        with self._lock:
            self._down[device, account] = buttons

    def press(self, device: bytes, account: int, button: int, *, down: bool) -> None:
        """Note that this button goes down or up."""
        with self._lock:
            before = self._down.get((device, account), 0)
            self._down[device, account] = before | 1 << button if down else before & ~(1 << button)

    def left_down(self, device: bytes) -> int:
        """Return and forget the buttons held in boots of this box that are over: it lost power."""
        with self._lock:
            over = [key for key in self._down if key[0] == device and key not in self._holders]
            return reduce(or_, [self._down.pop(key) for key in over], 0)

    # --- presses not done with yet

    def hold(self, device: bytes, account: int, number: int) -> None:
        """Note that this press is about to be delivered."""
        with self._lock:
            if self._until_done and (device, account) not in self._crowded and number != MENDED:
                self._open.setdefault((device, account), set()).add(number)

    def done(self, device: bytes, account: int, number: int) -> None:
        """Note that nobody needs this press again."""
        with self._lock:
            numbers = self._open.get((device, account), set())
            numbers.discard(number)
            if not numbers:
                self._open.pop((device, account), None)

    def crowded(self, device: bytes, account: int, *, is_crowded: bool) -> None:
        """Note whether the box has little room left. While it has, none of its presses are kept open."""
        if self._even_crowded:
            return
        with self._lock:
            if not is_crowded:
                self._crowded.discard((device, account))
                return
            self._crowded.add((device, account))
            self._open.pop((device, account), None)

    def forgettable(self, device: bytes, account: int, tail: int) -> int:
        """Return the number before which a box whose oldest edge is `tail` may forget its edges."""
        with self._lock:
            waiting = (self._next[device, account] - tail) % NUMBERS
            ahead = [(number - tail) % NUMBERS for number in self._open.get((device, account), ())]
        return (tail + min([each for each in ahead if each < waiting], default=waiting)) % NUMBERS
