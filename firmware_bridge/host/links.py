"""A cable: bytes in, bytes out, and one error for every way to lose it."""

from __future__ import annotations

import errno
import os
import threading
from typing import Protocol

import serial

from catseye.text import Text, say
from firmware_bridge.host.messages import BAUD

try:
    import termios
    from termios import error as TermiosError  # noqa: N812 - this is a class
except ImportError:  # Windows has no termios
    termios = None  # type: ignore[assignment]
    TermiosError = OSError  # type: ignore[misc,assignment]

_GONE = (serial.SerialException, OSError, TermiosError, TypeError)
"""Errors that mean the cable is lost: termios.error is not an OSError, and pyserial raises TypeError if another thread
closes the port during a read."""

UNPLUGGED = say("the box was unplugged")
_PERMISSION = say("join the group dialout; «python -m firmware_bridge doctor» says how")
_BUSY = say("another program has it")
ADVICE = {
    errno.ENOENT: say("is it plugged in?"),
    errno.EACCES: _PERMISSION,
    errno.EPERM: _PERMISSION,
    errno.EAGAIN: _BUSY,
    errno.EBUSY: _BUSY,
    errno.ENOTTY: say("it is no serial port"),
}
"""Advice by errno of a port that cannot be opened. Short, for the screens."""


class LinkLost(OSError):  # noqa: N818 - an ordinary event at a table, not a bug
    """The cable, or what was at its other end, is gone: `why` says what happened, for people."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


class Link(Protocol):
    """An open cable. One thread reads and writes; `wake` and `close` may be called from any."""

    def read(self, timeout: float) -> bytes:
        """Return what has arrived, waiting up to `timeout` seconds for the first byte; b"" if none. Raises LinkLost."""

    def write(self, data: bytes) -> None:
        """Send all of `data`; never hangs. Raises LinkLost."""

    def wake(self) -> None:
        """Make the current `read`, or the next one, return at once."""

    def close(self) -> None:
        """Close the cable; never raises."""


def not_opened(path: str, code: int | None, said: object = "") -> Text:
    """Return why a port cannot be opened: the system's words for errno `code`, or else `said`, and what to do."""
    why = str(said) if code is None else os.strerror(code)
    advice = None if code is None else ADVICE.get(code)
    if advice is None:
        return say("{path} cannot be opened: {why}", path=path, why=why)
    return say("{path} cannot be opened: {why} ({advice})", path=path, why=why, advice=advice)


def refused(path: str, fault: BaseException) -> Text:
    """Return why a port cannot be opened by the exception: it or its context has the errno as first argument."""
    numbers = (one.args[0] for one in (fault, fault.__context__) if one is not None and one.args)
    return not_opened(path, next((number for number in numbers if isinstance(number, int)), None), fault)


def _hold_dtr(port: serial.Serial) -> None:
    """Keep DTR up when the port is closed, so that the next program to open it does not reset an Uno again."""
    if termios is not None:
        settings = termios.tcgetattr(port.fileno())
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)


WRITTEN_WITHIN_S = 1.0
"""How long a box may take to accept bytes, in seconds (our choice). pyserial looks at the clock only after writing, so
that a busy machine counts, too: with 0.25 s, a box that was well was called lost at a load of 10.
"""


class SerialLink:
    """An exclusively opened serial port with a time limit on writes."""

    def __init__(self, path: str, *, baud: int = BAUD, write_timeout: float = WRITTEN_WITHIN_S) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._open = True
        try:
            self._port = serial.Serial(
                path, baud, timeout=0.05, write_timeout=write_timeout, exclusive=True, rtscts=False, dsrdtr=False
            )
            _hold_dtr(self._port)
        except ValueError as fault:  # the driver cannot do a parameter, for instance the speed
            raise LinkLost(say("{path} cannot be used: {why}", path=path, why=str(fault))) from fault
        except _GONE as fault:
            raise LinkLost(refused(path, fault)) from fault

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
            raise LinkLost(say("{path} no longer takes bytes", path=self.path)) from fault
        except _GONE as fault:
            raise LinkLost(UNPLUGGED) from fault

    def wake(self) -> None:
        """See `Link.wake`."""
        with self._lock:  # the number of a closed descriptor may already be another file's
            if not self._open:
                return
            try:
                self._port.cancel_read()
            except (*_GONE, AttributeError):
                return  # the driver has closed it: no read is waiting

    def close(self) -> None:
        """See `Link.close`."""
        with self._lock:
            self._open = False
        try:
            self._port.close()
        except _GONE:
            return  # the driver and its descriptor went with the cable
