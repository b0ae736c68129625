"""A screen that cannot be made leaves people at the table, or at home with their game to be played on."""

import pytest

from companion.ui import kivy_app
from companion.ui.screens.history import HistoryScreen
from companion.ui.screens.setup.screen import SetupScreen
from companion.ui.testing.screenshots import play


def fails(*_):
    raise TypeError("unhashable")


def test_table_stays_if_the_history_cannot_be_made(begin, driver, monkeypatch):
    controller = begin(2)
    shown = driver()
    monkeypatch.setattr(HistoryScreen, "build", fails)
    with pytest.raises(TypeError):
        shown.app.go("history")
    shown.frames(2)
    assert shown.app.screen_name == "table"
    play(controller, 1, 1)
    shown.frames(2)
    assert shown.app.screen.view.can_undo


def test_home_has_the_game_if_the_setup_cannot_be_made(begin, driver, monkeypatch):
    begin(2)
    shown = driver()
    play(shown.app.controller, 1, 1)
    monkeypatch.setattr(SetupScreen, "build", fails)
    with pytest.raises(TypeError):
        shown.app.go("setup", game="catch-up")
    shown.frames(3)
    assert shown.app.screen_name == "home"
    assert len(shown.app.screen.sessions) == 1


def test_nothing_changes_if_a_screen_is_not_there(begin, driver, monkeypatch):
    controller = begin(2)
    shown = driver()
    before = shown.app.screen
    monkeypatch.setitem(kivy_app.SCREENS, "setup", "companion.ui.nowhere.SetupScreen")
    with pytest.raises(ImportError):
        shown.app.go("setup", game="catch-up")
    assert (shown.app.screen, shown.app.screen_name) == (before, "table")
    assert controller.session is not None
