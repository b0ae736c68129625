"""What the panel shows, without a screen."""

from companion.games.catastrophe.events import (
    AttackPlayed,
    CucumberPlayed,
    CuriosityPlayed,
    PassPlayed,
    ReactionsClosed,
    ReapurrRevealed,
    TakePlayed,
)
from companion.games.catastrophe.view_model import board, fallen_now, farewell, plan
from tests.companion.games.catastrophe.played_games import after, begin, bot_game, roll


def test_the_track_has_all_tokens_and_the_reapurr():
    spaces = board(begin(4, life=[9, 5, 5, 9], reapurr=2)).spaces
    assert [space.seats for space in spaces if space.seats] == [(1, 2), (0, 3)]
    assert [space.number for space in spaces if space.reapurr] == [2]
    assert [space.number for space in spaces if space.deadly] == [1, 2]


def test_who_is_out_lies_in_the_lair():
    out = {"life": [9, 0, 9], "yarn": [3, 0, 3], "hand": [5, 0, 5], "power": [2, 0, 2]}
    assert board(begin(**out)).spaces[0].seats == (1,)


def test_the_sharing_rule_of_the_variant_is_named():
    assert str(board(begin()).rule) == ""
    assert "one cat a space" in str(board(begin(options={"variant": "king-of-the-meowtain"})).rule)
    assert "share" in str(board(begin(options={"variant": "turbo"})).rule)


def test_the_stack_says_what_will_happen_next():
    state = after(begin(), CuriosityPlayed(0, 1), PassPlayed(1, 2), CucumberPlayed(2))
    assert [str(step) for step in plan(state)] == ["Bo's Pass is blocked", "Bo loses a life"]
    assert [card.fate for card in board(state).stack] == ["works", "blocked", "next"]
    state = after(state, TakePlayed(1))
    assert [str(step) for step in plan(state)] == ["the target becomes Cy", "Cy loses a life"]
    assert [card.targets for card in board(state).stack] == [(2,), (2,)]


def test_the_plan_comes_true_if_nobody_reacts():
    """Through whole games: as many closings as the plan has steps, and the plan shrinks by one each time."""
    checked = 0
    for seed in range(6):
        for state, event, following in bot_game(seed):
            if isinstance(event, ReactionsClosed) and following.phase == "react":
                assert plan(state)[1:] == plan(following) or state.life != following.life
                checked += 1
    assert checked > 20


def test_a_card_being_carried_out_says_that_it_is_too_late():
    state = after(begin(), AttackPlayed(0, 1, 4, red_dot=True))
    (card,) = board(state).stack
    assert (card.fate, card.red_dot) == ("closed", True)
    assert plan(state) == ()
    rolled = board(after(state, roll(1, 3))).rolls[0]
    assert (rolled.value, rolled.colour, rolled.fails) == (3, "blue", True)


def test_odds_only_on_request():
    state = after(begin(), AttackPlayed(0, 1, 5))
    assert str(board(state).odds) == ""
    state = after(begin(options={"odds": True}), AttackPlayed(0, 1, 5))
    assert str(board(state).odds) == "Bo is safe: 33 %, with 1 yarn more 56 %"


def test_who_goes_out_is_named():
    before = begin(4, phase="catastrophe", life=[9, 1, 1, 9])
    later = after(before, ReapurrRevealed(0, 1))
    assert fallen_now(before, later) == (1, 2)
    assert str(farewell(before, later)) == "Bo and Cy out: farewell!"
    assert farewell(later, later) is None
    all_gone = begin(phase="catastrophe", life=[1, 1, 1])
    assert str(farewell(all_gone, after(all_gone, ReapurrRevealed(0, 1)))) == "The Grim Reapurr has everybody"


def test_an_attack_that_costs_no_life_says_what_it_needs():
    state = after(begin(), AttackPlayed(0, 1, 4, lives=0, effects=True))
    (card,) = board(state).stack
    assert (str(card.note), card.brief) == ("needs 4+", "4+")


def test_a_phase_that_is_left_out_is_marked_until_it_is_over():
    skips = [{"seat": 0, "phase": "paw"}, {"seat": 1, "phase": "catastrophe"}]
    assert left_out(begin(phase="claw", turn=0, skips=skips)) == ["Paw"]
    assert left_out(begin(phase="catastrophe", turn=0, skips=skips)) == [], "that is for the next turn"
    assert left_out(begin(phase="claw", turn=1, skips=skips)) == ["CATastrophe"]


def left_out(state):
    return [str(step.name) for step in board(state).steps if step.left_out]


def test_one_more_turn_is_said_beforehand():
    assert str(board(begin(phase="claw", turn=0)).whose) == "Ann's turn"
    assert str(board(begin(phase="claw", turn=0, turns=[1, 0, 0])).whose) == "Ann's turn, then another"
