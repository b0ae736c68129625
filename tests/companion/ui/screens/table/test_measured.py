"""Every game's table in many of its phases: targets are big enough, nothing is cut or overlaps, all is legible."""

import pytest

from companion.games import shelf
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Button
from tests.support.screen_measures import measures

__all__ = ["measures"]

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
GAMES = [
    (name, players)
    for name, game in shelf().items()
    for players in sorted({game.player_counts[0], 4, game.player_counts[-1]} & set(game.player_counts))
]
STEPS, EACH = 30, 1
"""So many times play goes on by so many events, and the table is measured."""


def openers(shown):
    """The buttons that open a card."""
    return sorted({each.words for each in shown.all(Button) if each.words.endswith("…")})


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_table_can_be_used_and_read(begin, driver, measures, game, players):
    controller = begin(players, game=game, colours=COLOURS[:players])
    shown = driver()
    found, opened = {}, set()
    for step in range(STEPS):
        shown.app.screen.refresh()
        shown.app.screen.moment.stop()
        shown.frames(2)
        found[f"after {EACH * step}"] = measures.faults(shown)
        for words in openers(shown):
            if words in opened:
                continue
            opened.add(words)
            shown.tap_on(shown.button(words))
            shown.frames(2)
            found[words] = measures.faults(shown)
            shown.app.screen.close()
            shown.frames(2)
        play(controller, EACH, step)
    faults = {when: wrong for when, wrong in found.items() if wrong}
    assert faults == {}
