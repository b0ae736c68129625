"""The second of two quick taps has no effect on what the first one opened."""

from kivy.tests.common import UnitTestTouch

from companion.core.table import Table
from companion.games import shelf
from companion.ui.stage import TWICE_S
from companion.ui.widgets.refusal_note import Toast
from companion.ui.widgets.value_inputs import LESS, Stepper


def twice(shown, widget):
    """A double tap on the middle of a widget."""
    place = widget.to_window(*widget.center)
    shown.tap(*place)
    shown.tap(*place, at_once=True)


def test_a_double_tap_on_begin_begins_and_nothing_else(driver, controller):
    shown = driver()
    for game in shelf():
        shown.app.go("setup", game=game)
        shown.frames(2)
        begin = shown.app.screen.begin
        for share in (0.1, 0.5, 0.9):
            place = begin.to_window(begin.x + share * begin.width, begin.center_y)
            shown.tap(*place)
            shown.tap(*place, at_once=True)
            assert shown.app.screen_name == "table"
            assert controller.session.entries == []
            shown.app.go("setup", game=game)
            shown.frames(2)
            begin = shown.app.screen.begin


def test_a_double_tap_on_a_game_opens_no_name_pad(driver):
    shown = driver()
    for number in range(len(shelf())):
        shown.app.go("home")
        shown.frames(2)
        twice(shown, shown.app.screen.tiles[number])
        assert shown.app.screen_name == "setup"
        assert shown.app.screen.opened is None


def test_an_answer_tapped_twice_is_given_once(driver, controller):
    ready = {"phase": "yarn", "turn": 0, "stack": [{"card": "attack", "seat": 0, "target": 1, "number": 4}]}
    rolled = ready | {"rolls": [{"seat": 1, "value": 2, "need": 4}], "yarn": [3, 3]}
    controller.begin("catastrophe", Table(("Ann", "Bo"), ("red", "blue")), {"first": 0}, rolled)
    shown = driver()
    shown.frames(2)
    twice(shown, shown.button("Accept"))
    assert [type(entry.event).__name__ for entry in controller.session.entries] == ["RollsAccepted"]


def test_quick_taps_on_what_stays_there_all_count(driver):
    shown = driver()
    shown.app.go("buttons")
    shown.frames(2)
    seats = next(shown.all(Stepper))
    before = seats.value
    twice(shown, shown.button(LESS, within=seats))
    assert seats.value == before - 2


def test_the_second_of_two_taps_that_come_within_one_slow_frame_has_no_effect(driver, controller):
    stack = [{"card": "attack", "seat": 0, "target": 1, "number": 4}, {"card": "cucumber", "seat": 1}]
    react = {"phase": "react", "turn": 0, "stack": stack}
    controller.begin("catastrophe", Table(("Ann", "Bo"), ("red", "blue")), {"first": 0}, react)
    shown = driver()
    shown.frames(2)
    place = shown.button("No reaction").to_window(*shown.button("No reaction").center)
    for late in (0.0, 2 * TWICE_S):
        finger = UnitTestTouch(*place)
        finger.time_start += late
        finger.touch_down()
        finger.touch_up()
    shown.frames(2)
    assert len(controller.session.entries) == 1
    assert list(shown.all(Toast)) == []
