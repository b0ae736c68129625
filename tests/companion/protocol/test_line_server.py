"""The line protocol: every refusal by its word, nothing changed by it, and no line that ends the process."""

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import shelf
from companion.protocol.line_server import LineReferee, serve
from companion.record.journal import Journal

NEW = {"new": {"game": "catch-up", "players": ["Ann", "Bo"]}}
ROLL = {"event": {"kind": "Rolled", "seat": 0, "faces": [{"value": 3}, {"value": 4}, {"value": 1}]}}


@pytest.fixture
def referee(journal):
    return LineReferee(shelf(), journal)


def ask(referee, request):
    return json.loads(json.dumps(referee.answer(json.dumps(request).encode())))


def test_new_returns_facts(referee):
    answer = ask(referee, NEW)
    assert answer["ok"]
    assert answer["seq"] == 0
    assert answer["facts"]["phase"] == "start-roll"
    assert answer["outcome"] is None
    assert ask(referee, ROLL)["seq"] == 1


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ([], "malformed"),
        ({}, "malformed"),
        ({"event": {}, "undo": 1}, "malformed"),
        ({"new": []}, "malformed"),
        ({"new": {"players": ["A", "B"]}}, "malformed"),
        ({"new": {"game": "catch-up"}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", 2]}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", " "]}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "colours": ["red"]}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "house": 1}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "options": []}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "options": False}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "colours": ""}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "colours": {}}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "facts": []}}, "malformed"),
        ({"new": {"game": "chess", "players": ["Ann", "Bo"]}}, "unknown-game"),
        ({"new": {"game": "catch-up", "players": ["Ann"]}}, "bad-option"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "options": {"shorter": True}}}, "bad-option"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "options": {"short": 1}}}, "bad-option"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "facts": {"moon": "full"}}}, "bad-position"),
        ({"event": {"kind": "Jumped", "seat": 0}}, "malformed"),
        ({"event": {**ROLL["event"], "seat": 1}}, "illegal"),
        ({"event": {**ROLL["event"], "seat": 7}}, "illegal"),
        ({"undo": 1}, "nothing-to-undo"),
        ({"redo": 1}, "nothing-to-undo"),
        ({"undo": 0}, "malformed"),
        ({"undo": True}, "malformed"),
        ({"undo": "1"}, "malformed"),
        ({"show": "me"}, "malformed"),
        ({"resume": 1}, "malformed"),
        ({"resume": "nobody"}, "no-session"),
    ],
)
def test_refusals_change_nothing_and_have_a_code(referee, request_, error):
    ask(referee, NEW)
    before = ask(referee, {"show": "facts"})
    answer = ask(referee, request_)
    assert answer["ok"] is False
    assert answer["error"] == error
    assert answer["message"]
    assert ask(referee, {"show": "facts"}) == before


@pytest.mark.parametrize("request_", [ROLL, {"undo": 1}, {"redo": 1}, {"show": "facts"}, {"show": "asks"}])
def test_requests_without_a_session(referee, request_):
    assert ask(referee, request_)["error"] == "no-session"


def test_refusal_quotes_its_rule(referee):
    ask(referee, NEW)
    answer = ask(referee, {"event": {**ROLL["event"], "seat": 1}})
    assert answer["rule"].startswith("R")
    rules = Path("companion/games/catch_up/RULES.md")
    text = (Path(__file__).parents[3] / rules).read_text()
    assert f"**{answer['rule']}**" in text


def test_every_listed_choice_is_accepted(referee):
    new = json.loads(json.dumps(NEW))
    new["new"]["facts"] = {"phase": "discarding", "faces": [[3, 3, 3], [6, 5, 5]], "starter": 0}
    ask(referee, new)
    asks = ask(referee, {"show": "asks"})["asks"]
    choices = [choice for one in asks for choice in one["choices"]]
    assert len(choices) == 5
    for choice in choices:
        assert ask(referee, {"event": choice["event"]})["ok"]
        assert ask(referee, {"undo": 1})["ok"]


def test_show(referee):
    session = ask(referee, NEW)["session"]
    ask(referee, ROLL)
    assert {"catch-up"} <= {game["id"] for game in ask(referee, {"show": "games"})["games"]}
    assert ask(referee, {"show": "record"})["record"][0]["event"]["kind"] == "Rolled"
    listed = ask(referee, {"show": "sessions"})["sessions"]
    assert [(one["id"], one["entries"]) for one in listed] == [(session, 1)]
    resumed = ask(referee, {"resume": "last"})
    assert resumed["session"] == session
    assert resumed["facts"]["rolls"] == [8, None]


