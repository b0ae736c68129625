"""Forms with lists whose entries may repeat: numbers tapped together, records filled in one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.app.controller import TableController
from companion.core.asks import Ask, Form
from companion.core.events import Event
from companion.core.game import Game, Options, Outcome, Step
from companion.core.table import Table
from companion.core.text import say
from companion.record.journal import Journal
from companion.ui.widgets.buttons import Stepper, Tappable
from companion.ui.widgets.fields import Fields, values_of
from companion.ui.widgets.refusal_note import Toast
from companion.ui.widgets.tap_list import Listing

EFFECT = {
    "what": {"one_of": ["life", "yarn"]},
    "by": {"from": -9, "to": 9},
    "seat": {"one_of": [0, 1], "optional": True},
}
FORMS = {
    "numbers": {"list_of": {"from": 1, "to": 9}, "count": 3},
    "colours": {"list_of": ["red", "blue"]},
    "takers": {"list_of": {"one_of": [0, 1]}, "optional": True},
    "effects": {"list_of": EFFECT},
    "many": {"list_of": {"from": 0, "to": 90}, "optional": True},
}


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PaintMixed(Event):
    colours: tuple[str, ...]
    takers: tuple[int, ...] = ()
    many: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EffectsEntered(Event):
    effects: tuple[Mapping[str, Any], ...]

    def __post_init__(self):
        if any(each["what"] == "life" and "seat" not in each for each in self.effects):
            raise ValueError("an effect on life needs a seat")


EVENTS = (HandShown, PaintMixed, EffectsEntered)


@dataclass(frozen=True)
class State:
    table: Table
    happened: tuple[Event, ...] = ()
    phase: str = "telling"


def form(event):
    names = [name for name in event.__dataclass_fields__ if name != "seat"]
    return Form(event, {"seat": {"is": 0}, **{name: FORMS[name] for name in names}})


GAME = Game(
    id="lists", title="Lists", player_counts=range(2, 3), options=Options,
    start=lambda table, options: State(table),
    facts_type=object,
    position=lambda table, options, facts: State(table),
    describe=lambda state, event: say("{event}", event=type(event).__name__),
    asks=lambda state: () if len(state.happened) == 3 else (
        Ask(0, say("Ann: tell"), forms=tuple(form(event) for event in EVENTS)),
    ),
    rules=dict.fromkeys(EVENTS, lambda state, event: Step(replace(state, happened=(*state.happened, event)))),
    outcome=lambda state: Outcome(((0,), (1,)), {}) if len(state.happened) == 3 else None,
    facts=lambda state: {"phase": "telling", "waiting": [0], "flags": []},
)  # fmt: skip


@pytest.fixture
def controller():
    made = TableController(Journal(":memory:"), {"lists": GAME})
    made.begin("lists", Table(("Ann", "Bo")))
    yield made
    made.stop()


@pytest.fixture
def opened(controller, driver):
    """Opens the form of an event by touch, as the strip of a seat offers it."""
    shown = driver()

    def show(words):
        shown.tap_on(shown.button(f"{words}…"))
        shown.frames(3)
        return shown

    return show


def listing(shown, number=0):
    return list(shown.all(Listing))[number]


def tap(shown, made, *words):
    for each in words:
        shown.tap_on(next(button for button in made.buttons if button.words == each))


def said(shown):
    return next(shown.all(Toast)).words


def test_numbers_may_repeat_and_stay_in_the_order_they_were_tapped(opened, controller):
    shown = opened("Hand shown")
    tap(shown, listing(shown), "7", "2", "7")
    shown.tap_on(shown.button("Hand shown: done"))
    assert controller.session.entries[-1].event == HandShown(0, (7, 2, 7))
    assert shown.app.screen.opened is None


def test_a_list_of_a_fixed_length_is_neither_shorter_nor_longer(opened, controller):
    shown = opened("Hand shown")
    tap(shown, listing(shown), "7", "2")
    shown.tap_on(shown.button("Hand shown: done"))
    assert controller.session.entries == []
    assert said(shown) == "Numbers: 2 of 3 so far"
    tap(shown, listing(shown), "5")
    assert list(shown.all(Toast)) == []
    tap(shown, listing(shown), "6")
    assert listing(shown).entries == [7, 2, 5]
    shown.tap_on(shown.button("Hand shown: done"))
    assert controller.session.entries[-1].event == HandShown(0, (7, 2, 5))


def test_the_last_entry_can_be_taken_away(opened, controller):
    shown = opened("Hand shown")
    tap(shown, listing(shown), "7", "2", "9")
    shown.tap_on(listing(shown).back)
    tap(shown, listing(shown), "1")
    shown.tap_on(shown.button("Hand shown: done"))
    assert controller.session.entries[-1].event == HandShown(0, (7, 2, 1))


def test_lists_may_be_of_any_length_and_left_out(opened, controller):
    shown = opened("Paint mixed")
    tap(shown, listing(shown), "blue", "blue", "red", "blue")
    shown.tap_on(shown.button("Paint mixed: done"))
    assert controller.session.entries[-1].event == PaintMixed(0, ("blue", "blue", "red", "blue"))


def test_seats_in_a_list_are_called_by_their_names(opened, controller):
    shown = opened("Paint mixed")
    takers = listing(shown, 1)
    assert [button.words for button in takers.buttons] == ["Ann", "Bo"]
    tap(shown, takers, "Bo", "Bo")
    shown.tap_on(shown.button("Paint mixed: done"))
    assert controller.session.entries[-1].event == PaintMixed(0, (), (1, 1))


def test_more_values_than_buttons_are_reported_on_a_page_of_their_own(opened, controller):
    shown = opened("Paint mixed")
    many = listing(shown, 2)
    for steps in (2, 1):
        shown.tap_on(many.buttons[0])
        for _ in range(steps):
            shown.tap_on(next(shown.all(Stepper))._more)
        shown.tap_on(shown.button("Add"))
    assert many.entries == [2, 1]
    shown.tap_on(shown.button("Paint mixed: done"))
    assert controller.session.entries[-1].event.many == (2, 1)


def test_records_are_filled_in_one_by_one(opened, controller):
    shown = opened("Effects entered")
    effects = listing(shown)
    shown.tap_on(shown.button("Add…"))
    shown.tap_on(shown.button("yarn"))
    shown.tap_on(next(shown.all(Stepper))._less)
    shown.tap_on(shown.button("Add"))
    shown.tap_on(shown.button("Add…"))
    shown.tap_on(shown.button("Bo"))
    shown.tap_on(shown.button("Add"))
    assert effects._list.words == "yarn -1; life 0 Bo"
    shown.tap_on(shown.button("Add…"))
    shown.tap_on(shown.button("Cancel"))
    shown.tap_on(shown.button("Effects entered: done"))
    assert controller.session.entries[-1].event.effects == (
        {"what": "yarn", "by": -1}, {"what": "life", "by": 0, "seat": 1},
    )  # fmt: skip


def test_values_that_do_not_go_together_are_said_and_can_be_put_right(opened, controller):
    shown = opened("Effects entered")
    shown.tap_on(shown.button("Add…"))
    shown.tap_on(shown.button("Add"))
    shown.tap_on(shown.button("Effects entered: done"))
    assert controller.session.entries == []
    assert said(shown) == "An effect on life needs a seat"
    shown.tap_on(listing(shown).back)
    shown.tap_on(shown.button("Effects entered: done"))
    assert controller.session.entries[-1].event == EffectsEntered(0, ())


def test_everything_to_tap_in_a_form_of_lists_is_nine_millimetres(opened):
    from kivy.metrics import dp  # noqa: PLC0415  Kivy after its surroundings

    shown = opened("Hand shown")
    filler = shown.app.screen.opened
    small = [
        each.words for each in shown.all(Tappable)
        if any(parent is filler for parent in each.walk_reverse()) and min(each.size) < dp(56) - 1
    ]  # fmt: skip
    assert small == []
    assert next(shown.all(Fields)).height > dp(130)


def test_the_values_of_a_list():
    assert values_of([3, 5]) == [3, 5]
    assert values_of({"one_of": ["a", "b"]}) == ["a", "b"]
    assert values_of({"from": 2, "to": 4}) == [2, 3, 4]
    assert values_of({"from": 2}) == []
    assert values_of(EFFECT) == []
