"""The sessions of one evening: each continues the one before it with other people or seats."""

from __future__ import annotations

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


def continued_by(header: bytes) -> str:
    """Return the session that the one with this header continues, or ""."""
    try:
        return row_bodies.header_from_json(header).continues or ""
    except codec.Malformed:
        return ""
