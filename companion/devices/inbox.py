"""The inbox, in which device threads leave signals for the thread that owns the session."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from threading import Lock

from companion.referee.signals import (
    DeviceChanged,
    DeviceSaid,
    DiceSeen,
    KeyPressed,
    Request,
    Signal,
    TrayMoved,
    TraySettled,
)

MOST = 64
"""Limit of waiting signals, not counting presses and requests: a minute of a busy tray, at most 4 MB with
their pictures.
"""


class Inbox:
    """A queue from the device threads to the session's thread. `wake` is called after each signal.

    Presses and requests are never dropped: boxes and the web server have few. When `MOST` signals wait, only the
    camera's last one is kept, and readings are marked `after_gap` until all are taken: a roll may have been dropped.
    """

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self._signals: deque[Signal] = deque()
        self._others = 0  # waiting signals that may be dropped
        self._lock = Lock()
        self._dropped = False

    def put(self, signal: Signal) -> None:
        """Leave a signal; may be called from any thread."""
        with self._lock:
            if not isinstance(signal, KeyPressed | Request):
                if self._others >= MOST:
                    self._drop_like(signal)
                self._others += 1
            if self._dropped and isinstance(signal, DiceSeen):
                signal = replace(signal, after_gap=True)
            self._signals.append(signal)
        self.wake()

    def take(self) -> Signal | None:
        """Return the oldest signal, or None; never waits."""
        with self._lock:
            if self._signals:
                self._others -= not isinstance(self._signals[0], KeyPressed | Request)
                return self._signals.popleft()
            self._dropped = False
            return None

    def _drop_like(self, signal: Signal) -> None:
        """Drop older signals about the same subject."""
        subject = _subject(signal)
        old = [each for each in self._signals if _subject(each) == subject]
        self._dropped = self._dropped or any(isinstance(each, DiceSeen) for each in old)
        self._signals = deque(each for each in self._signals if _subject(each) != subject)
        self._others -= len(old)


def _subject(signal: Signal) -> tuple[str, str] | int:
    """Return the subject of a signal; each press is its own."""
    if isinstance(signal, DiceSeen | TrayMoved | TraySettled):
        return "dice", ""
    if isinstance(signal, DeviceChanged | DeviceSaid):
        return type(signal).__name__, signal.device
    return id(signal)
