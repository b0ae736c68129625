"""Judge the commands of people, buttons and dice by what is asked for.

Expected refusals are verdicts. Only the journal can fail (JournalError), with nothing changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.asks import Choice, Key
from companion.core.events import Face, Happening, IllegalEvent, Rolled
from companion.core.text import Text, say
from companion.record.entries import Conflict, Entry, NoSuchEntry, NothingToUndo
from companion.record.journal import Evidence, JournalError, Origin
from companion.record.judging import described
from companion.record.session import Session
from companion.referee.commands import Amend, Command, CorrectThrow, Redo, Settle, SubmitRolls, Touch, Undo
from companion.referee.counted_marks import CountedMarks, Mark, evidence_of
from companion.referee.dice_matching import DiceMatch, match, rolls_due, unmarked_seats
from companion.referee.messages import DiceReason, Why, impossible_then, no_longer_fits, no_such_entry, nothing_to_undo
from companion.referee.signals import DiceSeen, KeyPressed
from companion.referee.tray_referee import TrayReferee
from companion.referee.verdicts import Accepted, Ignored, NeedsReview, SelectionMoved, Verdict


class _Refused(Exception):  # noqa: N818  it never leaves this file
    """Part of a correction is refused, so none of it counts."""

    def __init__(self, verdict: Ignored) -> None:
        super().__init__(verdict)
        self.verdict = verdict


class Referee:
    """Judges commands for one session; `tray` judges dice. `pointers` are the choices that seats have stepped to."""

    def __init__(self, session: Session, tray: TrayReferee | None = None) -> None:
        self.session, self.tray = session, tray or TrayReferee()
        self._pointers: dict[int, int] = {}
        self._pointers_at = session.seq
        self._counted = CountedMarks(session)
        self._last_throw: tuple[DiceSeen | None, frozenset[int]] = None, frozenset()

    @property
    def pointers(self) -> Mapping[int, int]:
        """Index among the choices of each seat (see `choices_of`)."""
        self._forget_stale_pointers()
        return MappingProxyType(self._pointers)

    @property
    def last_roll_seen(self) -> DiceSeen | None:
        """The reading of the last throw since this session was opened, if it still counts, or None."""
        return self._last_throw[0] if self.last_throw else None

    @property
    def last_throw(self) -> tuple[Entry, ...]:
        """The rolls that `last_roll_seen` made, of one or several seats; empty if it is None."""
        return tuple(entry for entry in self.session.entries if entry.seq in self._last_throw[1])

    def judge(self, command: Command) -> Verdict:
        """Return the verdict on a command. Raises JournalError."""
        before, seq = tuple(self.session.entries), self.session.seq
        verdict = self._judged(command)
        seen = command.seen if isinstance(command, SubmitRolls | Settle | CorrectThrow) else None
        if self.session.seq != seq and seen is not None:
            rows = set(range(seq + 1, self.session.seq + 1))
            if isinstance(command, CorrectThrow):
                rows |= self._last_throw[1]
            self._last_throw = seen, frozenset(rows)
        if isinstance(verdict, Accepted):
            if seen is not None:
                self.tray.dismiss()
            else:
                self.tray.follow(before, self.session)
        return verdict

    def retry(self, command: Command) -> Verdict:
        """Judge a command again that the journal could not take. Some of its rolls may already count."""
        return self.judge(self.tray.judge(command.seen, self.session) if isinstance(command, SubmitRolls) else command)

    def has_counted(self, mark: Mark | None) -> bool:
        """Return whether the press or tap with this mark has already counted: it may be delivered again."""
        return mark in self._counted

    def choices_of(self, seat: int) -> tuple[Choice, ...]:
        """Return the current choices of a seat, in the order its buttons step through them."""
        return tuple(choice for ask in self.session.asks() if ask.seat == seat for choice in ask.choices)

    def answers(self) -> Mapping[tuple[int, Key], object]:
        """Return what each seat's buttons would do now before stepping to a choice, as values that are equal as long as
        the buttons mean the same.
        """
        found: dict[tuple[int, Key], object] = {}
        asks = self.session.asks()
        for seat in {ask.seat for ask in asks}:
            offered = [(ask.subject, choice) for ask in asks if ask.seat == seat for choice in ask.choices]
            if offered:
                steps = tuple((subject, choice.event) for subject, choice in offered)
                found[seat, Key.NEXT] = found[seat, Key.YES] = steps
            if len(offered) == 1 and offered[0][1].key is None:
                found[seat, Key.YES] = offered[0][0], offered[0][1].event
            for subject, choice in reversed(offered):  # the first of two with the same key counts
                if choice.key is not None:
                    found[seat, choice.key] = subject, choice.event
        return found

    def _judged(self, command: Command) -> Verdict:
        match command:
            case Touch():
                return self._touch(command)
            case KeyPressed():
                return self._press(command)
            case Undo(count) | Redo(count):
                return self._turn_back(count, back=isinstance(command, Undo))
            case Amend():
                return self._amend(command)
            case Settle():
                return self._settle(command)
            case CorrectThrow(faces, seen):
                return self._correct(faces, seen)
            case SubmitRolls(matched, seen):
                return self._read(matched, seen)
            case DiceReason():
                return Ignored(command.sentence, waits=command.why is Why.COLLECTED)
            case NeedsReview():
                return command

    def _touch(self, touch: Touch) -> Verdict:
        if self.has_counted(touch.mark):
            return Accepted()
        verdict, event = self._submit_marked(touch.event, touch.origin, touch.mark), touch.event
        if isinstance(verdict, Accepted) and isinstance(event, Rolled) and touch.origin is Origin.TOUCH:
            self.tray.entered(event.faces, (self.session.seq,))
        return verdict

    def _turn_back(self, count: int, *, back: bool) -> Verdict:
        try:
            (self.session.undo if back else self.session.redo)(count)
        except NothingToUndo:
            there = len(self.session.steps if back else self.session.taken_back)
            return Ignored(nothing_to_undo(count, there, back=back, table_changed=bool(self.session.continues)))
        return Accepted()

    def _settle(self, said: Settle) -> Verdict:
        before = self.session.seq
        if len(set(said.seats)) != len(said.seats):
            return Ignored(say("Each player has one die: name nobody twice."))
        matched = match(said.faces, self.tray.due(self.session) or rolls_due(self.session.asks()))
        if said.seats:
            matched = DiceMatch(tuple(Rolled(seat, (face,)) for seat, face in zip(said.seats, said.faces, strict=True)))
        verdict = self._submit_rolls(matched, said.seen, Origin.TOUCH)
        if isinstance(verdict, Accepted):
            self.tray.entered(said.faces, range(before + 1, self.session.seq + 1), said.seen)
        return verdict

    def _amend(self, command: Amend) -> Accepted | Ignored:
        try:
            self.session.amend(command.changes, command.on_conflict)
        except IllegalEvent as illegal:
            return Ignored(impossible_then(illegal.text), illegal.rule)
        except Conflict as conflict:
            place = next(at for at, entry in enumerate(self.session.entries) if entry.seq == conflict.entry.seq)
            event = described(self.session, self.session.at(place), conflict.entry.event)
            return Ignored(no_longer_fits(event, conflict.text), conflict.rule, conflict.entry.event.seat)
        except NoSuchEntry:
            return Ignored(no_such_entry())
        return Accepted()

    def _correct(self, faces: tuple[Face, ...], seen: DiceSeen) -> Verdict:
        """Replace all rolls of the last throw by those these faces make, or none of them, and play later entries
        again.
        """
        throw = self.last_throw
        if not throw:
            return Ignored(nothing_to_undo(1, 0, back=True))
        before = self.session.entries.index(throw[0])
        asks = self.session.game.asks(self.session.at(before))
        matched = match(faces, rolls_due(asks))
        if not matched.rolls:
            return Ignored(matched.left_out[0].sentence)
        rolls, seq = {roll.seat: roll for roll in matched.rolls}, self.session.seq
        now = {entry.seq: rolls.pop(entry.event.seat, None) for entry in throw if isinstance(entry.event, Rolled)}
        changes = {entry.seq: now[entry.seq] for entry in throw if now[entry.seq] != entry.event}
        if rolls and self.session.entries[-1] is not throw[-1]:
            return Ignored(say("More has happened since then. See the history."))
        try:
            with self.session.together():
                if changes:
                    _counts(self._amend(Amend(changes)))
                for roll in rolls.values():  # of seats whose dice were not read
                    _counts(self._submit(roll, Origin.TOUCH, Evidence(seen.reading, seen.picture)))
        except _Refused as refused:
            return refused.verdict
        rows = [entry.seq for entry in throw] + list(range(seq + 1, self.session.seq + 1))
        self.tray.entered(faces, rows, seen)
        return Accepted(tuple(reason.sentence for reason in matched.left_out))

    def _read(self, matched: DiceMatch, seen: DiceSeen) -> Verdict:
        before = self.session.seq
        verdict = self._submit_rolls(matched, seen, Origin.TRAY)
        if isinstance(verdict, Accepted):
            self.tray.counted(seen, rows=range(before + 1, self.session.seq + 1))
        return verdict

    def _submit_rolls(self, matched: DiceMatch, seen: DiceSeen, origin: Origin) -> Verdict:
        """Submit rolls, one row each, with the reading as evidence; those the rules refuse do not count."""
        left_out, remark = [reason.sentence for reason in matched.left_out], None
        if not matched.rolls:
            return Ignored(left_out[0])
        if origin is Origin.TRAY and len(unmarked_seats(self.tray.due(self.session))) > 1:
            name = self._name(matched.rolls[-1].seat)
            remark = say("This counts as the roll of {name}: others might have thrown.", name=name)
        refused: list[Ignored] = []
        judged: list[Face] = []
        for roll in matched.rolls:
            try:
                verdict = self._submit(roll, origin, Evidence(seen.reading, seen.picture))
            except JournalError:
                self.tray.counted(seen, judged)  # do not judge these again with the others
                raise
            judged += roll.faces
            if isinstance(verdict, Ignored):
                refused.append(verdict)
        if len(refused) == len(matched.rolls):
            return refused[-1]
        return Accepted((*left_out, *(each.why for each in refused)), remark)

    def _press(self, press: KeyPressed) -> Verdict:
        if self.has_counted(press.mark):
            return Ignored(say("That press has already been counted."), seat=press.seat)
        choices = self.choices_of(press.seat)
        if not choices:
            return Ignored(say("Nothing is asked of {name} now.", name=self._name(press.seat)), seat=press.seat)
        direct = next((choice for choice in choices if choice.key == press.key), None)
        pointer = self.pointers.get(press.seat)
        if direct is not None and pointer is None:
            return self._submit_marked(direct.event, Origin.BOX, press.mark)
        if press.key == Key.NEXT:
            return self._point(press.seat, 0 if pointer is None else (pointer + 1) % len(choices))
        if press.key == Key.NO:
            return self._point(press.seat, None)
        if pointer is None and (len(choices) > 1 or choices[0].key is not None):
            return self._point(press.seat, 0)  # show a choice first if it has another key
        return self._submit_marked(choices[pointer or 0].event, Origin.BOX, press.mark)

    def _point(self, seat: int, index: int | None) -> SelectionMoved:
        if index is None:
            self._pointers.pop(seat, None)
        else:
            self._pointers[seat] = index
        return SelectionMoved(seat, index)

    def _submit_marked(self, event: Happening, origin: Origin, mark: Mark | None) -> Accepted | Ignored:
        """Submit an event with the mark of its press or tap, so that it cannot count again after a restart."""
        verdict = self._submit(event, origin, evidence_of(mark))
        if isinstance(verdict, Accepted) and mark:
            self._counted.add(mark)
        return verdict

    def _submit(self, event: Happening, origin: Origin, evidence: Evidence | None = None) -> Accepted | Ignored:
        try:
            self.session.submit(event, origin, evidence)
        except IllegalEvent as illegal:
            return Ignored(illegal.text, illegal.rule, event.seat)
        self._forget_stale_pointers()
        return Accepted()

    def _forget_stale_pointers(self) -> None:
        """Clear the pointers after any event, undo or redo: they belonged to the choices before."""
        if self._pointers_at != self.session.seq:
            self._pointers.clear()
            self._pointers_at = self.session.seq

    def _name(self, seat: int) -> str | Text:
        table = self.session.table
        return table.name(seat) if seat in table.seats else say("seat {number}", number=seat + 1)


def _counts(verdict: Accepted | Ignored) -> None:
    if isinstance(verdict, Ignored):
        raise _Refused(verdict)
