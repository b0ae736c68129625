"""What was really thrown and pressed at a table, to compare with what counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from companion.core.events import Event, Face, Rolled
from companion.record.entries import Entry
from companion.record.journal import Origin
from companion.record.session import Session


@dataclass
class Throw:
    """Dice that were thrown: those that have not counted yet, and for which seats they may count."""

    left: Counter[Face]
    seats: frozenset[int]
    rests_at: float


@dataclass
class Press:
    """A button that was pressed to bring about an event."""

    seat: int
    event: Event
    at: float


@dataclass
class TableTruth:
    """The last throw, and the presses that nothing has come of yet. Begin a new one with each game."""

    throw: Throw = field(default_factory=lambda: Throw(Counter(), frozenset(), 0.0))
    presses: list[Press] = field(default_factory=list)
    _known: int = 0

    def thrown(self, faces: tuple[Face, ...], seats: tuple[int, ...], rests_at: float) -> None:
        """These dice lie in the tray from then on, and no others; they may count for these seats."""
        self.throw = Throw(Counter(faces if seats else ()), frozenset(seats), rests_at)

    def undone(self, session: Session) -> None:
        """The last event was taken back: the dice in the tray are no roll any more."""
        self.thrown((), (), self.throw.rests_at)
        self._known = len(session.entries)

    def new(self, session: Session, now: float) -> list[tuple[Entry, str]]:
        """The events that count since the last look, each with why nobody did that ("" where somebody did)."""
        found = []
        for entry in session.entries[self._known :]:
            event = entry.event
            wrong = ""
            if entry.origin == Origin.BOX:
                wrong = self._pressed(event)
            elif isinstance(event, Rolled):
                wrong = self._rolled(event, now)
            found.append((entry, wrong))
            self.presses = [press for press in self.presses if press.seat != event.seat]
        self._known = len(session.entries)
        return found

    def _pressed(self, event: Event) -> str:
        if any(press.event == event for press in self.presses):
            return ""
        return f"nobody pressed for it; open presses: {self.presses}"

    def _rolled(self, event: Rolled, now: float) -> str:
        """The dice have counted then."""
        faces = Counter(event.faces)
        if event.seat not in self.throw.seats or faces - self.throw.left:
            return f"thrown was {self.throw}"
        if now < self.throw.rests_at:
            return "the dice still roll"
        self.throw.left -= faces
        return ""
