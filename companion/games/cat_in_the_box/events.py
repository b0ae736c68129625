"""What happens at a Cat in the Box table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.events import Event
from companion.core.schema import Bounds, OneOf
from companion.games.cat_in_the_box.options import COLOURS

Number = Annotated[int, Bounds(1, 9)]
"""The number on a card."""


@dataclass(frozen=True, slots=True)
class NeutralRevealed(Event):
    """Two players: three undealt cards were turned up; `seat` is the starter, who enters them."""

    numbers: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class CardSetAside(Event):
    """A player put one card of their hand away, face down."""


@dataclass(frozen=True, slots=True)
class Predicted(Event):
    """A player said how many tricks they will take."""

    tricks: Annotated[int, Bounds(low=0)]


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was laid and its colour declared; `only_red` claims that no other colour was possible."""

    number: Number
    colour: Annotated[str, OneOf(COLOURS)]
    only_red: bool = False


@dataclass(frozen=True, slots=True)
class ParadoxShown(Event):
    """A player cannot declare any of their cards, and shows them all."""

    hand: tuple[Number, ...]
