"""An earlier entry is changed on the line protocol: all later ones are played again, in one transaction."""

import json
from contextlib import closing

import pytest

from companion.games import shelf
from companion.protocol.line_server import LineReferee
from companion.record.journal import Journal

NEW = {"new": {"game": "catch-up", "players": ["Ann", "Bo"]}}


@pytest.fixture
def journal(tmp_path):
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        yield journal


@pytest.fixture
def referee(journal):
    referee = LineReferee(shelf(), journal)
    ask(referee, NEW)
    return referee


def ask(referee, request):
    return referee.answer(json.dumps(request).encode())


def rolled(seat, *values):
    return {"kind": "Rolled", "seat": seat, "faces": [{"value": value, "colour": ""} for value in values]}


def play(referee, *events):
    return [answered(referee, {"event": event})["seq"] for event in events]


def answered(referee, request):
    answer = ask(referee, request)
    assert answer["ok"], answer
    return answer


def record(referee):
    return answered(referee, {"show": "record"})["record"]


def events(referee):
    return [entry["event"] for entry in record(referee)]


def facts(referee):
    return answered(referee, {"show": "facts"})["facts"]


START = (rolled(0, 6, 6, 5), rolled(1, 1, 1, 2))


def test_later_entries_are_replayed(referee):
    play(referee, *START)
    answer = answered(referee, {"amend": 1, "event": rolled(0, 6, 6, 4)})
    assert (answer["seq"], answer["dropped"]) == (3, [])
    with closing(Journal(":memory:")) as journal:
        fresh = LineReferee(shelf(), journal)
        ask(fresh, NEW)
        play(fresh, rolled(0, 6, 6, 4), START[1])
        assert facts(referee) == facts(fresh) == answer["facts"]
    assert [(entry["seq"], entry.get("amended")) for entry in record(referee)] == [(1, 3), (2, None)]


def test_entries_keep_their_numbers(referee):
    play(referee, *START)
    answered(referee, {"amend": 1, "event": rolled(0, 6, 6, 4)})
    answered(referee, {"amend": 2, "event": rolled(1, 1, 1, 3)})
    assert answered(referee, {"amend": 1, "event": rolled(0, 6, 5, 4)})["seq"] == 5
    assert events(referee)[0]["faces"][1]["value"] == 5
    assert [(entry["seq"], entry.get("amended")) for entry in record(referee)] == [(1, 5), (2, 4)]


def test_amendment_is_undone_and_redone(referee):
    play(referee, *START)
    before = facts(referee)
    after = answered(referee, {"amend": 1, "event": rolled(0, 1, 1, 1), "on_conflict": "stop"})["facts"]
    assert answered(referee, {"undo": 1})["facts"] == before
    assert answered(referee, {"redo": 1})["facts"] == after
    answered(referee, {"undo": 2})
    assert [entry["seq"] for entry in record(referee)] == [1]
    assert "amended" not in record(referee)[0]


def conflicting(referee):
    """The first roll decides who begins: another one, and what follows is another player's."""
    play(referee, *START, rolled(0, 6, 5, 5))
    return {"amend": 1, "event": rolled(0, 1, 1, 1)}


def test_conflict_names_the_first_misfit(referee):
    change, before = conflicting(referee), (facts(referee), record(referee))
    answer = ask(referee, change)
    assert (answer["ok"], answer["error"], answer["conflict"]) == (False, "conflict", 3)
    assert answer["message"]
    assert (facts(referee), record(referee)) == before
    assert ask(referee, change | {"on_conflict": "refuse"})["error"] == "conflict"


def test_stop_and_skip(referee, journal):
    change = conflicting(referee)
    later = play(referee, rolled(1, 1, 2, 2))
    stopped = answered(referee, change | {"on_conflict": "stop"})
    assert stopped["dropped"] == [3, *later]
    answered(referee, {"undo": 1})
    skipped = answered(referee, change | {"on_conflict": "skip"})
    assert skipped["dropped"] == [3]
    assert [entry["seq"] for entry in record(referee)] == [1, 2, *later]
    resumed = LineReferee(shelf(), journal)
    assert answered(resumed, {"resume": "last"})["facts"] == skipped["facts"]
    assert record(resumed) == record(referee)
    answered(resumed, {"undo": 1})
    assert [entry["seq"] for entry in record(resumed)] == [1, 2, 3, *later]


def test_remove_an_entry(referee):
    play(referee, *START)
    answer = answered(referee, {"amend": 2, "event": None})
    assert answer["dropped"] == []
    assert events(referee) == [START[0]]
    assert ask(referee, {"amend": 2, "event": START[1]})["error"] == "no-such-entry"
    answered(referee, {"amend": 1, "event": None})
    assert record(referee) == []
    answered(referee, {"undo": 2})
    assert events(referee) == list(START)


@pytest.mark.parametrize("number", [0, -1, 2, 3, 5, 2**53])
def test_unknown_entry_cannot_be_amended(referee, number):
    play(referee, *START)
    answered(referee, {"undo": 1})
    play(referee, START[1])
    assert ask(referee, {"amend": number, "event": None})["error"] == "no-such-entry"
    assert [entry["seq"] for entry in record(referee)] == [1, 4]


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"amend": 1, "event": rolled(1, 6, 6, 5)}, "illegal"),
        ({"amend": 1, "event": rolled(7, 6, 6, 5)}, "illegal"),
        ({"amend": 1, "event": rolled(0, 9)}, "illegal"),
        ({"amend": 1, "event": {"kind": "Sneezed", "seat": 0}}, "malformed"),
        ({"amend": 1, "event": 5}, "malformed"),
        ({"amend": 1}, "malformed"),
        ({"amend": True, "event": None}, "malformed"),
        ({"amend": "1", "event": None}, "malformed"),
        ({"amend": 1, "event": None, "on_conflict": "ask"}, "malformed"),
        ({"amend": 1, "event": None, "undo": 1}, "malformed"),
    ],
)
def test_bad_amendment_changes_nothing(referee, request_, error):
    play(referee, *START)
    before = (facts(referee), record(referee))
    answer = ask(referee, request_)
    assert (answer["ok"], answer["error"]) == (False, error)
    assert (facts(referee), record(referee)) == before


def test_amend_without_a_session(journal):
    assert ask(LineReferee(shelf(), journal), {"amend": 1, "event": None})["error"] == "no-session"


def test_failed_write_of_an_amendment(referee, journal, monkeypatch):
    play(referee, *START)
    before = (facts(referee), record(referee))
    with monkeypatch.context() as disk:
        disk.setattr(journal, "_now", lambda: (_ for _ in ()).throw(OSError("the disk is full")))
        assert ask(referee, {"amend": 1, "event": rolled(0, 6, 6, 4)})["error"] == "journal"
    assert (facts(referee), record(referee)) == before
    answered(referee, {"amend": 1, "event": rolled(0, 6, 6, 4)})
