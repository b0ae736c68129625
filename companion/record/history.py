"""The record in words: a line an event, for the screen and the transcript."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from companion.core.events import Event, Face, Rolled
from companion.core.text import Text, listed, say
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


def told(session: Session, before: Any, event: Event) -> Text:
    """One sentence about an event that happened in the state `before`."""
    if session.game.describe is not None:
        return session.game.describe(before, event)
    name = session.table.name(event.seat)
    if isinstance(event, Rolled):
        return say("{name} rolled {faces}", name=name, faces=" ".join(str(face.value) for face in event.faces))
    parts = [
        f"{entry.name.replace('_', ' ')} {spelt(getattr(event, entry.name))}"
        for entry in fields(event)
        if entry.name != "seat" and getattr(event, entry.name) not in (None, False, (), "")
    ]
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
    return say("{name}: {words}{parts}", name=name, words=words, parts=f" ({', '.join(parts)})" if parts else "")


def spelt(value: object) -> str:
    """A field of an event in words."""
    if isinstance(value, Face):
        return f"{value.colour} {value.value}".strip()
    if is_dataclass(value) and not isinstance(value, type):
        return " ".join(f"{entry.name} {spelt(getattr(value, entry.name))}" for entry in fields(value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return str(listed([spelt(part) for part in value], "and"))
    return "yes" if value is True else str(value)


def _line(session: Session, before: Any, entry: Entry, pictures: frozenset[int], *, undone: bool = False) -> Line:
    text = told(session, before, entry.event)
    return Line(entry.seq, entry.at, entry.event.seat, text, entry.origin, entry.seq in pictures, undone)
