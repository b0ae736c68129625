import pytest

from companion.games.catastrophe import GAME
from tests.companion.games.catastrophe.played_games import table
from tests.support.screen_driver import desks, show

__all__ = ["desks", "show", "sit"]


@pytest.fixture
def sit(desks, show):
    """Begins a game at a desk of its own and shows it: `sit(4, options, size=..., **facts)` gives the glass."""

    def one(seats=3, options=None, size=(1280, 800), **facts):
        desk = desks()
        desk.begin(GAME.id, table(seats), {"first": 0} | (options or {}), facts or None)
        return show(desk, size)

    return one
