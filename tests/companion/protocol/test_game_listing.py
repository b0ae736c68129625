"""`{"show": "games"}` says what every option and every field of an event may hold, and that is true."""

import json
from dataclasses import fields
from importlib import import_module
from random import Random

import pytest

from companion.core.bots import decided
from companion.core.events import Face, Rolled
from companion.core.game import BadOption
from companion.core.table import Table
from companion.protocol.game_listing import form_to_plain, game_to_plain
from companion.protocol.line_server import LineReferee
from companion.record import codec
from tests.contract.all_games import all_games

GAMES = {game.id: game for game in all_games()}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def fits(value, words):
    """Whether a JSON value is what these words allow."""
    if value is None:
        return words.get("or_null", False)
    if "one_of" in words:
        return value in words["one_of"]
    if "list_of" in words:
        return isinstance(value, list) and all(fits(part, words["list_of"]) for part in value)
    if "object" in words:
        known = words["object"]
        lacking = [name for name in known if name not in value and not known[name].get("optional")]
        return not lacking and all(name in known and fits(part, known[name]) for name, part in value.items())
    if "object_of" in words:
        return all(fits(part, words["object_of"]) for part in value.values())
    if "any_of" in words:
        return any(fits(value, part) for part in words["any_of"])
    if "from" in words or "to" in words or "number" in words:
        low, high = words.get("from", value), words.get("to", value)
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    kinds = {"bool": bool, "text": str, "any": object}
    return any(isinstance(value, kind) for word, kind in kinds.items() if word in words)


def test_list_of_games(journal):
    games = LineReferee(GAMES, journal).answer(b'{"show": "games"}')["games"]
    assert {game["id"] for game in games} == GAMES.keys()
    assert json.loads(codec.to_json(games)) == json.loads(
        codec.to_json([game_to_plain(game) for game in GAMES.values()])
    )


def test_catch_up_bounds():
    listed = game_to_plain(GAMES["catch-up"])
    assert listed["event_fields"]["Discarded"] == {
        "seat": {"seat": True, "from": 0, "to": 3},
        "cards": {"list_of": {"from": 1, "to": 13}},
    }
    assert listed["options"]["below"]["one_of"] == ["difference", "high-roll"]
    assert listed["options"]["short"]["bool"] is True


@each_game
def test_options_and_defaults(game):
    options = game_to_plain(game)["options"]
    assert list(options) == [entry.name for entry in fields(game.options)]
    for name, words in options.items():
        assert fits(json.loads(codec.to_json(words["default"])), words), name


@each_game
def test_listed_values_are_accepted(game):
    for name, words in game_to_plain(game)["options"].items():
        for value in words.get("one_of", ()):
            assert codec.plain(getattr(codec.options_from_plain(game, {name: value}), name)) == value
        wrong = [words["from"] - 1] if "from" in words else []
        wrong += [words["to"] + 1] if "to" in words else []
        wrong += ["no such word"] if "text" not in words else []
        for value in wrong:
            with pytest.raises(BadOption):
                codec.options_from_plain(game, {name: value})


@each_game
def test_events_of_bots_fit_the_listing(game):
    listed = game_to_plain(game)["event_fields"]
    assert list(listed) == [cls.__name__ for cls in game.events]
    chance, options = Random(11), game.options()
    table = Table(("Ann", "Bo", "Cy", "Di")[: game.player_counts[0]])
    bot, state = import_module(game.bot).make(table, options, chance), game.start(table, options)
    for _ in range(400):
        asks = game.asks(state)
        if not asks:
            break
        event = decided(bot, state, asks[0])
        if event is None:
            colours = asks[0].roll.colours or ("",) * asks[0].roll.count
            event = Rolled(asks[0].seat, tuple(Face(chance.randint(1, 6), colour) for colour in colours))
        plain = json.loads(codec.to_json(codec.event_to_plain(event)))
        assert fits({name: part for name, part in plain.items() if name != "kind"}, {"object": listed[plain["kind"]]})
        state = game.apply(state, event).state


@each_game
def test_form_fields_are_listed(game):
    listed = game_to_plain(game)["event_fields"]
    table = Table(("Ann", "Bo", "Cy", "Di")[: game.player_counts[0]])
    for ask in game.asks(game.start(table, game.options())):
        for form in ask.forms:
            assert form_to_plain(form).keys() == listed[form.event.__name__].keys()
