"""Exports, replays and settings: files others write and read."""

import csv
import io
import json

import pytest

from companion import export
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.state import CatchUpOptions, Discarded
from companion.journal import Journal
from companion.replay import Replayed, ReplayStopped, replay
from companion.session import Session
from companion.settings import BadSettings, Settings, load

CATCH_UP = shelf()["catch-up"]


@pytest.fixture
def session():
    journal = Journal(":memory:")
    facts = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}
    session = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CatchUpOptions(exact_if_possible=False), facts)
    session.submit(Rolled(0, (Face(1), Face(1), Face(2))))
    session.submit(Rolled(1, (Face(6), Face(1), Face(2))))
    yield session
    journal.close()


def test_an_exported_game_can_be_played_again(session):
    session.submit(Discarded(0, (4,)))
    first, *events = replay(export.to_jsonl(session), shelf())
    assert first.facts() == session.facts()
    assert first.options == session.options
    assert all(isinstance(event, Replayed) for event in events)
    assert "Ann rolled 1 1 2" in events[0].text


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([b"what"], "line 1: not JSON"),
        ([b'{"event": {}}'], 'line 1: a record begins with "new"'),
        ([b'{"new": {"game": "chess"}}'], "no game 'chess'"),
        ([b'{"new": {"game": "catch-up", "players": 3}}'], "lists"),
        ([b"[]"], "line 1: not a request"),
        ([b'{"new": {"game": "catch-up", "players": ["Ann", " "]}}'], "line 1: a player has no name"),
        (
            [b'{"new": {"game": "catch-up", "players": ["Ann", "Bo"], "facts": []}}'],
            "line 1: .facts. must be an object",
        ),
        (
            [
                b'{"new": {"game": "catch-up", "players": ["A", "B"]}}',
                b"",
                b'{"event": {"kind": "Discarded", "seat": 0, "cards": [1]}}',
            ],
            "line 3:",
        ),
        ([b'{"new": {"game": "catch-up", "players": ["A", "B"]}}', b'{"undo": 1}'], "line 2:"),
    ],
)
def test_a_replay_stops_politely_and_says_where(lines, says):
    with pytest.raises(ReplayStopped, match=says):
        list(replay(lines, shelf()))


def test_a_sheet_has_a_row_an_event(session):
    rows = list(csv.DictReader(io.StringIO(export.to_csv(session))))
    assert [(row["player"], row["kind"]) for row in rows] == [("Ann", "Rolled"), ("Bo", "Rolled")]


def test_a_result_is_exported_only_when_there_is_one(session):
    with pytest.raises(ValueError, match="not over"):
        export.to_bgstats(session)
    session.submit(Discarded(0, (4,)))
    play = json.loads(json.dumps(export.to_bgstats(session)))["plays"][0]
    assert [score["winner"] for score in play["playerScores"]] == [False, True]


def test_settings_come_back_as_they_were_saved(tmp_path):
    path = tmp_path / "deep" / "settings.toml"
    assert load(path) == Settings()
    kept = Settings(tray="usb:1", theme="light", buttons={"buttons": [{"box": "", "button": 3, "seat": 1}]})
    kept.save(path)
    assert load(path) == kept


@pytest.mark.parametrize("text", ["tray = 3", "moon = 'full'", "tray = [", "theme = {}"])
def test_settings_nobody_understands_are_named_with_their_file(tmp_path, text):
    path = tmp_path / "settings.toml"
    path.write_text(text)
    with pytest.raises(BadSettings, match=r"settings\.toml"):
        load(path)
