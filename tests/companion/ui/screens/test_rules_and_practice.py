"""A game is learned from a page of pictures, its rules and a practice game that is not kept."""

import pytest

from companion.app.practice import RENDERED
from companion.core.events import Ended
from companion.core.table import Table
from companion.drawing.first_page import FirstPage
from companion.games import shelf
from companion.ui.screens.table.over import OverCard

TRIED = [game for game in shelf().values() if game.practice is not None]


@pytest.fixture
def setup(driver, controller, monkeypatch):
    """The setup of a game, on the screen. No tray is rendered: nobody throws here."""
    monkeypatch.setattr(controller.devices, "use_tray", lambda tray: used.append(getattr(tray, "name", "")))
    used = []

    def opened(game):
        shown = driver()
        shown.used = used
        shown.app.go("setup", game=game)
        shown.frames(3)
        return shown

    return opened


def tap(shown, *words):
    for each in words:
        shown.tap_on(shown.button(each))
        shown.frames(3)


@pytest.mark.parametrize("game", shelf())
def test_pictures_come_before_the_rules(setup, game):
    shown = setup(game)
    tap(shown, "How to play")
    rules = shown.app.screen
    assert isinstance(rules.first_page, FirstPage)
    tap(shown, "▼ Next page")
    assert (rules.first_page, rules.page) == (None, 0)
    tap(shown, "▲ Previous page")
    assert rules.first_page is not None
    tap(shown, "R3", "At a glance")
    assert rules.first_page is not None
    tap(shown, "← Back")
    assert (shown.app.screen_name, shown.app.screen.game.id) == ("setup", game)


@pytest.mark.parametrize("game", TRIED, ids=lambda game: game.id)
def test_a_game_is_tried_and_forgotten(setup, controller, game):
    shown = setup(game.id)
    journal = controller.journal
    tap(shown, "How to play", "Try it")
    assert shown.app.screen_name == "table"
    session = controller.session
    assert (session.game, shown.app.bots.of(session.id)) == (game, (1,))
    assert shown.used == [RENDERED]
    assert shown.app.screen.news.below.words.startswith("☞ ")
    controller.touch(Ended())
    shown.frames(3)
    assert isinstance(shown.app.screen.opened, OverCard)
    tap(shown, "Try it again")
    assert controller.session.id != session.id
    controller.touch(Ended())
    shown.frames(3)
    tap(shown, "Play a real game")
    assert (shown.app.screen_name, shown.app.screen.game.id) == ("setup", game.id)
    assert controller.journal is journal
    assert controller.sessions() == ()
    assert controller.practice is None


def test_a_practice_game_cannot_go_on_as_a_real_one(setup):
    shown = setup("catch-up")
    tap(shown, "How to play", "Try it")
    shown.tap_on(shown.app.screen.tools.more)
    shown.frames(3)
    shown.button("We stop here")
    with pytest.raises(LookupError):
        shown.button("The table changes")


def test_nothing_is_tried_during_a_game(driver, controller):
    controller.begin("catch-up", Table(("Ann", "Bo")))
    shown = driver()
    shown.app.go("rules")
    shown.frames(3)
    assert shown.app.screen.first_page is not None
    with pytest.raises(LookupError):
        shown.button("Try it")
    tap(shown, "← Back")
    assert shown.app.screen_name == "table"
