"""Signals in, verdicts out: what a device or a finger said, judged against what is asked for.

Expected refusals are values. Only the journal can fail (JournalError), and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.core.asks import Ask, Choice, Key
from companion.core.events import Event, Face, IllegalEvent, Rolled
from companion.core.game import Note
from companion.core.text import Text, say
from companion.record import codec
from companion.record.journal import Evidence, JournalError, Origin
from companion.record.session import Session
from companion.referee.dice_matching import match
from companion.referee.dice_tracker import Counted, face_of
from companion.referee.messages import reading_question
from companion.referee.signals import DiceSeen, KeyPressed, Picked, PressMark
from companion.referee.throw_context import Throw


@dataclass(frozen=True, slots=True)
class Accepted:
    """It counts, and is on the disk. `said` is what was left aside on the way (a die of nobody's colour)."""

    notes: tuple[Note, ...] = ()
    said: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Ignored:
    """It does not count, and why; `rule` is the paragraph where a rule forbids it."""

    why: Text
    rule: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NeedsReview:
    """A roll is due, but the eye is not sure: somebody must look."""

    seen: DiceSeen
    why: Text
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SelectionMoved:
    """A seat's button stepped to a choice (None: to none); nothing happened on the table."""

    seat: int
    index: int | None


Verdict = Accepted | Ignored | NeedsReview | SelectionMoved


class Referee:
    """Judges signals for one session. `pointers` tells which choice each seat's buttons have stepped to."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._pointers: dict[int, int] = {}
        self._pointers_at = session.seq
        self._counted = _counted_presses(session)
        self._dice = Counted()
        self._throw = Throw()

    @property
    def pointers(self) -> Mapping[int, int]:
        """Seat -> index among the choices of that seat (see `choices_of`)."""
        self._forget_stale_pointers()
        return MappingProxyType(self._pointers)

    def judge(self, signal: DiceSeen | KeyPressed | Picked) -> Verdict:
        """What a signal comes to. Raises JournalError."""
        if isinstance(signal, Picked):
            return self._touched(signal.event)
        if isinstance(signal, KeyPressed):
            return self._pressed(signal)
        return self._seen(signal)

    def settle(self, seen: DiceSeen, faces: tuple[Face, ...]) -> Verdict:
        """The players looked and say what lies there. Raises JournalError."""
        before = self.session.seq
        verdict = self._rolled(replace(seen, sure=True), faces, Origin.TOUCH)
        if isinstance(verdict, Accepted):
            self._dice.told(seen.dice, faces)
            self._throw.settled(self.session, before)
        return verdict

    def saw(self, seen: DiceSeen) -> bool:
        """Tells what lies in the tray, whatever it is judged to be. Whether any of it may be a roll."""
        self._dice.saw(seen)
        return bool(self._dice.fresh(seen.dice))

    def passes_over(self, seen: DiceSeen) -> None:
        """These dice were thrown, but not in this game: left lying there they do not count later either."""
        self._dice.rolled(seen.dice, [face_of(die) for die in seen.dice])

    def moves(self) -> None:
        """Something begins to move in the tray: what comes to rest there was thrown for what is asked now."""
        self._throw.begins(self.session)

    def rests(self) -> None:
        """It lies still."""
        self._throw.ends(self.session)

    def has_counted(self, press: KeyPressed) -> bool:
        """Whether this very press has counted before: a box delivers again what it was not thanked for."""
        return press.mark in self._counted

    def choices_of(self, seat: int) -> tuple[Choice, ...]:
        """Every choice a seat has now, in the order its buttons step through them."""
        return tuple(choice for ask in self.session.asks() if ask.seat == seat for choice in ask.choices)

    def answers(self) -> Mapping[tuple[int, Key], object]:
        """What each seat's buttons would bring about now, where they have not stepped to a choice: something that is
        the same as long as they mean the same.
        """
        found: dict[tuple[int, Key], object] = {}
        asks = self.session.asks()
        for seat in {ask.seat for ask in asks}:
            told = [(ask.subject, choice) for ask in asks if ask.seat == seat for choice in ask.choices]
            if told:
                steps = tuple((about, choice.event) for about, choice in told)
                found[seat, Key.NEXT] = found[seat, Key.PREVIOUS] = steps
            if len(told) == 1 and told[0][1].key is None:
                found[seat, Key.YES] = told[0][0], told[0][1].event
            for about, choice in reversed(told):  # of two with one key the first counts
                if choice.key is not None:
                    found[seat, choice.key] = about, choice.event
        return found

    def _seen(self, seen: DiceSeen) -> Verdict:
        calls = [ask for ask in self.session.asks() if ask.roll is not None]
        if seen.disturbed:
            return self._disturbed(seen, calls)
        if not calls:
            return Ignored(say("No roll is due: these dice do not count."))
        if seen.sure and not seen.dice:
            return Ignored(say("The tray is empty."))
        fresh = self._dice.fresh(seen.dice)
        thrown = seen if len(fresh) == len(seen.dice) else replace(seen, dice=fresh)
        if thrown.dice and self._throw.was_told(thrown.dice):
            self._dice.told(thrown.dice)
            return Ignored(say("These dice have counted already: they are what was told."))
        if thrown.dice and (changed := self._throw.pending_review(calls)) is not None:
            return NeedsReview(thrown, changed, calls[0].seat)
        if any(die.cocked for die in thrown.dice):
            return NeedsReview(thrown, say("A die leans: throw it again, or say what it shows."), calls[0].seat)
        if not seen.sure:
            return NeedsReview(thrown if thrown.dice else seen, reading_question(seen.reasons), calls[0].seat)
        if not thrown.dice:
            return Ignored(say("These dice have counted already: they lie where they lay."))
        if thrown is not seen and not self._makes_a_roll(thrown) and self._makes_a_roll(seen):
            lies = say("Some of these dice lie where they lay when they counted: were all of them thrown?")
            return NeedsReview(seen, lies, calls[0].seat)
        return self._read(thrown)

    def _disturbed(self, seen: DiceSeen, calls: Sequence[Ask]) -> Verdict:
        """Dice lie otherwise that had been read, too soon for a throw: mostly a finger's doing. But quick hands throw
        as soon: where what shows another value would make the roll that is due, people say which it was.
        """
        turned = replace(seen, dice=self._dice.turned)
        if calls and turned.dice and self._makes_a_roll(turned):
            why = say("What counted shows another value now: was it thrown, or turned?")
            return NeedsReview(turned, why, calls[0].seat)
        return Ignored(say("A die was turned after it was read; what was read stands."))

    def _touched(self, event: Event) -> Verdict:
        verdict = self._submit(event, Origin.TOUCH)
        if isinstance(verdict, Accepted) and isinstance(event, Rolled):
            self._dice.told(self._dice.in_view, event.faces)
        return verdict

    def _makes_a_roll(self, seen: DiceSeen) -> bool:
        return bool(match([face_of(die) for die in seen.dice], self.session.asks()).rolls)

    def _read(self, seen: DiceSeen) -> Verdict:
        faces = tuple(face_of(die) for die in seen.dice)
        verdict = self._rolled(seen, faces, Origin.TRAY)
        if isinstance(verdict, Accepted):
            self._dice.rolled(seen.dice, faces)
        return verdict

    def _rolled(self, seen: DiceSeen, faces: tuple[Face, ...], origin: Origin) -> Verdict:
        matched = match(faces, self.session.asks())
        if not matched.rolls:
            return Ignored(matched.why[0] if matched.why else say("No dice to count."))
        evidence = Evidence(seen.reading, seen.picture)
        notes: list[Note] = []
        said = list(matched.why)
        refused: Ignored | None = None
        written: list[Face] = []
        accepted = 0
        for roll in matched.rolls:
            try:
                verdict = self._submit(roll, origin, evidence)
            except JournalError:
                self._dice.rolled(seen.dice, written)  # they count, and are not judged again with the others
                raise
            written += roll.faces
            if isinstance(verdict, Accepted):
                accepted += 1
                notes += verdict.notes
            elif isinstance(verdict, Ignored):
                refused = verdict
                said.append(verdict.why)
        if not accepted and refused is not None:
            return refused
        return Accepted(tuple(notes), tuple(said))

    def _pressed(self, press: KeyPressed) -> Verdict:
        if self.has_counted(press):
            return Ignored(say("That press had been counted already."), seat=press.seat)
        choices = self.choices_of(press.seat)
        if not choices:
            return Ignored(say("Nothing is asked of {name} now.", name=self._name(press.seat)), seat=press.seat)
        direct = next((choice for choice in choices if choice.key == press.key), None)
        pointer = self.pointers.get(press.seat)
        if direct is not None and pointer is None:
            return self._submit_press(direct.event, press)
        if press.key in {Key.NEXT, Key.PREVIOUS}:
            step = 1 if press.key == Key.NEXT else -1
            start = -1 if press.key == Key.NEXT else 0
            return self._point(press.seat, ((start if pointer is None else pointer) + step) % len(choices))
        if press.key == Key.NO:
            return self._point(press.seat, None)
        if pointer is None and (len(choices) > 1 or choices[0].key is not None):
            return self._point(press.seat, 0)  # a choice that has a key of its own is not taken by another one unseen
        return self._submit_press(choices[pointer or 0].event, press)

    def _point(self, seat: int, index: int | None) -> SelectionMoved:
        if index is None:
            self._pointers.pop(seat, None)
        else:
            self._pointers[seat] = index
        return SelectionMoved(seat, index)

    def _submit_press(self, event: Event, press: KeyPressed) -> Verdict:
        """A press that counts is journalled with its mark, so that it cannot count again after a restart."""
        evidence = Evidence(codec.to_json(press.mark)) if press.mark is not None else None
        verdict = self._submit(event, Origin.BOX, evidence)
        if isinstance(verdict, Accepted) and press.mark is not None:
            self._counted.add(press.mark)
        return verdict

    def _submit(self, event: Event, origin: Origin, evidence: Evidence | None = None) -> Verdict:
        try:
            step = self.session.submit(event, origin, evidence)
        except IllegalEvent as illegal:
            return Ignored(illegal.text, illegal.rule, event.seat)
        self._forget_stale_pointers()
        return Accepted(step.notes)

    def _forget_stale_pointers(self) -> None:
        """A pointer belongs to the choices it was set among: any event, undo or redo ends it."""
        if self._pointers_at != self.session.seq:
            self._pointers.clear()
            self._pointers_at = self.session.seq

    def _name(self, seat: int) -> str:
        return self.session.table.name(seat) if seat in self.session.table.seats else f"seat {seat + 1}"


def _counted_presses(session: Session) -> set[PressMark]:
    """The marks of all presses this session has counted, also of those taken back: a box may deliver them again.

    All, since one of several boxes may have been away for any time before its last press was acknowledged. A mark that
    is damaged is left out: the game goes on.
    """
    marks = map(_mark, session.journal.readings(session.id, Origin.BOX))
    return {mark for mark in marks if mark is not None}


def _mark(reading: bytes) -> PressMark | None:
    try:
        mark = PressMark(**codec.parse(reading))
    except (ValueError, TypeError):
        return None
    return mark if [type(part) for part in (mark.box, mark.boot, mark.number)] == [str, int, int] else None
