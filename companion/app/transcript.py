"""A transcript of the game for a terminal: events with their origin and notes, and notifications."""

from __future__ import annotations

from collections.abc import Callable

from catseye.names import printable
from companion.app.controller import TableController
from companion.app.notifications import Notification
from companion.core.events import Rolled
from companion.core.game import Outcome
from companion.record.entries import Entry
from companion.record.judging import described
from companion.record.session import Session


def _print(line: str) -> None:
    print(printable(line), flush=True)  # noqa: T201  it prints the game


class Transcript:
    """Prints what is new at a table at each `step`; `write` takes one line."""

    def __init__(self, controller: TableController, write: Callable[[str], None] | None = None) -> None:
        self.controller, self._write = controller, write or _print
        self._session = ""
        self._seq = -1
        self._notified: tuple[Notification, ...] = ()
        self._ended = False

    def step(self) -> None:
        """Print whatever is new."""
        session = self.controller.session
        if session is None:
            return
        if session.id != self._session:
            self._session, self._seq, self._ended = session.id, 0, False
            self._write(f"{session.game.title}: {', '.join(session.table.players)} (session {session.id})")
        for number, entry in enumerate(session.entries):
            if max(entry.seq, entry.amended) > self._seq:
                self._entry(session, session.at(number), entry)
        self._seq = session.seq
        self._notifications()
        outcome = session.outcome()
        if outcome is not None and not self._ended:
            self._ended = True
            self._end(session, outcome)

    def _entry(self, session: Session, before: object, entry: Entry) -> None:
        words = described(session, before, entry.event)
        changed = f"  (entry {entry.seq}, changed)" if entry.amended else ""
        self._write(f"{entry.at[11:19]} [{entry.origin:5}] {words}{changed or self._confidence(entry)}")
        for note in entry.notes:
            self._write(f"{'':16}{note.text}{_rule(note.rule)}")

    def _confidence(self, entry: Entry) -> str:
        seen = self.controller.seen
        if not isinstance(entry.event, Rolled) or entry.origin != "tray" or seen is None or not seen.dice:
            return ""
        return f"  (least sure die {min(die.value_confidence for die in seen.dice):.3f})"

    def _notifications(self) -> None:
        """Print the notifications since the last time; the controller keeps only the newest, and no undone ones."""
        known = {id(each) for each in self._notified}
        self._notified = self.controller.notifications
        for each in reversed(self._notified):
            if each.kind != "note" and id(each) not in known:
                self._write(f"{'':9}[said] {each.text}{_rule(each.rule)}")

    def _end(self, session: Session, outcome: Outcome) -> None:
        if outcome.stopped:
            self._write(f"Stopped before the end. {outcome.why}".rstrip())
        elif not outcome.places:
            self._write("The game itself wins.")
        for seats in filter(None, outcome.places):
            scores = ", ".join(f"{session.table.name(seat)} ({outcome.scores.get(seat, 0)})" for seat in seats)
            self._write(f"{outcome.place(seats[0])}. {scores}")


def _rule(rule: str) -> str:
    return f" ({rule})" if rule else ""
