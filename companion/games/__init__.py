"""The shelf: every folder here that has a `GAME` is a game. Adding one touches no other file."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from companion.core.game import Game

if TYPE_CHECKING:
    from collections.abc import Mapping


def shelf() -> Mapping[str, Game]:
    """All games by id, in the order of their titles; found by looking in this folder.

    A folder that cannot be loaded is left out and logged: one broken game does not spoil an evening with another.
    """
    return _found()[0]


def broken() -> Mapping[str, str]:
    """The folders that could not be loaded, and why."""
    return _found()[1]


def commands() -> list[tuple[str, Any]]:
    """What games add to the command line: each `cli.py` on the shelf has a `NAME` and a typer `app`."""
    found: list[tuple[str, Any]] = []
    for entry in iter_modules(__path__):
        if entry.ispkg and find_spec(f"{__name__}.{entry.name}.cli") is not None:
            module = import_module(f"{__name__}.{entry.name}.cli")
            found.append((module.NAME, module.app))
    return found


@cache
def _found() -> tuple[Mapping[str, Game], Mapping[str, str]]:
    games: list[Game] = []
    failed: dict[str, str] = {}
    for entry in iter_modules(__path__):
        if not entry.ispkg:
            continue
        try:
            game = import_module(f"{__name__}.{entry.name}").GAME
        except (ImportError, SyntaxError, AttributeError, TypeError, NameError, ValueError) as wrong:
            failed[entry.name] = f"{type(wrong).__name__}: {wrong}"
            logging.getLogger(__name__).warning("the game in %s cannot be loaded: %s", entry.name, failed[entry.name])
            continue
        if isinstance(game, Game):
            games.append(game)
    found = {game.id: game for game in sorted(games, key=lambda game: game.title.casefold())}
    return MappingProxyType(found), MappingProxyType(failed)
