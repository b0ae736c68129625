"""The board as data: squares, their kinds, the paths between them, and what is wrong with a board that is none."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from companion.kit.graph import Graph, bits, squares

MOST_SQUARES = 1000
"""More do not fit on a table, and a list of mistakes about them would help nobody."""
MOST_TOKENS = 2**53 - 1
"""Of all jackpots together: the largest whole number that every reader of JSON keeps exactly (RFC 8259, 6)."""
STARS, JACKPOTS = 4, 14
"""What the published board has (rulebook of CATCH 22)."""


class Kind(StrEnum):
    """What is printed on a square."""

    PLAIN = "plain"
    STAR = "star"
    JACKPOT = "jackpot"
    ROLL_AGAIN = "roll-again"
    SWITCH = "switch"
    REMOVE_CUBE = "remove-cube"


class BadBoard(ValueError):  # noqa: N818  a board is bad, not the program
    """Something that is no board. `problems` says what is wrong and where, one sentence each."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        shown = self.problems[:8]
        more = len(self.problems) - len(shown)
        super().__init__("; ".join(shown) + (f"; and {more} more" if more else ""))


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
    """Squares and paths, the paths as pairs of indices into `squares`. Sets of squares are bits, as in `kit.graph`."""

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


def read_board(plain: Any, *, strict_counts: bool | None = True) -> Board:
    """The board of a JSON-able description `{"squares": [...], "paths": [...]}`.

    Raises BadBoard with everything that is wrong: shape and types first, then what the rules ask of a board
    (with `strict_counts` exactly 4 stars and 14 jackpots, without at least one star; None asks for nothing more).
    """
    board, wrong = _shaped(plain)
    if board is None or wrong:
        raise BadBoard(wrong)
    if strict_counts is not None and (wrong := problems(board, strict_counts=strict_counts)):
        raise BadBoard(wrong)
    return board


def problems(board: Board, *, strict_counts: bool = True) -> list[str]:
    """What the rules find wrong with a board, in plain words; nothing for a good one."""
    found: list[str] = []
    stars, jackpots = board.stars.bit_count(), len(board.jackpots)
    if strict_counts and stars != STARS:
        found.append(f"there must be {STARS} stars, not {stars}{_where(board, board.stars)}")
    elif stars < 1:
        found.append("there is no star: pawns start on stars")
    if strict_counts and jackpots != JACKPOTS:
        found.append(f"there must be {JACKPOTS} jackpots, not {jackpots}{_where(board, bits(board.jackpots))}")
    lonely = bits(place for place, beside in enumerate(board.graph.neighbours) if not beside)
    found += [f"square {name!r} has no neighbour" for name in board.ids(lonely)]
    found += _islands(board, lonely)
    return found


def poor(board: Board, target: int) -> str:
    """A warning where there are fewer tokens than one needs to win, else nothing."""
    if board.total >= target:
        return ""
    return f"the jackpots hold {board.total} tokens together: nobody can ever have {target}"


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


def _where(board: Board, some: int) -> str:
    names = board.ids(some)
    return f" ({', '.join(names[:20])}{', ...' if len(names) > 20 else ''})" if names else ""


def _islands(board: Board, lonely: int) -> list[str]:
    """Parts that cannot be reached from the largest one, besides single squares, which are told already."""
    left = bits(range(len(board.squares))) & ~lonely
    parts: list[int] = []
    while left:
        part = board.graph.region((left & -left).bit_length() - 1)
        parts.append(part)
        left &= ~part
    parts.sort(key=lambda part: -part.bit_count())
    return [f"{part.bit_count()} squares are cut off from the rest{_where(board, part)}" for part in parts[1:]]


def _shaped(plain: Any) -> tuple[Board | None, list[str]]:
    wrong: list[str] = []
    if not isinstance(plain, Mapping):
        return None, ['a board is an object with "squares" and "paths"']
    wrong += [f"a board has no {str(key)[:40]!r}: only squares and paths" for key in plain if key not in _BOARD_KEYS]
    entries, links = plain.get("squares"), plain.get("paths")
    for key, value in (("squares", entries), ("paths", links)):
        if not isinstance(value, (list, tuple)):
            wrong.append(f'"{key}" must be a list')
    if not isinstance(entries, (list, tuple)) or not isinstance(links, (list, tuple)):
        return None, wrong
    if len(entries) > MOST_SQUARES:
        return None, [*wrong, f"{len(entries)} squares are too many: at most {MOST_SQUARES}"]
    if not entries:
        wrong.append("there are no squares")
    found = [square for number, entry in enumerate(entries, 1) if (square := _square(number, entry, wrong))]
    names = [square.id for square in found]
    wrong += [f"square {name[:40]!r} is there {count} times" for name, count in Counter(names).items() if count > 1]
    if sum(square.tokens for square in found) > MOST_TOKENS:
        wrong.append(f"all jackpots together hold more than {MOST_TOKENS} tokens")
    paths = _paths(links, {name: place for place, name in enumerate(names)}, wrong)
    return (None, wrong) if wrong else (Board(tuple(found), paths), wrong)


_BOARD_KEYS = ("squares", "paths")
_SQUARE_KEYS = ("id", "kind", "tokens", "x", "y")


def _square(number: int, entry: Any, wrong: list[str]) -> Square | None:
    """One square; what is wrong with it goes to `wrong`. None where not even an id can be read."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("id"), str):
        wrong.append(f'square number {number} must be an object with an "id" that is a text')
        return None
    name = str(entry["id"])
    at = f"square {name[:40]!r}"
    wrong += [f"{at} has an unknown field {str(key)[:40]!r}" for key in entry if key not in _SQUARE_KEYS]
    kind, tokens = entry.get("kind"), entry.get("tokens")
    if not isinstance(kind, str) or kind not in set(Kind):
        wrong.append(f"{at} must be of one of the kinds {', '.join(Kind)}, not {str(kind)[:40]!r}")
        return Square(name, Kind.PLAIN)
    if kind == Kind.JACKPOT:
        if type(tokens) is not int or tokens < 1:
            wrong.append(f"{at} is a jackpot: its tokens must be a whole number from 1, not {str(tokens)[:40]!r}")
    elif "tokens" in entry:
        wrong.append(f"{at} is no jackpot: it has no tokens")
    for axis in ("x", "y"):
        if axis in entry and not _is_number(entry[axis]):
            wrong.append(f"{at}: {axis} must be a number")
    x, y = (float(entry[axis]) if _is_number(entry.get(axis)) else None for axis in ("x", "y"))
    return Square(name, Kind(kind), tokens if type(tokens) is int else 0, x, y)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 1e9 and math.isfinite(value)


def _paths(links: Iterable[Any], index: Mapping[str, int], wrong: list[str]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    seen: set[tuple[int, int]] = set()
    for number, link in enumerate(links, 1):
        if not isinstance(link, (list, tuple)) or len(link) != 2 or not all(isinstance(end, str) for end in link):
            wrong.append(f"path number {number} must name two squares")
            continue
        one, other = link
        missing = [end for end in link if end not in index]
        if missing:
            wrong += [
                f"path {one[:40]!r} - {other[:40]!r} leads to {end[:40]!r}, which is no square" for end in missing
            ]
        elif one == other:
            wrong.append(f"a path leads from {one[:40]!r} to itself")
        else:
            low, high = sorted((index[one], index[other]))
            if (low, high) in seen:
                wrong.append(f"the path {one[:40]!r} - {other[:40]!r} is there twice")
            seen.add((low, high))
            found.append((low, high))
    return tuple(found)
