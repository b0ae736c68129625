"""What was read before, and what became of it: dice that lie as they lay, that a finger turned, or that were thrown."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from vision.reading import Reading, Reason, ReasonKind
from vision.tracking.association import handled, same_dice

if TYPE_CHECKING:
    from vision.tracking.association import Handling

THROW_NOT_SEEN = Reason(ReasonKind.THROW_NOT_SEEN)
"""Why dice are not sure that nobody saw being thrown: the first ones of a camera, and after it was lost."""
MOVED_OR_THROWN = Reason(ReasonKind.MOVED_OR_THROWN)
"""Why dice are not sure of which nobody can say how they came where they lie."""

Kind = Literal["rest", "again", "disturbed"]


class Became(NamedTuple):
    """What a reading means after the ones before, and the reading, not sure where that is doubted."""

    kind: Kind
    reading: Reading


class _Known(NamedTuple):
    """A reading, the reason to doubt how its dice came to lie there, and when something first moved after it: at no
    known time after a loss.
    """

    reading: Reading
    doubt: Reason | None = None
    moved_at: float | None = None


_Pair = tuple[_Known, ...]
"""The last reading of a kind, and the last of that kind that was sure; one where they are the same."""


class Memory:
    """Show it every reading of a rest, and when something moves between them. Times are the frames' own, seconds."""

    def __init__(self) -> None:
        self._last: _Pair = ()
        self._lying: _Pair = ()  # of the dice as they came to lie there, with those that are covered or gone since
        self._first = _Known(Reading())  # what lay there before anything moved
        self._looked = False  # whether a first look was had since the beginning
        self._emptied = False  # whether the tray was empty when last read, with nothing in the way
        self._moved = False  # whether something moved since the last reading

    def moves(self, at: float) -> None:
        """Something moves."""
        if not self._moved:
            self._moved = True
            self._last, self._lying = _moved(self._last, at), _moved(self._lying, at)

    def begin_anew(self) -> None:
        """Who knows what was done meanwhile. What lies where it lay will be known again, and no more."""
        self._looked = self._emptied = self._moved = False
        self._last = (_Known(Reading()), *(each._replace(moved_at=-math.inf) for each in self._last[-1:]))
        self._lying = tuple(each._replace(moved_at=-math.inf) for each in self._lying)

    def take(self, reading: Reading, at: float, *, free: bool) -> Became:
        """Return what a reading means, and remember it. `free`: nothing hid the table from the camera."""
        kind, doubt = self._told(reading, at)
        now = _Known(reading, doubt)
        if not self._moved or not self._looked:
            self._first = now
        self._looked = self._looked or bool(reading.dice) or reading.empty
        self._emptied = reading.empty and free
        self._last = _with(self._last, now)
        if reading.dice and not (kind == "again" and self._were_more(reading)):
            self._lying = _with(self._lying, now)
        self._moved = False
        return Became(kind, reading if kind == "disturbed" or doubt is None else reading.doubted(doubt))

    def _were_more(self, reading: Reading) -> bool:
        return any(len(each.reading.dice) > len(reading.dice) for each in self._lying)

    def _told(self, reading: Reading, at: float) -> tuple[Kind, Reason | None]:
        """Return what a reading means after the ones before, and why it is doubted how its dice came there."""
        if not reading.dice:
            return "rest", None
        if same := self._the_same(reading):
            return "again", next((each.doubt for each in same if each.doubt), None)
        if not self._moved or not self._looked:
            return "rest", THROW_NOT_SEEN
        became = self._handled(reading, at)
        if "turned" in became:
            showed = (each.doubt for each in self._last if each.reading.values == reading.values != ())
            return "disturbed", next(showed, MOVED_OR_THROWN)
        return "rest", MOVED_OR_THROWN if "either" in became else None

    def _the_same(self, reading: Reading) -> list[_Known]:
        """Return the readings in which these dice lay where they lie. After the tray was read as empty (a lens that was
        covered by something plain, a cup that was put over the dice) that is no chance only where they lie exactly so.
        """
        known = self._last if reading.sure else (*self._last, self._first)  # a mark is there whenever dice are not
        return [each for each in known if each.reading.dice and same_dice(each.reading, reading)] + [
            each for each in self._lying if same_dice(each.reading, reading, unseen=self._emptied)
        ]

    def _handled(self, reading: Reading, at: float) -> set[Handling]:
        """Return what became of the dice that were read before; nothing where the tray was empty between."""
        if self._emptied:
            return set()
        known = [each for each in (*self._last, *self._lying) if each.reading.dice]
        return {handled(each.reading, reading, _since(each.moved_at, at)) for each in known}


def _with(known: _Pair, now: _Known) -> _Pair:
    return (now,) if now.reading.sure else (now, *known[-1:])


def _moved(known: _Pair, at: float) -> _Pair:
    return tuple(each if each.moved_at is not None else each._replace(moved_at=at) for each in known)


def _since(moved_at: float | None, at: float) -> float:
    return math.inf if moved_at is None else at - moved_at
