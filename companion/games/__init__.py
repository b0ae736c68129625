"""The shelf: every folder here that has a `GAME` is a game. Adding one touches no other code (ARCHITECTURE.md: how)."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion.core.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


def shelf() -> Mapping[str, Game]:
    """All games by id, in the order of their titles; found by looking in this folder.

    A folder that cannot be loaded is left out and logged: one broken game does not keep the others from being played.
    """
    return _found(*__path__)[0]


def broken() -> Mapping[str, str]:
    """The folders that could not be loaded, and why."""
    return _found(*__path__)[1]


def commands() -> list[tuple[str, Any]]:
    """Return what games add to the command line: each `cli.py` on the shelf has a `NAME` and a typer `app`."""
    found: list[tuple[str, Any]] = []

    def add(folder: str) -> None:
        module = import_module(f"{__name__}.{folder}.cli")
        found.append((module.NAME, module.app))

    for folder in _folders():
        if any((Path(path) / folder / "cli.py").is_file() for path in __path__):
            _attempt(folder, add)
    return found


@cache
def _found(*_shelves: str) -> tuple[Mapping[str, Game], Mapping[str, str]]:
    games: list[Game] = []
    wrong = {folder: why for folder in _folders() if (why := _attempt(folder, lambda name: games.append(_game(name))))}
    found = {game.id: game for game in sorted(games, key=lambda game: game.title.casefold())}
    return MappingProxyType(found), MappingProxyType(wrong)


def _folders() -> Iterator[str]:
    return (entry.name for entry in iter_modules(__path__) if entry.ispkg)


def _game(folder: str) -> Game:
    """The game in a folder. Raises whatever its code raises, TypeError or ValueError if it is no game."""
    game = import_module(f"{__name__}.{folder}").GAME
    if not isinstance(game, Game):
        raise TypeError(f"GAME is no Game but of type {type(game).__name__}")
    if game.id.replace("-", "_") != folder:
        raise ValueError(f"the folder of the game {game.id!r} must be named {game.id.replace('-', '_')!r}")
    return game


def _attempt(folder: str, load: Callable[[str], None]) -> str:
    """Do this with a folder; return what went wrong, which is also logged, or ""."""
    try:
        load(folder)
    except Exception as wrong:  # noqa: BLE001  whatever strangers' code does when it is loaded
        why = f"{type(wrong).__name__}: {wrong}"
        logging.getLogger(__name__).warning("the game in %s cannot be loaded: %s", folder, why)
        return why
    return ""
