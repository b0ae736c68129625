"""Forms become events: one editor a field, made from what the ask says of it."""

from dataclasses import dataclass

import pytest

from companion.core.asks import Form
from companion.core.events import Event
from companion.ui.widgets.buttons import Button, Segments, Stepper, Toggle
from companion.ui.widgets.fields import Several
from companion.ui.widgets.form import FormFiller, event_words


@dataclass(frozen=True, slots=True)
class StarsTraded(Event):
    cards: tuple[int, ...]
    target: int
    price: int
    openly: bool = False
    gift: int = -1


FIELDS = {
    "seat": {"is": 1},
    "cards": {"some_of": [3, 5, 7]},
    "target": {"one_of": [0, 2]},
    "price": {"from": 2, "to": 4},
    "openly": {"bool": True},
    "gift": {"from": 0, "to": 3, "optional": True},
}


@pytest.fixture
def filler(begin, driver):
    begin(2)
    shown = driver()
    done = []
    made = FormFiller(Form(StarsTraded, FIELDS), ("Ann", "Bo", "Cyril"), done.append)
    shown.app.screen.open(made, 1, "a trade")
    shown.frames(3)
    return shown, made, done


def editor(made, kind):
    return [widget for _, widget, _ in made.fields.rows if isinstance(widget, kind)]


def test_every_field_has_its_editor(filler):
    _, made, _ = filler
    kinds = [type(widget) for _, widget, _ in made.fields.rows]
    assert kinds == [Several, Segments, Stepper, Toggle, Stepper]


def test_seats_are_called_by_their_names(filler):
    _, made, _ = filler
    words = [button.words for button in editor(made, Segments)[0].children if isinstance(button, Button)]
    assert {each.removeprefix("✓ ") for each in words} == {"Ann", "Cyril"}


def test_what_was_filled_in_is_the_event(filler):
    shown, made, done = filler
    several = editor(made, Several)[0]
    for words in ("7", "3"):
        shown.tap_on(next(each for each in several._buttons if each.words == words))
    shown.tap_on(next(each for each in editor(made, Segments)[0].children if each.words == "Cyril"))
    shown.tap_on(editor(made, Stepper)[0]._more)
    shown.tap_on(editor(made, Toggle)[0])
    shown.tap_on(shown.button("Stars traded: done"))
    assert done == [StarsTraded(1, (3, 7), 2, 3, openly=True)]


def test_what_may_be_left_out_is_left_out_until_it_is_touched(filler):
    shown, made, done = filler
    shown.tap_on(shown.button("Stars traded: done"))
    shown.tap_on(editor(made, Stepper)[1]._more)
    shown.tap_on(shown.button("Stars traded: done"))
    assert [event.gift for event in done] == [-1, 1]


def test_a_number_stays_in_its_bounds(filler):
    shown, made, done = filler
    for _ in range(5):
        shown.tap_on(editor(made, Stepper)[0]._more)
    shown.tap_on(shown.button("Stars traded: done"))
    assert done[0].price == 4


def test_events_are_named_in_words():
    assert event_words(StarsTraded) == "Stars traded"
