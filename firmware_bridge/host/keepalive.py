"""When a cable was last heard of, and when to give it up: pure, the time comes in as seconds of the host's clock."""

from __future__ import annotations

from dataclasses import dataclass

from catseye.text import Text, say

LISTEN_S = 2.5
"""Nothing is sent into a silent port for this long: after a reset the boot loader is the one that listens."""
SILENCE_S = 1.0
"""No byte for this long: the box is gone. It speaks four times a second."""
NONSENSE_S = 5.0
"""No sound frame for this long, whatever noise there is: this is not a button box."""
STALL_S = 0.25
"""Nobody read for so long: the program, or the whole machine, stood still, and the box is not to blame."""
NOTHING_ANSWERS = say("nothing answers on this port")
NO_WORD = say("no word from the box for a second")
NO_BOX_SPEAKS = say("what is on this port does not speak as a button box")
"""Why a cable is given up."""


@dataclass
class Keepalive:
    """One cable, opened at `opened_at`. Tell `read` of every attempt to read from it."""

    opened_at: float = 0.0
    _read_at: float = 0.0
    _last_byte: float | None = None
    _last_sound: float | None = None

    @classmethod
    def begin(cls, now: float) -> Keepalive:
        """The cable has just been opened."""
        return cls(now, now)

    def read(self, now: float, *, came: bool) -> None:
        """Somebody listened, and bytes came or none did. Silence counts only while somebody listens."""
        stalled, self._read_at = now - self._read_at, now
        if stalled > STALL_S:
            self.opened_at += stalled
            self._last_byte = None if self._last_byte is None else self._last_byte + stalled
            self._last_sound = None if self._last_sound is None else self._last_sound + stalled
        if came:
            self._last_byte = now

    def sound(self, now: float) -> None:
        """Among the bytes was a frame that only a box sends."""
        self._last_sound = now

    def may_speak(self, now: float) -> bool:
        """Whether the boot loader, if there is one, has had its time."""
        return self._last_sound is not None or now - self.opened_at >= LISTEN_S

    def verdict(self, now: float) -> Text | None:
        """Why this cable should be given up, in plain words; None while all is well."""
        if self._last_byte is None:
            return NOTHING_ANSWERS if now - self.opened_at > LISTEN_S * 2 else None
        if self._last_sound is None:
            return NO_BOX_SPEAKS if now - self.opened_at > NONSENSE_S else None
        if now - self._last_byte > SILENCE_S:
            return NO_WORD
        return NO_BOX_SPEAKS if now - self._last_sound > NONSENSE_S else None
