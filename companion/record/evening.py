"""The sessions of one evening: each continues the one before it with other people or seats."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import count, takewhile

from companion.core.table import Table
from companion.drawing.theme import MARK_COLOURS
from companion.record import codec, row_bodies
from companion.record.journal import Journal


def evening(journal: Journal, session: str) -> list[str]:
    """Return a session and those it continues, newest first, as far as the journal has them. Raises JournalError, and
    KeyError for an unknown session.
    """
    found = [session]
    while (before := continued_by(journal.header(found[-1]).header)) and before not in found:
        try:
            journal.header(before)
        except KeyError:
            break
        found.append(before)
    return found


def evening_alone(journal: Journal, session: str) -> list[str]:
    """Return a session and those it continues, newest first, up to one that another evening has in common with it.
    Raises JournalError, KeyError.
    """
    mine = evening(journal, session)
    others = [listed.header.session for listed in journal.sessions() if listed.header.session not in mine]
    shared = {each for other in others for each in evening(journal, other)}
    return list(takewhile(lambda each: each not in shared, mine))


def seated(journal: Journal, session: str, table: Table) -> Table:
    """Return the table that continues a session with the marks of its players: everybody keeps theirs all evening, and
    those who come get one that nobody has had, or else one of those who have left. Raises JournalError, KeyError.
    """
    had: dict[str, int] = {}
    for each in reversed(evening(journal, session)):
        with suppress(codec.Malformed):
            began = row_bodies.header_from_json(journal.header(each).header)
            had |= zip(began.players, began.marks or count(), strict=False)
    kept = [had[name] for name in table.players if name in had]
    free = sorted({*range(len(MARK_COLOURS))}.difference(kept), key=lambda mark: (mark in had.values(), mark))
    marks = tuple(had[name] if name in had else free.pop(0) for name in table.players)
    return replace(table, marks=marks)


def continued_by(header: bytes) -> str:
    """Return the session that the one with this header continues, or ""."""
    try:
        return row_bodies.header_from_json(header).continues or ""
    except codec.Malformed:
        return ""
