"""What holds in every position of Catch Up, worked out from its facts."""

from companion.games.catch_up import GAME


def check(state, before):
    facts, suit = GAME.facts(state), list(range(1, state.options.highest_rank + 1))
    for cards, aside in zip(facts["cards"], facts["set_aside"], strict=True):
        assert sorted(cards + aside) == suit
    if facts["phase"] == "discarding":
        assert facts["high"] == max(facts["rolls"])
        assert not any(owed for owed, roll in zip(facts["owes"], facts["rolls"], strict=True) if roll == facts["high"])
    if before is not None:
        earlier = GAME.facts(before)
        hands = list(zip(earlier["cards"], facts["cards"], strict=True))
        assert all(set(now) <= set(then) for then, now in hands), "cards never come back"
        assert sum(then != now for then, now in hands) <= 1, "hands shrink only by their own discards"
        assert facts["round"] >= earlier["round"]
    outcome = GAME.outcome(state)
    if outcome is not None:
        assert sorted(seat for place in outcome.places for seat in place) == list(state.table.seats)
        assert outcome.scores == {seat: sum(cards) for seat, cards in enumerate(facts["cards"])}
        assert set(outcome.places[0]) <= set(facts["holders"])