def test_record_has_position_and_rules(journal):
    facts = {"phase": "rolling", "set_aside": [[3], []], "starter": 1}
    games = shelf()
    begun = LineReferee(games, journal)
    ask(begun, {"new": NEW["new"] | {"facts": facts}})
    later = LineReferee({"catch-up": replace(games["catch-up"], rules_version=9)}, journal)
    ask(later, {"resume": "last"})
    for one in (begun, later):
        reply = ask(one, {"show": "record"})
        assert reply["facts"] == facts
        assert reply["rules_version"] == games["catch-up"].rules_version
    ask(later, NEW)
    reply = ask(later, {"show": "record"})
    assert (reply["facts"], reply["rules_version"]) == (None, 9)


def test_resume_before_the_first_event(referee):
    begun = ask(referee, {"new": NEW["new"] | {"options": {"short": True, "triples_exempt": True}}})
    assert [note["rule"] for note in begun["notes"]] == ["R7.4"]
    assert ask(referee, {"resume": "last"})["notes"] == begun["notes"]


def test_long_and_broken_lines():
    requests = b"x" * (3 << 20) + b"\n" + b'{"show": "games"}' + b" " * (1 << 20) + b"\n\n\xff\n" + b"[" * 1000 + b"\n"
    answers = io.BytesIO()
    journal = Journal(":memory:")
    serve(LineReferee(shelf(), journal), io.BytesIO(requests + b'{"show": "games"}'), answers)
    journal.close()
    reply = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [one.get("error") for one in reply] == ["malformed"] * 5 + [None]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def two(path):
    """Two who have the same session of the same file."""
    journals = [Journal(path), Journal(path)]
    one, other = (LineReferee(shelf(), each) for each in journals)
    ask(one, NEW)
    ask(other, {"resume": "last"})
    yield one, other
    for each in journals:
        each.close()


def test_second_of_two_writers_must_resume(two):
    one, other = two
    assert ask(one, ROLL)["ok"]
    answer = ask(other, ROLL)
    assert (answer["ok"], answer["error"]) == (False, "journal")
    assert "another app has added to this game" in answer["message"]
    assert "constraint" not in answer["message"]
    assert ask(other, {"resume": "last"})["seq"] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody delete a file that is open")
def test_deleted_journal_refuses_rows(two, path):
    one, _ = two
    path.unlink()
    answer = ask(one, ROLL)
    assert (answer["ok"], answer["error"]) == (False, "journal")
    assert "it is gone from the disk" in answer["message"]
    assert ask(one, {"show": "facts"})["seq"] == 0


@pytest.mark.parametrize(
    ("new", "event"),
    [
        (
            {"game": "catch-up", "players": ["Ann", "Bo"], "colours": None, "facts": None, "options": {"short": None}},
            {"kind": "Rolled", "seat": 0, "faces": [{"value": 3, "colour": None}, {"value": 4}, {"value": 1}]},
        ),
        (
            {"game": "catastrophe", "players": ["Ann", "Bo"], "options": {"first": 0, "variant": None}},
            {"kind": "AttackPlayed", "seat": 0, "target": 1, "number": 4, "lives": None, "power": None},
        ),
        (
            {"game": "catastrophe", "players": ["Ann", "Bo"], "facts": {"phase": "effects", "turn": 0, "hand": [4, 5],
             "stack": [{"card": "effect", "seat": 0}]}},
            {"kind": "EffectsApplied", "seat": 0, "rollers": None,
             "effects": [{"what": "hand", "by": 1, "seat": 0, "from": None}]},
        ),
    ],
)  # fmt: skip
def test_null_means_left_out(referee, new, event):
    began = ask(referee, {"new": new})
    assert began["ok"], began
    happened = ask(referee, {"event": event})
    assert happened["ok"], happened


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"new": {"game": "catch-up", "players": None}}, "malformed"),
        ({"new": {"game": "catch-up", "players": ["Ann", "Bo"], "facts": {"round": None}}}, "bad-position"),
        ({"event": {"kind": "Rolled", "seat": None, "faces": []}}, "malformed"),
        ({"event": {"kind": "Rolled", "seat": 0, "faces": None}}, "malformed"),
        ({"undo": None}, "malformed"),
        ({"amend": None, "event": None}, "malformed"),
    ],
)
def test_null_is_refused_for_required_fields(referee, request_, error):
    ask(referee, NEW)
    assert ask(referee, request_)["error"] == error
