"""The history in words: one line per event, for the screen and the transcript."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.core.events import Corrected, Face, Rolled
from companion.core.game import Game
from companion.core.text import Text, say
from companion.record.entries import Amendment, Entry
from companion.record.judging import described
from companion.record.session import Session


@dataclass(frozen=True, slots=True)
class Line:
    """One event. `at` is ISO 8601, UTC; `undone`: taken back, and may be brought back.

    `seat` is None for events of no player: a correction of the table, its end. `before` describes the event recorded
    first, if it was changed later. `faces` are the dice of a roll. `heading` says of which part of the game it is: a
    round, or what comes before the first turn. `set_right`: a correction of the table. `session` is the event's
    session, "" for the open one; `who`, in an earlier one, the player's name; `mark` the player's.
    """

    seq: int
    at: str
    seat: int | None
    text: Text
    origin: str
    has_picture: bool
    undone: bool
    before: Text | None = None
    faces: tuple[Face, ...] = ()
    heading: Text | None = None
    set_right: bool = False
    session: str = ""
    who: str = ""
    mark: int | None = None


def history(session: Session) -> tuple[Line, ...]:
    """Return every event of a session, newest first: those taken back, then those that count.

    A change that was taken back appears as the entry it changed, as it would be with the change.
    """
    pictures = session.journal.pictures(session.id)

    def lines(entries: Sequence[Entry], first: Any, *, undone: bool = False) -> list[Line]:
        states = [first, *(entry.state for entry in entries)]
        return [
            _line(session, before, entry, pictures, undone=undone)
            for before, entry in zip(states, entries, strict=False)
        ]

    undone: list[Line] = []
    counting: Sequence[Entry] = session.entries
    for step in reversed(session.taken_back):
        if isinstance(step, Amendment):
            every = lines(step.after, session.start, undone=True)
            undone += [line for line in every if line.seq in step.changes]
            counting = step.after
        else:
            undone += lines([step], counting[-1].state if counting else session.start, undone=True)
            counting = (*counting, step)
    return (*reversed(undone), *reversed(lines(session.entries, session.start)))


def earlier(session: Session) -> tuple[Line, ...]:
    """Return every event that counts of the sessions this one continues, newest first. Seats are those where the
    players sit now, None for people who have left. Raises JournalError.
    """
    lines: list[Line] = []
    for there in session.before:
        names = dict(zip(session.table.players, session.table.seats, strict=True))
        seats = {seat: names.get(there.table.name(seat)) for seat in there.table.seats}
        lines += [
            replace(line, session=there.id)
            if line.seat is None
            else replace(line, session=there.id, seat=seats[line.seat], who=there.table.name(line.seat))
            for line in history(there)
            if not line.undone
        ]
    return tuple(lines)


def _line(session: Session, before: Any, entry: Entry, pictures: frozenset[int], *, undone: bool) -> Line:
    describe = partial(described, session)
    first = describe(before, entry.original) if entry.original is not None and entry.original != entry.event else None
    return Line(
        entry.seq,
        entry.at,
        entry.event.seat,
        describe(before, entry.event),
        entry.origin,
        entry.seq in pictures,
        undone,
        first,
        _faces(entry.event, session) if isinstance(entry.event, Rolled) else (),
        _heading(session.game, before, entry.state),
        isinstance(entry.event, Corrected),
        mark=None if entry.event.seat is None else session.table.mark(entry.event.seat),
    )


def _heading(game: Game, before: Any, after: Any) -> Text | None:
    """Return the part of the game in which a state was followed by another one; None in games without rounds."""
    undecided = game.starter(before) is None
    if undecided and (game.starter(after) is not None or any(ask.roll for ask in game.asks(before))):
        return say("Who begins?")
    if number := game.round(before):
        return say("Round {n}", n=number)
    return say("Setup") if undecided else None


def _faces(roll: Rolled, session: Session) -> tuple[Face, ...]:
    """Return the dice of a roll; those without a colour have that of the player's dice."""
    colour = session.table.colour(roll.seat)
    return tuple(replace(face, colour=face.colour or colour) for face in roll.faces)
