"""A second, plainer reading of Catch Up, beside the game: both say the same of every event and every position."""

import json
from dataclasses import asdict
from random import Random

import pytest

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.catch_up import GAME
from companion.games.catch_up.events import Discarded
from companion.record.codec import position_from_plain
from tests.companion.games.catch_up.reference_rules import PHASES, Plain, Refused
from tests.contract.playing import any_options
from tests.support.spoiled import spoiled

JUNK = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    9,
    10,
    12,
    13,
    18,
    19,
    1.0,
    "1",
    [],
    [0],
    [0, 1],
    [1, 2],
    {},
    *PHASES,
]


def begun(chance):
    """A table, its plain reading, and a place to begin at: the start, or few cards so that the end comes soon."""
    players, options = chance.choice([2, 3, 3, 4]), any_options(GAME, chance)
    plain = Plain(players, asdict(options))
    given = {}
    if chance.random() < 0.8:
        hands = [sorted(chance.sample(plain.suit, chance.choice([1, 1, 2, 3, 5]))) for _ in range(players)]
        if players > 2 and chance.random() < 0.7:
            hands[chance.randrange(players)] = []
        given = {"phase": "rolling", "round": 9, "starter": chance.randrange(players), "cards": hands}
    return Table(("Ann", "Bo", "Cy", "Di")[:players]), options, plain, given


def dice(plain, chance):
    """A throw; often of few totals, so that ties and triples are seen."""
    if chance.random() < 0.4:
        return [chance.choice([2, 4])] * plain.dice
    return [chance.randint(1, 6) for _ in range(plain.dice)]


def wished(plain, f, chance):
    """An event that may well be legal, or not at all."""
    seat = chance.choice(f["waiting"]) if chance.random() < 0.8 else chance.randrange(-1, plain.n + 1)
    paying = f["phase"] == "discarding" and seat in f["waiting"]
    if not paying and (f["phase"] != "discarding" or chance.random() < 0.5):
        faces = dice(plain, chance)
        if chance.random() < 0.1:
            faces = [chance.randint(0, 7) for _ in range(chance.randint(0, 4))]
        return Rolled(seat, tuple(Face(value) for value in faces))
    hand = f["cards"][seat] if paying else plain.suit
    cards = chance.sample(hand, chance.randint(0, min(len(hand), 4)))
    below = [rank for rank in hand if rank < max(f["owes"])]
    if below and chance.random() < 0.3:
        cards = below[-1:]
    elif chance.random() < 0.3:
        cards = hand[:] if chance.random() < 0.7 else [*cards, chance.randint(0, 14)]
    return Discarded(seat, tuple(cards))


def says(plain, f, event):
    """What the plain reading makes of an event: the facts after it, or None."""
    f = json.loads(json.dumps(f))
    try:
        if isinstance(event, Rolled):
            return plain.rolled(f, event.seat, [face.value for face in event.faces])
        return plain.discarded(f, event.seat, list(event.cards))
    except Refused:
        return None


def does(state, event):
    try:
        step = GAME.apply(state, event)
    except IllegalEvent:
        return None
    if isinstance(event, Discarded):
        warned = any("could have kept" in str(note.text) for note in step.notes)
        assert warned == (sum(event.cards) - min(event.cards) >= state.owes[event.seat])
    return step.state


def compare_asks(plain, state, f):
    asks = GAME.asks(state)
    assert sorted(ask.seat for ask in asks) == f["waiting"]
    for ask in asks:
        assert (ask.roll is not None) == (f["phase"] != "discarding")
        if ask.roll is None:
            legal, listed = set(plain.sets(f, ask.seat)), {choice.event.cards for choice in ask.choices}
            assert listed <= legal
            assert len(listed) == len(ask.choices)
            assert listed == legal or ask.forms


def random_game(seed):
    """A game in which both readings are asked for wild events, up to its end; yields every position reached."""
    chance = Random(seed)
    table, options, plain, given = begun(chance)
    try:
        plain.place(given)
    except Refused:
        return
    for facts in played(table, options, plain, given, chance):
        yield table, options, plain, facts


def played(table, options, plain, given, chance):
    """On from a position that both take, to the end; yields the facts on which both agree."""
    facts, state = plain.place(given), position_from_plain(GAME, table, options, given)
    while True:
        assert GAME.facts(state) == facts
        outcome = GAME.outcome(state)
        said = outcome and ([list(place) for place in outcome.places], [outcome.scores[s] for s in table.seats])
        assert said == plain.outcome(facts)
        if sum(map(len, facts["cards"])) < 20:
            compare_asks(plain, state, facts)
        yield facts
        if outcome:
            return
        after = None
        while after is None:
            event = wished(plain, facts, chance)
            after, then = says(plain, facts, event), does(state, event)
            assert (after is None) == (then is None), (facts, event)
        facts, state = after, then


@pytest.mark.parametrize("games", [50, pytest.param(500, marks=pytest.mark.slow)])
def test_both_readings_play_the_same_games(games):
    ends = set()
    for one in range(games):
        for _, _, _, facts in random_game(one):
            ends.add(facts["phase"])
    assert {"rolling", "discarding", "over"} <= ends


