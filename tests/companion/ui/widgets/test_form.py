"""Forms become events: an input for each field, made from its schema."""

from dataclasses import dataclass
from typing import Annotated

import pytest

from companion.core.asks import Form, some_of
from companion.core.events import Event
from companion.core.schema import AnySeat, Bounds
from companion.ui.widgets.form import FormFiller, event_words
from companion.ui.widgets.form_inputs import Palette
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.value_inputs import Segments, Stepper, Toggle


@dataclass(frozen=True, slots=True)
class StarsTraded(Event):
    cards: tuple[int, ...]
    target: int
    price: Annotated[int, Bounds(2, 4)]
    openly: bool = False
    gift: Annotated[int, Bounds(0, 3)] = 1
    besides: str = ""


NARROWED = {"cards": some_of([3, 5, 7]), "target": AnySeat(among=(0, 2))}


@pytest.fixture
def filler(begin, driver):
    begin(2)
    shown = driver((1920, 1200))
    done = []
    made = FormFiller(Form(StarsTraded, {"seat": 1}, NARROWED), ("Ann", "Bo", "Cyril"), done.append)
    shown.app.screen.open(made, 1, "a trade")
    shown.frames(3)
    return shown, made, done


def beside(made, label):
    """The input in the row with this label."""
    widgets = made.editor.children[::-1]
    at = next(at for at, each in enumerate(widgets) if getattr(each, "words", "") == label)
    return widgets[at + 1]


def tap(shown, made, label, words):
    """A finger on this button in the row with this label."""
    there = beside(made, label)
    shown.tap_on(next(each for each in there.walk(restrict=True) if getattr(each, "words", "") == words))
    shown.frames(2)


def test_every_field_has_its_input(filler):
    _, made, _ = filler
    found = [type(beside(made, label)) for label in ("cards", "target", "price", "openly", "gift")]
    assert found == [Palette, Segments, Stepper, Toggle, Stepper]


def test_what_was_filled_in_is_the_event(filler):
    shown, made, done = filler
    for label, words in (("cards", "7"), ("cards", "3"), ("target", "Cyril"), ("price", "+")):
        tap(shown, made, label, words)
    shown.tap_on(beside(made, "openly"))
    shown.tap_on(shown.button("Stars traded: done"))
    assert done == [StarsTraded(1, (3, 7), 2, 3, openly=True)]


def test_untouched_optional_field_has_its_default(filler):
    shown, made, done = filler
    shown.tap_on(shown.button("Stars traded: done"))
    assert done == [], "one of several seats is never a guess"
    tap(shown, made, "target", "Ann")
    shown.tap_on(shown.button("Stars traded: done"))
    tap(shown, made, "gift", "+")
    shown.tap_on(shown.button("Stars traded: done"))
    assert [event.gift for event in done] == [1, 2]


def test_a_number_stays_in_its_bounds(filler):
    shown, made, done = filler
    tap(shown, made, "target", "Ann")
    for _ in range(5):
        tap(shown, made, "price", "+")
    shown.tap_on(shown.button("Stars traded: done"))
    assert done[0].price == 4


def test_entered_words_are_kept_and_editable(begin, driver):
    begin(2)
    shown, done = driver((1920, 1200)), []
    given = {"target": 2, "besides": "a tea"}
    made = FormFiller(Form(StarsTraded, {"seat": 1}, NARROWED), ("Ann", "Bo", "Cyril"), done.append, given)
    shown.app.screen.open(made, 1, "a trade")
    shown.frames(3)
    shown.tap_on(shown.button("Stars traded: done"))
    shown.tap_on(beside(made, "besides"))
    next(shown.all(Keyboard)).type("x")
    shown.tap_on(shown.button("Done"))
    shown.tap_on(shown.button("Stars traded: done"))
    assert [event.besides for event in done] == ["a tea", "X"]


def test_events_are_named_in_words():
    assert event_words(StarsTraded) == "Stars traded"
