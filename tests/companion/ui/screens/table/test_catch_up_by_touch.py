"""Catch Up on the screen, by touch alone."""

from kivy.uix.widget import Widget

from companion.core.asks import Key
from companion.core.events import Rolled
from companion.games.catch_up.events import Discarded
from companion.referee.signals import KeyPressed
from companion.ui.widgets.cards import CardButton
from companion.ui.widgets.die_button import DieButton
from companion.ui.widgets.refusal_note import Toast

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


def cards(driver, seat):
    return {
        each.face.value: each
        for each in driver.app.screen.hands[seat].picker.row.children
        if isinstance(each, CardButton)
    }


def test_a_payment_is_picked_from_the_hand_and_given_up(begin, driver):
    controller = begin(3, facts=DISCARDING)
    shown = driver()
    mine = cards(shown, 0)
    shown.tap_on(mine[3])
    shown.tap_on(mine[4])
    shown.tap_on(shown.app.screen.hands[0].picker.give)
    assert [entry.event for entry in controller.session.entries] == [Discarded(0, (3, 4))]


def test_a_double_tap_picks_a_card(begin, driver):
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    begin(3, facts=DISCARDING)
    shown = driver()
    mine = cards(shown, 0)[3]
    for _ in range(2):
        touch = UnitTestTouch(*mine.to_window(*mine.center))
        touch.touch_down()
        touch.touch_up()
    shown.frames(3)
    assert mine.picked
    shown.tap_on(mine)
    assert not mine.picked


def test_sideways_hand_is_touched_where_it_is_seen(begin, driver):
    controller = begin(3, facts=DISCARDING)
    shown = driver()
    assert shown.app.screen.angle_of(2) == 90
    shown.tap_on(cards(shown, 2)[4])
    shown.tap_on(shown.app.screen.hands[2].picker.give)
    assert controller.session.entries[-1].event == Discarded(2, (4,))


def test_refused_payment_quotes_its_paragraph(begin, driver):
    controller = begin(3, facts=DISCARDING)
    shown = driver()
    shown.tap_on(cards(shown, 0)[10])
    shown.tap_on(shown.app.screen.hands[0].picker.give)
    toast = next(shown.all(Toast))
    assert "exactly 7" in toast.words
    assert "(R4.2)" in toast.words
    assert controller.session.entries == []


def test_payment_changed_under_a_finger_is_not_paid(begin, driver):
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    controller = begin(3, facts=DISCARDING)
    shown = driver()
    give = shown.app.screen.hands[0].picker.give
    touch = UnitTestTouch(*give.to_window(*give.center))
    touch.touch_down()
    picked = shown.app.screen.hands[0].picker.picked
    for _ in range(2):
        controller.inbox.put(KeyPressed(0, Key.NEXT))
        shown.frames(3)
    assert shown.app.screen.hands[0].picker.picked != picked
    touch.touch_up()
    shown.frames(2)
    assert controller.session.entries == []


def test_a_card_another_seat_has_open_is_not_closed_by_mine(begin, driver):
    controller = begin(3, facts=DISCARDING)
    shown = driver()
    half_entered = Widget()
    shown.app.screen.open(half_entered, 2, "Cy is choosing")
    assert shown.app.screen.submit(Discarded(0, (3, 4)))
    assert shown.app.screen.opened is half_entered
    assert shown.app.screen.submit(Discarded(2, (4,)))
    assert shown.app.screen.opened is not half_entered
    assert len(controller.session.entries) == 2


def test_a_roll_is_entered_by_hand_one_tap_a_die(begin, driver):
    controller = begin(3)
    shown = driver()
    shown.tap_on(shown.button("Enter dice"))
    for value in (6, 5, 2):
        faces = [each for each in shown.all(DieButton) if each.die.value == value and each.die.sure]
        shown.tap_on(faces[-1])
    roll = controller.session.entries[-1].event
    assert isinstance(roll, Rolled)
    assert [face.value for face in roll.faces] == [6, 5, 2]
    assert shown.app.screen.opened is None


def test_undo_and_redo(begin, driver):
    controller = begin(3, facts=DISCARDING)
    shown = driver()
    shown.tap_on(cards(shown, 0)[7])
    shown.tap_on(shown.app.screen.hands[0].picker.give)
    shown.tap_on(shown.app.screen.tools.undo)
    assert controller.session.entries == []
    assert "Undone" in next(shown.all(Toast)).words
    shown.tap_on(shown.app.screen.tools.redo)
    assert len(controller.session.entries) == 1
