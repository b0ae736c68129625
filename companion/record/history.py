"""The record in words: a line an event, for the screen and the transcript."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.text import Text
from companion.record.session import Entry, Session


@dataclass(frozen=True, slots=True)
class Line:
    """One event: `at` is ISO 8601, UTC; `undone` was taken back and may come back."""

    seq: int
    at: str
    seat: int
    text: Text
    origin: str
    has_picture: bool
    undone: bool


def history(session: Session) -> tuple[Line, ...]:
    """Every event of a session, newest first: first those taken back, then those that count."""
    pictures = session.journal.pictures(session.id)
    states = [session.start, *(entry.state for entry in session.entries)]
    counting = [_line(session, before, entry, pictures) for before, entry in zip(states, session.entries, strict=False)]
    before = session.state
    undone = []
    for entry in reversed(session.taken_back):
        undone.append(_line(session, before, entry, pictures, undone=True))
        before = entry.state
    return (*reversed(undone), *reversed(counting))


def _line(session: Session, before: Any, entry: Entry, pictures: frozenset[int], *, undone: bool = False) -> Line:
    text = session.game.describe(before, entry.event)
    return Line(entry.seq, entry.at, entry.event.seat, text, entry.origin, entry.seq in pictures, undone)
