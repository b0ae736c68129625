"""Sounds and sentences for a change of the table. Pure: two snapshots in, cues out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from companion.core.asks import Ask, waiting
from companion.core.events import Face, Happening, Rolled
from companion.core.game import Outcome
from companion.core.table import Table
from companion.core.text import NOTHING, Text, counted, listed, say

MOST_SAID = 3
"""Limit of different asks to announce at once; for more, only the number of players is announced."""


class Sound(StrEnum):
    """A short sound; the value is the name of its file."""

    THROW = "throw"
    TAKE = "take"
    TURN = "turn"
    REFUSED = "refused"
    WON = "won"


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table at one moment.

    `events` are those that count; `describe` returns the sentence about the one with this index. `last_note` is the
    game's last note, preferably about all players. `review` is the question about dice, `refused` the refusals since
    the last snapshot, `figures` the numbers beside the players' names.
    """

    session: str
    table: Table
    events: tuple[Happening, ...]
    asks: tuple[Ask, ...]
    outcome: Outcome | None = None
    last_note: Text | None = None
    review: Text | None = None
    refused: tuple[Text, ...] = ()
    figures: tuple[tuple[str, ...], ...] = ()
    describe: Callable[[int], Text] = field(default=lambda _index: NOTHING, compare=False)


@dataclass(frozen=True, slots=True)
class Cues:
    """Sounds to play one after the other, then sentences to speak."""

    sounds: tuple[Sound, ...] = ()
    sentences: tuple[Text, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sounds or self.sentences)


def cues(before: TableSnapshot | None, now: TableSnapshot) -> Cues:
    """Return the cues for the change from `before` to `now`.

    For a session just opened these are only its asks, and after a correction only what changed.
    """
    if before is None or before.session != now.session:
        return Cues((Sound.TURN,), _needed(None, now)) if now.asks else Cues()
    if now.refused:
        return Cues((Sound.REFUSED,), now.refused[-1:])
    if now.outcome is not None and before.outcome is None:
        return Cues((Sound.WON,), (*_happened(before, now), *_winner(now)))
    sentences = [*_happened(before, now)]
    if now.review is not None and now.review != before.review:
        return Cues((Sound.TURN,), (*sentences, now.review))
    sentences += _needed(before, now)
    went, came, _ = _changed(before.events, now.events)
    heard = {
        Sound.THROW: any(isinstance(event, Rolled) for event in came),
        Sound.TAKE: bool(came) and not went and now.figures != before.figures,
        Sound.TURN: bool(set(waiting(now.asks)) - set(waiting(before.asks))),
    }
    return Cues(tuple(sound for sound, is_due in heard.items() if is_due), tuple(sentences))


def _changed(
    before: tuple[Happening, ...], now: tuple[Happening, ...]
) -> tuple[tuple[Happening, ...], tuple[Happening, ...], int]:
    """Return the events removed, those that replace them, and the index of the first, without the common ends."""
    start = 0
    while start < min(len(before), len(now)) and before[start] == now[start]:
        start += 1
    end = 0
    while end < min(len(before), len(now)) - start and before[-1 - end] == now[-1 - end]:
        end += 1
    return before[start : len(before) - end], now[start : len(now) - end], start


def _happened(before: TableSnapshot, now: TableSnapshot) -> tuple[Text, ...]:
    """Return sentences about new rolls, undo, or a correction."""
    went, came, start = _changed(before.events, now.events)
    if went and came:
        return tuple(
            _correction(now, old, new, index)
            for index, (old, new) in enumerate(zip(went, came, strict=False), start)
            if old != new
        )
    if went:
        return (counted("One entry was taken back.", "{n} entries were taken back.", len(went)),)
    return tuple(now.describe(index) for index, event in enumerate(came, start) if isinstance(event, Rolled))


def _correction(now: TableSnapshot, old: Happening, new: Happening, index: int) -> Text:
    """Return a sentence about a changed entry; for a roll, only about the dice that changed."""
    if not (isinstance(old, Rolled) and isinstance(new, Rolled) and old.seat == new.seat):
        return now.describe(index)
    was, is_now = _only_in(old.faces, new.faces), _only_in(new.faces, old.faces)
    if not (was and is_now):
        return now.describe(index)
    return say("{name}: {now} instead of {before}", name=now.table.who(new.seat), now=is_now, before=was)


def _only_in(faces: tuple[Face, ...], others: tuple[Face, ...]) -> Text | None:
    """Return the values of the dice that the other roll lacks, or None."""
    values = sorted((Counter(faces) - Counter(others)).elements(), key=lambda face: face.value)
    return listed([face.value for face in values], "and") if values else None


def _needed(before: TableSnapshot | None, now: TableSnapshot) -> tuple[Text, ...]:
    """Return the asks that are new, or the last one of several again."""
    due = [ask for ask in now.asks if not ask.optional]
    known = {(ask.seat, ask.text) for ask in before.asks if not ask.optional} if before is not None else set()
    fresh = [ask for ask in due if (ask.seat, ask.text) not in known]
    if not fresh and len(due) == 1 < len(known):
        fresh = due
    first = {ask.seat: ask for ask in reversed(fresh)}
    asked: dict[Text, list[int]] = {}
    for seat in dict.fromkeys(ask.seat for ask in fresh):
        asked.setdefault(first[seat].text, []).append(seat)
    if len(asked) > MOST_SAID:
        return (counted("Waiting for {n} player", "Waiting for {n} players", len(first)),)
    return tuple(_call(text, [now.table.name(seat) for seat in seats]) for text, seats in asked.items())


def _call(text: Text, names: list[str]) -> Text:
    """Return what some players are asked for, with their names first."""
    return say("{name}: {text}", name=listed(names, "and"), text=text)


def _winner(now: TableSnapshot) -> tuple[Text, ...]:
    nobody = now.last_note or say("Nobody won")
    return (nobody if now.outcome is None else now.outcome.in_words(now.table, nobody),)
