"""Play a recorded game again through the rules, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.events import Happening, IllegalEvent
from companion.core.game import Game
from companion.protocol.amending import amended
from companion.protocol.answers import Refusal, in_short
from companion.protocol.line_server import (
    LONGEST_LINE,
    TOO_LONG,
    begin,
    counted,
    happening_of,
    is_too_long,
    request_of,
)
from companion.record import codec
from companion.record.entries import NothingToUndo
from companion.record.journal import Journal
from companion.record.judging import described
from companion.record.session import Session

BEGINNING = 'a record begins with "new"'


class ReplayStopped(ValueError):  # noqa: N818  an answer, not a fault
    """The recording cannot be played further by these rules; the message says which line and why."""


class RecordUnreadable(OSError):  # noqa: N818  the same
    """The file of a recording cannot be read; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One event of the recording and its notes."""

    line: int
    text: str
    notes: tuple[str, ...]


def lines_of(record: Path) -> Iterator[bytes]:
    """Yield the lines of a recording, a too long line in parts. Raises RecordUnreadable."""
    try:
        with record.open("rb") as lines:
            while line := lines.readline(LONGEST_LINE + 1):
                yield line
    except OSError as wrong:
        raise RecordUnreadable(f"{record}: {wrong.strerror or wrong}") from None


def replay(lines: Iterable[bytes], games: Mapping[str, Game]) -> Iterator[Replayed | Session]:
    """Yield the session first (it fills as the rest is read), then every event with its notes.

    The session's rows are in memory until the last event; afterwards it has only its state. "show" and "resume" are
    skipped. Raises ReplayStopped at the first line that is not a request or that these rules refuse, and at the end of
    a recording without a game.
    """
    with closing(Journal(":memory:")) as journal:
        yield from _replay(lines, games, journal)


def _replay(lines: Iterable[bytes], games: Mapping[str, Game], journal: Journal) -> Iterator[Replayed | Session]:
    session: Session | None = None
    for number, line in enumerate(lines, 1):
        if is_too_long(line):
            raise ReplayStopped(f"line {number}: {TOO_LONG}")
        if not line.strip() or line.lstrip().startswith(b"//"):
            continue
        try:
            verb, request = request_of(line)
            if verb in {"show", "resume"}:
                continue
            if verb == "new":
                session = begin(request, games, journal, recorded=True)
                yield session
            elif session is None:
                raise ReplayStopped(f"line {number}: {BEGINNING}")
            elif verb in {"event", "correct", "end"}:
                yield _happened(session, number, happening_of(verb, request, session))
            else:
                _turn_back(session, verb, request)
        except (codec.Malformed, Refusal, IllegalEvent, NothingToUndo) as wrong:
            raise ReplayStopped(f"line {number}: {in_short(str(wrong))}") from None
    if session is None:
        raise ReplayStopped(f"the end: {BEGINNING}")


def _turn_back(session: Session, verb: str, request: Any) -> None:
    if verb == "amend":
        amended(session, request)
    else:
        (session.undo if verb == "undo" else session.redo)(counted(request))


def _happened(session: Session, number: int, happened: Happening) -> Replayed:
    before = session.state
    step = session.submit(happened)
    return Replayed(
        number,
        str(described(session, before, happened)),
        tuple(str(note.text) for note in step.notes),
    )
