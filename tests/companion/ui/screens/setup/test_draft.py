"""What was entered survives turning the tablet and going back."""

import pytest

from companion.referee.signals import DeviceChanged, DiceSeen, ReviewReason, SeenDie
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.review import ReviewCard
from companion.views.dice_views import DieView

TARGET = 30
"""The target that is entered for CATCH 22."""


@pytest.fixture(name="entered")
def _entered(driver):
    """A setup of CATCH 22 in which something was entered."""
    shown = driver((1280, 800))
    shown.app.go("setup", game="catch-22")
    shown.frames(2)
    setup = shown.app.screen
    setup.people.count.pick(4)
    setup.people.rename(0)
    next(shown.all(Keyboard)).type("zoe")
    shown.tap_on(shown.button("Done"))
    setup.people.dice.pick(True)
    shown.frames(2)
    shown.tap_on(setup.people.map.chips[1].colour)
    shown.tap_on(shown.button("orange"))
    shown.tap_on(setup.rules.fold)
    target = next(row for row in setup.rules.options if row.name == "target")
    while setup.rules.values.get("target") != TARGET:
        shown.tap_on(shown.button("+", within=target))
    shown.tap_on(setup.rules.turn)
    return shown


def entered_in(setup):
    return (
        setup.people.who.players,
        setup.people.who.names,
        setup.people.who.colours,
        setup.people.own_dice,
        setup.rules.values,
        setup.rules.page,
    )


def turn(shown, size=(800, 1280)):
    shown.app.appearance.window.size = size
    shown.draw(3)


def test_turning_the_tablet_keeps_what_was_entered(entered):
    before = entered.app.screen
    turn(entered, (1920, 1200))
    after = entered.app.screen
    assert after is not before
    assert entered_in(after) == entered_in(before)
    assert after.people.who.names[0] == "Zoe"
    assert after.rules.values == {"target": TARGET}
    assert len(after.people.map.chips) == 4
    assert after.people.count.chosen == 4
    turn(entered)
    assert entered_in(entered.app.screen)[:-1] == entered_in(before)[:-1], "upright there is room for all on one page"


def test_going_back_and_in_again_keeps_it(entered):
    before = entered.app.screen
    entered.app.go("home")
    entered.app.go("setup", game="catch-22")
    assert entered_in(entered.app.screen) == entered_in(before)


def test_each_game_keeps_its_own_people_and_rules(entered):
    entered.app.go("home")
    entered.app.go("setup", game="catchy")
    setup = entered.app.screen
    assert (setup.people.who.players, setup.people.who.names[0], setup.rules.values, setup.rules.page) == (
        2,
        "Zoe",
        {},
        0,
    )
    entered.app.go("setup", game="catch-22")
    assert entered.app.screen.people.who.players == 4


def test_a_name_half_typed_is_typed_on(entered):
    entered.app.screen.people.rename(1)
    next(entered.all(Keyboard)).type("hu")
    turn(entered)
    pad = next(entered.all(Keyboard))
    assert pad.line == "Hu"
    pad.type("go")
    pad.finish()
    assert entered.app.screen.people.who.names[:2] == ("Zoe", "Hugo")
    turn(entered, (1280, 800))
    assert entered.app.screen.opened is None


def test_untouched_pad_stays_open_and_untouched(entered):
    entered.app.screen.people.rename(0)
    turn(entered)
    pad = next(entered.all(Keyboard))
    assert pad.line == "Zoe"
    assert pad.fresh


def test_begun_game_is_no_longer_a_draft(entered, controller):
    entered.tap_on(entered.app.screen.begin)
    assert controller.session.table.players[0] == "Zoe"
    entered.app.go("setup", game="catch-22")
    setup = entered.app.screen
    assert setup.people.who.names[0] == "Zoe", "the journal proposes who played last"
    assert (setup.rules.values, setup.rules.page) == ({}, 0)


def test_dice_settled_on_a_card_stay_settled(begin, driver):
    controller = begin(3)
    shown = driver((1280, 800))
    dice = tuple(SeenDie(value, "", 0.4, 1.0, box=(0.1 * value, 0.4, 0.1 * value + 0.08, 0.5)) for value in (1, 4, 6))
    controller.inbox.put(DeviceChanged("tray", ok=True))
    controller.inbox.put(DiceSeen(dice, sure=False, reasons=(ReviewReason("too_dark"),)))
    shown.frames(3)
    card = shown.app.screen.opened
    shown.tap_on(card.faces[1])
    turn(shown, (1000, 700))
    after = shown.app.screen.opened
    assert after is not card
    assert [(slot.value, slot.sure) for slot in after.slots] == [(2, True), (4, False), (6, False)]
    assert after.chosen == 1
    shown.tap_on(after.faces[3])
    shown.tap_on(after.faces[5])
    assert [face.value for face in controller.session.entries[-1].event.faces] == [2, 4, 6]
    shown.frames(1)
    assert shown.app.screen.opened is None


def test_dice_entered_by_hand_stay_entered(begin, driver):
    controller = begin(3)
    shown = driver((1280, 800))
    shown.app.screen.dice.enter(0)
    shown.frames(1)
    shown.tap_on(shown.app.screen.opened.faces[4])
    turn(shown, (1000, 700))
    card = shown.app.screen.opened
    assert [slot.value for slot in card.slots] == [5, 0, 0]
    shown.tap_on(card.faces[5])
    shown.tap_on(card.faces[5])
    assert [face.value for face in controller.session.entries[-1].event.faces] == [5, 6, 6]


def test_picked_cards_stay_picked(begin, driver):
    begin(2, facts={"phase": "discarding", "round": 1, "rolls": [9, 16], "faces": [[3, 3, 3], [6, 6, 4]]})
    shown = driver((1280, 800))
    picker = shown.app.screen.hands[0].picker
    for rank in (1, 2):
        shown.tap_on(shown.card(picker, rank))
    picked = picker.picked
    turn(shown, (1000, 700))
    assert shown.app.screen.hands[0].picker is not picker
    assert shown.app.screen.hands[0].picker.picked == picked


def test_a_form_stays_filled_in(begin, driver):
    controller = begin(2, game="catastrophe", facts={"phase": "claw", "turn": 0})
    shown = driver((1280, 800))
    form = next(form for ask in controller.session.asks() for form in ask.forms)
    shown.app.screen.fill(form)
    shown.frames(1)
    before = shown.app.screen.opened
    empty = dict(before.value)
    shown.tap_on(shown.button("+", within=before))
    assert before.value != empty
    turn(shown, (1000, 700))
    after = shown.app.screen.opened
    assert after is not before
    assert after.value == before.value


def test_another_reading_is_settled_anew(driver):
    driver()
    first, other = (
        ReviewCard("dark", [DieView(value, "", sure=False)] * 2, print, size=(900, 700)) for value in (3, 4)
    )
    first.faces[5].tapped()
    other.continue_from(first)
    assert [(slot.value, slot.sure) for slot in other.slots] == [(4, False), (4, False)]
