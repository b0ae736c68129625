"""The buttons of a strip: what the asks offer, each choice once."""

from companion.core.events import Corrected
from companion.games.catastrophe import GAME
from companion.games.catastrophe.events import CucumberPlayed, CuriosityPlayed, PassPlayed, YarnSpent
from companion.games.catastrophe.groups import CURIOSITY, OTHER, PASS, YARN
from companion.games.catastrophe.strip_view import buttons, corrected, form_buttons, grouped, listed_forms, offered
from tests.companion.games.catastrophe.played_games import after, begin, bot_game


def ask_of(state, seat):
    return next(ask for ask in GAME.asks(state) if ask.seat == seat)


def shown(state, seat):
    return buttons(state, ask_of(state, seat))


def words(state, seat):
    return [str(button.words) for button in shown(state, seat)]


def events(state, seat, group):
    return [choice.event for choice in grouped(state, ask_of(state, seat), group)]


def test_a_reaction_comes_from_the_hand_and_those_of_power_cats_are_among_the_others():
    state = after(begin(hand=[5, 0, 5]), CuriosityPlayed(0, 1))
    assert CucumberPlayed(1, power=True) in events(state, 1, OTHER)
    assert shown(state, 2)[1].event == CucumberPlayed(2)
    assert CucumberPlayed(2, power=True) in events(state, 2, OTHER)
    bare = after(begin(hand=[5, 0, 5], power=[2, 0, 2]), CuriosityPlayed(0, 1))
    assert words(bare, 1) == ["No reaction"]


def test_choices_of_a_group_share_a_button():
    state = begin(4)
    assert words(state, 0) == ["Attack…", "Ally", "Power Cat", "End Claw", "Curiosity…", "Special…"]
    assert set(events(state, 0, CURIOSITY)) == {CuriosityPlayed(0, at) for at in (1, 2, 3)}
    assert words(begin(phase="catastrophe"), 0)[:3] == ["Reapurr +1", "Reapurr +2", "Reapurr -1"]
    rolled = begin(phase="yarn", stack=[{"card": "effect", "seat": 0, "rollers": [1, 2]}], rolls=[
        {"seat": 1, "value": 2, "need": None}, {"seat": 2, "value": 5, "need": None},
    ])  # fmt: skip
    assert events(rolled, 0, YARN) == [YarnSpent(0, 1), YarnSpent(0, 2)]


def test_a_group_of_one_is_a_button_of_its_own():
    state = after(begin(2), CuriosityPlayed(0, 1))
    assert PassPlayed(1, 0) in [button.event for button in shown(state, 1)]
    assert PASS not in [button.opens for button in shown(state, 1)]


def test_corrections_are_events():
    assert corrected(begin(), 1, "hand", 1) == Corrected({"hand": [5, 6, 5]})
    assert corrected(begin(), 2, "power", -1) == Corrected({"power": [2, 2, 1]})


def test_every_choice_is_on_the_strip_once_and_accepted():
    for seed in (1, 2, 3, 4):
        for state, _, _ in bot_game(seed):
            for ask in GAME.asks(state):
                found = buttons(state, ask)
                direct = [button.event for button in found if button.event is not None]
                opened = [choice.event for button in found for choice in grouped(state, ask, button.opens or "-")]
                assert sorted(map(repr, direct + opened)) == sorted(repr(each.event) for each in offered(state, ask))
                assert all(each.event in direct + opened for each in ask.choices)
                opens = {button.opens for button in (*found, *form_buttons(ask))}
                assert len({button.opens for button in found if button.opens}) == sum(bool(b.opens) for b in found)
                among = {form for group in opens for form in listed_forms(ask, group)}
                assert all(form in found or form in among for form in form_buttons(ask))
                for event in direct + opened:
                    GAME.apply(state, event)
