"""The acceptance cases of the specification that are not tested paragraph by paragraph already."""

import pytest

from companion.core.asks import Form, RollCall, some_of
from companion.core.events import IllegalEvent
from companion.games.catch_up import GAME
from companion.games.catch_up.events import Discarded

FULL = list(range(1, 14))


def test_CU_01_start_and_order(new):
    table = new().rolls((0, 11), (1, 14), (2, 14))
    with pytest.raises(IllegalEvent):
        table.roll(0, 12)
    table.rolls((1, 9), (2, 12))
    for seat in (2, 0, 1):
        assert table["waiting"] == [seat]
        table.roll(seat, 10)


def test_CU_05_out_rolls_on_and_never_pays_again(new):
    facts = {"phase": "discarding", "round": 2, "starter": 1, "cards": [[1, 2], [5, 9], [4, 13]], "rolls": [5, 12, 12]}
    table = new(3, facts).pay(0, 1, 2)
    assert (table["round"], table["holders"]) == (3, [1, 2])
    table.rolls((1, 10), (2, 10), (0, 4))
    assert (table["round"], table["waiting"]) == (4, [1])


def test_CU_07_all_equal(new):
    table = new().rolls((0, 5), (1, 16), (2, 5), (1, 10), (2, 10), (0, 10))
    assert (table["starter"], table["round"]) == (1, 2)


def test_CU_11_largest_difference(owing):
    table = owing(FULL, 15, high=18)
    for cards in ((13,), (3, 13), (1, 13)):
        with pytest.raises(IllegalEvent):
            table.pay(0, *cards)
    assert table.pay(0, 2, 13)["set_aside"][0] == [2, 13]


def test_CU_18_undo_is_the_state_before(new):
    table = new(2).rolls((0, 9), (1, 14), (1, 9))
    before_last_roll, facts_then = table.state, table.facts
    table.roll(0, 12)
    before_payment, facts_owing = table.state, table.facts
    table.pay(1, 3)
    assert (table["starter"], table["round"]) == (0, 2)
    assert GAME.facts(before_payment) == facts_owing
    assert GAME.facts(before_last_roll) == facts_then
    assert facts_then["phase"] == "rolling"
    assert facts_owing["owes"] == [0, 3]


def test_asks_of_a_start_roll(new):
    (ask,) = GAME.asks(new(3).state)
    assert (ask.seat, ask.roll, ask.choices) == (0, RollCall(3), ())
    assert str(ask.text) == "Roll 3 dice to see who begins"


def test_asks_of_a_payment(owing):
    (ask,) = GAME.asks(owing(FULL, 7).state)
    assert str(ask.text) == "Give up exactly 7"
    assert [str(choice.label) for choice in ask.choices] == ["7", "A+6", "2+5", "3+4", "A+2+4"]
    assert ask.forms == ()
    (ask,) = GAME.asks(owing([3, 8, 10], 7).state)
    assert str(ask.text) == "Give up 7 or more"
    assert ask.forms == (Form(Discarded, {"seat": 0}, {"cards": some_of((3, 8, 10))}),)
    (ask,) = GAME.asks(owing([1, 2], 7).state)
    assert str(ask.text) == "You cannot reach 7: give up your cards"
    assert [choice.event for choice in ask.choices] == [Discarded(0, (1, 2))]
