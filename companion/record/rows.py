"""What a journal keeps: rows, what they were read from, how a session began."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

BEGAN, UNDONE, REDONE, AMENDED = "began", "undone", "redone", "amended"
"""Kinds of rows that are not events of a game; an event's kind is its class name, which begins with a capital."""
LARGEST_PICTURE = 60 * 1024


class Origin(StrEnum):
    """How the app learnt of an event."""

    TOUCH = "touch"
    TRAY = "tray"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an event was read from: the reading as JSON and the picture as JPEG, at most 60 KB."""

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
    """How a session began. `header` is JSON: players, colours, options, facts."""

    session: str
    game: str
    rules_version: int
    header: bytes


@dataclass(frozen=True, slots=True)
class Listed:
    """A session in a list: the times of its first and of its last row (a clock may have gone back), and how many.

    `damaged` says what is wrong with its rows ("": nothing is seen of that).
    """

    header: Header
    began: str
    last: str
    rows: int
    damaged: str = ""


def wrong_with(rows: list[Row], counted: int) -> str:
    """What is wrong with the rows of a session where its number of rows is known; "" where all are there."""
    for seq, row in enumerate(rows):
        if row.seq != seq:
            return f"entry {seq} is missing" if row.seq != seq - 1 else f"entry {row.seq} is there twice"
        if (row.kind == BEGAN) != (seq == 0):
            return f"entry {seq} is not what was written there"
    return f"entry {len(rows)} is missing" if len(rows) < max(counted, 1) else ""
