"""What can be written down: values that the referee judges, and judges again when the journal could not take them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.events import Face, Happening
from companion.record.journal import Origin
from companion.record.session import OnConflict
from companion.referee.dice_matching import DiceMatch
from companion.referee.messages import DiceReason
from companion.referee.signals import DiceSeen, KeyPressed
from companion.referee.verdicts import NeedsReview


@dataclass(frozen=True, slots=True)
class Touch:
    """Somebody touched an event, set the table right or stopped the game, or the bot at a seat chose an event."""

    event: Happening
    origin: Origin = Origin.TOUCH


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back this many events."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring back this many events."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Amend:
    """Other events count in place of earlier ones, by the numbers of their entries; None takes one out.

    Where a later entry no longer fits: with "refuse" nothing is changed, with "stop" all before it stays, with "skip"
    all that fits.
    """

    changes: Mapping[int, Happening | None]
    on_conflict: OnConflict = "refuse"


@dataclass(frozen=True, slots=True)
class Settle:
    """People say what the dice of a reading show."""

    faces: tuple[Face, ...]
    seen: DiceSeen


@dataclass(frozen=True, slots=True)
class Correct:
    """The throw that counted last was read wrong: these faces count in its place, the rolls of all its seats."""

    faces: tuple[Face, ...]
    seen: DiceSeen


@dataclass(frozen=True, slots=True)
class SubmitRolls:
    """The dice of a reading make rolls."""

    matched: DiceMatch
    seen: DiceSeen


Decision = SubmitRolls | NeedsReview | DiceReason
"""What a reading comes to: rolls, a question, or (a bare reason) nothing that counts."""
Command = Touch | KeyPressed | Undo | Redo | Amend | Settle | Correct | Decision
