"""The table screen is kept while people look something up, as long as it still shows the same."""

import time

import pytest

from companion.core.table import Table
from companion.games import shelf
from companion.ui.kept_screen import LOOKED_UP
from companion.ui.testing.screenshots import play
from tests.support.screen_driver import NAMES, beginning

begin = beginning("catch-up", players=3)
LIMIT_S = 0.3
"""How long opening the rules or the history and coming back may take, of the processor's time."""


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


def test_another_theme_language_or_text_size_builds_it_anew(table):
    for change in (
        lambda: table.app.set_theme("light"),
        lambda: table.app.set_language("de"),
        lambda: table.app.set_text_size(1.25),
    ):
        before = table.app.screen
        table.app.go("devices")
        change()
        table.app.go("table")
        assert table.app.screen is not before
        assert before.panel.left, "the one before has ended"
    table.app.set_language("")


def test_another_game_builds_another_table(table, controller):
    before = table.app.screen
    table.app.go("rules")
    table.app.go("home")
    assert before.panel.left
    controller.begin("catchy", Table(NAMES[:2]))
    table.app.go("table")
    assert table.app.screen is not before


def test_buttons_work_on_a_table_one_came_back_to(table, controller):
    table.app.go("rules")
    table.frames(2)
    table.tap_on(table.button("← Back"))
    table.frames(2)
    seq = controller.session.seq
    table.tap_on(table.app.screen.tools.undo)
    assert controller.session.seq == seq + 1


@pytest.mark.parametrize("game", sorted(shelf()))
def test_looking_something_up_is_quick(begin, driver, game):
    """Software rendering included; the best of three, as other programs take time of the processor's caches."""
    play(begin(2, game), 40, seed=1)
    shown = driver((1920, 1200))
    shown.draw(2)
    for name in ("rules", "table", "history", "table"):
        took = []
        for _ in range(3):
            shown.app.go("table" if name != "table" else "rules")
            shown.draw(2)
            began = time.process_time()
            shown.app.go(name)
            shown.draw(2)
            took.append(time.process_time() - began)
        assert min(took) < LIMIT_S, (name, took)
