"""The boards that people can choose: ours, and those in their own folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.core.game import Offered
from companion.core.text import Text, say
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box
from companion.games.catch_22 import pieces
from companion.games.catch_22.board_files.default import default_grid
from companion.games.catch_22.board_files.grid import Grid, board_of
from companion.games.catch_22.board_files.layout import layout
from companion.games.catch_22.board_files.library import boards_in
from companion.games.catch_22.board_map import Board, to_plain
from companion.games.catch_22.view_model import fitted

OURS = say("Four gates")
"""The name of `default_grid`."""


def offered(option: str, folder: Path) -> list[Offered]:
    """Return the boards for the option "board", none for others."""
    if option != "board":
        return []
    found = []
    for name, grid in named_grids(folder):
        board = board_of(grid.trimmed())
        found.append(Offered(board_name(name), to_plain(board), partial(paint_small, board)))
    return found


def named_grids(folder: Path) -> list[tuple[str, Grid]]:
    """Return our board and those in the folder, with their names."""
    return [(default_grid().name, default_grid()), *((shelved.name, shelved.grid) for shelved in boards_in(folder))]


def board_name(name: str) -> Text | str:
    """Return the name of a board: ours can be translated, others stand as people gave them."""
    return OURS if name == OURS.template else name


def paint_small(board: Board, canvas: Canvas, box: Box) -> None:
    """Paint a board too small for pictures: squares, stars and jackpots as spots."""
    if not board.squares:
        return
    fit = fitted(layout(board), box)
    canvas.panel((fit.left, fit.bottom, fit.width, fit.height), pieces.BLUE, 6)
    for square, centre in zip(board.squares, fit.centres, strict=True):
        pieces.square(canvas, centre, fit.square * 1.1)
        pieces.printed(canvas, square.kind, centre, fit.square * 1.1)
