"""The boards people have made: files in their own folder."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import NamedTuple

from companion.games.catch_22.board_checks import BadBoard
from companion.games.catch_22.board_files.files import read_grid, write_grid
from companion.games.catch_22.board_files.grid import Grid
from companion.games.catch_22.board_files.toml_format import written_name

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
    """Writes a board under its name, over an older one of that name and over nothing else. Raises OSError."""
    safe = "".join(letter if letter.isalnum() else "-" for letter in grid.name.strip().lower()) or "board"
    names = (f"{safe[:60]}.toml" if number == 1 else f"{safe[:60]}-{number}.toml" for number in count(1))
    path = next(path for path in map(folder.joinpath, names) if not path.exists() or _holds(path, grid.name))
    write_grid(path, grid)
    return path


def _holds(path: Path, name: str) -> bool:
    """Return whether a file is a board of this name."""
    try:
        return read_grid(path).name == written_name(name)
    except BadBoard:
        return False
