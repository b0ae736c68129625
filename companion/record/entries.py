"""The events of one game in order: what counts, what was changed afterwards, what was taken back. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.core.events import Ended, Happening, IllegalEvent
from companion.core.game import Note
from companion.core.game import Step as Judged
from companion.core.text import say

Judge = Callable[[Any, Happening], Judged]
"""What follows from an event in a state. Raises IllegalEvent."""


class NothingToUndo(ValueError):  # noqa: N818  the protocol's own word for it
    """There are not as many events to take back, or to bring back."""


class NoSuchEntry(LookupError):  # noqa: N818  the protocol's own word for it
    """No entry of this number counts, so it cannot be changed."""


class Conflict(ValueError):  # noqa: N818  the protocol's own word for it
    """After a change, a later entry no longer fits. `entry` is the first one, `text` the reason the rules give, `said`
    all of it.
    """

    def __init__(self, entry: Entry, why: IllegalEvent) -> None:
        self.entry, self.rule, self.text = entry, why.rule, why.text
        kind = type(entry.event).__name__
        self.said = say("entry {seq} ({kind}) no longer fits: {why}", seq=entry.seq, kind=kind, why=why.text)
        super().__init__(str(self.said))


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of the record that counts: where it stands in the journal and what followed from it.

    `amended` is the row that changed it last (0: none did), `original` the event that was recorded first.
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
    """An entry that no longer fits after a change, and the reason the rules give."""

    entry: Entry
    why: IllegalEvent


@dataclass(frozen=True, slots=True)
class Amendment:
    """One or several entries are changed: by number, the event that counts instead (None: it is taken out).

    `before` and `after` are the entries that counted before it and count after it. `misfits` are later entries that
    no longer fit and count no more; `dropped` are all that count no more, those after a misfit too where the rest was
    not kept.
    """

    changes: Mapping[int, Happening | None]
    before: tuple[Entry, ...]
    after: tuple[Entry, ...]
    misfits: tuple[Misfit, ...] = ()
    dropped: tuple[int, ...] = ()
    seq: int = 0
    at: str = ""


Step = Entry | Amendment
"""What undo takes back at once."""


@dataclass(slots=True)
class Entries:
    """Everything that happened in one game, from the state it began in.

    `counting` are the entries that count, oldest first. `steps` is what can be taken back, the newest last;
    `taken_back` what can be brought back, the next one last.
    """

    start: Any
    counting: list[Entry] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    taken_back: list[Step] = field(default_factory=list)

    @property
    def ended(self) -> Ended | None:
        """The end, if people have stopped the game."""
        return _end(self.counting)

    def copy(self) -> Entries:
        """As it is now, whatever happens to this one."""
        return Entries(self.start, [*self.counting], [*self.steps], [*self.taken_back])

    def at(self, count: int) -> Any:
        """The state after the first `count` entries that count."""
        return self.counting[count - 1].state if count else self.start

    def add(self, step: Step) -> None:
        """A new entry or amendment counts; what was taken back cannot be brought back any more."""
        self.taken_back.clear()
        self._do(step)

    def undo(self, count: int) -> None:
        """Take back the last steps. Raises NothingToUndo; then nothing changed."""
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
        """Bring back what was taken back last. Raises NothingToUndo; then nothing changed."""
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
        """What would follow from changing entries; nothing is changed here.

        Entries that no longer fit are left out, and with `stop` all after the first of them; those in `dropped` are
        left out unasked. Raises NoSuchEntry, and IllegalEvent where a changed event does not fit in its place.
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
                if _end(after) is not None:
                    raise stopped()
                judged = judge(state, event)
            except IllegalEvent as why:
                if entry.seq in changes:
                    raise
                misfits.append(Misfit(entry, why))
                continue
            state = judged.state
            after.append(replace(entry, event=event, state=state, notes=judged.notes))
        kept = {entry.seq for entry in after}
        gone = (entry.seq for entry in self.counting[first:] if entry.seq not in kept)
        return Amendment(
            dict(changes),
            tuple(self.counting),
            tuple(after),
            tuple(misfits),
            tuple(seq for seq in gone if seq not in changes),
        )

    def _do(self, step: Step) -> None:
        if isinstance(step, Amendment):
            self.counting[:] = step.after
        else:
            self.counting.append(step)
        self.steps.append(step)


def recorded(amendment: Amendment, seq: int, at: str) -> Amendment:
    """The amendment as row `seq` of the journal: its changed entries name it."""
    after = tuple(
        replace(entry, amended=seq, original=entry.original or _event_of(amendment.before, entry.seq))
        if entry.seq in amendment.changes
        else entry
        for entry in amendment.after
    )
    return replace(amendment, after=after, seq=seq, at=at)


def _event_of(entries: tuple[Entry, ...], seq: int) -> Happening:
    return next(entry.event for entry in entries if entry.seq == seq)


def stopped() -> IllegalEvent:
    """The refusal of what should happen after people have stopped the game."""
    return IllegalEvent("", say("The game was stopped before this."))


def _end(counting: Sequence[Entry]) -> Ended | None:
    last = counting[-1].event if counting else None
    return last if isinstance(last, Ended) else None


def _events(count: int) -> str:
    return "1 event" if count == 1 else f"{count or 'no'} events"
