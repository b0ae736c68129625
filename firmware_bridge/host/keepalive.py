"""Decide when to give a cable up. Pure: times are arguments, seconds of the host's clock."""

from __future__ import annotations

from dataclasses import dataclass

from catseye.text import Text, say

LISTEN_S = 2.5
"""Send nothing to a silent port for this long, seconds: after a reset the boot loader is listening."""
SILENCE_S = 1.0
"""The box is gone after this long without a byte, seconds: it speaks four times a second."""
NONSENSE_S = 5.0
"""Not a button box, if no valid frame comes for this long, seconds."""
STALL_S = 0.25
"""A gap between reads longer than this means that this machine stood still, seconds; the box is not to blame."""
NOTHING_ANSWERS = say("nothing answers on this port")
NO_WORD = say("no word from the box for a second")
NO_BOX_SPEAKS = say("what is on this port does not speak as a button box")
"""Reasons to give a cable up."""


@dataclass
class Keepalive:
    """State of one cable, opened at `opened_at`. Call `read` after every attempt to read from it."""

    opened_at: float = 0.0
    _read_at: float = 0.0
    _last_byte: float | None = None
    _last_sound: float | None = None

    @classmethod
    def begin(cls, now: float) -> Keepalive:
        """Return the state of a cable just opened."""
        return cls(now, now)

    def read(self, now: float, *, came: bool) -> None:
        """Note a read and whether bytes `came`. Silence counts only while somebody listens."""
        stalled, self._read_at = now - self._read_at, now
        if stalled > STALL_S:
            self.opened_at += stalled
            self._last_byte = None if self._last_byte is None else self._last_byte + stalled
            self._last_sound = None if self._last_sound is None else self._last_sound + stalled
        if came:
            self._last_byte = now

    def sound(self, now: float) -> None:
        """Note a valid frame that only a box sends."""
        self._last_sound = now

    def may_speak(self, now: float) -> bool:
        """Return whether a boot loader, if there is one, has had its time."""
        return self._last_sound is not None or now - self.opened_at >= LISTEN_S

    def verdict(self, now: float) -> Text | None:
        """Return why this cable should be given up, or None while all is well."""
        if self._last_byte is None:
            return NOTHING_ANSWERS if now - self.opened_at > LISTEN_S * 2 else None
        if self._last_sound is None:
            return NO_BOX_SPEAKS if now - self.opened_at > NONSENSE_S else None
        if now - self._last_byte > SILENCE_S:
            return NO_WORD
        return NO_BOX_SPEAKS if now - self._last_sound > NONSENSE_S else None
