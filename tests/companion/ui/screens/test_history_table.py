"""The history draws the table as it was after the chosen line."""

from dataclasses import replace

import pytest

from companion.ui.screens.history_entry import table_after
from companion.ui.testing.screenshots import play
from tests.support.recorded_drawing import Recording
from tests.support.written_words import written

__all__ = ["written"]


def test_table_is_shown_as_it_was_after_the_line(begin, controller):
    begin(2, game="catchy")
    play(controller, 6, 1)
    third = controller.session.entries[2]
    game, scene = table_after(controller.session, third)
    assert (game.id, scene.state) == ("catchy", third.state)
    assert [event for event, _ in scene.entries] == [entry.event for entry in controller.session.entries[:3]]


def test_an_earlier_line_shows_what_lay_there_then(begin, driver, controller, written):
    """Catastrophe counts its piles on the board: they stand there as they did after the chosen line."""
    begin(3, game="catastrophe", colours=("red", "blue", "green"))
    play(controller, 30, 3)
    shown = driver()
    shown.app.go("history")
    shown.frames(3)
    seen = set()
    screen = shown.app.screen
    for row in (0, -1):
        shown.tap_on(screen.rows[row])
        written.clear()
        screen.picture.again()
        shown.frames(2)
        seen.add(tuple(each.words for each in written))
    assert len(seen) == 2


@pytest.mark.parametrize(("game", "words"), [("catch-22", "Count all"), ("cat-in-the-box", "Scores")])
def test_the_table_in_the_history_shows_no_buttons(begin, controller, game, words):
    begin(3, game=game, colours=("red", "blue", "green"))
    play(controller, 12, 1)
    kind, scene = table_after(controller.session, controller.session.entries[-1])
    said = []
    for each in (scene, replace(scene, still=False)):
        painted = Recording()
        kind.board(painted, (0, 0, 840, 560), each)
        said.append([text.words for text in painted.texts])
    assert words in said[1]
    assert words not in said[0]
