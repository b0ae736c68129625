"""Ctrl+C while the app runs. An exception could be raised within a callback of a library that swallows it: then the app
would run on. So the interrupt is only noted, and the app is stopped between two frames.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

LOOK_S = 0.05
"""How often it is looked whether somebody pressed Ctrl+C."""


@contextmanager
def stopped_by_interrupt(
    stop: Callable[[], object], every: Callable[[float, Callable[[float], None]], None]
) -> Iterator[None]:
    """Within it, the first Ctrl+C calls `stop` from a function that `every` calls regularly; afterwards
    KeyboardInterrupt is raised. A second Ctrl+C raises it at once. Outside the main thread nothing is changed.
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
