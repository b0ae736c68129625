"""The board as data: squares, their kinds, and the paths between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from companion.games.catch_22.graph import Graph, bits, squares


class Kind(StrEnum):
    """What is printed on a square."""

    PLAIN = "plain"
    STAR = "star"
    JACKPOT = "jackpot"
    ROLL_AGAIN = "roll-again"
    SWITCH = "switch"
    REMOVE_CUBE = "remove-cube"


@dataclass(frozen=True, slots=True)
class Square:
    """One yellow square. `tokens` is a jackpot's value (0 elsewhere); `x`, `y` say where it is drawn, y downwards."""

    id: str
    kind: Kind
    tokens: int = 0
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True)
class Board:
    """Squares and paths, the paths as pairs of indices into `squares`. Sets of squares are bits, as in `graph`."""

    squares: tuple[Square, ...]
    paths: tuple[tuple[int, int], ...]
    graph: Graph = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "graph", Graph.of(len(self.squares), self.paths))

    @cached_property
    def index(self) -> dict[str, int]:
        """Where in `squares` an id is."""
        return {square.id: place for place, square in enumerate(self.squares)}

    @cached_property
    def stars(self) -> int:
        """The set of star squares."""
        return self.of_kind(Kind.STAR)

    @cached_property
    def plain(self) -> int:
        """The set of plain squares: where cubes may lie."""
        return self.of_kind(Kind.PLAIN)

    @cached_property
    def jackpots(self) -> tuple[int, ...]:
        """The jackpot squares, in the board's order."""
        return tuple(squares(self.of_kind(Kind.JACKPOT)))

    @cached_property
    def full(self) -> tuple[int, ...]:
        """What lies on each square at the start: a jackpot's value, 0 elsewhere."""
        return tuple(square.tokens for square in self.squares)

    @cached_property
    def total(self) -> int:
        """All tokens in the game."""
        return sum(self.full)

    @cached_property
    def by_id(self) -> tuple[int, ...]:
        """All squares, sorted by their ids as strings."""
        return tuple(sorted(range(len(self.squares)), key=lambda place: self.squares[place].id))

    def of_kind(self, kind: Kind) -> int:
        """The set of squares of one kind."""
        return bits(place for place, square in enumerate(self.squares) if square.kind is kind)

    def id(self, place: int) -> str:
        """The id of a square."""
        return self.squares[place].id

    def ids(self, some: int) -> list[str]:
        """The ids of a set of squares, sorted as strings."""
        return sorted(self.squares[place].id for place in squares(some))


def to_plain(board: Board) -> dict[str, Any]:
    """The JSON-able description of a board."""
    drawn: list[dict[str, Any]] = []
    for square in board.squares:
        entry: dict[str, Any] = {"id": square.id, "kind": square.kind.value}
        if square.kind is Kind.JACKPOT:
            entry["tokens"] = square.tokens
        if square.x is not None:
            entry["x"] = square.x
        if square.y is not None:
            entry["y"] = square.y
        drawn.append(entry)
    return {"squares": drawn, "paths": [[board.id(one), board.id(other)] for one, other in board.paths]}
