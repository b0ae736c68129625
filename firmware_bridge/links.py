"""The cable as the rest sees it: bytes in, bytes out, and one error for every way a cable can go."""

from __future__ import annotations

import threading
from typing import Protocol

import serial

from firmware_bridge.messages import BAUD

try:
    import termios
    from termios import error as TermiosError  # noqa: N812 - it is a class
except ImportError:  # Windows has no termios
    termios = None  # type: ignore[assignment]
    TermiosError = OSError  # type: ignore[misc,assignment]

_GONE = (serial.SerialException, OSError, TermiosError, TypeError)
"""All the ways a cable can go: termios.error is not an OSError, and pyserial raises TypeError when another thread
closes the port under a read."""


UNPLUGGED = "the box was unplugged"


class LinkLost(OSError):  # noqa: N818 - it is an event at the table before it is an error
    """The cable, or the thing at its other end, is gone."""


class Link(Protocol):
    """An open cable. One thread reads and writes; `wake` and `close` may be called from any."""

    def read(self, timeout: float) -> bytes:
        """What has arrived, waiting up to `timeout` seconds for the first byte; b"" when nothing. Raises LinkLost."""

    def write(self, data: bytes) -> None:
        """Send all of `data`; never hangs. Raises LinkLost."""

    def wake(self) -> None:
        """Let a `read` in progress, or the next one, return at once."""

    def close(self) -> None:
        """Let go of the cable; never raises."""


def _hold_dtr(port: serial.Serial) -> None:
    """Lets DTR stay up when the port is closed: the next program that opens it does not reset an Uno again."""
    if termios is not None:
        settings = termios.tcgetattr(port.fileno())
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)


class SerialLink:
    """A serial port opened for a box: exclusive, with a limit on writes."""

    def __init__(self, path: str, *, baud: int = BAUD, write_timeout: float = 0.25) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._open = True
        try:
            self._port = serial.Serial(
                path, baud, timeout=0.05, write_timeout=write_timeout, exclusive=True, rtscts=False, dsrdtr=False
            )
            _hold_dtr(self._port)
        except ValueError as fault:  # a parameter this driver cannot do, for instance the speed
            raise LinkLost(f"{path} cannot be used: {fault}") from fault
        except _GONE as fault:
            raise LinkLost(f"{path} cannot be opened: {fault}") from fault

    def read(self, timeout: float) -> bytes:
        """See `Link.read`."""
        try:
            if self._port.timeout != timeout:
                self._port.timeout = timeout
            first: bytes = self._port.read(1)
            return first + self._port.read(self._port.in_waiting) if first else b""
        except _GONE as fault:
            raise LinkLost(UNPLUGGED) from fault

    def write(self, data: bytes) -> None:
        """See `Link.write`."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as fault:
            raise LinkLost(f"{self.path} takes no bytes any more") from fault
        except _GONE as fault:
            raise LinkLost(UNPLUGGED) from fault

    def wake(self) -> None:
        """See `Link.wake`."""
        with self._lock:  # a closed descriptor's number may already be another file's
            if not self._open:
                return
            try:
                self._port.cancel_read()
            except (*_GONE, AttributeError):
                return  # the driver has closed it: nothing waits on it

    def close(self) -> None:
        """See `Link.close`."""
        with self._lock:
            self._open = False
        try:
            self._port.close()
        except _GONE:
            return  # the driver is gone with the cable; the descriptor went with it
