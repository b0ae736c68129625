"""A reading under review on the screen: one tap settles one question, and nothing counts before it."""

from time import time

import numpy as np
import pytest
from kivy.graphics import Canvas
from kivy.metrics import dp

from companion.app.settings import Settings
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.drawing.geometry import overlap
from companion.drawing.theme import TOUCH
from companion.games.catastrophe.events import EventRevealed
from companion.i18n import LANGUAGES, word
from companion.referee.signals import DeviceChanged, DiceSeen, ReviewReason, SeenDie
from companion.ui.drawing import canvas
from companion.ui.widgets.die_button import DieButton
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.painted import Words
from companion.ui.widgets.picture import Picture
from companion.ui.widgets.refusal_note import Toast
from companion.ui.widgets.review import ReviewCard, around
from companion.views.dice_views import DieView, dice_to_check
from tests.support.written_words import paint, written

__all__ = ["written"]

PICTURE = bytes.fromhex("ffd8ffe0")  # no picture at all: the card must not mind
HARD = (ReviewReason("low_confidence", 3, 0.6),)


def seen(*values, sure=False, unsure=(1,)):
    dice = tuple(
        SeenDie(value, "", 0.5 if at in unsure else 0.99, 1.0, box=(0.1 * at, 0.1, 0.1 * at + 0.08, 0.2))
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


def test_one_tap_settles_one_question(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    assert isinstance(shown.app.screen.opened, ReviewCard)
    assert controller.session.entries == []
    shown.tap_on(face(shown, 6))
    assert controller.session.entries[-1].event.faces == (Face(3), Face(6), Face(5))
    assert controller.pending_review is None
    assert shown.app.screen.opened is None


def test_reading_can_be_accepted_unchanged(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    shown.tap_on(shown.button("Accept"))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [3, 4, 5]


def test_reading_can_be_called_no_roll(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    shown.tap_on(shown.button("This was no throw"))
    assert controller.pending_review is None
    assert controller.session.entries == []
    assert shown.app.screen.opened is None


def test_two_questions_take_two_taps(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, unsure=(0, 2)))
    shown.tap_on(face(shown, 1))
    assert controller.session.entries == []
    shown.tap_on(face(shown, 2))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [1, 4, 2]


def test_a_sure_reading_asks_nobody(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, sure=True, unsure=()))
    assert len(controller.session.entries) == 1
    assert shown.app.screen.opened is None


def test_missing_die_must_be_entered_before_accepting(begin, driver):
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
    arrive(controller, shown, seen(3, 4, 5, sure=True, unsure=()))
    shown.tap_on(shown.app.screen.tray)
    shown.tap_on(next(each for each in shown.all(DieButton) if each.die.value == 5))
    shown.tap_on(face(shown, 1))
    shown.tap_on(shown.button("Accept"))
    assert [[each.value for each in entry.event.faces] for entry in controller.session.entries] == [[3, 4, 1]]
    first = controller.session.entries[0].original
    assert [each.value for each in first.faces] == [3, 4, 5], "the first reading stays in the journal"
    assert shown.app.screen.tray.changed == "first 5, changed to 1"
    assert [die.before for die in shown.app.screen.view.seats[0].rolled] == [0, 0, 5]


def test_the_last_roll_can_be_called_no_roll(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, sure=True, unsure=()))
    shown.tap_on(shown.app.screen.tray)
    shown.tap_on(shown.button("This was no throw"))
    assert controller.session.entries == []


def test_card_faces_whoever_rolled(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, sure=True, unsure=()))
    arrive(controller, shown, seen(2, 2, 2))
    assert controller.pending_review.seat == 1
    shown.tap_on(face(shown, 5))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [2, 5, 2]


def test_colour_can_be_corrected(driver, begin):
    begin(2)
    shown = driver()
    entered = []
    slots = (DieView(3, "red", sure=False), DieView(4, "blue"))
    shown.app.screen.open(ReviewCard("?", slots, entered.append, colours=("red", "blue")))
    shown.frames(2)
    shown.tap_on(shown.button("blue"))
    shown.tap_on(face(shown, 3))
    assert entered == [(Face(3, "blue"), Face(4, "blue"))]


