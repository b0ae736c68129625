"""Targets keep their places through the phases of a turn, so that none slides under a finger."""

import pytest

from companion.games import shelf
from companion.ui.testing.screenshots import play
from tests.support.slots import moved, slots

slow = pytest.mark.slow
COLOURS = ("red", "blue", "green", "yellow", "black", "white")
GAMES = [
    pytest.param(name, players, marks=() if players in (game.player_counts[0], game.player_counts[-1]) else slow)
    for name, game in shelf().items()
    for players in game.player_counts
]
STEPS = 60
"""Events after each of which the table is looked at."""


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_no_slot_moves_from_one_phase_to_the_next(begin, driver, game, players):
    controller = begin(players, game=game, colours=COLOURS[:players])
    shown, slid, before = driver(), {}, {}
    for step in range(STEPS):
        shown.app.screen.refresh()
        shown.app.screen.rolls.moment.stop()
        shown.frames(1)
        now = slots(shown)
        if gone := moved(before, now):
            slid[step] = gone
        before = now
        play(controller, 1, step)
    assert slid == {}
