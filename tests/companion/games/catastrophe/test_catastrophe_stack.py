"""The stack by itself: no lives, no dice, no decks."""

import pytest

from companion.core.events import IllegalEvent
from companion.games.catastrophe.options import CatastropheOptions
from companion.games.catastrophe.stack import (
    Card,
    Parted,
    blocked,
    check_cucumber,
    check_pass,
    check_take,
    fizzled,
    forecast,
    redirected,
)

USUAL = CatastropheOptions()
ATTACK = Card("attack", 0, 1, 4, 1, 1)
CURIOSITY = Card("curiosity", 0, 1, lives=1)


def cucumber(seat, **more):
    return Card("cucumber", seat, **more)


def passed(seat, target):
    return Card("pass", seat, target)


def rule_of(check, *given):
    with pytest.raises(IllegalEvent) as caught:
        check(*given)
    return caught.value.rule


def test_R4_2_a_cucumber_takes_the_card_beneath_with_it():
    assert blocked((ATTACK, passed(1, 2), cucumber(2))) == Parted((ATTACK,), (passed(1, 2), cucumber(2)))


def test_R4_2_a_cucumber_may_lie_on_anything_also_on_a_cucumber_and_ones_own():
    for stack in ((ATTACK,), (CURIOSITY, cucumber(1)), (Card("effect", 0),), (ATTACK, passed(1, 2))):
        check_cucumber(stack, USUAL)


def test_R4_1_nothing_to_react_to():
    assert rule_of(check_cucumber, (), USUAL) == "R4.1"


def test_R3_6_a_red_dot_closes_the_stack():
    closed = (ATTACK._replace(red_dot=True),)
    assert rule_of(check_cucumber, closed, USUAL) == "R3.6"
    assert rule_of(check_take, closed, USUAL) == "R3.6"
    assert rule_of(check_pass, closed, USUAL, 1, 2) == "R3.6"


def test_R4_4_a_pass_gives_the_card_beneath_another_target():
    assert redirected((ATTACK, passed(1, 2))) == Parted((ATTACK._replace(target=2),), (passed(1, 2),))


def test_R4_4_only_the_target_passes_to_anybody_else():
    check_pass((ATTACK,), USUAL, 1, 2)
    check_pass((ATTACK,), USUAL, 1, 0)
    assert rule_of(check_pass, (ATTACK,), USUAL, 2, 0) == "R4.4"
    assert rule_of(check_pass, (ATTACK,), USUAL, 1, 1) == "R4.4"


def test_R4_4_only_an_attack_or_curiosity_on_top_that_is_no_power_cat():
    for stack in (
        (Card("effect", 0),),
        (CURIOSITY._replace(power=True),),
        (ATTACK, cucumber(2)),
        (ATTACK, passed(1, 2)),
        (Card("event", 0),),
    ):
        assert rule_of(check_pass, stack, USUAL, 1, 2) == "R4.4"


def test_R9_1_anyone_passes_also_to_himself_but_not_to_the_present_target():
    anyone = CatastropheOptions(pass_by="anyone")
    check_pass((ATTACK,), anyone, 2, 0)
    check_pass((ATTACK,), anyone, 2, 2)
    check_pass((ATTACK,), anyone, 0, 0)
    assert rule_of(check_pass, (ATTACK,), anyone, 2, 1) == "R4.4"


def test_R9_2_never_back_to_its_player():
    assert rule_of(check_pass, (ATTACK,), CatastropheOptions(pass_back=False), 1, 0) == "R9.2"


def test_R9_4_no_reactions_against_power_cats_nor_a_cucumber_from_one():
    rules = CatastropheOptions(react_to_power=False)
    for stack in ((ATTACK._replace(power=True),), (ATTACK, cucumber(1, power=True))):
        assert rule_of(check_cucumber, stack, rules) == "R4.7"
        assert rule_of(check_take, stack, rules) == "R4.7"
        check_cucumber(stack, USUAL)
    check_cucumber((ATTACK._replace(power=True), cucumber(1)), rules)


def test_R4_6_a_catastrophe_card_is_not_taken():
    assert rule_of(check_take, (Card("event", 0),), USUAL) == "R4.6"
    assert rule_of(check_take, (Card("reapurr", 0, number=2),), USUAL) == "R4.6"
    check_take((Card("event", 0), cucumber(1)), USUAL)


def test_R4_8_cards_by_and_against_who_is_out_leave_with_what_lies_on_them():
    stack = (ATTACK, passed(1, 2), cucumber(0), cucumber(1))
    assert fizzled(stack, frozenset({2}), 0) == Parted((ATTACK,), stack[1:])
    assert fizzled(stack, frozenset({1}), 0) == Parted((), stack)
    assert fizzled(stack, frozenset({3}), 0) == Parted(stack, ())


def test_R4_8_a_cucumber_of_who_is_out_leaves_the_card_beneath():
    stack = (CURIOSITY, cucumber(2), cucumber(3))
    assert fizzled(stack, frozenset({2}), 0) == Parted((CURIOSITY,), (cucumber(2), cucumber(3)))
    assert fizzled(stack, frozenset({3}), 0) == Parted((CURIOSITY, cucumber(2)), (cucumber(3),))


def test_R4_8_other_cards_above_stay():
    above = Card("effect", 2, power=True)
    stack = (ATTACK, above, cucumber(3))
    assert fizzled(stack, frozenset({1}), 0) == Parted((above, cucumber(3)), (ATTACK,))


def test_R4_8_a_catastrophe_card_stays_and_changes_hands_and_rollers_are_struck_off():
    event = Card("event", 0, rollers=(0, 2, 1))
    under = (event, Card("effect", 1, rollers=(1, 0)), cucumber(2))
    assert fizzled(under, frozenset({0}), 1) == Parted(
        (Card("event", 1, rollers=(2, 1)), Card("effect", 1, rollers=(1,)), cucumber(2)), ()
    )


def test_forecast_of_a_pass_a_cucumber_and_a_cucumber_on_it():
    stack = (CURIOSITY, passed(1, 2), cucumber(2), cucumber(1))
    assert [(fate.at, fate.blocked_by, fate.targets) for fate in forecast(stack)] == [
        (3, None, ()),  # Bo's Cucumber does its work
        (2, 3, ()),  # on Cy's Cucumber
        (1, None, (2,)),  # so the Pass does its work
        (0, None, (2,)),  # and the Curiosity reaches Cy
    ]
    assert [fate.targets for fate in forecast(stack[:3])] == [(), (2,), (1,)]


def test_forecast_of_a_pass_by_one_of_several_targets():
    stack = (CURIOSITY._replace(also=(2, 3)), passed(2, 0))
    assert [fate.targets for fate in forecast(stack)] == [(0,), (1, 0, 3)]


def test_forecast_agrees_with_what_the_machine_does():
    stack = (ATTACK, passed(1, 2), cucumber(2), cucumber(1), Card("effect", 3, power=True), cucumber(0))
    done = []
    while stack:
        top = stack[-1]
        if top.card == "cucumber":
            done += [top, stack[-2]]
            stack = blocked(stack).stack
        elif top.card == "pass":
            done.append(top)
            stack = redirected(stack).stack
        else:
            done.append(top)
            stack = stack[:-1]
    steps = forecast((ATTACK, passed(1, 2), cucumber(2), cucumber(1), Card("effect", 3, power=True), cucumber(0)))
    assert [fate.card for fate in steps] == done
