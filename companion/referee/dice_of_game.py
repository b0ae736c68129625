"""What is known of the dice of one game: it goes when people leave the game, unless they come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.asks import RollCall
from companion.referee.dice_tracker import DiceTracker
from companion.referee.signals import DiceSeen, SeenDie, Share
from companion.referee.verdicts import NeedsReview


class Collected(NamedTuple):
    """The dice of a roll that have been thrown so far, one after the other."""

    roll: tuple[int, RollCall] | None = None
    dice: tuple[SeenDie, ...] = ()


@dataclass
class DiceOfGame:
    """`seen` is the last reading, `rows` the rows of the last throw, `review` the reading people must look at,
    `entered_rows` those of the last roll that people entered, `leaning` the rolls for which dice that lean are thrown
    again, and where those lie, `read_at` the last row when a reading came, and the seats that were to roll.
    """

    seen: DiceSeen | None = None
    rows: frozenset[int] = frozenset()
    review: NeedsReview | None = None
    entered_rows: frozenset[int] = frozenset()
    collected: Collected = field(default_factory=Collected)
    leaning: tuple[Sequence[tuple[int, RollCall]], tuple[Share, ...]] = ((), ())
    read_at: tuple[int, frozenset[int]] = (0, frozenset())
    tracker: DiceTracker = field(default_factory=DiceTracker)
