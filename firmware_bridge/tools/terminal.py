"""Read single keys from a terminal, without Enter. POSIX only, as the emulator is."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from firmware_bridge.tools.emulator_panel import is_begun, keys_in

REST_S = 0.03
"""The rest of a key of several characters comes within this time, seconds; after Esc nothing does."""


@contextmanager
def single_keys() -> Iterator[Callable[[float], list[str]]]:
    """Provide a function that returns the keys typed within this many seconds, and restore the terminal at the end.

    Raises ValueError, with a plain sentence, if standard input is not a terminal.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise ValueError("standard input is not a terminal, so no keys can be typed")
    import termios  # noqa: PLC0415 - Windows has neither
    import tty  # noqa: PLC0415

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)

    def read(seconds: float) -> str:
        ready, _, _ = select.select([terminal], [], [], seconds)
        return os.read(terminal, 64).decode(errors="replace") if ready else ""

    def typed(seconds: float) -> list[str]:
        keys = read(seconds)
        while is_begun(keys) and (more := read(REST_S)):
            keys += more
        return keys_in(keys)

    try:
        tty.setcbreak(terminal)
        yield typed
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
