"""Damaged rows and files are reported, left out of lists, and never end the program."""

import json

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.options import CatchUpOptions
from companion.protocol.line_server import LineReferee
from companion.record.journal import JournalError
from companion.record.recovery.opening import open_journal
from companion.record.session import Session
from companion.record.session_list import LISTED, sessions_of

GAMES = shelf()
ROLL = b'{"seat":0,"faces":[{"value":3},{"value":4},{"value":1}]}'
WHOLE = {"players": ["Ann", "Bo"], "colours": [], "options": {}, "facts": None}
HEADERS = [
    b"{}",
    b"[]",
    b"xx",
    b"\xff\xfe",
    b"[" * 1000,
    json.dumps({name: value for name, value in WHOLE.items() if name != "colours"}).encode(),
    *(json.dumps({**WHOLE, "players": players}).encode() for players in (None, [1, 2], ["Ann", ""], "Ann")),
    json.dumps({**WHOLE, "colours": ["red"]}).encode(),
    json.dumps({**WHOLE, "options": []}).encode(),
    json.dumps({**WHOLE, "facts": 3}).encode(),
]
COUNTS = [b"{}", b'{"count":"x"}', b"xx", b"[]", b'{"count":-1}', b'{"count":null}']


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path):
    journal = open_journal(path)
    yield journal
    journal.close()


@pytest.fixture
def sound(journal):
    return Session.begin(journal, GAMES["catch-up"], Table(("Ann", "Bo")), CatchUpOptions()).id


def with_header(journal, header):
    return journal.begin("catch-up", 1, header)


def with_count(journal, body):
    session = with_header(journal, json.dumps(WHOLE).encode())
    journal.append(session, 1, "touch", "Rolled", ROLL, None)
    journal.append(session, 2, "touch", "undone", body, None)
    return session


def ask(journal, request):
    return LineReferee(GAMES, journal).answer(json.dumps(request).encode())


@pytest.mark.parametrize(
    ("make", "body"), [*((with_header, each) for each in HEADERS), *((with_count, each) for each in COUNTS)]
)
def test_damaged_session_does_not_affect_others(journal, sound, make, body):
    damaged = make(journal, body)
    for name in (damaged, "last"):
        answer = ask(journal, {"resume": name})
        assert (answer["ok"], answer["error"]) == (False, "journal")
        assert answer["message"].startswith(f"session {damaged} is damaged: ")
    assert [listed.id for listed in sessions_of(journal, GAMES)] == [sound]
    shown = ask(journal, {"show": "sessions"})
    assert [listed["id"] for listed in shown["sessions"]] == [damaged, sound]
    assert json.dumps(shown)
    assert ask(journal, {"resume": sound})["ok"]


def test_session_without_header_is_marked(journal, sound):
    with_header(journal, b"{}")
    damaged, whole = ask(journal, {"show": "sessions"})["sessions"]
    assert damaged["damaged"]
    assert list(damaged["players"]) == []
    assert "damaged" not in whole
    assert list(whole["players"]) == ["Ann", "Bo"]


def test_sound_session_is_listed_among_damaged(journal, sound):
    for _ in range(LISTED + 1):
        with_header(journal, b"{}")
    assert [listed.id for listed in sessions_of(journal, GAMES)] == [sound]


@pytest.mark.parametrize(
    "part",
    [b"x", ROLL.replace(b":1}", b':1,"colour":"\xff"}'), ROLL[:-1] + b',"x":' + b"[" * 5000 + b"]" * 5000 + b"}"],
)
def test_damaged_event_stops_the_replay(journal, sound, part):
    journal.append(sound, 1, "touch", "Rolled", ROLL, None)
    journal.append(sound, 2, "touch", "Rolled", part, None)
    answer = ask(journal, {"resume": "last"})
    assert answer["ok"]
    assert answer["stopped"].startswith("entry 2 (Rolled) is refused by these rules: ")
    assert [listed.events for listed in sessions_of(journal, GAMES)] == [1]


def test_impossible_number_of_players(journal):
    with_header(journal, json.dumps({**WHOLE, "players": ["Ann"]}).encode())
    answer = ask(journal, {"resume": "last"})
    assert answer["error"] == "journal"
    assert "2 to 4 players, not 1" in answer["message"]


@pytest.mark.parametrize(("make", "body"), [(with_header, b"{}"), (with_count, b"{}")])
def test_export_of_damaged_session(journal, path, make, body):
    damaged = make(journal, body)
    result = CliRunner().invoke(app, ["export", damaged, "--journal", str(path)])
    assert result.exit_code == 2
    assert f"session {damaged} is damaged" in result.output
    nobody = CliRunner().invoke(app, ["export", "nobody", "--journal", str(path)])
    assert nobody.exit_code == 2
    assert "has no session 'nobody'" in nobody.output


def test_damaged_empty_journal_is_set_aside(path):
    open_journal(path).close()
    content = path.read_bytes()
    spoiled = content.replace(b"tablesessionssessions", b"table" + b"\xff" * 8 + b"sessions")
    spoiled = spoiled.replace(b"CREATE TABLE sessions", b"CREATE TABLX sessions")
    path.write_bytes(spoiled)
    journal = open_journal(path)
    assert "the file is damaged" in str(journal.salvaged)
    assert journal.salvaged.aside.read_bytes() == spoiled
    assert journal.sessions() == []
    journal.close()


def test_row_refused_by_damaged_file(journal, sound, monkeypatch):
    def spoiled(*_):
        b"\xff".decode()

    monkeypatch.setattr(journal, "_insert", spoiled)
    with pytest.raises(JournalError, match="could not be written: the file is damaged"):
        journal.append(sound, 1, "touch", "Rolled", ROLL, None)
