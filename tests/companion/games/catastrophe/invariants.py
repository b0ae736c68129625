"""What holds in every position of Catastrophe, written down independently of the rules."""

from collections import Counter

from companion.games.catastrophe import GAME


def check(state, _before=None):
    """Section 9 of the specification, written down once more and independently of the rules."""
    found = GAME.facts(state)
    seats = range(len(found["life"]))
    assert sum(found["yarn"]) + found["sanctuary"] == 30
    assert min(found["sanctuary"], *found["yarn"], *found["hand"], *found["held"], *found["power"]) >= 0
    on_stack = Counter(
        "catastrophe" if card["card"] in ("event", "reapurr") else "power" if card["power"] else "main"
        for card in found["stack"]
    )
    decks = {name: deck["draw"] + deck["discard"] for name, deck in found["decks"].items()}
    assert all(min(deck.values()) >= 0 for deck in found["decks"].values())
    assert sum(found["hand"]) + decks["main"] + on_stack["main"] == 108
    assert sum(found["power"]) + sum(found["held"]) + decks["power"] + on_stack["power"] == 24
    assert decks["catastrophe"] + on_stack["catastrophe"] == 52
    for seat in seats:
        assert 0 <= found["life"][seat] <= 9
        if found["out"][seat]:
            assert found["life"][seat] == found["yarn"][seat] == found["hand"][seat] == 0
            assert found["held"][seat] == found["power"][seat] == 0
            assert seat not in found["waiting"]
            assert found["turns"][seat] == 0
            assert seat not in [skip["seat"] for skip in found["skips"]]
        else:
            assert found["life"][seat] > found["reapurr"] or found["reapurr"] == 0
    if state.options.variant == "king-of-the-meowtain":
        taken = [life for life in found["life"] if 0 < life < 9]
        assert len(taken) == len(set(taken))
    for card in found["stack"]:
        targets = [] if card["target"] is None else [card["target"], *card.get("also", [])]
        assert len(set(targets)) == len(targets)
        assert not any(found["out"][seat] for seat in [card["seat"], *targets, *card["rollers"]])
    too_many = [s for s in seats if found["hand"][s] + found["held"][s] > 7 or found["power"][s] > 3]
    assert (found["phase"] == "discard") == bool(too_many)
    assert found["waiting"] == sorted(found["waiting"])
    left = [seat for seat in seats if not found["out"][seat]]
    assert (found["phase"] == "over") == (len(left) <= 1)
    assert sorted(seat for group in found["fallen"] for seat in group) == [s for s in seats if found["out"][s]]
    asks = GAME.asks(state)
    assert not (asks and asks[0].optional)
    assert all(ask.roll.colours == (state.table.colour(ask.seat),) for ask in asks if ask.roll is not None)
    outcome = GAME.outcome(state)
    assert (outcome is not None) == (found["phase"] == "over")
    if outcome is not None:
        assert outcome.places == (((left[0],), *map(tuple, reversed(found["fallen"]))) if left else ())
        assert dict(outcome.scores) == dict(enumerate(found["life"]))
