"""Small files that people and the app keep (settings, bots, profiles, boards): one way to read, one way to write."""

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
"""Bytes. A profile holds a picture of the empty tray, a few megabytes."""
DRAFT = ".new"
WRITING_S = 60.0
"""No app takes so long to write a small file: an older draft is nobody's any longer."""
NO_FILE = say("it is no file: a folder, a pipe or a device")


class Unreadable(OSError):  # noqa: N818  it names the file's fault
    """A file cannot be read; `why` says it without the file's name."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why
        self.strerror = str(why)


def read(path: Path, largest: int = LARGEST) -> bytes:
    """Return what is in a file. Raises FileNotFoundError, or Unreadable: a pipe or a device might never end."""
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


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, and be sure that it is on the disk. Makes its folder.

    A link stays one: what it points to is written. Raises OSError.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise Unreadable(NO_FILE)
    _remove_old_drafts(path)
    fresh = draft_of(path)
    try:
        with fresh.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
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
    """Return the name under which a file is written at first, another one for each app."""
    return path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")


def _remove_old_drafts(path: Path) -> None:
    """Remove what apps left that were killed while they wrote this file."""
    for draft in path.parent.glob(f"{glob.escape(path.name)}.*{DRAFT}"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > WRITING_S:
                draft.unlink()


def set_aside(path: Path) -> Path:
    """Give a file that cannot be used another name beside it, and return that. Raises OSError."""
    when = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    for number in range(1000):
        aside = path.with_name(f"{path.stem}-unreadable-{when}{f'-{number}' if number else ''}{path.suffix}")
        if not os.path.lexists(aside):
            return path.rename(aside)
    raise FileExistsError(f"there are a thousand files like {aside} already")
