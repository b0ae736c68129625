"""The result of a game as a value that any canvas can draw."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import NOTHING, Text, decimal, say
from companion.record.session import Session
from companion.record.summary import EVEN, Summary, duration, said_of


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One player's row: `place` is 1 for a winner and 0 if nobody was placed; `why` explains the score."""

    place: int
    seat: int
    name: str
    score: Text
    why: Text
    mark: int


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """Game, day (ISO 8601, UTC), the players with the best first, and sentences about the game. `course` is what
    each player had before the first event of the evening and after each one (None: they did not sit there), `rounds`
    where in it which round began, `turning_at` where the winner took the lead for good (0: nobody can say).
    """

    game: str
    began: str
    rows: tuple[SheetRow, ...]
    story: tuple[Text, ...]
    course: tuple[tuple[int | None, ...], ...] = ()
    rounds: tuple[tuple[int, int], ...] = ()
    turning_at: int = 0


def result_sheet(session: Session, summary: Summary) -> ResultSheet:
    """Return the sheet of a game that is over. Raises JournalError if its beginning cannot be read."""
    outcome = session.outcome()
    assert outcome is not None, "only a game that is over has a result"
    order = [seat for group in outcome.places for seat in group]
    order += [seat for seat in session.table.seats if seat not in order]
    rows = []
    for seat in order:
        result = summary.results[seat]
        score = NOTHING if result.score is None else result.score
        place = 0 if outcome.stopped else outcome.place(seat) or 0
        rows.append(SheetRow(place, seat, session.table.name(seat), score, said_of(result), session.table.mark(seat)))
    began = session.journal.rows(session.id)[0].at
    story = (*([say("The game was stopped.")] if outcome.stopped else []), *story_of(summary))
    return ResultSheet(
        session.game.title, began, tuple(rows), story, summary.course, summary.rounds, summary.turning_at
    )


def story_of(summary: Summary) -> tuple[Text, ...]:
    """Return sentences about how long the game took and when it was decided."""
    lasted = [say("It took {time}.", time=duration(summary.minutes))]
    if any(result.mean is not None for result in summary.results):
        lasted.append(say("A fair die shows {even} on average.", even=decimal(EVEN)))
    return (*lasted, *([summary.turning] if summary.turning is not None else []))
