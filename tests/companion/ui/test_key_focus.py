"""Everything that a finger taps can be tapped by the keyboard: Tab and arrows choose, Enter and Space tap."""

import pytest

from companion.core.events import Face, Rolled
from companion.ui.screens.setup.seat_card import SeatCard
from companion.ui.widgets.review import ReviewCard

TAB, ENTER, ESCAPE, SPACE, UP, DOWN, RIGHT, LEFT = 9, 13, 27, 32, 273, 274, 275, 276
OWES = {
    "phase": "discarding", "round": 3, "rolls": [9, 14], "cards": [[2, 3, 4], [13]], "holders": [0, 1], "owes": [5, 0],
    "starter": 0,
}  # fmt: skip


@pytest.fixture(name="shown")
def _shown(driver):
    return driver()


@pytest.fixture(name="press")
def _press(shown):
    """Presses keys as people do, one after the other; a key that is `held` is not let go."""
    from kivy.core.window import Window  # noqa: PLC0415  the window must stand first

    def press(*keys, shift=False, held=False):
        for key in keys:
            shown.app.stage.forget_touch()
            Window.dispatch("on_key_down", key, 0, None, ["shift"] if shift else [])
            if key == SPACE:
                Window.dispatch("on_textinput", " ")
            shown.frames(2)
            if not held:
                Window.dispatch("on_key_up", key, 0)
        shown.frames(2)

    return press


@pytest.fixture(name="walk")
def _walk(shown, press):
    """Goes once round all there is by Tab, and returns what had the ring."""

    def walk(limit=100):
        ringed = []
        for _ in range(limit):
            press(TAB)
            ringed.append(shown.app.stage.keys.widget)
            if len(ringed) > 1 and ringed[-1] is ringed[0]:
                return ringed[:-1]
        raise AssertionError(f"no end among {ringed}")

    return walk


def test_a_game_is_begun_and_a_roll_entered_by_the_keyboard_alone(shown, press):
    press(TAB, DOWN)
    while shown.app.screen_name == "home":
        press(ENTER)
    assert shown.app.screen_name == "setup"
    press(TAB, ENTER)  # what is wanted most is there first
    assert shown.app.screen_name == "table"
    assert shown.controller.session is not None


def test_dice_are_entered_by_the_keyboard_alone(begin, shown, press):
    begin(2)
    shown.app.go("table")
    press(TAB, ENTER)
    card = shown.app.screen.opened
    assert isinstance(card, ReviewCard)
    for value in (6, 6, 2):
        for _ in range(60):
            press(TAB)
            die = shown.app.stage.keys.widget
            if die in card.faces and die.die.value == value:
                break
        press(SPACE)
    assert [entry.event for entry in shown.controller.session.entries] == [Rolled(0, (Face(6), Face(6), Face(2)))]


def test_tab_comes_round_to_everything_once_and_back_with_shift(begin, shown, press, walk):
    begin(3)
    shown.app.go("table")
    there = walk()
    tools = shown.app.screen.tools
    assert {tools.home, tools.rules, tools.history, tools.more} <= {*there}
    assert len({*there}) == len(there)
    press(TAB)
    press(TAB, shift=True)
    assert shown.app.stage.keys.widget is there[0]


def test_arrows_go_to_the_next_thing_in_their_direction(shown, press):
    press(TAB, TAB, DOWN)
    start = shown.app.stage.keys.widget
    press(LEFT)
    beside = shown.app.stage.keys.widget
    assert beside.right <= start.x
    press(RIGHT)
    assert shown.app.stage.keys.widget is start
    press(UP)
    assert shown.app.stage.keys.widget.y >= start.top


def test_a_key_that_is_held_down_taps_once(begin, shown, press):
    controller = begin(3)
    for seat in (0, 1, 2):
        controller.touch(Rolled(seat, (Face(1),) * 3))
    shown.app.go("table")
    while shown.app.stage.keys.widget is not shown.app.screen.tools.undo:
        press(TAB)
    press(ENTER, ENTER, ENTER, held=True)
    assert len(controller.session.entries) == 2


def test_under_a_card_nothing_is_reached(begin, shown, walk):
    begin(2).touch(Rolled(0, (Face(1),) * 3))
    shown.app.go("history")
    shown.frames(3)
    shown.tap_on(shown.button("Change this"))
    card = shown.app.screen.card.overlay
    assert {*walk()} <= {*card.walk()}


def test_a_finger_takes_the_ring_away_and_enter_taps_nothing_then(shown, press):
    press(TAB)
    shown.tap(shown.app.stage.width / 2, 2)
    press(ENTER, SPACE)
    assert (shown.app.screen_name, shown.app.screen.opened) == ("home", None)


def test_letters_belong_to_the_line_that_is_typed(shown, press):
    from kivy.core.window import Window  # noqa: PLC0415  the window must stand first

    shown.app.go("setup", game="catch-up")
    shown.frames(2)
    shown.tap_on(shown.button("Ann"))
    pad = shown.app.screen.opened
    assert isinstance(pad, SeatCard)
    Window.dispatch("on_textinput", "Jo")
    press(SPACE)
    Window.dispatch("on_textinput", "B")
    press(ENTER)
    assert shown.button("Jo B")


def test_back_from_a_card_the_ring_is_where_it_was(shown, press):
    shown.app.go("setup", game="catch-up")
    shown.frames(2)
    seat = shown.button("Cy")
    while shown.app.stage.keys.widget is not seat:
        press(TAB)
    press(ENTER)
    assert isinstance(shown.app.screen.opened, SeatCard)
    press(TAB, ESCAPE, TAB)
    assert shown.app.stage.keys.widget is shown.button("Cy")


def test_the_ring_comes_first_to_who_is_asked(begin, shown, press):
    begin(2, facts=OWES, options={"short": False})
    shown.app.go("table")
    press(TAB)
    asked = shown.app.screen.strips[0]
    assert shown.app.stage.keys.widget in {*asked.walk()}
