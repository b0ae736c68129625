"""Cat in the Box on the screen where fingers get into each other's way: two at once, or lifted after play went on."""

import pytest

from companion.core.asks import Key
from companion.games.cat_in_the_box.board import PARADOX
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside
from companion.referee.signals import KeyPressed
from companion.ui.widgets.buttons import Button
from tests.companion.games.cat_in_the_box.simulated_games import FULL, LAST, PLAYING
from tests.companion.games.cat_in_the_box.ui.cells import cell


@pytest.fixture(name="down")
def _down():
    """Puts a finger down at a place and gives it."""
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    def put(place):
        touch = UnitTestTouch(*place)
        touch.touch_down()
        return touch

    return put


@pytest.fixture(name="lift")
def _lift():
    def up(shown, finger):
        finger.touch_up()
        shown.frames(2)

    return up


def events(controller):
    return [entry.event for entry in controller.session.entries]


def done(shown, seat):
    (button,) = (each for each in shown.all(Button, shown.app.screen.hands[seat]) if each.words == "Done")
    return button.to_window(*button.center)


def test_the_second_of_two_fingers_lays_no_card_for_the_neighbour(begin, driver, down, lift):
    controller, shown = begin(3, facts=PLAYING), driver()
    first, second = down(cell(shown, "blue", 1)), down(cell(shown, "blue", 2))
    lift(shown, first)
    lift(shown, second)
    assert events(controller) == [CardPlayed(0, 1, "blue")], "it was put down before the neighbour was asked"


def test_a_finger_lifted_after_the_box_has_played_lays_nothing(begin, driver, down, lift):
    controller, shown = begin(3, facts=PLAYING), driver()
    finger = down(cell(shown, "yellow", 6))
    for key in (Key.NEXT, Key.YES):
        controller.inbox.put(KeyPressed(0, key))
        shown.frames(3)
    assert len(events(controller)) == 1
    lift(shown, finger)
    assert len(events(controller)) == 1


def test_a_finger_lifted_too_late_opens_no_paradox_of_the_neighbour(begin, driver, down, lift):
    _, shown = begin(3, facts=PLAYING), driver()
    finger = down(shown.place_of(PARADOX))
    shown.tap(*cell(shown, "blue", 1))
    lift(shown, finger)
    assert shown.app.screen.opened is None


def test_a_button_that_steps_meanwhile_takes_no_finger_off(begin, driver, down, lift):
    controller, shown = begin(3, facts=PLAYING), driver()
    finger = down(cell(shown, "yellow", 6))
    controller.inbox.put(KeyPressed(0, Key.NEXT))
    shown.frames(3)
    lift(shown, finger)
    assert events(controller) == [CardPlayed(0, 6, "yellow")]


def test_cards_are_set_aside_by_fingers_that_are_down_together(begin, driver, down, lift):
    controller, shown = begin(3), driver()
    first, second = down(done(shown, 0)), down(done(shown, 1))
    lift(shown, first)
    lift(shown, second)
    assert events(controller) == [CardSetAside(0), CardSetAside(1)]


def test_a_claim_that_was_not_made_goes_with_the_turn_it_was_for(begin, driver):
    controller, shown = begin(3, facts=FULL), driver()
    shown.tap(*cell(shown, "red", 6))
    claim = shown.app.screen.opened
    assert claim.yes
    controller.inbox.put(KeyPressed(0, Key.NEXT))
    shown.frames(3)
    assert shown.app.screen.opened is claim, "the button stepped to a card, and nothing more"
    controller.touch(CardPlayed(0, 3, "blue"))
    shown.app.screen.refresh()
    assert shown.app.screen.opened is None


def test_a_hand_that_was_being_shown_is_put_away_when_a_card_is_laid_instead(begin, driver):
    controller, shown = begin(3, facts=LAST), driver()
    shown.tap_target(PARADOX)
    assert shown.app.screen.opened is not None
    laid = next(choice.event for ask in controller.session.asks() for choice in ask.choices)
    controller.touch(laid)
    shown.app.screen.refresh()
    assert shown.app.screen.opened is None
