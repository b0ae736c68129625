"""What a journal stores: rows, their evidence, and session headers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.core.text import NOTHING, Text, say
from companion.record.checksums import of_row
from companion.record.schema import JournalError

BEGAN, UNDONE, REDONE, AMENDED, RESUMED = "began", "undone", "redone", "amended", "resumed"
"""Kinds of rows that are not events of a game; an event's kind is its class name, which begins with a capital."""
LARGEST_PICTURE = 60 * 1024
"""Size limit of an evidence picture, bytes."""


class Origin(StrEnum):
    """How the app learnt of an event. BOT: a bot at the seat chose it or rolled its dice."""

    TOUCH = "touch"
    TRAY = "tray"
    BOX = "box"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an event was read from: the reading as JSON, and the picture as JPEG of at most 60 KB."""

    reading: bytes
    picture: bytes | None = None

    def __post_init__(self) -> None:
        if self.picture is not None and len(self.picture) > LARGEST_PICTURE:
            raise ValueError(f"an evidence picture has {len(self.picture)} bytes: at most {LARGEST_PICTURE}")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a session. `body` is JSON; `at` is UTC, ISO 8601."""

    seq: int
    at: str
    origin: str
    kind: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """The beginning of a session. `header` is JSON: players, colours, options, facts."""

    session: str
    game: str
    rules_version: int
    header: bytes


@dataclass(frozen=True, slots=True)
class End:
    """The times of a session's first and last row, and the number of the last: as rows never change, session, time and
    number of the last row say which rows there are.
    """

    header: Header
    began: str
    last: str
    seq: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A session in a list: the times of its first and last row (the clock may have gone back), and their number.

    `damaged` says what is wrong with its rows, or is "".
    """

    header: Header
    began: str
    last: str
    rows: int
    damaged: str = ""


class DamagedSessionError(JournalError):
    """The rows of a session are damaged."""

    def __init__(self, session: str, why: Text | str) -> None:
        super().__init__(say("session {id} is damaged: {why}", id=session, why=why))


def wrong_with(rows: list[Row], counted: int) -> Text:
    """Return what is wrong with the rows of a session that should be `counted`, or NOTHING."""
    for seq, row in enumerate(rows):
        if row.seq != seq:
            if row.seq == seq - 1:
                return say("entry {seq} is there twice", seq=row.seq)
            return say("entry {seq} is missing", seq=seq)
        if (row.kind == BEGAN) != (seq == 0):
            return say("entry {seq} is not what was written there", seq=seq)
    return say("entry {seq} is missing", seq=len(rows)) if len(rows) < max(counted, 1) else NOTHING


def spoiled(session: str, stored: Iterable[tuple[Any, ...]]) -> Text:
    """Return which row of a session has a wrong checksum, or NOTHING. Rows of format 1 have none.

    Each row is `counted, number, attached, previous, checksum, seq, at, origin, kind, body`.
    """
    for _, number, attached, previous, checksum, *row in stored:
        if checksum is not None and of_row(previous, *(number, session, *row, attached)) != checksum:
            return say("entry {seq} is not what was written", seq=row[0])
    return NOTHING
