"""Board files on disk: read with plain words about what is wrong, written so that a reader never sees half a file."""

from __future__ import annotations

import json
from pathlib import Path

from catseye import kept_files
from companion.core.text import say
from companion.games.catch_22.board_checks import BadBoard, read_board
from companion.games.catch_22.board_files.grid import Grid, board_of
from companion.games.catch_22.board_files.toml_format import read_text, write_text
from companion.games.catch_22.board_map import Board

LARGEST = 1 << 20


def read_file(path: Path) -> Board:
    """The board in a file: a map (TOML), or the line protocol's JSON if the name ends in .json.

    `board_checks.problems` checks it by the rules. Raises BadBoard, also for a file that cannot be read.
    """
    text = _text(path)
    if path.suffix.lower() != ".json":
        return board_of(read_text(text))
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as broken:
        raise BadBoard([say("this is not JSON: {why}", why=broken)]) from None
    return read_board(plain, strict_counts=None)


def read_grid(path: Path) -> Grid:
    """The grid in a map file. Raises BadBoard."""
    return read_text(_text(path))


def write_grid(path: Path, grid: Grid) -> None:
    """Writes a map file, all or nothing. Raises OSError."""
    kept_files.write(path, write_text(grid).encode())


def _text(path: Path) -> str:
    try:
        return kept_files.read(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadBoard([say("the file is not text (UTF-8)")]) from None
    except OSError as failed:
        raise BadBoard([say("the file cannot be read: {why}", why=failed.strerror or failed)]) from None
