"""The sessions of one evening: each goes on from the one before it, with other people or seats."""

from __future__ import annotations

from companion.record import codec
from companion.record.journal import Journal


def evening(journal: Journal, session: str) -> list[str]:
    """A session and those it goes on from, newest first, as far as the journal has them. Raises JournalError, KeyError
    for a session that is not there.
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
    """The session that goes on in the one with this header, "" for none."""
    try:
        return codec.header_from_json(header).continues or ""
    except codec.Malformed:
        return ""
