"""The evening line by line, for a terminal: what happened, how it was learnt, what followed, what was said."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.controller import TableController
from companion.app.notifications import Notification
from companion.core.events import Rolled
from companion.core.names import printable
from companion.record.session import Entry

SOURCES = {"touch": "hand", "tray": "eye", "box": "box"}


def _print(line: str) -> None:
    print(printable(line), flush=True)  # noqa: T201  the transcript is for a terminal


class Transcript:
    """Prints what is new at a desk each time `step` is called; `write` takes one line."""

    def __init__(self, controller: TableController, write: Callable[[str], None] | None = None) -> None:
        self.controller, self._write = controller, write or _print
        self._session = ""
        self._seq = -1
        self._told: tuple[Notification, ...] = ()
        self._ended = False

    def step(self) -> None:
        """Print whatever is new."""
        session = self.controller.session
        if session is None:
            return
        if session.id != self._session:
            self._session, self._seq, self._ended = session.id, 0, False
            names = ", ".join(session.table.players)
            self._write(f"{session.game.title}: {names} (session {session.id})")
        fresh = [(number, entry) for number, entry in enumerate(session.entries) if entry.seq > self._seq]
        for number, entry in fresh:
            self._entry(session.at(number), entry)
        self._seq = session.seq
        self._said()
        if session.outcome() is not None and not self._ended:
            self._ended = True
            self._end()

    def _entry(self, before: object, entry: Entry) -> None:
        session = self.controller.session
        assert session is not None
        how = SOURCES.get(entry.origin, entry.origin)
        self._write(f"{entry.at[11:19]} [{how:4}] {session.game.describe(before, entry.event)}{self._sure(entry)}")
        for note in entry.notes:
            rule = f" ({note.rule})" if note.rule else ""
            self._write(f"{'':16}{note.text}{rule}")

    def _sure(self, entry: Entry) -> str:
        seen = self.controller.seen
        if not isinstance(entry.event, Rolled) or entry.origin != "tray" or seen is None or not seen.dice:
            return ""
        return f"  (least sure die {min(die.value_confidence for die in seen.dice):.3f})"

    def _said(self) -> None:
        """What was said since the last time; the desk keeps the newest only, and none of what was undone."""
        told = {id(notice) for notice in self._told}
        self._told = self.controller.notifications
        for notice in reversed(self._told):
            if notice.kind != "note" and id(notice) not in told:
                rule = f" ({notice.rule})" if notice.rule else ""
                self._write(f"{'':9}[said] {notice.text}{rule}")

    def _end(self) -> None:
        session = self.controller.session
        assert session is not None
        outcome = session.outcome()
        assert outcome is not None
        if not outcome.places:
            self._write("The game itself wins.")
        for seats in filter(None, outcome.places):
            scores = ", ".join(f"{session.table.name(seat)} ({outcome.scores.get(seat, 0)})" for seat in seats)
            self._write(f"{outcome.place(seats[0])}. {scores}")