@pytest.mark.parametrize("box", [(0.0, 0.0, 0.1, 0.1), (0.4, 0.4, 0.6, 0.5), (0.9, 0.9, 1.0, 1.0)])
def test_the_enlarged_part_stays_in_the_picture(box):
    x0, y0, x1, y1 = around(box)
    assert 0 <= x0 <= box[0] < box[2] <= x1 <= 1
    assert 0 <= y0 <= box[1] < box[3] <= y1 <= 1


COLOURS = ("red", "blue", "white", "green", "yellow", "black")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_any_number_of_colours_can_be_corrected(begin, driver, size, players):
    controller = begin(players, game="catastrophe", colours=COLOURS[:players])
    shown = driver(size=size)
    dice = [SeenDie(3, colour, 0.5 if colour == "red" else 0.99) for colour in COLOURS[:players]]
    arrive(controller, shown, DiceSeen(tuple(dice), sure=False, reasons=HARD, picture=PICTURE))
    card = shown.app.screen.opened
    assert isinstance(card, ReviewCard)
    assert min(min(face.size) for face in card.faces) >= dp(TOUCH)
    parts = [part for part in card.children if part.height > 0]
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


def test_reading_replaces_entering_by_hand(begin, driver):
    controller = begin(3)
    shown = driver()
    shown.tap_on(shown.button("Enter dice"))
    assert isinstance(shown.app.screen.opened, ReviewCard)
    arrive(controller, shown, seen(3, 4, 5, sure=True, unsure=()))
    assert len(controller.session.entries) == 1
    assert shown.app.screen.opened is None


def test_accept_says_how_many_dice_have_no_value(begin, driver):
    begin(3)
    shown = driver()
    shown.tap_on(shown.button("Enter dice"))
    card, said = shown.app.screen.opened, []
    for _ in card.slots:
        said.append(shown.button("Accept").why)
        shown.tap_on(card.faces[0])
    assert said == ["3 dice still have no value.", "2 dice still have no value.", "One die still has no value."]


def test_the_die_that_the_reason_names_is_enlarged(begin, driver):
    controller = begin(3)
    shown = driver()
    dice = tuple(SeenDie(value, box=(0.2 * at, 0.1, 0.2 * at + 0.1, 0.3)) for at, value in enumerate((3, 4, 5)))
    arrive(controller, shown, DiceSeen(dice, False, (ReviewReason("may_lean", 5),), picture=PICTURE))
    card = shown.app.screen.opened
    assert card.chosen == 2
    assert around(dice[2].box) in [each.part for each in card.children if isinstance(each, Picture)]
    shown.tap_on(face(shown, 5))
    assert controller.session.entries[-1].event.faces == (Face(3), Face(4), Face(5))


def test_question_about_the_whole_picture_chooses_no_die(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, DiceSeen(seen(3, 4, 5, unsure=()).dice, False, (ReviewReason("hazy"),), picture=PICTURE))
    assert shown.app.screen.opened.chosen is None
    shown.tap_on(face(shown, 6))
    assert "Tap the die" in next(shown.all(Toast)).words
    shown.tap_on(next(each for each in shown.all(DieButton) if each.die.value == 4))
    assert list(shown.all(Toast)) == []
    shown.tap_on(face(shown, 6))
    shown.tap_on(shown.button("Accept"))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [3, 6, 5]


def test_reason_means_the_least_certain_of_equal_dice():
    dice = (SeenDie(2, value_confidence=0.99), SeenDie(2, value_confidence=0.95), SeenDie(6))
    assert dice_to_check(dice, (ReviewReason("half_hidden", 2),)) == (1,)
    assert dice_to_check(dice, (ReviewReason("half_hidden", 2), ReviewReason("cut_off", 2))) == (1, 0)
    assert dice_to_check(dice, (ReviewReason("low_confidence", 2, 0.86),)) == (1,), "the sentence speaks of it"
    assert dice_to_check((SeenDie(1), SeenDie(3, cocked=True)), ()) == (1,)


def test_faces_never_change_their_places_under_a_finger(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, unsure=(0, 2)))
    card = shown.app.screen.opened
    places = {each.die.value: tuple(each.pos) for each in card.faces}
    shown.tap_on(face(shown, 1))
    assert {each.die.value: tuple(each.pos) for each in card.faces} == places


