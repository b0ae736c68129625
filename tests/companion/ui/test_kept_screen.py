"""The table screen is kept while people look something up, as long as it still shows the same."""

import pytest

from companion.core.table import Table
from companion.ui.kept_screen import LOOKED_UP
from companion.ui.testing.screenshots import play
from tests.support.screen_driver import NAMES, beginning

begin = beginning("catch-up", players=3)


@pytest.fixture(name="table")
def _table(begin, driver):
    play(begin(), 20, seed=1)
    return driver()


@pytest.mark.parametrize("name", sorted(LOOKED_UP))
def test_one_comes_back_to_the_same_table(table, name):
    before = table.app.screen
    table.app.go(name)
    table.frames(2)
    assert before.parent is None
    table.app.go("table")
    assert table.app.screen is before
    assert before.parent is table.app.stage


def test_it_shows_what_has_happened_meanwhile(table, controller):
    before = table.app.screen
    table.app.go("history")
    controller.undo()
    table.app.go("table")
    assert table.app.screen is before
    assert before.view.seq == controller.session.seq
    assert before.view.can_redo


def test_new_theme_language_or_text_size_rebuilds_the_table(table):
    for change in (
        lambda: table.app.appearance.set_theme("light"),
        lambda: table.app.appearance.set_language("de"),
        lambda: table.app.appearance.set_text_size(1.25),
    ):
        before = table.app.screen
        table.app.go("devices")
        change()
        table.app.go("table")
        assert table.app.screen is not before
        assert before.panel.left, "the one before has ended"
    table.app.appearance.set_language("")


def test_another_game_builds_another_table(table, controller):
    before = table.app.screen
    table.app.go("rules")
    table.app.go("home")
    assert before.panel.left
    controller.begin("catchy", Table(NAMES[:2]))
    table.app.go("table")
    assert table.app.screen is not before


def test_buttons_work_after_coming_back_to_the_table(table, controller):
    table.app.go("rules")
    table.frames(2)
    table.tap_on(table.button("← Back"))
    table.frames(2)
    seq = controller.session.seq
    table.tap_on(table.app.screen.tools.undo)
    assert controller.session.seq == seq + 1
