"""Orders for a box: complete, idempotent, and the host's heartbeat. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_bridge.host.events import Leds
from firmware_bridge.host.messages import DARK, LEDS, NUMBERS, Orders, Status, Tune

HEARTBEAT_S = 0.5
"""Interval between orders, seconds: the box shows that it misses its host after 2 s (PROTOCOL.md)."""


@dataclass
class OutputState:
    """Leds and tune of one box. A tune ordered while no box was connected is not played later."""

    wanted: Leds = field(default_factory=Leds)
    _generation: int = 0
    _nonce: int = 0
    _tune: Tune = Tune.SILENCE
    _box_nonce: int | None = None
    _buzz_waits: bool = False
    _is_due: bool = False
    _ordered_at: float | None = None

    def open(self) -> None:
        """Start over on a new cable."""
        self._ordered_at = None
        self._is_due = self._buzz_waits = False

    def begin(self) -> None:
        """Start over with another box on the same cable."""
        self._is_due, self._ordered_at = True, None
        self._nonce, self._box_nonce = 0, None

    def repeat(self) -> None:
        """Send the orders again: the box may have restarted and show nothing."""
        self._is_due = True

    def show(self, leds: Leds, *, connected: bool) -> None:
        """Show this from now on. The tune is played only if a box is `connected`."""
        leds = leds.after(self.wanted)
        if leds == self.wanted:
            return
        buzz = leds.nonce != self.wanted.nonce
        self.wanted = leds
        self._generation = (self._generation + 1) % NUMBERS
        self._is_due = True
        if buzz and connected:
            self._buzz_waits = True

    def note(self, status: Status) -> None:
        """Compare what the box says it shows."""
        self._box_nonce = status.nonce
        if status.generation != self._generation or self._buzz_waits:
            self._is_due = True

    def due(self, now: float) -> Orders | None:
        """Return the orders to send now, or None if the box got them recently."""
        if not (self._is_due or self._ordered_at is None or now - self._ordered_at >= HEARTBEAT_S):
            return None
        self._is_due, self._ordered_at = False, now
        if self._buzz_waits and (self._nonce or self._box_nonce is not None):
            self._nonce = (self._nonce or self._box_nonce or 0) % 255 + 1
            self._tune = self.wanted.tune
            self._buzz_waits = False
        leds = self.wanted.leds + (DARK,) * (LEDS - len(self.wanted.leds))
        return Orders(self._generation, self._nonce, self._tune, leds)
