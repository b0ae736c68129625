"""Throws that the tray's reader read: what it read, what people say, and how often it was wrong or asked needlessly."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from companion.core.events import Rolled
from companion.core.text import Text, counted, decimal, say
from companion.record.entries import Entry
from companion.record.journal import Origin
from companion.record.session import Session

Z = 1.96
"""Standard deviations of a 95 % interval."""
Values = tuple[int, ...]
"""Sorted values of the dice in a picture."""


class Setting(msgspec.Struct, frozen=True):
    """What was known when a picture was read: the `size` of the camera's picture (width, height px), the colours of the
    dice `asked` for ("": any), and the `outline` of the tray as shares (x, y) of the picture, () if it was unknown.
    """

    size: tuple[int, int]
    asked: tuple[str, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()


class ReadDie(msgspec.Struct, frozen=True):
    """One die of a stored reading; `box` is x0, y0, x1, y1 in px of the camera's picture."""

    value: int
    box: tuple[float, float, float, float]
    cocked: bool = False


class StoredReading(msgspec.Struct, frozen=True):
    """A reading in the journal. `tray` is None in those of earlier versions."""

    dice: tuple[ReadDie, ...]
    sure: bool
    tray: Setting | None = None

    @property
    def values(self) -> Values:
        """The values of the level dice."""
        return tuple(sorted(die.value for die in self.dice if not die.cocked))


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw that counts. `entry` is the number of its first roll, `truth` what all dice in the picture show by what
    counts now, None if that does not follow; `by_people`: they answered a question or corrected it.
    """

    session: str
    entry: int
    read: StoredReading
    truth: Values | None
    by_people: bool


def throws_of(session: Session) -> Iterator[Throw]:
    """Yield the throws of a session that count now. Raises JournalError."""
    decoder, rolls = msgspec.json.Decoder(StoredReading), defaultdict[bytes, list[Entry]](list)
    stored = session.journal.readings_by_entry(session.id)
    for entry in session.entries:
        if isinstance(entry.event, Rolled) and entry.seq in stored:
            rolls[stored[entry.seq]].append(entry)  # the rolls of several seats may be one throw
    for reading, entries in rolls.items():
        try:
            read = decoder.decode(reading)
        except msgspec.MsgspecError:
            continue  # a press or a tap, or damaged
        settled = entries[0].origin != Origin.TRAY
        changed = any(_first(entry) != _now(entry) for entry in entries) or any(
            entry.origin != Origin.TRAY for entry in entries
        )
        yield Throw(session.id, entries[0].seq, read, _truth(read, entries, settled=settled), changed)


def _now(entry: Entry) -> list[int]:
    return [face.value for face in entry.event.faces] if isinstance(entry.event, Rolled) else []


def _first(entry: Entry) -> list[int]:
    first = entry.original or entry.event
    return [face.value for face in first.faces] if isinstance(first, Rolled) else []


def _truth(read: StoredReading, entries: list[Entry], *, settled: bool) -> Values | None:
    """Return what the picture shows. Dice that counted before may lie there as well: as they were read for sure."""
    tray = [entry for entry in entries if settled or entry.origin == Origin.TRAY]
    first = Counter(value for entry in tray for value in _first(entry))
    now = Counter(value for entry in entries for value in _now(entry))
    seen = Counter(read.values)
    if read.sure:
        return tuple(sorted(((seen - first) + now).elements())) if first <= seen else None
    return tuple(sorted(now.elements())) if len(read.dice) <= now.total() else None


@dataclass(frozen=True, slots=True)
class Rate:
    """How a reader did: of the judged `throws`, `wrong` were silently read wrong and `needless` were asked about
    though they were read right.
    """

    throws: int
    wrong: int
    needless: int

    @staticmethod
    def of(answers: Iterable[tuple[Values, bool, Values | None]]) -> Rate:
        """Return the rate of readings: the values, whether it was sure, and the truth. Without one nothing counts."""
        judged = [(values == truth, sure) for values, sure, truth in answers if truth is not None]
        right_or_sure = Counter(judged)
        return Rate(len(judged), right_or_sure[False, True], right_or_sure[True, False])

    @staticmethod
    def sum(rates: Iterable[Rate]) -> Rate:
        """Return the rate of all their throws together."""
        found = list(rates)
        return Rate(*(sum(getattr(each, part) for each in found) for part in ("throws", "wrong", "needless")))

    @property
    def text(self) -> Text:
        """The rates per 100 throws, each with its 95 % interval (Wilson 1927)."""
        throws = counted("{n} throw", "{n} throws", self.throws)
        if not self.throws:
            return say("How well dice are read here is not known yet.")
        return say(
            "Of {throws} read: {wrong} silently wrong in 100 ({wrong_from} to {wrong_to}), {needless} needless"
            " questions in 100 ({needless_from} to {needless_to})",
            throws=throws,
            **dict(zip(("wrong", "wrong_from", "wrong_to"), self._in_100(self.wrong), strict=True)),
            **dict(zip(("needless", "needless_from", "needless_to"), self._in_100(self.needless), strict=True)),
        )

    @property
    def short(self) -> Text:
        """The rates in one line."""
        if not self.throws:
            return self.text
        throws = counted("{n} throw", "{n} throws", self.throws)
        wrong, needless = (decimal(100 * part / self.throws) for part in (self.wrong, self.needless))
        return say(
            "Of {throws} read: {wrong} in 100 silently wrong, {needless} in 100 asked needlessly",
            throws=throws,
            wrong=wrong,
            needless=needless,
        )

    def _in_100(self, part: int) -> tuple[Text, Text, Text]:
        low, high = wilson(part, self.throws)
        return decimal(100 * part / self.throws), decimal(100 * low), decimal(100 * high)


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927), (0, 1) without anything counted."""
    if not whole:
        return 0.0, 1.0
    share, weight = part / whole, Z * Z / whole
    middle = (share + weight / 2) / (1 + weight)
    half = Z / (1 + weight) * math.sqrt(share * (1 - share) / whole + weight / (4 * whole))
    return max(0.0, middle - half), min(1.0, middle + half)
