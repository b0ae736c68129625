"""What other programs are told: each event once, with the position after it."""

import json
from random import Random

import pytest

from companion import i18n
from companion.core.events import Ended, Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.hooks.message import Told, event_message, messages_since
from companion.record.session import Session
from tests.contract.playing import any_options, played, table_of

GAMES = shelf()


@pytest.fixture
def session(journal):
    game = GAMES["catch-up"]
    return Session.begin(journal, game, Table(("Ann", "Bo"), ("blue", "red")), game.options())


def roll(session, seat, *values):
    session.submit(Rolled(seat, tuple(map(Face, values))))


def told(session):
    return Told(session.id, session.seq)


def test_message_says_who_did_what_and_how_it_stands(session):
    roll(session, 0, 2, 3, 4)
    message = event_message(session, 0)
    assert {key: message[key] for key in ("game", "session", "players", "seat", "name", "kind", "outcome")} == {
        "game": "catch-up", "session": session.id, "players": ["Ann", "Bo"], "seat": 0, "name": "Ann",
        "kind": "Rolled", "outcome": None,
    }  # fmt: skip
    assert message["event"]["faces"] == [{"value": value, "colour": ""} for value in (2, 3, 4)]
    assert message["facts"]["waiting"] == [1]
    assert "2" in message["sentence"]
    assert message["seq"] == session.seq
    assert message["at"] == session.entries[0].at


def test_each_message_has_the_position_after_its_own_event(session):
    before = told(session)
    roll(session, 0, 2, 3, 4)
    roll(session, 1, 1, 1, 1)
    first, second = messages_since(before, session)
    assert (first["facts"]["waiting"], first["seat"], second["seat"]) == ([1], 0, 1)
    assert second["facts"] == json.loads(json.dumps(session.facts()))


def test_sentence_is_in_the_language_of_the_app(session):
    roll(session, 0, 2, 3, 4)
    english = event_message(session, 0)["sentence"]
    i18n.set_language("de")
    changed = event_message(session, None)["sentence"]
    assert changed != english
    assert changed.startswith("Ein früherer Eintrag")


def test_game_is_told_of_once_when_it_is_opened(session):
    assert [each["kind"] for each in messages_since(None, session)] == ["began"]
    assert messages_since(told(session), session) == []
    assert [each["kind"] for each in messages_since(Told("another", 9), session)] == ["began"]


def test_what_was_taken_back_and_changed_is_told_with_what_counts_now(session):
    at_first = event_message(session, None)["facts"]
    roll(session, 0, 2, 3, 4)
    before = told(session)
    session.undo()
    (message,) = messages_since(before, session)
    assert (message["kind"], message["seat"], message["event"], message["facts"]) == ("changed", None, None, at_first)
    before = told(session)
    session.redo()
    assert [each["kind"] for each in messages_since(before, session)] == ["changed"]
    before = told(session)
    session.amend({session.entries[0].seq: Rolled(0, (Face(6), Face(6), Face(6)))})
    roll(session, 1, 1, 1, 1)
    assert [each["kind"] for each in messages_since(before, session)] == ["Rolled"]  # a look later than both


def test_end_belongs_to_nobody(session):
    roll(session, 0, 2, 3, 4)
    before = told(session)
    session.submit(Ended("pizza"))
    (message,) = messages_since(before, session)
    assert (message["kind"], message["seat"], message["name"]) == ("Ended", None, None)
    assert message["outcome"]["stopped"]
    assert message["outcome"]["why"] == "pizza"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_event_of_every_game_is_one_message_that_json_can_hold(name, journal):
    game, random = GAMES[name], Random(11)
    options = any_options(game, random)
    seats = random.choice(game.player_counts)
    session = Session.begin(journal, game, table_of(seats), options)
    told_kinds, done = [], []
    for _, event in played(game, random, options, seats):
        before = told(session)
        if event is not None:
            session.submit(event)
            done.append(type(event).__name__)
        for message in messages_since(before, session):
            assert json.loads(json.dumps(message)) == message
            assert message["sentence"]
            told_kinds.append(message["kind"])
    assert told_kinds == done
    assert event_message(session, len(session.entries) - 1)["outcome"] is not None
