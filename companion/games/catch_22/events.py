"""What happens on a table where CATCH 22 is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.events import Event
from companion.core.schema import Bounds, Seat


@dataclass(frozen=True, slots=True)
class StarChosen(Event):
    """A player put their pawn on the star where they start."""

    square: str


@dataclass(frozen=True, slots=True)
class CubesPlaced(Event):
    """A player put cubes of their own on these squares, all at once."""

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A player moved their pawn. `path` names the squares entered, `to` being the last; None if it is not said."""

    to: str
    path: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PawnRobbed(Event):
    """A player chose whom they rob, of several on their square (option)."""

    victim: Seat


@dataclass(frozen=True, slots=True)
class Switched(Event):
    """A player on a switch square changed places with another."""

    other: Seat


@dataclass(frozen=True, slots=True)
class CubeRemoved(Event):
    """A player on a remove-a-cube square took this cube off the board; None: they took none."""

    square: str | None


@dataclass(frozen=True, slots=True)
class CubeRansomed(Event):
    """The captor (`seat`) gave a captured cube back to its owner for `price` tokens.

    `besides`: what else was agreed, in the players' words.
    """

    owner: Seat
    price: Annotated[int, Bounds(low=0)]
    besides: str = ""
