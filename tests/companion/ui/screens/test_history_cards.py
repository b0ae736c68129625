"""A card that was entered wrong is corrected by tapping another card, and has a pencil on the table afterwards."""

import pytest

from companion.core.table import Table
from companion.games.cat_in_the_box.events import CardPlayed as Declared
from companion.games.catchy.events import CardPlayed as Laid
from companion.ui.screens.history_choices import DrawnChoice
from companion.ui.testing.screenshots import play
from tests.support.recorded_drawing import Recording

PLAYERS = {"catchy": ("Ann", "Bo"), "cat-in-the-box": ("Ann", "Bo", "Cy")}


@pytest.fixture(name="laid")
def _laid(controller, driver):
    """The screen of the history at the last card that was laid in a game of a bot."""

    def start(game, kind):
        controller.begin(game, Table(PLAYERS[game]))
        while not isinstance(controller.session.entries[-1].event if controller.session.entries else None, kind):
            play(controller, 1, len(controller.session.entries))
        shown = driver()
        shown.app.go("history")
        shown.frames(3)
        shown.tap_on(shown.button("Change this"))
        shown.frames(2)
        return shown

    return start


@pytest.mark.parametrize(("game", "kind"), [("catchy", Laid), ("cat-in-the-box", Declared)])
def test_other_cards_are_drawn_and_one_is_tapped(laid, controller, game, kind):
    shown = laid(game, kind)
    first = controller.session.entries[-1].event
    choices = [choice for choice in shown.all(DrawnChoice) if choice.height > 56 and choice.width > 56]
    assert len(choices) > 5
    assert len(choices) == len(list(shown.all(DrawnChoice)))
    assert shown.button("Take this out: it did not happen")
    shown.tap_on(choices[3])
    entry = controller.session.entries[-1]
    assert isinstance(entry.event, kind)
    assert (entry.original, entry.event == first) == (first, False)
    shown.app.go("table")
    shown.frames(3)
    recording = Recording()
    controller.session.game.board(recording, (0, 0, 1280, 460), shown.app.screen.panel.scene())
    assert recording.words.count("\u270e") == 1
