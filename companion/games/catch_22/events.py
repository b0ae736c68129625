"""What happens on a table where CATCH 22 is played."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.events import Event, Rolled


@dataclass(frozen=True, slots=True)
class StarChosen(Event):
    """A player put his pawn on the star where he starts."""

    square: str


@dataclass(frozen=True, slots=True)
class CubesPlaced(Event):
    """A player put cubes of his own on these squares, all at once."""

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A player moved his pawn. `path` names the squares entered, `to` being the last; None where nobody told."""

    to: str
    path: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PawnRobbed(Event):
    """A player chose whom he robs, of several on his square (house rule)."""

    victim: int


@dataclass(frozen=True, slots=True)
class Switched(Event):
    """A player on a switch square changed places with another."""

    other: int


@dataclass(frozen=True, slots=True)
class CubeRemoved(Event):
    """A player on a remove-a-cube square took this cube off the board; None: he let all of them lie."""

    square: str | None


@dataclass(frozen=True, slots=True)
class CubeRansomed(Event):
    """The captor (`seat`) gave a captured cube back to its owner for `price` tokens."""

    owner: int
    price: int


EVENTS: tuple[type[Event], ...] = (
    StarChosen,
    Rolled,
    CubesPlaced,
    Moved,
    PawnRobbed,
    Switched,
    CubeRemoved,
    CubeRansomed,
)
