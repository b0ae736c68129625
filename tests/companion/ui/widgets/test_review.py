"""A doubtful reading on the glass: one tap settles one doubt, and nothing counts before it."""

import pytest
from kivy.metrics import dp

from companion.core.events import Face
from companion.referee.signals import DeviceChanged, DiceSeen, ReviewReason, SeenDie
from companion.ui.dice_views import DieView
from companion.ui.drawing.theme import TOUCH
from companion.ui.widgets.review import DieButton, ReviewCard, around

PICTURE = bytes.fromhex("ffd8ffe0")  # no picture at all: the card must not mind
HARD = (ReviewReason("low_confidence", 3, 0.6),)


def seen(*values, sure=False, doubtful=(1,)):
    dice = tuple(
        SeenDie(value, "", 0.5 if at in doubtful else 0.99, 1.0, box=(0.1 * at, 0.1, 0.1 * at + 0.08, 0.2))
        for at, value in enumerate(values)
    )
    return DiceSeen(dice, sure, () if sure else HARD, picture=PICTURE)


def arrive(controller, driver, reading):
    controller.inbox.put(DeviceChanged("tray", ok=True))
    controller.inbox.put(reading)
    driver.frames(3)


def face(driver, value):
    card = driver.app.screen.opened
    return next(each for each in card.faces if each.die.value == value)


def test_one_tap_settles_one_doubt(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    assert isinstance(shown.app.screen.opened, ReviewCard)
    assert controller.session.entries == []
    shown.tap_on(face(shown, 6))
    assert controller.session.entries[-1].event.faces == (Face(3), Face(6), Face(5))
    assert controller.pending_review is None
    assert shown.app.screen.opened is None


def test_what_was_read_can_be_taken_as_it_is(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    shown.tap_on(shown.button("Accept"))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [3, 4, 5]


def test_it_was_no_roll(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    shown.tap_on(shown.button("Not a roll"))
    assert controller.pending_review is None
    assert controller.session.entries == []
    assert shown.app.screen.opened is None


def test_two_doubts_take_two_taps(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, doubtful=(0, 2)))
    shown.tap_on(face(shown, 1))
    assert controller.session.entries == []
    shown.tap_on(face(shown, 2))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [1, 4, 2]


def test_a_sure_reading_asks_nobody(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, sure=True, doubtful=()))
    assert len(controller.session.entries) == 1
    assert shown.app.screen.opened is None


def test_a_die_nobody_saw_must_be_told_before_it_can_be_taken(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4))
    card = shown.app.screen.opened
    assert [slot.value for slot in card.slots] == [3, 4, 0]
    shown.tap_on(shown.button("Accept"))
    assert controller.session.entries == []
    shown.tap_on(face(shown, 4))
    shown.tap_on(face(shown, 6))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [3, 4, 6]


def test_the_last_roll_can_be_corrected_from_the_trays_corner(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, sure=True, doubtful=()))
    shown.tap_on(shown.app.screen.tray)
    shown.tap_on(next(each for each in shown.all(DieButton) if each.die.value == 5))
    shown.tap_on(face(shown, 1))
    shown.tap_on(shown.button("Accept"))
    assert [[each.value for each in entry.event.faces] for entry in controller.session.entries] == [[3, 4, 1]]
    assert [each.value for each in controller.session.entries[0].original.faces] == [3, 4, 5], "what was read stays"


def test_the_last_roll_can_be_called_no_roll(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, sure=True, doubtful=()))
    shown.tap_on(shown.app.screen.tray)
    shown.tap_on(shown.button("Not a roll"))
    assert controller.session.entries == []


def test_the_card_is_turned_to_the_one_who_rolled(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, sure=True, doubtful=()))
    arrive(controller, shown, seen(2, 2, 2))
    assert controller.pending_review.seat == 1
    shown.tap_on(face(shown, 5))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [2, 5, 2]


def test_a_colour_can_be_set_right(driver, begin):
    begin(2)
    shown = driver()
    told = []
    slots = (DieView(3, "red", sure=False), DieView(4, "blue"))
    shown.app.screen.open(ReviewCard("?", slots, told.append, colours=("red", "blue")))
    shown.frames(2)
    shown.tap_on(shown.button("blue"))
    shown.tap_on(face(shown, 3))
    assert told == [(Face(3, "blue"), Face(4, "blue"))]


@pytest.mark.parametrize("box", [(0.0, 0.0, 0.1, 0.1), (0.4, 0.4, 0.6, 0.5), (0.9, 0.9, 1.0, 1.0)])
def test_the_enlarged_part_stays_in_the_picture(box):
    x0, y0, x1, y1 = around(box)
    assert 0 <= x0 <= box[0] < box[2] <= x1 <= 1
    assert 0 <= y0 <= box[1] < box[3] <= y1 <= 1


COLOURS = ("red", "blue", "white", "green", "yellow", "black")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_die_can_be_put_right_however_many_colours_lie_there(begin, driver, size, players):
    controller = begin(players, game="catastrophe", colours=COLOURS[:players])
    shown = driver(size=size)
    dice = [SeenDie(3, colour, 0.5 if colour == "red" else 0.99) for colour in COLOURS[:players]]
    arrive(controller, shown, DiceSeen(tuple(dice), sure=False, reasons=HARD, picture=PICTURE))
    card = shown.app.screen.opened
    assert isinstance(card, ReviewCard)
    assert min(min(face.size) for face in card.faces) >= dp(TOUCH)
    parts = [part for part in card._parts if part.height > 0]
    assert all(part.y >= card.y - 1 and part.top <= card.top + 1 for part in parts)


def test_a_second_throw_brings_its_own_picture(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    first = shown.app.screen.opened
    again = seen(3, 4, 5)
    arrive(controller, shown, again)
    assert controller.pending_review.seen is again
    assert shown.app.screen.opened is not first


def test_dice_that_are_told_need_be_told_no_more_once_they_are_read(begin, driver):
    controller = begin(3)
    shown = driver()
    shown.tap_on(shown.button("Enter dice"))
    assert isinstance(shown.app.screen.opened, ReviewCard)
    arrive(controller, shown, seen(3, 4, 5, sure=True, doubtful=()))
    assert len(controller.session.entries) == 1
    assert shown.app.screen.opened is None
