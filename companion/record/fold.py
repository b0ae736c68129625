"""Play the rows of a session again to get its entries. No I/O."""

from __future__ import annotations

from companion.core.events import Event, IllegalEvent
from companion.core.game import Game
from companion.core.text import NOTHING, Text, say
from companion.record import codec, row_bodies
from companion.record.entries import (
    Amendment,
    Conflict,
    Entries,
    Entry,
    Judge,
    NoSuchEntry,
    Undoable,
    recorded,
    stopped,
)
from companion.record.rows import AMENDED, BEGAN, REDONE, RESUMED, UNDONE, Row


def play(log: Entries, rows: list[Row], game: Game, judge: Judge) -> tuple[int, Text]:
    """Add the rows to the log, up to the first one that these rules refuse.

    Return how many steps could not be played, and why (NOTHING if all could). Raises Malformed if a row does not say
    how many events it takes or brings back.
    """
    effective, taken_back = surviving(rows)
    for number, row in enumerate(effective):
        step, refused = _step(log, row, game, judge)
        if step is None:
            return len(effective) - number, refused
        log.add(step)
    brought_back = 0
    for row in reversed(taken_back):
        step, _ = _step(log, row, game, judge)
        if step is None:
            break  # it was taken back anyway; neither it nor what followed can be brought back
        log.add(step)
        brought_back += 1
    if brought_back:
        log.undo(brought_back)
    return 0, NOTHING


def play_on(log: Entries, row: Row, game: Game, judge: Judge) -> bool:
    """Add the next row to a log that has all rows before it. Return False, with nothing changed, if these rules refuse
    it. Raises Malformed as `play` does.
    """
    if row.kind == RESUMED:
        row_bodies.away_from_json(row.body)
        return True
    if row.kind in {UNDONE, REDONE}:
        count = row_bodies.count_from_json(row.body)
        there, move = (log.steps, log.undo) if row.kind == UNDONE else (log.taken_back, log.redo)
        if there:
            move(min(count, len(there)))
        return True
    step, _ = _step(log, row, game, judge)
    if step is not None:
        log.add(step)
    return step is not None


def surviving(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows that count after all undo and redo, and those a redo would bring back, the next one last.

    Raises Malformed if a row does not say how many events it takes or brings back.
    """
    effective: list[Row] = []
    taken_back: list[Row] = []
    for row in rows:
        if row.kind == BEGAN:
            continue
        if row.kind == RESUMED:
            row_bodies.away_from_json(row.body)
            continue
        if row.kind in {UNDONE, REDONE}:
            count = row_bodies.count_from_json(row.body)
            source, target = (effective, taken_back) if row.kind == UNDONE else (taken_back, effective)
            for _ in range(min(count, len(source))):
                target.append(source.pop())
        else:
            effective.append(row)
            taken_back.clear()
    return effective, taken_back


def _step(log: Entries, row: Row, game: Game, judge: Judge) -> tuple[Undoable | None, Text]:
    """Return what a row adds to the log, or why these rules refuse it."""
    try:
        return (_amendment if row.kind == AMENDED else _entry)(log, row, game, judge), NOTHING
    except (codec.Malformed, IllegalEvent, NoSuchEntry, Conflict) as wrong:
        why = (
            wrong.text if isinstance(wrong, IllegalEvent) else wrong.said if isinstance(wrong, Conflict) else str(wrong)
        )
        return None, say("entry {seq} ({kind}) is refused by these rules: {why}", seq=row.seq, kind=row.kind, why=why)


def _entry(log: Entries, row: Row, game: Game, judge: Judge) -> Entry:
    event = codec.event_from_json(game, row.kind, row.body)
    if log.ended is not None:
        raise stopped()
    state = log.at(len(log.counting))
    judged = game.apply(state, event) if isinstance(event, Event) else judge(state, event)
    return Entry(row.seq, row.at, row.origin, event, judged.state, judged.notes)


def _amendment(log: Entries, row: Row, game: Game, judge: Judge) -> Amendment:
    changes, dropped = row_bodies.amendment_from_json(game, row.body)
    amendment = log.amended(changes, judge, dropped)
    if amendment.misfits:
        raise Conflict(*amendment.misfits[0])
    return recorded(amendment, row.seq, row.at)
