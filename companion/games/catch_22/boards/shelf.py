"""The boards people have made: files in a folder of their own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from companion.games.catch_22.board import BadBoard
from companion.games.catch_22.boards.files import read_grid, write_grid
from companion.games.catch_22.boards.grid import Grid

PHOTOS = (".jpg", ".jpeg", ".png")


class Shelved(NamedTuple):
    """A board file that could be read."""

    path: Path
    grid: Grid

    @property
    def name(self) -> str:
        """Its own name, or the file's."""
        return self.grid.name or self.path.stem


def boards_in(folder: Path) -> list[Shelved]:
    """Every board in a folder, by name. Files that are none are left out: `catseye board check` says why."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        try:
            found.append(Shelved(path, read_grid(path)))
        except BadBoard:
            continue
    return sorted(found, key=lambda board: board.name.casefold())


def photos_in(folder: Path) -> list[Path]:
    """Photographs in a folder, the newest first."""
    found = [path for path in folder.glob("*") if path.suffix.lower() in PHOTOS and path.is_file()]
    return sorted(found, key=lambda path: -path.stat().st_mtime)


def save(folder: Path, grid: Grid) -> Path:
    """Writes a board under its name, over an older one of that name. Raises OSError."""
    safe = "".join(letter if letter.isalnum() else "-" for letter in grid.name.strip().lower()) or "board"
    path = folder / f"{safe[:60]}.toml"
    write_grid(path, grid)
    return path
