"""Members of a club: their names mean one person at every table. Anybody else is a guest of the table they play at."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from catseye.names import comparison_key, seen
from companion.club.owner import ClubError, Connection
from companion.record.codec import Malformed
from companion.record.row_bodies import trusted_header

MOST_MEMBERS = 5000
"""Names of the list (our choice)."""


def members(db: Connection) -> list[str]:
    """Return the names of all members."""
    return [str(name) for (name,) in db.execute("SELECT name FROM club.members ORDER BY lower(name)")]


def change(db: Connection, names: Iterable[str]) -> None:
    """Keep another list of members. Raises ClubError with nothing changed."""
    called = {comparison_key(name): name for each in names if (name := seen(each).strip()[:60])}
    if len(called) > MOST_MEMBERS:
        raise ClubError(f"a club has at most {MOST_MEMBERS} members")
    with db.transaction():
        db.execute("DELETE FROM club.members")
        db.execute("INSERT INTO club.members (name) SELECT unnest(%s::text[])", (list(called.values()),))


def keys(db: Connection) -> frozenset[str]:
    """Return the keys of the names that mean one person: those of members, and of players of events."""
    found = db.execute("SELECT name FROM club.members UNION SELECT name FROM club.players")
    return frozenset(comparison_key(str(name)) for (name,) in found)


def with_guests(header: bytes, known: Collection[str], table: str) -> bytes:
    """Return a session's header in which each guest's name has that of their table."""
    try:
        began = trusted_header(header)
    except Malformed:
        return header
    named = (name if comparison_key(name) in known else f"{name} ({table})" for name in began.players)
    return msgspec.json.encode(msgspec.json.decode(header) | {"players": list(named)})
