"""Painting a board: strokes, undo, and a word about what is still missing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.text import Text, say
from companion.games.catch_22.board_checks import JACKPOTS, STARS, problems
from companion.games.catch_22.board_files.grid import Cell, Grid, Place, board_of
from companion.games.catch_22.board_map import Kind

CANVAS = (21, 13)
"""Columns and rows of a fresh sheet."""
ROOM = 1
"""Blue rows and columns that stay around a board that is being painted."""
LONGEST = 200
"""Strokes that can be taken back."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A board being painted. `past` holds the grids before each stroke, `hints` squares to be looked at."""

    grid: Grid
    past: tuple[Grid, ...] = ()
    hints: frozenset[Place] = frozenset()

    def begin_stroke(self) -> Edit:
        """A finger goes down: what it paints until it is lifted is undone as one."""
        return replace(self, past=(*self.past, self.grid)[-LONGEST:])

    def painted(self, place: Place, cell: Cell | None) -> Edit:
        """Change one cell, unless it is that already."""
        if self.grid.cell(place) == cell:
            return self
        return Edit(self.grid.painted(place, cell), self.past, self.hints - {place})

    def undone(self) -> Edit:
        """Without the last stroke that changed anything."""
        past = self.past
        while past and past[-1] == self.grid:
            past = past[:-1]
        return replace(self, grid=past[-1], past=past[:-1]) if past else replace(self, past=())


def begun(grid: Grid | None, hints: frozenset[Place] = frozenset()) -> Edit:
    """A board laid on a sheet with room around it; a fresh sheet for none."""
    shape = Grid("", ((None,),)) if grid is None else grid
    width, height = max(CANVAS[0], shape.width + 2 * ROOM), max(CANVAS[1], shape.height + 2 * ROOM)
    laid = shape.on_canvas(width, height)
    right, down = (width - shape.width) // 2, (height - shape.height) // 2
    return Edit(laid, (), frozenset((column + right, row + down) for column, row in hints))


def state_of(grid: Grid) -> tuple[bool, Text]:
    """Return whether a board can be used, and in one sentence what is missing or what there is."""
    board = board_of(grid)
    counts = say(
        "{squares} squares, {stars}/{all_stars} stars, {jackpots}/{all_jackpots} jackpots, {tokens} tokens",
        squares=len(board.squares),
        stars=board.stars.bit_count(),
        all_stars=STARS,
        jackpots=len(board.jackpots),
        all_jackpots=JACKPOTS,
        tokens=board.total,
    )
    wrong = problems(board) if board.squares else [say("nothing is painted yet")]
    if not wrong:
        return True, counts
    if len(wrong) == 1:
        return False, say("{counts}: {problem}", counts=counts, problem=wrong[0])
    return False, say("{counts}: {problem} (+{n})", counts=counts, problem=wrong[0], n=len(wrong) - 1)


def tools() -> tuple[tuple[Text, Kind | None], ...]:
    """Return what one can paint with: a word and a kind, None for blue."""
    return (
        (say("blue"), None),
        (say("plain"), Kind.PLAIN),
        (say("star"), Kind.STAR),
        (say("jackpot"), Kind.JACKPOT),
        (say("roll again"), Kind.ROLL_AGAIN),
        (say("switch"), Kind.SWITCH),
        (say("cube off"), Kind.REMOVE_CUBE),
    )
