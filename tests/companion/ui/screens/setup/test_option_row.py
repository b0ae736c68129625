"""The options in the setup: what is said of each has room beside its buttons."""

import pytest
from kivy.metrics import dp

from companion.drawing.theme import SMALL
from companion.games import shelf
from companion.ui.drawing import canvas
from companion.ui.screens.setup.option_row import OptionRow

LABEL = 30


@pytest.mark.parametrize("game", sorted(shelf()))
def test_what_is_said_of_an_option_is_not_cut(driver, game):
    shown = driver()
    shown.app.go("setup", game=game)
    shown.frames(2)
    shown.tap_on(shown.app.screen.rules.fold)
    setup, seen = shown.app.screen, set()
    while rows := [each for each in shown.all(OptionRow) if each.name not in seen]:
        for row in rows:
            seen.add(row.name)
            _, _, width, height = row._parts()[0]
            assert canvas.fits(row._help, width, height - dp(LABEL), SMALL), row.name
        setup.rules._turn()
        shown.frames(2)
    assert seen == {row.name for row in setup.rules.options}
