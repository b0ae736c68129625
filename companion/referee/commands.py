"""Commands: values that the referee judges, and judges again if the journal could not take them."""

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
    """Somebody chose an event on a screen, corrected the table or stopped the game, or a bot chose an event.

    `mark` is the id of a tap in a browser, which may arrive more than once.
    """

    event: Happening
    origin: Origin = Origin.TOUCH
    mark: str = ""


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
    """Replace earlier events by the numbers of their entries; None removes one.

    If a later entry no longer fits: "refuse" changes nothing, "stop" keeps what is before it, "skip" all that fits.
    """

    changes: Mapping[int, Happening | None]
    on_conflict: OnConflict = "refuse"


@dataclass(frozen=True, slots=True)
class Settle:
    """Take people's answer about the dice of a reading; `seats` says whose die each is, where nothing else tells."""

    faces: tuple[Face, ...]
    seen: DiceSeen
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectThrow:
    """Replace the last throw that counted, with the rolls of all its seats, by these faces."""

    faces: tuple[Face, ...]
    seen: DiceSeen


@dataclass(frozen=True, slots=True)
class SubmitRolls:
    """Submit the rolls that the dice of a reading make."""

    matched: DiceMatch
    seen: DiceSeen


Decision = SubmitRolls | NeedsReview | DiceReason
"""The outcome of a reading: rolls, a question, or a reason why nothing counts."""
Command = Touch | KeyPressed | Undo | Redo | Amend | Settle | CorrectThrow | Decision
