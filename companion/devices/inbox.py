"""The inbox: device threads put their signals here for the one thread that owns the session."""

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
    Signal,
    TrayMoved,
    TraySettled,
)

MOST = 64
"""Signals that wait, presses not counted: a minute of a busy tray, and with their pictures at most 4 MB."""


class Inbox:
    """A queue from the device threads to the session's own. `wake` is called after each signal.

    No press is dropped: a box has few, and keeps what is not acknowledged. When `MOST` signals wait, only the last of
    what a camera saw is kept. Until all is taken, readings are marked
    `after_gap` then: what was dropped may have been a roll.
    """

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self._signals: deque[Signal] = deque()
        self._others = 0  # waiting signals that are no presses
        self._lock = Lock()
        self._dropped = False

    def put(self, signal: Signal) -> None:
        """Leave a signal; from any thread."""
        with self._lock:
            if not isinstance(signal, KeyPressed):
                if self._others >= MOST:
                    self._drop_like(signal)
                self._others += 1
            if self._dropped and isinstance(signal, DiceSeen):
                signal = replace(signal, after_gap=True)
            self._signals.append(signal)
        self.wake()

    def take(self) -> Signal | None:
        """The oldest signal, or None; never waits."""
        with self._lock:
            if self._signals:
                self._others -= not isinstance(self._signals[0], KeyPressed)
                return self._signals.popleft()
            self._dropped = False
            return None

    def _drop_like(self, signal: Signal) -> None:
        """Drop what the new signal makes old: it says how the tray or the device is now."""
        subject = _subject(signal)
        old = [each for each in self._signals if _subject(each) == subject]
        self._dropped = self._dropped or any(isinstance(each, DiceSeen) for each in old)
        self._signals = deque(each for each in self._signals if _subject(each) != subject)
        self._others -= len(old)


def _subject(signal: Signal) -> tuple[str, str] | int:
    """What a signal is about; a press is about itself."""
    if isinstance(signal, DiceSeen | TrayMoved | TraySettled):
        return "dice", ""
    if isinstance(signal, DeviceChanged | DeviceSaid):
        return type(signal).__name__, signal.device
    return id(signal)
