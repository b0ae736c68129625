"""The history's sentences."""

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games.catch_up import GAME
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions


def test_events_in_one_sentence():
    state = GAME.start(Table(("Ann", "Bo")), CatchUpOptions())
    assert str(GAME.describe(state, Rolled(1, (Face(3), Face(6), Face(1))))) == "Bo rolls 3 6 1: 10"
    assert str(GAME.describe(state, Discarded(0, (4, 1, 13)))) == "Ann gives up A, 4 and K"