def mutated(plain, facts, chance):
    """Facts with keys left out and things changed, each change often one that still makes sense."""
    given = {key: value for key, value in facts.items() if chance.random() < chance.choice([0.6, 0.9, 1])}
    given = json.loads(json.dumps(given))
    for _ in range(chance.choice([0, 1, 1, 2])):
        if not given or chance.random() < 0.3:
            given[chance.choice(["phase", "rounds"])] = chance.choice(PHASES)
            continue
        key = chance.choice(list(given))
        if type(given[key]) is int and chance.random() < 0.3:
            given[key] = float(given[key])
            continue
        given[key] = sensible(plain, key, chance) if chance.random() < 0.6 else spoiled(given[key], JUNK, chance)
    return given


def sensible(plain, key, chance):
    some = sorted(chance.sample(range(plain.n), chance.randint(0, plain.n)))
    match key:
        case "phase":
            return chance.choice(PHASES)
        case "waiting" | "contenders" | "holders":
            return some
        case "cards" | "set_aside":
            return [sorted(chance.sample(plain.suit, chance.choice([0, 0, 1, 2, 10]))) for _ in range(plain.n)]
        case "rolls":
            return [chance.choice([None, 4, 6, 12]) for _ in range(plain.n)]
        case "faces":
            return [chance.choice([None, dice(plain, chance)]) for _ in range(plain.n)]
        case "owes":
            return [chance.choice([0, 0, 2, 6, 8]) for _ in range(plain.n)]
    return chance.choice([0, 1, 2, 12, None])


def compare_position(table, options, plain, given):
    try:
        expected = plain.place(given)
    except Refused:
        expected = None
    try:
        found = GAME.facts(position_from_plain(GAME, table, options, given))
    except BadPosition:
        found = None
    assert found == expected, (asdict(options), given)
    return found is not None


@pytest.mark.parametrize("games", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_both_readings_take_the_same_positions(games):
    chance = Random(games)
    taken = {True: 0, False: 0}
    for one in range(games):
        for table, options, plain, facts in random_game(one):
            for _ in range(4):
                taken[compare_position(table, options, plain, mutated(plain, facts, chance))] += 1
                other = chance.choice([any_options(GAME, chance), options])
                again = Plain(plain.n, asdict(other))
                taken[compare_position(table, other, again, mutated(plain, facts, chance))] += 1
    assert min(taken.values()) > 200


def made_up(plain, chance):
    """Facts of a late table that nobody played: few cards, few totals, who held and whose turn it is at a guess."""
    hands = [chance.choice([[], [], [], [5], plain.suit]) for _ in range(plain.n)]
    phase = chance.choice(["discarding", "roll-off", "roll-off", "over", "over"])
    if phase != "discarding" and chance.random() < 0.6:
        hands = plain.blank([])
    throws = [chance.choice([None, *[dice(plain, chance)] * 4]) for _ in range(plain.n)]
    given = {
        "phase": phase,
        "starter": chance.randrange(plain.n),
        "cards": hands,
        "faces": throws,
        "holders": sensible(plain, "holders", chance),
        "contenders": sensible(plain, "contenders", chance),
    }
    if phase == "discarding" and chance.random() < 0.3:
        out, low = chance.randrange(plain.n), [1, 2, 2][: plain.dice]
        given["cards"] = [[] if seat == out else [chance.choice([1, 5])] for seat in range(plain.n)]
        given["faces"] = [[6] * plain.dice if seat == out else low for seat in range(plain.n)]
        given["holders"] = [seat for seat in range(plain.n) if seat != out]
    if phase == "roll-off":
        thrown = given["contenders"][: chance.randrange(3)]
        given["faces"] = [dice(plain, chance) if seat in thrown else None for seat in range(plain.n)]
        if chance.random() < 0.5:
            given["holders"] = sorted({*given["holders"], *given["contenders"]})
    elif chance.random() < 0.9:
        del given["contenders"]
    if chance.random() < 0.2:
        del given["holders"]
    if chance.random() < 0.3:
        given["owes"] = [chance.choice([0, 0, 1, 2, 4, 6]) for _ in range(plain.n)]
    if chance.random() < 0.3:
        given["rolls"] = [faces and sum(faces) for faces in given.pop("faces")]
    return given


@pytest.mark.parametrize("tables", [3000, pytest.param(30_000, marks=pytest.mark.slow)])
def test_both_readings_judge_made_up_ends_of_games(tables):
    chance = Random(5)
    taken, thrown_off = dict.fromkeys(("discarding", "roll-off", "over"), 0), 0
    for _ in range(tables):
        options = any_options(GAME, chance)
        players = chance.choice([2, 3, 3, 4, 4])
        plain, table = Plain(players, asdict(options)), Table(("Ann", "Bo", "Cy", "Di")[:players])
        given = made_up(plain, chance)
        if compare_position(table, options, plain, given):
            taken[given["phase"]] += 1
            phases = [facts["phase"] for facts in played(table, options, plain, given, chance)]
            thrown_off += given["phase"] == "discarding" and "roll-off" in phases
    assert min(taken.values()) > 10, taken
    assert thrown_off, "some tables ran out together and threw for the win"
