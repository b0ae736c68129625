"""Roll history: compares each reading with earlier ones, to tell unmoved, nudged and thrown dice apart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from vision.reading import Reading, Reason, ReasonKind
from vision.tracking.association import handled, same_dice

if TYPE_CHECKING:
    from vision.tracking.association import Handling

THROW_NOT_SEEN = Reason(ReasonKind.THROW_NOT_SEEN)
"""For dice whose throw was not seen: the first ones of a camera, also after it was lost."""
MOVED_OR_THROWN = Reason(ReasonKind.MOVED_OR_THROWN)
"""For dice that were moved or thrown; the history does not show which."""

Kind = Literal["rest", "again", "disturbed"]


class Classified(NamedTuple):
    """The kind of a reading given the earlier ones, and the reading, not sure if that is uncertain."""

    kind: Kind
    reading: Reading


class _Known(NamedTuple):
    """A reading, the reason to ask about its dice, and the time of the first motion after it; minus infinity after a
    loss.
    """

    reading: Reading
    reason: Reason | None = None
    moved_at: float | None = None


_Pair = tuple[_Known, ...]
"""The last reading, and the last sure one if that is another."""


class RollHistory:
    """Classifies the reading of each rest. Give it every reading, and motion between them. Times are in seconds."""

    def __init__(self) -> None:
        self._last: _Pair = ()
        self._lying: _Pair = ()  # as the dice came to rest, with those covered or removed since
        self._first = _Known(Reading())  # before any motion
        self._looked = False  # whether anything was read since the beginning
        self._emptied = False  # whether the last reading was empty, and unoccluded
        self._moved = False  # whether there was motion since the last reading

    def moves(self, at: float) -> None:
        """Note motion."""
        if not self._moved:
            self._moved = True
            self._last, self._lying = _moved(self._last, at), _moved(self._lying, at)

    def reset(self) -> None:
        """Reset after a gap in which anything may have happened: only dice that have not moved stay known."""
        self._looked = self._emptied = self._moved = False
        self._last = (_Known(Reading()), *(each._replace(moved_at=-math.inf) for each in self._last[-1:]))
        self._lying = tuple(each._replace(moved_at=-math.inf) for each in self._lying)

    def take(self, reading: Reading, at: float, *, free: bool) -> Classified:
        """Return the classified reading, and keep it. `free`: the table was not occluded."""
        kind, reason = self._kind(reading, at)
        now = _Known(reading, reason)
        if not self._moved or not self._looked:
            self._first = now
        self._looked = self._looked or bool(reading.dice) or reading.empty
        self._emptied = reading.empty and free
        self._last = _with(self._last, now)
        if reading.dice and not (kind == "again" and self._were_more(reading)):
            self._lying = _with(self._lying, now)
        self._moved = False
        return Classified(kind, reading if kind == "disturbed" or reason is None else reading.questioned(reason))

    def _were_more(self, reading: Reading) -> bool:
        return any(len(each.reading.dice) > len(reading.dice) for each in self._lying)

    def _kind(self, reading: Reading, at: float) -> tuple[Kind, Reason | None]:
        """Return the kind of a reading given the earlier ones, and the reason to ask about its dice."""
        if not reading.dice:
            return "rest", None
        if same := self._the_same(reading):
            return "again", next((each.reason for each in same if each.reason), None)
        if not self._moved or not self._looked:
            return "rest", THROW_NOT_SEEN
        became = self._handled(reading, at)
        if "turned" in became:
            showed = (each.reason for each in self._last if each.reading.values == reading.values != ())
            return "disturbed", next(showed, MOVED_OR_THROWN)
        return "rest", MOVED_OR_THROWN if "either" in became else None

    def _the_same(self, reading: Reading) -> list[_Known]:
        """Return the earlier readings that have these dice at these places. After an empty reading (a covered lens, a
        cup over the dice) the places must be exact, or it may be chance.
        """
        known = self._last if reading.sure else (*self._last, self._first)  # unsure readings: also marks on the table
        return [each for each in known if each.reading.dice and same_dice(each.reading, reading)] + [
            each for each in self._lying if same_dice(each.reading, reading, unseen=self._emptied)
        ]

    def _handled(self, reading: Reading, at: float) -> set[Handling]:
        """Return what happened to the dice of earlier readings; nothing after an empty tray."""
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
