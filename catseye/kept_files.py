"""Read and write small files (settings, bots, profiles, boards) safely."""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import stat
import sys
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from catseye.text import Text, say

LARGEST = 32 << 20
"""Limit of a file, bytes. A profile holds a picture of the empty tray, a few megabytes."""
DRAFT = ".new"
WRITING_S = 60.0
"""Drafts older than this, seconds, were left by killed apps."""
NO_FILE = say("it is not a file: a folder, a pipe or a device")


class Unreadable(OSError):  # noqa: N818  it names the file's fault
    """A file cannot be read; `why` says so without the file's name."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why
        self.strerror = str(why)


def read(path: Path, largest: int = LARGEST) -> bytes:
    """Return the content of a file. Raises FileNotFoundError, or Unreadable, also for pipes and devices."""
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
        content = b""
        if is_file:
            with path.open("rb") as file:
                content = file.read(largest + 1)
    except FileNotFoundError:
        raise
    except ValueError:
        raise Unreadable(say("no file can have this name")) from None
    except OSError as wrong:
        raise Unreadable(say("{why}", why=wrong.strerror or wrong)) from wrong
    if not is_file:
        raise Unreadable(NO_FILE)
    if len(content) > largest:
        raise Unreadable(say("it is larger than {n} KiB", n=largest // 1024))
    return content


def write(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file to disk atomically, and make its folder.

    A link is followed and stays a link. A `mode` (like 0o600) is that of the file from its first byte on; else it is
    that of the file before. Raises OSError.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise Unreadable(NO_FILE)
    _remove_old_drafts(path)
    fresh = draft_of(path)
    try:
        fresh.touch(0o666 if mode is None else mode, exist_ok=False)
        with fresh.open("r+b") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is None and path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def draft_of(path: Path) -> Path:
    """Return a random name for the draft of a file."""
    return path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")


def _remove_old_drafts(path: Path) -> None:
    """Remove drafts of this file that killed apps left."""
    for draft in path.parent.glob(f"{glob.escape(path.name)}.*{DRAFT}"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > WRITING_S:
                draft.unlink()


def set_aside(path: Path) -> Path:
    """Rename an unusable file and return its new path. Raises OSError."""
    when = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    for number in range(1000):
        aside = path.with_name(f"{path.stem}-unreadable-{when}{f'-{number}' if number else ''}{path.suffix}")
        if not os.path.lexists(aside):
            return path.rename(aside)
    raise FileExistsError(f"there are a thousand files like {aside} already")
