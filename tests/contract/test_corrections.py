"""One fact of any position set right, in every game: exactly this and what follows from it changes, or nothing does."""

import json
import os
from collections import Counter
from contextlib import closing
from dataclasses import fields
from random import Random

import pytest

from companion.core.schema import fields_of
from companion.protocol.line_server import LineReferee
from companion.record.journal import Journal
from tests.contract.all_games import all_games
from tests.contract.playing import COLOURS, NAMES, bot_game

POSITIONS = int(os.environ.get("CATSEYE_CORRECTIONS", "40"))
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


def ask(referee, request):
    return json.loads(json.dumps(referee.answer(json.dumps(request).encode())))


def another(value, random):
    """Nearly the same JSON value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-2, -1, 1, 2))
    if isinstance(value, dict) and value:
        name = random.choice(sorted(value))
        return {**value, name: another(value[name], random)}
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        changed = [another(value[at], random)] if random.random() < 0.8 else []
        return [*value[:at], *changed, *value[at + 1 :]]
    return random.choice((0, 1, None, [], "over"))


def in_order(value):
    """A fact with its inmost lists sorted: cards and seats may be named in any order."""
    if isinstance(value, dict):
        return {name: in_order(part) for name, part in value.items()}
    if isinstance(value, list) and not any(isinstance(part, list | dict) for part in value):
        return sorted(value, key=repr)
    return [in_order(part) for part in value] if isinstance(value, list) else value


def agrees(found, named):
    """Whether a fact is what was named; what was named as null in a record follows from the rest."""
    if isinstance(named, dict) and isinstance(found, dict):
        return found.keys() >= named.keys() and all(agrees(found[name], part) for name, part in named.items())
    if isinstance(named, list) and isinstance(found, list) and len(named) == len(found):
        return all(agrees(one, other) for one, other in zip(found, named, strict=True))
    return named is None or found == named


def positions(game, random):
    """Random positions of games that bots play: how many sit there, and the facts."""
    while True:
        seats = random.choice(game.player_counts)
        shown = [json.loads(json.dumps(game.facts(state))) for state, _ in bot_game(game, seats, random.random(), 400)]
        for _ in range(min(8, len(shown))):
            yield seats, random.choice(shown), random.choice(shown)


def following(game, name):
    """The facts that are computed again when this one is corrected."""
    return {other for other, known in fields_of(game.facts_type).items() if name in known.labelled.follows}


@each_game
def test_exactly_the_named_fact_and_what_follows_changes(game):
    random, seen = Random(game.id), Counter()
    free = {entry.name for entry in fields(game.facts_type)}
    with closing(Journal(":memory:")) as journal:
        referee = LineReferee({game.id: game}, journal)
        for (seats, before, elsewhere), _ in zip(positions(game, random), range(POSITIONS), strict=False):
            new = {"game": game.id, "players": NAMES[:seats], "colours": COLOURS[:seats], "facts": before}
            assert ask(referee, {"new": new})["facts"] == before
            name = random.choice(sorted(free))
            value = elsewhere[name] if random.random() < 0.4 else another(before[name], random)
            answer = ask(referee, {"correct": {name: value}})
            seen["ok" if answer["ok"] else answer["error"]] += 1
            now = ask(referee, {"show": "facts"})
            if not answer["ok"]:
                assert answer["error"] == "over" if now["outcome"] else answer["error"] == "bad-position", answer
                assert answer["error"] == "over" or answer["message"].split(":")[0].split(".")[0] in before, answer
                assert (now["facts"], now["seq"]) == (before, 0)
                continue
            after = answer["facts"]
            assert after == now["facts"]
            assert agrees(in_order(after[name]), in_order(value))
            unchanged = free - {name} - following(game, name)
            assert {key: after[key] for key in unchanged} == {key: before[key] for key in unchanged}
            assert ask(referee, {"undo": 1})["facts"] == before
            assert ask(referee, {"redo": 1})["facts"] == after
            assert ask(referee, {"new": {**new, "facts": after}})["facts"] == after, "it is a position by itself"
    assert seen["ok"], seen
    assert seen["bad-position"], seen
    print(game.id, dict(seen))
    assert not seen["malformed"]


@each_game
def test_every_fact_may_be_named_as_it_is(game):
    random = Random(3)
    with closing(Journal(":memory:")) as journal:
        referee = LineReferee({game.id: game}, journal)
        for (seats, before, _), _ in zip(positions(game, random), range(6), strict=False):
            new = {"game": game.id, "players": NAMES[:seats], "colours": COLOURS[:seats], "facts": before}
            ask(referee, {"new": new})
            assert ask(referee, {"correct": before})["facts"] == before
            assert ask(referee, {"correct": {"moon": 1}})["error"] == "bad-position"


@each_game
def test_what_follows_names_facts_there_are(game):
    known = fields_of(game.facts_type)
    for name, each in known.items():
        assert set(each.labelled.follows) <= known.keys() - {name}


@each_game
def test_a_stopped_game_stands_as_its_tally_says(game):
    random = Random(5)
    with closing(Journal(":memory:")) as journal:
        referee = LineReferee({game.id: game}, journal)
        seats, before, _ = next(positions(game, random))
        ask(referee, {"new": {"game": game.id, "players": NAMES[:seats], "colours": COLOURS[:seats], "facts": before}})
        answer = ask(referee, {"end": {"why": "late"}})
        assert answer["facts"] == before
        outcome = answer["outcome"]
        assert (outcome["stopped"], outcome["why"]) == (True, "late")
        groups = [[outcome["scores"][str(seat)] for seat in group] for group in outcome["places"]]
        assert [set(group) for group in groups] == [{best} for best in sorted({*outcome["scores"].values()})[::-1]]
        assert sorted(seat for group in outcome["places"] for seat in group) == list(range(seats))
        assert ask(referee, {"show": "asks"})["asks"] == []
        for request in ({"end": {}}, {"correct": before}, {"redo": 1}):
            assert ask(referee, request)["error"] == "over"
        assert ask(referee, {"undo": 1})["outcome"] is None
        assert ask(referee, {"show": "asks"})["asks"]
