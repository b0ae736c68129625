"""What happens at a Catchy! table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.events import Event
from companion.core.schema import Bounds


@dataclass(frozen=True, slots=True)
class StartingCardShown(Event):
    """`seat` showed that they were dealt the Starting card: a round begins."""


@dataclass(frozen=True, slots=True)
class CourseExchanged(Event):
    """The holder put the Starting card face down at `place` (0, 1, 2) of the course and took the card from there."""

    place: Annotated[int, Bounds(0, 2)]


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was laid: "A1" to "C5" or "J"."""

    card: str


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """After a round that ended early, a player showed the cards they had left."""

    cards: tuple[str, ...]
