"""The events of one game in order: those that count, were changed afterwards, or were taken back. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.core.events import Ended, Happening, IllegalEvent
from companion.core.game import Note, Step
from companion.core.text import say

Judge = Callable[[Any, Happening], Step]
"""Returns what follows from an event in a state. Raises IllegalEvent."""


class NothingToUndo(ValueError):  # noqa: N818  the protocol's word
    """There are not that many events to take back or bring back."""


class NoSuchEntry(LookupError):  # noqa: N818  the protocol's word
    """No entry with this number counts, so it cannot be changed."""


class Conflict(ValueError):  # noqa: N818  the protocol's word
    """A later entry no longer fits after a change. `entry` is the first one, `text` the reason, `said` the sentence."""

    def __init__(self, entry: Entry, why: IllegalEvent) -> None:
        self.entry, self.rule, self.text = entry, why.rule, why.text
        kind = type(entry.event).__name__
        self.said = say("entry {seq} ({kind}) no longer fits: {why}", seq=entry.seq, kind=kind, why=why.text)
        super().__init__(str(self.said))


class Entry(NamedTuple):
    """An event that counts, with its number in the journal and the state after it.

    `amended` is the row that last changed it (0: none), `original` the event recorded first.
    """

    seq: int
    at: str
    origin: str
    event: Happening
    state: Any
    notes: tuple[Note, ...]
    amended: int = 0
    original: Happening | None = None


class Misfit(NamedTuple):
    """An entry that no longer fits after a change, and why."""

    entry: Entry
    why: IllegalEvent


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of entries: by number, the event that counts instead, or None to remove the entry.

    `before` and `after` are the entries that count before and after it. `misfits` are later entries that no longer
    fit; `dropped` are all that no longer count: the misfits, and what follows them if the rest was not kept.
    """

    changes: Mapping[int, Happening | None]
    before: tuple[Entry, ...]
    after: tuple[Entry, ...]
    misfits: tuple[Misfit, ...] = ()
    dropped: tuple[int, ...] = ()
    seq: int = 0
    at: str = ""


Undoable = Entry | Amendment
"""The unit of undo."""


@dataclass(slots=True)
class Entries:
    """Everything that happened in one game from its `start` state.

    `counting` are the entries that count, oldest first; `steps` can be taken back, newest last; `taken_back` can be
    brought back, the next one last.
    """

    start: Any
    counting: list[Entry] = field(default_factory=list)
    steps: list[Undoable] = field(default_factory=list)
    taken_back: list[Undoable] = field(default_factory=list)

    @property
    def ended(self) -> Ended | None:
        """The end, if people stopped the game."""
        last = self.counting[-1].event if self.counting else None
        return last if isinstance(last, Ended) else None

    @property
    def state(self) -> Any:
        """The current state."""
        return self.counting[-1].state if self.counting else self.start

    def copy(self) -> Entries:
        """Return an independent copy."""
        return Entries(self.start, [*self.counting], [*self.steps], [*self.taken_back])

    def at(self, count: int) -> Any:
        """Return the state after the first `count` entries that count."""
        return self.counting[count - 1].state if count else self.start

    def add(self, step: Undoable) -> None:
        """Add an entry or amendment. What was taken back can no longer be brought back."""
        self.taken_back.clear()
        self._do(step)

    def undo(self, count: int) -> None:
        """Take back the last steps. Raises NothingToUndo, with nothing changed."""
        if not 1 <= count <= len(self.steps):
            raise NothingToUndo(f"{_events(len(self.steps))} can be taken back, not {count}")
        for _ in range(count):
            step = self.steps.pop()
            if isinstance(step, Amendment):
                self.counting[:] = step.before
            else:
                self.counting.pop()
            self.taken_back.append(step)

    def redo(self, count: int) -> None:
        """Bring back what was taken back last. Raises NothingToUndo, with nothing changed."""
        if not 1 <= count <= len(self.taken_back):
            raise NothingToUndo(f"{_events(len(self.taken_back))} can be brought back, not {count}")
        for _ in range(count):
            self._do(self.taken_back.pop())

    def amended(
        self,
        changes: Mapping[int, Happening | None],
        judge: Judge,
        dropped: Collection[int] = (),
        *,
        stop: bool = False,
    ) -> Amendment:
        """Return what follows from changing entries, without changing anything.

        Entries that no longer fit are left out, as are those in `dropped`, and with `stop` all after the first misfit.
        Raises NoSuchEntry, and IllegalEvent if a changed event does not fit in its place.
        """
        places = {entry.seq: place for place, entry in enumerate(self.counting)}
        for seq in changes:
            if seq not in places:
                raise NoSuchEntry(f"no entry {seq} counts in this game")
        first = min(places[seq] for seq in changes)
        after, state = self.counting[:first], self.at(first)
        misfits: list[Misfit] = []
        for entry in self.counting[first:]:
            event = changes.get(entry.seq, entry.event)
            if event is None or entry.seq in dropped:
                continue
            if stop and misfits:
                break
            try:
                if after and isinstance(after[-1].event, Ended):
                    raise stopped()
                judged = judge(state, event)
            except IllegalEvent as why:
                if entry.seq in changes:
                    raise
                misfits.append(Misfit(entry, why))
                continue
            state = judged.state
            after.append(entry._replace(event=event, state=state, notes=judged.notes))
        kept = {entry.seq for entry in after}
        gone = (entry.seq for entry in self.counting[first:] if entry.seq not in kept)
        return Amendment(
            dict(changes),
            tuple(self.counting),
            tuple(after),
            tuple(misfits),
            tuple(seq for seq in gone if seq not in changes),
        )

    def _do(self, step: Undoable) -> None:
        if isinstance(step, Amendment):
            self.counting[:] = step.after
        else:
            self.counting.append(step)
        self.steps.append(step)


def recorded(amendment: Amendment, seq: int, at: str) -> Amendment:
    """Return the amendment as row `seq` of the journal, which its changed entries name."""
    after = tuple(
        entry._replace(amended=seq, original=entry.original or _event_of(amendment.before, entry.seq))
        if entry.seq in amendment.changes
        else entry
        for entry in amendment.after
    )
    return replace(amendment, after=after, seq=seq, at=at)


def _event_of(entries: tuple[Entry, ...], seq: int) -> Happening:
    return next(entry.event for entry in entries if entry.seq == seq)


def stopped() -> IllegalEvent:
    """Return the refusal of an event after people stopped the game."""
    return IllegalEvent("", say("The game was stopped before this."))


def _events(count: int) -> str:
    return "1 event" if count == 1 else f"{count or 'no'} events"
