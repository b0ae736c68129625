"""The inbox: device threads put their signals here for the one thread that owns the session."""

from __future__ import annotations

import queue
from collections.abc import Callable

from companion.referee.signals import Signal


class Inbox:
    """A lossless queue from the device threads to the session's thread. `wake` is called after each signal."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self._signals: queue.SimpleQueue[Signal] = queue.SimpleQueue()

    def put(self, signal: Signal) -> None:
        """Add a signal; from any thread."""
        self._signals.put(signal)
        self.wake()

    def take(self) -> Signal | None:
        """The oldest signal, or None; never waits."""
        try:
            return self._signals.get_nowait()
        except queue.Empty:
            return None
