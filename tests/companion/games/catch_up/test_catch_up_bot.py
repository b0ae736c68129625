"""The bot pays so that its hand lasts, and that wins more games than chance."""

import random

import pytest

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games.catch_up import GAME
from companion.games.catch_up.bot import make
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.payments import cards_of
from companion.games.catch_up.survival import lasting, odds
from companion.record.codec import position_from_plain


def winners(players, bot_seat, chance):
    """Who wins a game in which one seat is the bot and the others pay in any listed way."""
    table, options = Table(("Ann", "Bo", "Cy", "Di")[:players]), GAME.options()
    bot, state = make(table, options, chance), GAME.start(table, options)
    while asks := GAME.asks(state):
        ask = asks[0]
        if ask.roll is not None:
            event = Rolled(ask.seat, tuple(Face(chance.randint(1, 6)) for _ in range(ask.roll.count)))
        else:
            event = bot.choose(state, ask) if ask.seat == bot_seat else chance.choice(ask.choices).event
        state = GAME.apply(state, event).state
    return GAME.outcome(state).places[0]


def test_at_three_players_it_beats_chance():
    """Four standard errors above a third: luck alone comes that far once in 30,000 times."""
    chance, games = random.Random(43), 600
    won = 0.0
    for game in range(games):
        first = winners(3, game % 3, chance)
        won += (game % 3 in first) / len(first)
    assert won / games > 1 / 3 + 4 * (2 / 9 / games) ** 0.5


@pytest.mark.parametrize(("players", "dice"), [(2, 2), (2, 3), (3, 3), (4, 3)])
def test_the_odds_of_all_differences_are_those_of_all_rolls(players, dice):
    chance = odds(players, dice)
    assert sum(chance) == pytest.approx(1)
    assert len(chance) == 5 * dice + 1
    thrown = random.Random(1)
    rolls = [[sum(thrown.randint(1, 6) for _ in range(dice)) for _ in range(players)] for _ in range(20000)]
    assert chance[0] == pytest.approx(sum(roll[0] == max(roll) for roll in rolls) / 20000, abs=0.015)


def test_a_hand_lasts_longer_with_more_cards_and_with_cards_that_answer_more():
    rounds = lasting(3, 3)
    assert rounds(0) == 0
    assert rounds(cards_of((1, 2, 3, 4))) > rounds(cards_of((2, 3, 4))) > rounds(cards_of((9,)))
    assert rounds(cards_of((1, 2, 4, 8))) > rounds(cards_of((2, 13)))


def test_it_keeps_the_cards_that_answer_more():
    facts = {"phase": "discarding", "cards": [[1, 2, 3], [13]], "rolls": [9, 12]}
    table = Table(("Ann", "Bo"))
    state = position_from_plain(GAME, table, GAME.options(), facts)
    event = make(table, GAME.options(), random.Random(1)).choose(state, GAME.asks(state)[0])
    assert event.cards == (3,)


def test_the_bot_throws_no_dice():
    state = GAME.start(Table(("Ann", "Bo")), GAME.options())
    with pytest.raises(ValueError, match="nothing to choose from"):
        make(state.table, state.options, random.Random(1)).choose(state, GAME.asks(state)[0])


def test_the_bot_keeps_the_hand_that_can_pay_most():
    hand = [1, 2, 4, 8, 9, 10, 11]
    facts = {"phase": "discarding", "cards": [hand, [5]], "rolls": [5, 16]}
    state = position_from_plain(GAME, Table(("Ann", "Bo")), GAME.options(), facts)
    chosen = make(state.table, state.options, random.Random(1)).choose(state, GAME.asks(state)[0])
    assert chosen == Discarded(0, (11,)), "with 1, 2, 4 and 8 nearly every difference stays payable"
