"""A lock on a folder: one app at a time makes, opens or recovers a journal there, or keeps a backup."""

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
"""The longest wait for another app: salvaging a journal of a gigabyte takes about that long."""
_BETWEEN_TRIES_S = 0.01


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder inside the block. The system lets go of it if the app is killed. Raises FileFault after WAIT_S.

    Without a lock on Windows, where nobody can replace a file that is open, and on file systems that have no locks.
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
    import fcntl  # noqa: PLC0415  not there on Windows

    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:  # what is opened next says why
        return None
    until = time.monotonic() + WAIT_S
    while True:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                os.close(opened)
                raise FileFault(say("another app is opening or repairing it: start anew in a minute")) from None
            time.sleep(_BETWEEN_TRIES_S)
        except OSError:
            os.close(opened)
            return None
        else:
            return opened
