"""Ctrl+C in the app: only noted, and the app is stopped between two frames, because a library that called back could
swallow an exception.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType

LOOK_S = 0.05
"""Interval between checks for Ctrl+C, seconds."""


@contextmanager
def stopped_by_interrupt(
    stop: Callable[[], object], every: Callable[[float, Callable[[float], None]], None]
) -> Iterator[None]:
    """On the first Ctrl+C in the block, call `stop` from a function that `every` calls regularly, and raise
    KeyboardInterrupt at the end. A second Ctrl+C raises it at once. Does nothing outside the main thread.
    """
    if current_thread() is not main_thread():
        yield
        return
    pressed = False

    def note(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    def look(_seconds: float) -> None:
        if pressed:
            stop()

    before = signal.signal(signal.SIGINT, note)
    every(LOOK_S, look)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def ended_by_signals(*events: Event) -> Iterator[None]:
    """Set the events when the program is interrupted or terminated, inside the `with` block."""

    def end(*_: object) -> None:
        for event in events:
            event.set()

    kept = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in kept.items():
            signal.signal(each, handler)
