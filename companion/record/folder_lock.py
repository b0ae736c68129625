"""Lock a folder: only one app at a time may make, open or recover a journal in it, or back it up."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.text import say
from companion.record.sqlite_file import FileFault

WAIT_S = 60.0
"""Longest wait for another app, seconds: about the time to salvage a journal of a gigabyte."""
_BETWEEN_TRIES_S = 0.01


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock inside the block. If the app is killed, the system releases it. Raises FileFault after WAIT_S.

    Does nothing on Windows, where open files cannot be replaced, and on file systems without locks.
    """
    opened = _locked(folder)
    try:
        yield
    finally:
        if opened is not None:
            os.close(opened)


def _locked(folder: Path) -> int | None:
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415  Windows has none

    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:  # opening the journal reports why
        return None
    until = time.monotonic() + WAIT_S
    while True:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                os.close(opened)
                raise FileFault(say("another app is opening or repairing it: try again in a minute")) from None
            time.sleep(_BETWEEN_TRIES_S)
        except OSError:
            os.close(opened)
            return None
        else:
            return opened
