"""A press answers the question that its presser can have seen, and no other."""

import pytest

from companion.app.controller import Desk
from companion.core.asks import Choice, Key
from companion.core.events import Face
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.games.catastrophe.events import YarnSpent
from companion.games.catch_up.state import Discarded
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, KeyPressed, PressMark, SeenDie
from companion.referee.stale_presses import REACTION_S, Late

TABLE = Table(("Ann", "Bo", "Cy"), ("red", "blue", "white"))
ANN, BO, CY = 0, 1, 2
ROLLED = {
    "phase": "yarn",
    "turn": BO,
    "stack": [{"card": "attack", "seat": BO, "target": CY, "number": 4, "lives": 1, "rolls": 1}],
    "rolls": [{"seat": CY, "value": 2, "need": 4}],
    "yarn": [3, 2, 3],
}
"""Everybody may accept Cy's roll, or spend yarn on it; then everybody is asked whether he reacts."""


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
def desk(clock):
    desk = Desk(Journal(":memory:"), shelf(), now=clock)
    desk.begin("catastrophe", TABLE, {"first": BO}, ROLLED)
    clock.now += 10
    yield desk
    desk.stop()


def press(seat, at, number=0):
    return KeyPressed(seat, Key.YES, at, PressMark(f"b{seat}", 1, number))


def arrive(desk, *signals):
    for each in signals:
        desk.inbox.put(each)
    desk.tick()


def happened(desk):
    return [(type(entry.event).__name__, entry.event.seat) for entry in desk.session.entries]


def test_two_who_press_yes_at_once_do_not_answer_what_neither_was_asked(desk, clock):
    arrive(desk, press(ANN, clock.now - 0.02), press(BO, clock.now - 0.01))
    assert happened(desk) == [("RollsAccepted", ANN)]
    assert "pressed just as this came up" in str(desk.notices[0].text)
    assert desk.notices[0].seat == BO


def test_who_is_asked_nothing_any_more_is_not_told_to_press_again(desk, clock):
    facts = {
        "phase": "discarding",
        "round": 1,
        "rolls": [16, 9, 12],
        "cards": [[1, 2], [7, 9], [4, 5]],
        "owes": [0, 7, 0],
    }
    desk.begin("catch-up", TABLE, {}, facts)
    clock.now += 10
    desk.touch(Discarded(BO, (7,)))
    arrive(desk, press(BO, clock.now - 0.01))
    assert str(desk.notices[0].text) == "Nothing is asked of Bo now."


def test_yes_to_one_card_is_no_yes_to_the_next(desk, clock):
    """Both are asked whether they react, before and after; but the card they are asked about is another."""
    reactions = ROLLED | {"phase": "react", "rolls": []}
    desk.begin("catastrophe", TABLE, {"first": BO}, reactions)
    clock.now += 10
    cucumber = next(
        choice.event
        for ask in desk.session.asks()
        for choice in ask.choices
        if ask.seat == CY and type(choice.event).__name__ == "CucumberPlayed"
    )
    desk.touch(cucumber)
    arrive(desk, press(ANN, clock.now - 0.02))
    assert happened(desk) == [("CucumberPlayed", CY)]
    clock.now += 1
    arrive(desk, press(ANN, clock.now - 0.1, number=1))
    assert happened(desk) == [("CucumberPlayed", CY), ("ReactionsClosed", ANN)]


def test_a_press_of_before_a_game_began_is_none_of_its(desk, clock):
    arrive(desk, press(ANN, clock.now - 0.5))
    desk.begin("catastrophe", TABLE, {"first": BO}, ROLLED)
    arrive(desk, press(ANN, clock.now - 0.01, number=1))
    assert happened(desk) == []


def test_a_press_that_touch_overtook_does_not_answer_the_next_question(desk, clock):
    ask = next(ask for ask in desk.session.asks() if ask.seat == ANN)
    desk.touch(next(choice.event for choice in ask.choices if choice.key == Key.YES))
    clock.now += 0.5
    arrive(desk, press(BO, clock.now - 0.7))
    assert desk.pointers == {}
    arrive(desk, press(BO, clock.now - 0.1, number=1))
    assert desk.pointers == {BO: 0}


def test_an_answer_is_new_only_where_the_button_brought_about_something_else_before():
    late = Late(0.0)
    late.asked({(ANN, Key.YES): Discarded(ANN, (1,)), (BO, Key.YES): Discarded(BO, (1,))}, 10.0)
    assert late.unseen(press(ANN, 9.0))
    assert late.unseen(press(ANN, 10.0 + REACTION_S / 2))
    assert not late.unseen(press(ANN, 10.1 + REACTION_S))
    late.asked({(ANN, Key.YES): Discarded(ANN, (1,)), (BO, Key.YES): Discarded(BO, (2,))}, 20.0)
    assert not late.unseen(press(ANN, 20.0))
    assert late.unseen(press(BO, 20.0))
    assert not late.unseen(KeyPressed(BO, Key.YES, 20.0))  # never in a box: it came from this program
    late.asked({(ANN, Key.YES): Discarded(ANN, (1,))}, 30.0, stepped={ANN})
    assert late.unseen(press(ANN, 30.0))


def test_yes_to_a_choice_one_had_stepped_to_is_no_yes_to_another(desk, clock):
    arrive(desk, KeyPressed(CY, Key.NEXT, clock.now, PressMark("b2", 1, 0)))
    arrive(desk, KeyPressed(CY, Key.NEXT, clock.now, PressMark("b2", 1, 1)))
    assert desk.pointers == {CY: 1}
    clock.now += 5
    other = Choice(YarnSpent(BO, CY), say("Yarn"))
    assert other.event in [choice.event for ask in desk.session.asks() for choice in ask.choices]
    desk.touch(other.event)
    clock.now += 0.1
    before = len(happened(desk))
    arrive(desk, press(CY, clock.now - 0.05, number=2))
    assert len(happened(desk)) == before


def test_a_doubt_stays_while_its_roll_is_waited_for(desk, clock):
    desk.begin("catastrophe", TABLE, {"first": ANN}, HALF_ROLLED)
    clock.now += 10
    doubtful = DiceSeen((SeenDie(3, "white"),), sure=False, why="a 3 may lean")
    arrive(desk, doubtful)
    desk.touch(YarnSpent(ANN, ANN))
    assert desk.session.seq == 1
    assert desk.doubt is not None
    assert desk.doubt.seen is doubtful
    desk.undo()
    assert desk.doubt is not None, "Cy's roll was waited for before, and is now"
    assert desk.doubt.seen is doubtful
    desk.settle((Face(5, "white"),))
    assert desk.doubt is None
