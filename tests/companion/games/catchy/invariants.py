"""What holds in every position of Catchy!, worked out from its facts."""

from companion.games.catchy import GAME
from companion.games.catchy.cards import CARDS


def check(state, _before):
    facts, options = GAME.facts(state), state.options
    cards = [laid["card"] for trick in facts["history"] for laid in trick] + [laid["card"] for laid in facts["trick"]]
    assert len(cards) == len(set(cards))
    assert facts["tricks"] == len(facts["history"]) <= 7
    number = {card: int(card[1]) if card != "J" else options.joker_number for card in CARDS}
    odd = stood = 0
    for lead, answer in facts["history"]:
        both = (number[lead["card"]], number[answer["card"]])
        odd += both[0] % 2 == both[1] % 2 == 1
        stood += "J" in (lead["card"], answer["card"]) and both[0] == both[1]
    where = facts["cat"]["position"]
    assert abs(where) <= options.steps_to_arms
    assert (where - facts["tricks"] + stood) % 2 == 0
    if options.cat_side == "reset":
        assert facts["cat"]["side"] == ("blue" if odd % 2 else "red")
    assert max(facts["scores"]) <= options.target + 2
    assert sum(facts["scores"]) <= 3 * facts["round"]
    if options.target == 7:
        assert facts["round"] <= 7
    assert len({(flag["seat"], flag["trick"]) for flag in facts["flags"]}) == len(facts["flags"])
