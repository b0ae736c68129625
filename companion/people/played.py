"""What one session adds to the statistics, by seat, folded from its entries and their readings."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import msgspec

from companion.core.events import Rolled
from companion.record.journal import Origin
from companion.record.session import Session
from companion.record.summary import time_played
from companion.record.throws import Rate, throws_of


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A session by seat. `over`: it was played to its end; then `places` has the seats, best first, equals together
    (none if the game itself won), `scores` those of the rules, and `counts` what people count, as the tally has it.

    `bots` are seats that a bot played. `turns` counts the turns of each seat, `seconds` is how long these took
    together. `faces` has every face that people threw with a die of some colour ("" for dice of any colour), in order.
    `rate` is how well its throws were read.
    """

    over: bool
    places: tuple[tuple[int, ...], ...]
    scores: dict[int, int]
    bots: tuple[int, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    faces: dict[str, str]
    rate: Rate = Rate(0, 0, 0)
    counts: dict[int, int] = {}


def played(session: Session) -> Played:
    """Return what a session adds. Only entries that count, as they are now, do. Raises JournalError.

    Rolls are those that were read for sure, confirmed or entered by people. A stopped game has no result.
    """
    outcome, seats = session.outcome(), session.table.seats
    over = outcome is not None and not outcome.stopped
    acted = {(entry.event.seat, entry.origin) for entry in session.entries}
    faces: dict[str, list[str]] = defaultdict(list)
    for entry in session.entries:
        if isinstance(entry.event, Rolled) and entry.origin != Origin.BOT:
            for face in entry.event.faces:
                faces[face.colour or session.table.colour(entry.event.seat)].append(str(face.value))
    turns, seconds = _turns(session)
    scores, tally = dict(outcome.scores) if outcome is not None and over else {}, session.game.tally
    return Played(
        over,
        outcome.places if outcome is not None and over else (),
        scores,
        tuple(seat for seat in seats if (seat, Origin.BOT) in acted),
        tuple(turns[seat] for seat in seats),
        tuple(round(seconds[seat], 1) for seat in seats),
        {colour: "".join(values) for colour, values in faces.items()},
        Rate.of((throw.read.values, throw.read.sure, throw.truth) for throw in throws_of(session))
        if session.journal.pictures(session.id)
        else Rate(0, 0, 0),
        dict(enumerate(tally.counts(session.state))) if tally is not None and over else scores,
    )


def _turns(session: Session) -> tuple[dict[int, int], dict[int, float]]:
    """Return how many turns each seat had, and the seconds until they were done. A turn is a run of one seat's entries;
    it begins with the entry before.
    """
    turns: dict[int, int] = defaultdict(int)
    seconds: dict[int, float] = defaultdict(float)
    time = time_played(session)
    steps = [(None, min(time)), *((entry.event.seat, entry.seq) for entry in session.entries)]
    for (before, earlier), (seat, later) in pairwise(steps):
        if seat is not None:
            turns[seat] += seat != before
            seconds[seat] += (time[later] - time[earlier]).total_seconds()
    return turns, seconds
