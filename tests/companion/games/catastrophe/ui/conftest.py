import pytest

from companion.games.catastrophe import GAME
from tests.companion.games.catastrophe.played_games import table
from tests.support.screen_driver import controllers, show

__all__ = ["controllers", "show", "sit"]


@pytest.fixture
def sit(controllers, show):
    """Begins a game at a controller of its own and shows it: `sit(4, options, size=..., **facts)` gives the driver."""

    def one(seats=3, options=None, size=(1280, 800), **facts):
        controller = controllers()
        controller.begin(GAME.id, table(seats), {"first": 0} | (options or {}), facts or None)
        return show(controller, size)

    return one
