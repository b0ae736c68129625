"""Play a recorded game again through the rules, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.events import Happening, IllegalEvent
from companion.core.game import Game
from companion.core.text import Text, say
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
from companion.record.row_bodies import Away, Marks
from companion.record.session import Session

SESSION_ID = re.compile(r"[0-9a-f]{12}")
"""Ids of sessions, as journals make them."""
BEGINNING = 'a record begins with "new"'


class ReplayStopped(ValueError):  # noqa: N818  an answer, not a fault
    """The recording cannot be played further by these rules; `text` says which line and why."""

    def __init__(self, line: int | None, why: Text | str) -> None:
        why = in_short(why) if isinstance(why, str) else why
        self.text = say("the end: {why}", why=why) if line is None else say("line {n}: {why}", n=line, why=why)
        super().__init__(str(self.text))


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
        yield from play_into(lines, games, journal)


def fields_of_line(line: bytes) -> Mapping[str, Any]:
    """Return all a line has, {} if it is no request: then the rules say so."""
    try:
        found = codec.parse(line) if len(line) <= LONGEST_LINE else None
    except codec.Malformed:
        return {}
    return found if isinstance(found, dict) else {}


def session_id_of(beside: Mapping[str, Any]) -> str:
    """Return the id of an exported session, "" if there is none."""
    found = beside.get("id")
    return found if isinstance(found, str) and SESSION_ID.fullmatch(found) else ""


def marks_of(beside: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the marks of an exported session's players, () if these are their seats. Raises Malformed."""
    marks: tuple[int, ...] = codec.convert(beside.get("marks", ()), Marks, "its marks")
    return marks


def away_of(beside: Mapping[str, Any]) -> float:
    """Return for how many seconds before an exported event nobody was at the table. Raises Malformed."""
    away: float = codec.convert(beside.get("away", 0.0), Away, "how long nobody played")
    return away


def play_into(
    lines: Iterable[bytes], games: Mapping[str, Game], journal: Journal, here: dict[str, str] | None = None
) -> Iterator[Replayed | Session]:
    """Play a recording into a journal, as `replay` does. `here` has the ids of sessions that it may continue, by their
    ids in the recording; those it begins are added.
    """
    session: Session | None = None
    here = {} if here is None else here
    for number, line in enumerate(lines, 1):
        if is_too_long(line):
            raise ReplayStopped(number, TOO_LONG)
        if not line.strip() or line.lstrip().startswith(b"//"):
            continue
        try:
            verb, request = request_of(line)
            if verb in {"show", "resume"}:
                continue
            if verb == "new":
                beside = fields_of_line(line)
                name, marks = session_id_of(beside), marks_of(beside)
                request = _continuing(request, here)
                session = begin(request, games, journal, recorded=True, session_id=name, marks=marks)
                here[name] = session.id
                yield session
            elif session is None:
                raise ReplayStopped(number, BEGINNING)
            elif verb in {"event", "correct", "end"}:
                session.away = away_of(fields_of_line(line))
                yield _happened(session, number, happening_of(verb, request, session))
            else:
                _turn_back(session, verb, request)
        except (codec.Malformed, Refusal, IllegalEvent, NothingToUndo) as wrong:
            raise ReplayStopped(number, wrong.text if isinstance(wrong, IllegalEvent) else str(wrong)) from None
    if session is None:
        raise ReplayStopped(None, BEGINNING)


def _continuing(request: Any, here: Mapping[str, str]) -> Any:
    """Return the request to begin a session, without the one it continues if that is not `here`: a recording may name
    one of another journal.
    """
    before = request.get("continues") if isinstance(request, dict) else None
    return {**request, "continues": here.get(before)} if isinstance(before, str) and before else request


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
