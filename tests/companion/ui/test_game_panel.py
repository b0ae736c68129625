"""A game without a panel is played by its asks: with buttons, forms and the button box."""

from dataclasses import dataclass, replace

import pytest

from companion.app.controller import TableController
from companion.core.asks import Ask, Choice, Form, Key
from companion.core.events import Event, IllegalEvent
from companion.core.game import Game, Options, Outcome, Step
from companion.core.schema import Bounds
from companion.core.table import Table
from companion.core.text import say
from companion.record.journal import Journal
from companion.referee.signals import KeyPressed
from companion.ui.game_panel import PlainPanel
from companion.ui.widgets.refusal_note import Toast


@dataclass(frozen=True, slots=True)
class NumberTaken(Event):
    number: int


@dataclass(frozen=True)
class State:
    table: Table
    taken: tuple[int, ...] = ()
    phase: str = "taking"


def asks(state):
    if len(state.taken) == 3:
        return ()
    seat = len(state.taken) % 2
    free = [number for number in range(1, 13) if number not in state.taken]
    choices = tuple(Choice(NumberTaken(seat, number), say("take {n}", n=number)) for number in free)
    form = Form(NumberTaken, {"seat": seat}, {"number": Bounds(11, 20)})
    return (Ask(seat, say("{name}: take a number", name=state.table.name(seat)), choices, (form,)),)


def take(state, event):
    if event.number > 12:
        raise IllegalEvent("R9.9", say("There is no {n} on the board.", n=event.number))
    return Step(replace(state, taken=(*state.taken, event.number)))


@dataclass(frozen=True)
class Facts:
    """Nothing of this game is set right."""


GAME = Game(
    id="numbers",
    title="Numbers",
    player_counts=range(2, 3),
    options=Options,
    start=lambda table, options: State(table),
    facts_type=Facts,
    position=lambda table, options, facts: State(table),
    describe=lambda state, event: say("{event}", event=type(event).__name__),
    asks=asks,
    rules={NumberTaken: take},
    outcome=lambda state: Outcome(((0,), (1,)), {0: 1, 1: 0}) if len(state.taken) == 3 else None,
    facts=lambda state: {"phase": "taking", "waiting": [0], "flags": [], "taken": list(state.taken)},
    panel="companion.games.numbers.panel",
)


@pytest.fixture
def controller():
    made = TableController(Journal(":memory:"), {"numbers": GAME})
    made.begin("numbers", Table(("Ann", "Bo")))
    yield made
    made.stop()


def test_choices_are_buttons_and_pages(controller, driver):
    shown = driver()
    assert isinstance(shown.app.screen.panel, PlainPanel)
    shown.tap_on(shown.button("take 2"))
    assert controller.session.entries[-1].event == NumberTaken(0, 2)
    while True:
        try:
            button = shown.button("take 12")
            break
        except LookupError:
            shown.tap_on(shown.button("More"))
    shown.tap_on(button)
    assert controller.session.entries[-1].event == NumberTaken(1, 12)


def test_refused_form_quotes_its_paragraph(controller, driver):
    shown = driver()
    while not any(each.words.startswith("Number taken") for each in shown.app.screen.strips[0].pages.children):
        shown.tap_on(shown.button("More"))
    shown.tap_on(shown.button("Number taken…"))
    for _ in range(2):
        shown.tap_on(shown.button("+"))
    shown.tap_on(shown.button("Number taken: done"))
    assert controller.session.entries == []
    assert "(R9.9)" in next(shown.all(Toast)).words
    shown.tap_on(next(shown.all(Toast)))
    shown.tap_on(shown.button("\N{MINUS SIGN}"))
    shown.tap_on(shown.button("Number taken: done"))
    assert controller.session.entries[-1].event == NumberTaken(0, 12)
    assert shown.app.screen.opened is None


def test_where_the_button_box_points_is_marked(controller, driver):
    shown = driver()
    for _ in range(3):
        controller.inbox.put(KeyPressed(0, Key.NEXT))
    shown.frames(3)
    assert [each.words for each in shown.app.screen.strips[0].pages.children if each.marked] == ["take 3"]
    controller.inbox.put(KeyPressed(0, Key.YES))
    shown.frames(2)
    assert controller.session.entries[-1].event == NumberTaken(0, 3)


def test_the_end_is_shown(controller, driver):
    shown = driver()
    for seat, number in ((0, 1), (1, 2), (0, 3)):
        controller.touch(NumberTaken(seat, number))
    shown.app.screen.refresh()
    assert [row.name for row in shown.app.screen.opened.sheet.rows] == ["Ann", "Bo"]
