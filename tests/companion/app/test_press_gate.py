"""A press answers the question that its presser can have seen, and no other."""

from dataclasses import replace

import pytest

from companion.app.controller import TableController
from companion.core.asks import Choice, Key
from companion.core.events import Face
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.games.catastrophe.events import YarnSpent
from companion.games.catch_up.events import Discarded
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, KeyPressed, PressMark, ReviewReason, SeenDie
from companion.referee.stale_presses import REACTION_S, StalePresses

TABLE = Table(("Ann", "Bo", "Cy"), ("red", "blue", "white"))
ANN, BO, CY = 0, 1, 2
ROLLED = {
    "phase": "yarn",
    "turn": BO,
    "stack": [{"card": "attack", "seat": BO, "target": CY, "number": 4, "lives": 1, "rolls": 1}],
    "rolls": [{"seat": CY, "value": 2, "need": 4}],
    "yarn": [3, 2, 3],
}
"""Everybody may accept Cy's roll, or spend yarn on it; then everybody is asked whether they react."""


HALF_ROLLED = {
    "phase": "roll",
    "stage": "catastrophe",
    "turn": ANN,
    "stack": [{"card": "event", "seat": ANN, "rollers": [ANN, CY]}],
    "rolls": [{"seat": ANN, "value": 1, "need": None}, {"seat": CY, "value": None, "need": None}],
    "yarn": [3, 3, 3],
}
"""Ann has rolled and may spend yarn; Cy has yet to roll."""


class Clock:
    """The time, as the test sets it."""

    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def controller(clock):
    controller = TableController(Journal(":memory:"), shelf(), now=clock)
    controller.begin("catastrophe", TABLE, {"first": BO}, ROLLED)
    clock.now += 10
    yield controller
    controller.stop()


def press(seat, at, number=0):
    return KeyPressed(seat, Key.YES, at, PressMark(f"b{seat}", 1, number))


def arrive(controller, *signals):
    for each in signals:
        controller.inbox.put(each)
    controller.tick()


def happened(controller):
    return [(type(entry.event).__name__, entry.event.seat) for entry in controller.session.entries]


def test_simultaneous_yes_answers_one_question(controller, clock):
    arrive(controller, press(ANN, clock.now - 0.02), press(BO, clock.now - 0.01))
    assert happened(controller) == [("RollsAccepted", ANN)]
    assert "pressed just as this came up" in str(controller.notifications[0].text)
    assert controller.notifications[0].seat == BO


def test_unseen_press_without_a_question_is_silent(controller, clock):
    facts = {
        "phase": "discarding",
        "round": 1,
        "rolls": [16, 9, 12],
        "cards": [[1, 2], [7, 9], [4, 5]],
        "owes": [0, 7, 0],
    }
    controller.begin("catch-up", TABLE, {}, facts)
    clock.now += 10
    controller.touch(Discarded(BO, (7,)))
    arrive(controller, press(BO, clock.now - 0.01))
    assert str(controller.notifications[0].text) == "Nothing is asked of Bo now."


def test_yes_answers_only_its_card(controller, clock):
    """Both are asked whether they react, before and after; but the card they are asked about is another."""
    reactions = ROLLED | {"phase": "react", "rolls": []}
    controller.begin("catastrophe", TABLE, {"first": BO}, reactions)
    clock.now += 10
    cucumber = next(
        choice.event
        for ask in controller.session.asks()
        for choice in ask.choices
        if ask.seat == CY and type(choice.event).__name__ == "CucumberPlayed"
    )
    controller.touch(cucumber)
    arrive(controller, press(ANN, clock.now - 0.02))
    assert happened(controller) == [("CucumberPlayed", CY)]
    clock.now += 1
    arrive(controller, press(ANN, clock.now - 0.1, number=1))
    assert happened(controller) == [("CucumberPlayed", CY), ("ReactionsClosed", ANN)]


def test_press_before_a_game_does_not_count(controller, clock):
    arrive(controller, press(ANN, clock.now - 0.5))
    controller.begin("catastrophe", TABLE, {"first": BO}, ROLLED)
    arrive(controller, press(ANN, clock.now - 0.01, number=1))
    assert happened(controller) == []