def test_reading_and_answer_are_labelled_rows(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    words = {each.words: each for each in shown.all(Words)}
    assert words["What I read"].y > words["What it is"].y
    assert all(each.x > words["What it is"].right - 1 for each in shown.app.screen.opened.faces)


@pytest.mark.parametrize("text_size", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_rows_are_written_in_one_size(begin, driver, written, language, text_size):
    controller = begin(3)
    shown = driver(settings=Settings(language=language, text_size=text_size))
    arrive(controller, shown, seen(3, 4, 5))
    written.clear()
    labels = [each for each in shown.all(Words) if each.words in {word("What I read"), word("What it is")}]
    for label in labels:
        paint(label)
    assert len(labels) == 2
    assert len({each.size for each in written}) == 1


def test_a_leaning_die_is_thrown_again(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    shown.tap_on(shown.button("It leans: throw only that die again"))
    assert controller.pending_review is None
    assert controller.session.entries == []
    assert "the others stay as they lie" in shown.app.screen.news.below.words
    arrive(controller, shown, seen(1, 2, 3, sure=True, unsure=()))
    assert [each.value for each in controller.session.entries[-1].event.faces] == [1, 2, 3]


def test_labels_of_dice_that_touch_do_not_overlap(driver, monkeypatch):
    driver()
    tags = []
    monkeypatch.setattr(canvas, "text", lambda words, box, *_, **__: tags.append(box))
    picture = Picture(size=(400, 300))
    picture.show_frame(np.zeros((300, 400, 3), np.uint8))
    boxes = [(0.3 + 0.08 * across, 0.3 + 0.1 * down, 0.38 + 0.08 * across, 0.4 + 0.1 * down)
             for across in range(3) for down in range(2)]  # fmt: skip
    picture.marks = [(box, DieView(4)) for box in boxes]
    with Canvas():
        picture.paint()
    assert len(tags) == 6
    assert not any(overlap(one, other) for at, one in enumerate(tags) for other in tags[:at])


def test_labels_lie_beside_the_dice(driver, monkeypatch):
    driver()
    tags = []
    monkeypatch.setattr(canvas, "text", lambda words, box, *_, **__: tags.append(box))
    picture = Picture(size=(400, 300))
    picture.show_frame(np.zeros((300, 400, 3), np.uint8))
    boxes = [(0.3, 0.3, 0.4, 0.42), (0.42, 0.18, 0.52, 0.3), (0.2, 0.18, 0.3, 0.3), (0.31, 0.45, 0.41, 0.57)]
    picture.marks = [(box, DieView(4)) for box in boxes]
    with Canvas():
        picture.paint()
    dice = [(400 * x, 300 * (1 - top), 400 * (far - x), 300 * (top - y)) for x, y, far, top in boxes]
    assert len(tags) == 4
    assert not any(overlap(tag, die) for tag in tags for die in dice)


@pytest.mark.parametrize("size", [(60, 60), (90, 84), (130, 60), (170, 84)])
@pytest.mark.parametrize(("die", "was"), [(DieView(3, "red"), 5), (DieView(3, "red", sure=False), 0)])
def test_signs_on_a_die_cover_no_pip(driver, monkeypatch, size, die, was):
    driver()
    signs, dice = [], []
    monkeypatch.setattr(canvas, "panel", lambda box, *_, **__: signs.append(box))
    monkeypatch.setattr(canvas, "die", lambda _value, _colour, box, *_, **__: dice.append(box))
    button = DieButton(die, lambda: None, was, size=tuple(map(dp, size)))
    signs.clear()
    dice.clear()
    with Canvas():
        button.paint()
    *_, sign = signs
    assert not overlap(sign, dice[0])
    assert min(dice[0][2:]) > 0
    assert dice[0][0] >= button.x
    assert dice[0][0] + dice[0][2] <= button.right


def test_second_correction_still_shows_the_reading(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5, sure=True, unsure=()))
    assert controller.session.seq == 1
    controller.correct((Face(3), Face(6), Face(5)), controller.last_roll_seen())
    shown.frames(2)
    shown.app.screen.dice.open_tray()
    card = shown.app.screen.opened
    assert [slot.value for slot in card.slots] == [3, 6, 5]
    assert [die.value for die in card.read] == [3, 4, 5]
    assert [each.was for each in shown.all(DieButton) if each.was and each.was != each.die.value] == [4]


def test_a_double_tap_on_a_value_enters_one_die(begin, driver):
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    controller, shown = begin(3), driver()
    shown.app.screen.dice.enter(0)
    shown.frames(2)
    card = shown.app.screen.opened
    for value, entered in ((2, [2, 0, 0]), (5, [2, 5, 0])):
        spot = face(shown, value).to_window(*face(shown, value).center)
        for _ in range(2):
            touch = UnitTestTouch(*spot)
            touch.touch_down()
            touch.touch_up()
        shown.frames(3)
        assert [slot.value for slot in card.slots] == entered
    assert controller.session.entries == []


@pytest.mark.parametrize(
    ("game", "values", "title"),
    [("catch-up", (3, 4, 5), "What do the dice show?"), ("catch-22", (3,), "What does the die show?")],
)
def test_the_title_counts_the_dice(begin, driver, game, values, title):
    place = {"phase": "place", "turn": 0, "pawns": ["e3", "i9", "a5"]} if len(values) == 1 else None
    controller, shown = begin(3, game=game, facts=place, colours=("red", "blue", "green")), driver()
    arrive(controller, shown, seen(*values, unsure=(0,)))
    assert [sheet.title for sheet in shown.all(Sheet)] == [title]


def test_equal_dice_are_entered_by_taps_in_a_row_however_slow_the_screen_is(begin, driver):
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    begin(3)
    shown = driver()
    shown.app.screen.dice.enter(0)
    shown.frames(2)
    card = shown.app.screen.opened
    spot, began = face(shown, 6).to_window(*face(shown, 6).center), time()
    for tap in range(2):
        touch = UnitTestTouch(*spot)
        touch.time_start = began + 0.45 * tap  # and no frame has been drawn in between
        touch.touch_down()
        touch.touch_up()
    assert [slot.value for slot in card.slots] == [6, 6, 0]


def test_settled_reading_has_no_open_question(begin, driver):
    controller = begin(3)
    shown = driver()
    arrive(controller, shown, seen(3, 4, 5))
    assert shown.app.screen.view.tray.came_to == "asked"
    shown.tap_on(face(shown, 6))
    tray = shown.app.screen.view.tray
    assert tray.came_to == "counted"
    assert [die.value for die in tray.dice] == [3, 6, 5], "what counted, not what was read"


def three_roll(controllers, show):
    """An event for which all three must roll, at a table whose dice have no colours of their own."""
    controller = controllers()
    controller.begin("catastrophe", Table(("Ann", "Bo", "Cy")), {"first": 0}, {"phase": "catastrophe", "turn": 0})
    controller.touch(EventRevealed(0, rollers=(0, 1, 2)))
    return controller, show(controller)


def test_people_assign_indistinguishable_dice(controllers, show):
    controller, shown = three_roll(controllers, show)
    arrive(controller, shown, seen(3, 4, 5, sure=True, unsure=()))
    assert "whose die is which" in str(controller.pending_review.why)
    assert controller.session.entries[1:] == [], "nothing counts before they said so"
    for name in ("Bo", "Cy"):
        shown.tap_on(shown.button(name))
    shown.tap_on(shown.button("Accept"))
    assert controller.session.entries[1:] == [], "the last die is nobody's yet"
    shown.tap_on(shown.button("Ann"))
    shown.tap_on(shown.button("Accept"))
    rolled = {entry.event.seat: entry.event.faces for entry in controller.session.entries[1:]}
    assert rolled == {1: (Face(3),), 2: (Face(4),), 0: (Face(5),)}
    assert controller.pending_review is None
    assert shown.app.screen.opened is None


def test_lone_die_counts_for_the_first_player(controllers, show):
    controller, shown = three_roll(controllers, show)
    arrive(controller, shown, seen(6, sure=True, unsure=()))
    assert controller.session.entries[-1].event == Rolled(0, (Face(6),))
    assert "This counts as the roll of Ann: others might have thrown." in [
        str(n.text) for n in controller.notifications
    ]
    arrive(controller, shown, seen(6, 2, 4, sure=True, unsure=()))
    for name in ("Cy", "Bo"):
        shown.tap_on(shown.button(name))
    shown.tap_on(shown.button("Accept"))
    assert {entry.event.seat: entry.event.faces[0].value for entry in controller.session.entries[-2:]} == {2: 2, 1: 4}
