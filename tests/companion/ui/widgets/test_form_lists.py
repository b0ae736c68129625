"""Forms with lists whose entries may repeat: numbers tapped together, records filled in one by one."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, NotRequired, TypedDict

import pytest

from companion.app.controller import TableController
from companion.core.asks import Ask, Form
from companion.core.events import Event
from companion.core.game import Game, Options, Outcome, Step
from companion.core.schema import Bounds, ListOf, Seat
from companion.core.table import Table
from companion.core.text import say
from companion.record.journal import Journal
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.refusal_note import Toast


class Effect(TypedDict):
    what: Literal["life", "yarn"]
    by: Annotated[int, Bounds(-9, 9)]
    seat: NotRequired[Seat]


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    numbers: tuple[Annotated[int, Bounds(1, 9)], ...]


@dataclass(frozen=True, slots=True)
class PaintMixed(Event):
    colours: tuple[Literal["red", "blue"], ...]
    takers: tuple[Seat, ...] = ()
    many: tuple[Annotated[int, Bounds(0, 90)], ...] = ()


@dataclass(frozen=True, slots=True)
class EffectsEntered(Event):
    effects: tuple[Effect, ...]

    def __post_init__(self):
        if any(each["what"] == "life" and "seat" not in each for each in self.effects):
            raise ValueError("an effect on life needs a seat")


EVENTS = (HandShown, PaintMixed, EffectsEntered)


@dataclass(frozen=True)
class State:
    table: Table
    happened: tuple[Event, ...] = ()
    phase: str = "telling"


THREE = {"numbers": ListOf(Bounds(1, 9), count=3)}


@dataclass(frozen=True)
class Facts:
    """Nothing of this game is set right."""


GAME = Game(
    id="lists", title="Lists", player_counts=range(2, 3), options=Options,
    start=lambda table, options: State(table),
    facts_type=Facts,
    position=lambda table, options, facts: State(table),
    describe=lambda state, event: say("{event}", event=type(event).__name__),
    asks=lambda state: () if len(state.happened) == 3 else (
        Ask(0, say("Ann: tell"), forms=tuple(
            Form(event, {"seat": 0}, THREE if event is HandShown else {}) for event in EVENTS
        )),
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


def tap(shown, *words):
    for each in words:
        shown.tap_on(shown.button(each))
        shown.frames(2)


def open_row(shown, label):
    """A finger on the button beside this label."""
    widgets = shown.app.screen.opened.editor.children[::-1]
    at = next(at for at, each in enumerate(widgets) if getattr(each, "words", "") == label)
    shown.tap_on(widgets[at + 1])
    shown.frames(2)


def said(shown):
    return next(shown.all(Toast)).words


def test_numbers_may_repeat_and_stay_in_the_order_they_were_tapped(opened, controller):
    shown = opened("Hand shown")
    tap(shown, "7", "2", "7", "Hand shown: done")
    assert controller.session.entries[-1].event == HandShown(0, (7, 2, 7))
    assert shown.app.screen.opened is None


def test_list_of_fixed_length_takes_no_other(opened, controller):
    shown = opened("Hand shown")
    tap(shown, "7", "2", "Hand shown: done")
    assert controller.session.entries == []
    assert said(shown) == "Numbers: 2 of 3 so far"
    tap(shown, "5")
    assert list(shown.all(Toast)) == []
    tap(shown, "6")
    assert said(shown) == "That is all."
    tap(shown, "Hand shown: done")
    assert controller.session.entries[-1].event == HandShown(0, (7, 2, 5))


def test_the_last_entry_can_be_taken_away(opened, controller):
    shown = opened("Hand shown")
    tap(shown, "7", "2", "9", "⌫", "1", "Hand shown: done")
    assert controller.session.entries[-1].event == HandShown(0, (7, 2, 1))


def test_lists_may_have_any_length(opened, controller):
    shown = opened("Paint mixed")
    open_row(shown, "colours")
    tap(shown, "blue", "blue", "red", "blue", "Paint mixed: done")
    assert controller.session.entries[-1].event == PaintMixed(0, ("blue", "blue", "red", "blue"))


def test_seats_in_a_list_are_called_by_their_names(opened, controller):
    shown = opened("Paint mixed")
    open_row(shown, "takers")
    tap(shown, "Bo", "Bo", "Paint mixed: done")
    assert controller.session.entries[-1].event == PaintMixed(0, (), (1, 1))


def test_more_values_than_buttons_are_numbers_between_buttons(opened, controller):
    shown = opened("Paint mixed")
    open_row(shown, "many")
    tap(shown, "+ Add", "+", "+", "↑ Up", "+ Add", "+", "Paint mixed: done")
    assert controller.session.entries[-1].event.many == (2, 1)


def test_records_are_filled_in_one_by_one(opened, controller):
    shown = opened("Effects entered")
    tap(shown, "+ Add", "yarn", "\N{MINUS SIGN}", "↑ Up", "+ Add", "Bo", "↑ Up", "+ Add", "↑ Up")
    assert shown.button("what yarn")
    tap(shown, "what life, by 0, seat Bo")
    tap(shown, "↑ Up")
    rows = shown.app.screen.opened.editor.children[::-1]
    shown.tap_on([each for each in rows if getattr(each, "words", "") == "✕"][-1])
    tap(shown, "Effects entered: done")
    assert controller.session.entries[-1].event.effects == (
        {"what": "yarn", "by": -1}, {"what": "life", "by": 0, "seat": 1},
    )  # fmt: skip


def test_inconsistent_values_are_reported_and_can_be_corrected(opened, controller):
    shown = opened("Effects entered")
    tap(shown, "+ Add", "Effects entered: done")
    assert controller.session.entries == []
    assert said(shown) == "An effect on life needs a seat"
    tap(shown, "↑ Up", "✕", "Effects entered: done")
    assert controller.session.entries[-1].event == EffectsEntered(0, ())


def test_targets_in_list_forms_are_nine_millimetres(opened):
    from kivy.metrics import dp  # noqa: PLC0415  Kivy after its surroundings

    shown = opened("Hand shown")
    filler = shown.app.screen.opened
    small = [
        each.words for each in shown.all(Tappable)
        if any(parent is filler for parent in each.walk_reverse()) and min(each.size) < dp(56) - 1
    ]  # fmt: skip
    assert small == []
    assert filler.editor.height > dp(130)