def test_press_overtaken_by_touch(controller, clock):
    ask = next(ask for ask in controller.session.asks() if ask.seat == ANN)
    controller.touch(next(choice.event for choice in ask.choices if choice.key == Key.YES))
    clock.now += 0.5
    arrive(controller, press(BO, clock.now - 0.7))
    assert controller.pointers == {}
    arrive(controller, press(BO, clock.now - 0.1, number=1))
    assert controller.pointers == {BO: 0}


def test_answer_is_new_if_the_button_changed():
    gate = StalePresses(0.0)
    gate.asked({(ANN, Key.YES): Discarded(ANN, (1,)), (BO, Key.YES): Discarded(BO, (1,))}, 10.0)
    assert gate.unseen(press(ANN, 9.0))
    assert gate.unseen(press(ANN, 10.0 + REACTION_S / 2))
    assert not gate.unseen(press(ANN, 10.1 + REACTION_S))
    gate.asked({(ANN, Key.YES): Discarded(ANN, (1,)), (BO, Key.YES): Discarded(BO, (2,))}, 20.0)
    assert not gate.unseen(press(ANN, 20.0))
    assert gate.unseen(press(BO, 20.0))
    assert not gate.unseen(KeyPressed(BO, Key.YES, 20.0))  # never in a box: it came from this program
    gate.asked({(ANN, Key.YES): Discarded(ANN, (1,))}, 30.0, stepped={ANN})
    assert gate.unseen(press(ANN, 30.0))


def test_yes_after_stepping_answers_only_that_choice(controller, clock):
    arrive(controller, KeyPressed(CY, Key.NEXT, clock.now, PressMark("b2", 1, 0)))
    arrive(controller, KeyPressed(CY, Key.NEXT, clock.now, PressMark("b2", 1, 1)))
    assert controller.pointers == {CY: 1}
    clock.now += 5
    other = Choice(YarnSpent(BO, CY), say("Yarn"))
    assert other.event in [choice.event for ask in controller.session.asks() for choice in ask.choices]
    controller.touch(other.event)
    clock.now += 0.1
    before = len(happened(controller))
    arrive(controller, press(CY, clock.now - 0.05, number=2))
    assert len(happened(controller)) == before


def test_review_stays_while_its_roll_is_due(controller, clock):
    controller.begin("catastrophe", TABLE, {"first": ANN}, HALF_ROLLED)
    clock.now += 10
    unsure = DiceSeen((SeenDie(3, "white"),), sure=False, reasons=(ReviewReason("may_lean", 3),))
    arrive(controller, unsure)
    controller.touch(YarnSpent(ANN, ANN))
    assert controller.session.seq == 1
    assert controller.pending_review is not None
    assert controller.pending_review.seen is unsure
    controller.undo()
    assert controller.pending_review is not None, "Cy's roll was waited for before, and is now"
    assert controller.pending_review.seen is unsure
    controller.settle((Face(5, "white"),))
    assert controller.pending_review is None


def test_presses_before_a_game_answer_nothing(controller, clock):
    controller.begin("catch-22", Table(("Ann", "Bo"), ("red", "blue")))
    assert len(controller.session.asks()[0].choices) > 1, "YES would step to the first choice, then take it"
    arrive(controller, press(ANN, clock.now - 1.0), press(ANN, clock.now - 0.7, 1))
    assert happened(controller) == []
    assert dict(controller.pointers) == {}


def test_a_button_stays_with_its_player_when_somebody_before_them_has_left(controller, clock):
    there = replace(TABLE, players=("Ann", "Cy"), colours=("red", "white"), marks=(ANN, CY))
    controller.begin("catastrophe", there, {"first": ANN}, {"phase": "yarn", "turn": ANN, "yarn": [3, 3],
        "stack": [{"card": "attack", "seat": ANN, "target": 1, "number": 4, "lives": 1, "rolls": 1}],
        "rolls": [{"seat": 1, "value": 2, "need": 4}]})  # fmt: skip
    clock.now += 10
    before = controller.session.facts()
    arrive(controller, press(BO, clock.now))
    assert controller.session.facts() == before, "Bo is not here: the button means nobody"
    arrive(controller, press(CY, clock.now, number=1))
    assert happened(controller) == [("RollsAccepted", 1)]
