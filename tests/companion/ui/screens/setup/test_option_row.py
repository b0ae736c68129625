"""The help of each option in the setup has room beside its buttons."""

import pytest

from companion.games import shelf
from companion.ui.screens.setup.option_row import OptionRow
from tests.support.written_words import paint, written

__all__ = ["written"]


@pytest.mark.parametrize("game", sorted(shelf()))
def test_option_help_is_not_cut(driver, written, game):
    shown = driver()
    shown.app.go("setup", game=game)
    shown.frames(2)
    shown.tap_on(shown.app.screen.rules.fold)
    setup, seen = shown.app.screen, set()
    while rows := [each for each in shown.all(OptionRow) if each.name not in seen]:
        for row in rows:
            seen.add(row.name)
            written.clear()
            paint(row)
            assert [each for each in written if each.cut] == []
            assert len(written) == 2, row.name
        if setup.rules.turn.parent is not None:
            shown.tap_on(setup.rules.turn)
    assert seen == {row.name for row in setup.rules.options}
