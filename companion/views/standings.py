"""How a game stands, in a line, and who plays the next one. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.events import Ended
from companion.core.table import Table
from companion.core.text import Commas, Text, say
from companion.record.judging import standings
from companion.record.session import Session
from companion.record.summary import counts_now


def standings_now(session: Session) -> Text:
    """The players, best first, each with what they have."""
    outcome = standings(session.game, session.table, session.state, Ended())
    seats = [seat for group in outcome.places for seat in group]
    counts = counts_now(session)
    names = [session.table.name(seat) for seat in seats]
    each = [say("{name} {count}", name=name, count=counts[seat]) for name, seat in zip(names, seats, strict=True)]
    return say("{players}", players=Commas(each if counts else names))


def rematch(session: Session, bots: Sequence[int], turned: int) -> tuple[Table, list[int]]:
    """Return the same people once more, and the seats of bots; with `turned` 1 everybody moves on by one seat."""
    table = session.table
    marks = table.marks or tuple(table.seats)
    players, colours = table.players[turned:] + table.players[:turned], table.colours[turned:] + table.colours[:turned]
    again = Table(players, colours, marks[turned:] + marks[:turned])
    return again, [(seat - turned) % len(table.players) for seat in bots]
