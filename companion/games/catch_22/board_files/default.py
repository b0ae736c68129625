"""The project's own board: drawn for play, not after any published one."""

from __future__ import annotations

from functools import cache

from companion.games.catch_22.board_files.grid import Grid, board_of
from companion.games.catch_22.board_files.toml_format import read_text
from companion.games.catch_22.board_map import Board

DEFAULT = '''
name = "Four gates"
map = """
3  .  .  .  X  .  .  .  *  .  .  .  R  .  .  .  2
.  -  -  -  .  -  -  -  .  -  -  -  .  -  -  -  .
.  1  .  .  .  .  2  .  .  .  S  .  .  .  .  1  .
R  -  -  -  .  -  -  -  2  -  -  -  .  -  -  -  X
*  .  .  3  .  .  .  .  R  .  .  .  .  3  .  .  *
X  -  -  -  .  -  -  -  2  -  -  -  .  -  -  -  R
.  1  .  .  .  .  S  .  .  .  2  .  .  .  .  1  .
.  -  -  -  .  -  -  -  .  -  -  -  .  -  -  -  .
2  .  .  .  R  .  .  .  *  .  .  .  X  .  .  .  3
"""
'''


@cache
def default_grid() -> Grid:
    """Our board as a grid."""
    return read_text(DEFAULT)


@cache
def default_board() -> Board:
    """Our board."""
    return board_of(default_grid())
