"""Two fingers of two players both count; two fingers on one target are one tap."""

from kivy.tests.common import UnitTestTouch

from companion.core.events import Face, Rolled
from companion.drawing.scene import Refused
from companion.games.catch_22 import board
from companion.games.catch_up.events import Discarded
from companion.ui.testing.screenshots import play
from companion.ui.widgets.refusal_note import Toast

OWING = {"phase": "discarding", "round": 1, "rolls": [9, 10, 16], "faces": [[3, 3, 3], [4, 4, 2], [6, 6, 4]]}
OWING |= {"cards": [[7], [6], [1, 13]]}
"""Ann and Bo have one card each, which pays what they owe: it is picked already."""


def on(widget, shift=0.0):
    """The middle of a widget, or a place beside it, in the window."""
    return widget.to_window(widget.center_x + shift, widget.center_y)


def at_once(shown, *places):
    """Fingers go down at these places, all before the first is lifted."""
    fingers = [UnitTestTouch(*place) for place in places]
    for finger in fingers:
        finger.touch_down()
    shown.frames(1)
    for finger in fingers:
        finger.touch_up()
        shown.frames(1)
    shown.frames(2)


def test_two_players_pay_at_the_same_moment(begin, driver):
    controller = begin(3, facts=OWING)
    shown = driver()
    screen = shown.app.screen
    at_once(shown, *(on(screen.hands[seat].picker.give) for seat in (0, 1)))
    paid = [entry.event for entry in controller.session.entries]
    assert paid == [Discarded(0, (7,)), Discarded(1, (6,))]
    assert not list(shown.all(Toast))


def test_two_fingers_on_one_button_are_one_tap(begin, driver):
    controller = begin(2)
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    controller.touch(Rolled(1, (Face(1), Face(2), Face(4))))
    shown = driver()
    undo = shown.app.screen.tools.undo
    at_once(shown, on(undo, -10), on(undo, 10))
    assert len(controller.session.entries) == 1


def test_a_finger_that_was_never_reported_as_lifted_blocks_no_button(begin, driver):
    controller = begin(2)
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    shown = driver()
    undo = shown.app.screen.tools.undo
    UnitTestTouch(*on(undo, -10)).touch_down()
    shown.frames(1)
    shown.tap(*on(undo, 10))
    assert controller.session.entries == []
    assert not undo.down


def test_two_fingers_on_a_switch_of_the_board_are_one_tap(begin, driver):
    controller = begin(2, game="catch-22")
    shown = driver()
    while board.WHERE not in {target.means for target in shown.app.screen.panel.targets.all}:
        assert play(controller, 1, 3), "nobody was asked to move"
        shown.frames(2)
    x, y = shown.place_of(board.WHERE)
    at_once(shown, (x - 4, y), (x + 4, y))
    assert board.WHERE in shown.app.screen.panel.picked


def test_two_fingers_on_one_square_choose_it(begin, driver):
    controller = begin(2, game="catch-22")
    shown = driver()
    stars = [target for target in shown.app.screen.panel.targets.all if not isinstance(target.means, Refused)]
    x, y = shown.place_of(stars[0].means)
    at_once(shown, (x - 4, y), (x + 4, y))
    assert [entry.event for entry in controller.session.entries] == [stars[0].means]


def test_two_fingers_on_two_answers_of_one_player_give_the_first(begin, driver):
    controller = begin(2, game="catch-22")
    shown = driver()
    stars = [target for target in shown.app.screen.panel.targets.all if not isinstance(target.means, Refused)]
    at_once(shown, *(shown.place_of(star.means) for star in stars[:2]))
    assert [entry.event for entry in controller.session.entries] == [stars[0].means]
