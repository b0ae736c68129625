"""Catchy! on the screen where fingers get into each other's way: two at once, or lifted after play went on."""

import pytest

from companion.core.asks import Key
from companion.games.catchy.events import CardPlayed, HandShown
from companion.referee.signals import KeyPressed
from companion.ui.widgets.buttons import Button
from tests.companion.games.catchy.ui.cells import card_place


@pytest.fixture(name="down")
def _down():
    """Puts a finger down on a card of the deck and gives it."""
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    def put(shown, card):
        touch = UnitTestTouch(*card_place(shown, card))
        touch.touch_down()
        return touch

    return put


def events(controller):
    return [entry.event for entry in controller.session.entries]


def test_the_second_finger_of_the_one_who_follows_leads_no_trick(begin, driver, down):
    controller, shown = begin(facts={"phase": "follow", "leader": 0, "trick": [{"seat": 0, "card": "A2"}]}), driver()
    first, second = down(shown, "A5"), down(shown, "B1")
    first.touch_up()
    shown.frames(2)
    assert controller.session.facts()["waiting"] == [1], "seat 1 took it and leads"
    second.touch_up()
    shown.frames(2)
    assert events(controller) == [CardPlayed(1, "A5")], "it was put down before the next trick"


def test_a_button_that_steps_meanwhile_takes_no_finger_off(begin, driver, down):
    controller, shown = begin(facts={"phase": "lead", "holder": 0}), driver()
    finger = down(shown, "C3")
    controller.inbox.put(KeyPressed(0, Key.NEXT))
    shown.frames(3)
    finger.touch_up()
    shown.frames(2)
    assert events(controller) == [CardPlayed(0, "C3")]


def test_a_hand_in_the_showing_goes_when_the_other_shows_what_it_offers(begin, driver):
    history = [[{"seat": 0, "card": f"{suit}4"}, {"seat": 1, "card": f"{suit}2"}] for suit in "ABC"]
    controller, shown = begin(facts={"history": history, "scores": [3, 0]}), driver()
    (show,) = (each for each in shown.all(Button, shown.app.screen.hands[1]) if each.words == "Show my last cards")
    shown.tap_on(show)
    picker = shown.app.screen.opened
    assert "B1" in picker.tiles
    controller.touch(HandShown(0, ("A1", "B1", "C5", "J")))
    shown.app.screen.refresh()
    assert shown.app.screen.opened is None
