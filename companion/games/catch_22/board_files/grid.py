"""A board drawn on squared paper: what stands in each cell, and the board that it makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.catch_22.board_map import Board, Kind, Square


class Cell(NamedTuple):
    """One yellow square of the grid; `tokens` for jackpots only."""

    kind: Kind
    tokens: int = 0


Place = tuple[int, int]
"""Column and row, from 0, from the top left."""


@dataclass(frozen=True)
class Grid:
    """Rows of cells; None is blue. Cells side by side are joined by a path.

    `joined` names further paths, `parted` those that are not there though the cells touch; both as pairs of places.
    """

    name: str
    rows: tuple[tuple[Cell | None, ...], ...]
    joined: frozenset[tuple[Place, Place]] = frozenset()
    parted: frozenset[tuple[Place, Place]] = frozenset()

    @property
    def width(self) -> int:
        """Columns of the widest row."""
        return max((len(row) for row in self.rows), default=0)

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    def cell(self, place: Place) -> Cell | None:
        """Return what stands there; None for blue and for everything outside."""
        column, row = place
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            return self.rows[row][column]
        return None

    def places(self) -> Iterator[Place]:
        """Every yellow square, row by row."""
        for row, cells in enumerate(self.rows):
            for column, cell in enumerate(cells):
                if cell is not None:
                    yield column, row

    def painted(self, place: Place, cell: Cell | None) -> Grid:
        """The same grid with one cell changed; it grows to the right and downwards if needed."""
        column, row = place
        rows = [list(cells) for cells in self.rows]
        width = max(self.width, column + 1)
        rows += [[] for _ in range(row + 1 - len(rows))]
        rows = [cells + [None] * (width - len(cells)) for cells in rows]
        rows[row][column] = cell
        painted = replace(self, rows=tuple(tuple(cells) for cells in rows))
        return painted if cell is not None else painted.without_links(place)

    def without_links(self, place: Place) -> Grid:
        """The same grid without the single paths that were added or taken away at a place."""
        return replace(
            self,
            joined=frozenset(link for link in self.joined if place not in link),
            parted=frozenset(link for link in self.parted if place not in link),
        )

    def on_canvas(self, width: int, height: int) -> Grid:
        """The same board in the middle of a larger blue grid (never a smaller one)."""
        width, height = max(width, self.width), max(height, self.height)
        return self._moved((width - self.width) // 2, (height - self.height) // 2, width, height)

    def trimmed(self) -> Grid:
        """The same board without the blue rows and columns around it; a single blue cell if all is blue."""
        places = list(self.places())
        if not places:
            return blank(1, 1, self.name)
        left, top = min(column for column, _ in places), min(row for _, row in places)
        right, bottom = max(column for column, _ in places), max(row for _, row in places)
        return self._moved(-left, -top, right - left + 1, bottom - top + 1)

    def _moved(self, right: int, down: int, width: int, height: int) -> Grid:
        rows = tuple(tuple(self.cell((column - right, row - down)) for column in range(width)) for row in range(height))

        def moved(links: frozenset[tuple[Place, Place]]) -> frozenset[tuple[Place, Place]]:
            return frozenset(
                ((one[0] + right, one[1] + down), (other[0] + right, other[1] + down)) for one, other in links
            )

        return Grid(self.name, rows, moved(self.joined), moved(self.parted))


def blank(width: int, height: int, name: str = "") -> Grid:
    """A grid that is blue all over."""
    return Grid(name, ((None,) * width,) * height)


def name_of(place: Place) -> str:
    """The id of a place: letters for the column, a number from 1 for the row: "a1" is the top left."""
    column, row = place
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{row + 1}"


def place_of(name: str) -> Place | None:
    """The place an id names, or None."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not 1 <= len(letters) <= 3 or not 1 <= len(digits) <= 4:
        return None
    if not all("a" <= letter <= "z" for letter in letters) or not digits.isascii() or digits[0] == "0":
        return None
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(digits) - 1


def pair(one: Place, other: Place) -> tuple[Place, Place]:
    """Two places in a fixed order."""
    return (one, other) if one <= other else (other, one)


def board_of(grid: Grid) -> Board:
    """The board a grid makes. Nothing is checked: see `board.problems`."""
    places = list(grid.places())
    index = {place: number for number, place in enumerate(places)}
    links: set[tuple[int, int]] = set()
    for (column, row), number in index.items():
        for beside in ((column + 1, row), (column, row + 1)):
            if beside in index and pair((column, row), beside) not in grid.parted:
                links.add((number, index[beside]))
    for one, other in grid.joined:
        if one in index and other in index:
            low, high = sorted((index[one], index[other]))
            links.add((low, high))
    found = []
    for place in places:
        cell = grid.cell(place)
        assert cell is not None, "places are the yellow ones"
        found.append(Square(name_of(place), cell.kind, cell.tokens, float(place[0]), float(place[1])))
    return Board(tuple(found), tuple(sorted(links)))


def grid_of(board: Board, name: str = "") -> Grid | None:
    """The grid that makes this board; None if the board was not drawn on one (other ids, no or odd positions)."""
    cells: dict[Place, Cell] = {}
    for square in board.squares:
        place = place_of(square.id)
        if place is None or square.x != place[0] or square.y != place[1]:
            return None
        cells[place] = Cell(square.kind, square.tokens)
    if not cells:
        return None
    width = max(column for column, _ in cells) + 1
    height = max(row for _, row in cells) + 1
    if width * height > 100_000:
        return None
    rows = tuple(tuple(cells.get((column, row)) for column in range(width)) for row in range(height))
    plain = Grid(name, rows)
    touching, linked = _links(board_of(plain)), _links(board)
    return replace(plain, joined=frozenset(linked - touching), parted=frozenset(touching - linked))


def _links(board: Board) -> frozenset[tuple[Place, Place]]:
    """The paths of a board whose ids name places."""
    found = set()
    for ends in board.paths:
        one, other = (place_of(board.id(number)) for number in ends)
        assert one is not None and other is not None, "checked before"  # noqa: PT018
        found.add(pair(one, other))
    return frozenset(found)
