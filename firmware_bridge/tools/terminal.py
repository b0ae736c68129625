"""Single keys from a terminal, without waiting for the end of a line. POSIX only: the emulator is, too."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from firmware_bridge.tools.emulator_panel import is_begun, keys_in

REST_S = 0.03
"""The rest of a key of several characters comes this soon; after Esc nothing does."""


@contextmanager
def single_keys() -> Iterator[Callable[[float], list[str]]]:
    """Gives a function that returns the keys typed within this many seconds. The terminal is restored at the end.

    ValueError, with a plain sentence, where nobody can type.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise ValueError("the panel's keys are typed in a terminal, and the input is none")
    import termios  # noqa: PLC0415 - not there on Windows
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
