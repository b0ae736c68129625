"""The shelf: every folder here that has a `GAME` is a game. Adding one touches no other file."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion.core.game import Game


@cache
def shelf() -> dict[str, Game]:
    """All games by id, in the order of their titles; found by looking in this folder."""
    found = (import_module(f"{__name__}.{entry.name}") for entry in iter_modules(__path__) if entry.ispkg)
    games = [module.GAME for module in found if isinstance(getattr(module, "GAME", None), Game)]
    return {game.id: game for game in sorted(games, key=lambda game: game.title)}
