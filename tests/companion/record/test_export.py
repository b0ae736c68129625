"""Exports, replays and settings."""

import csv
import errno
import io
import json
import sys
import time
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
import segno
from typer.testing import CliRunner

from companion.__main__ import app
from companion.app.settings import BadSettings, Settings, load
from companion.core.events import Ended, Face, Rolled
from companion.core.game import Outcome
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_22.board_files.default import default_board
from companion.games.catch_22.board_map import to_plain
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions
from companion.protocol.line_server import LONGEST_LINE, LineReferee
from companion.protocol.replay import Replayed, ReplayStopped, lines_of, replay
from companion.record import bgstats, export
from companion.record.codec import options_from_plain
from companion.record.journal import Journal
from companion.record.session import Session

COLOURS_OF_SIX = ("blue", "red", "green", "yellow", "purple", "black")
CATCH_UP = shelf()["catch-up"]
ROLL = b'{"kind": "Rolled", "seat": 0, "faces": [{"value": 3}, {"value": 4}, {"value": 1}]}'
NEW = b'{"new": {"game": "catch-up", "players": ["A", "B"]}}'


@pytest.fixture
def session(journal):
    facts = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}
    session = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CatchUpOptions(exact_if_possible=False), facts)
    session.submit(Rolled(0, (Face(1), Face(1), Face(2))))
    session.submit(Rolled(1, (Face(6), Face(1), Face(2))))
    return session


def test_jsonl_can_be_replayed(session):
    session.submit(Discarded(0, (4,)))
    first, *events = replay(export.to_jsonl(session), shelf())
    assert first.facts() == session.facts()
    assert first.options == session.options
    assert all(isinstance(event, Replayed) for event in events)
    assert "Ann rolls 1 1 2" in events[0].text


NAMES = ("李雷", "سلمى", "نیم\u200cرخ", "👩\u200d👧 Zoé 🦄")


def test_names_in_every_script(home, monkeypatch, journal):
    referee = LineReferee(shelf(), journal)
    new = {"new": {"game": "catch-up", "players": NAMES, "facts": {"phase": "rolling", "starter": 1}}}
    assert referee.answer(json.dumps(new).encode())["ok"]
    refused = referee.answer(b'{"event": ' + ROLL + b"}")["message"]
    assert NAMES[0] in refused
    assert NAMES[1] in refused
    session = Session.resume(journal, shelf(), "last")
    session.submit(Rolled(1, (Face(6), Face(1), Face(2))))
    record = export.written(session, "jsonl")
    assert all(name in record.decode() for name in NAMES)
    sheet = list(csv.reader(io.StringIO(export.to_csv(session))))
    assert any(NAMES[1] in cell for row in sheet for cell in row)
    (home / "game.jsonl").write_bytes(record)
    monkeypatch.setenv("COLUMNS", "200")
    printed = CliRunner().invoke(app, ["replay", str(home / "game.jsonl")]).output
    assert ", ".join(NAMES) in printed
    assert f"{NAMES[1]} rolls 6 1 2" in printed


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], 'the end: a record begins with "new"'),
        ([b'{"show": "games"}', b"", b"// nothing"], 'the end: a record begins with "new"'),
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
                NEW,
                b"",
                b'{"event": {"kind": "Discarded", "seat": 0, "cards": [1]}}',
            ],
            "line 3:",
        ),
        ([NEW, b'{"undo": 1}'], "line 2:"),
        ([NEW, b'{"foo": 1}'], "line 2: a request holds exactly one of"),
        ([NEW, b'{"events": {}}'], "line 2: a request holds exactly one of"),
        ([b'{"undo": 1, "event": 3, ' + NEW[1:]], "line 1: a request holds exactly one of"),
        ([NEW, b'{"undo": 0}'], "line 2: how many"),
        ([NEW, b'{"redo": null}'], "line 2: how many"),
        ([NEW, b'{"event": ' + ROLL[:40]], "line 2: not JSON"),
        ([NEW, b"//" + b" " * LONGEST_LINE], "line 2: the line is longer than 1 MiB"),
    ],
)
def test_replay_stops_at_the_fault(lines, says):
    with pytest.raises(ReplayStopped, match=says):
        list(replay(lines, shelf()))


def test_replay_skips_questions():
    lines = [b'{"show": "games"}', NEW, b'{"show": "asks"}', b'{"resume": "last"}', b'{"event": ' + ROLL + b"}"]
    _, rolled = replay(lines, shelf())
    assert rolled.line == 5


@pytest.fixture
def stopped(tmp_path):
    """A journal with an event these rules do not know."""
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    session = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CatchUpOptions())
    session.submit(Rolled(0, (Face(1), Face(1), Face(2))))
    journal.append(session.id, 2, "touch", "Jumped", b"{}", None)
    journal.close()
    return path


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_export_says_where_the_replay_stopped(stopped, tmp_path, form):
    out = tmp_path / "out"
    result = CliRunner().invoke(app, ["export", "--journal", str(stopped), "--format", form, "--out", str(out)])
    assert result.exit_code == 1
    assert "entry 2 (Jumped) is refused by these rules" in result.output
    assert len(out.read_text().splitlines()) == 2, "what went before is written"


def test_export_overwrites_nothing(stopped):
    before = stopped.read_bytes()
    result = CliRunner().invoke(app, ["export", "--journal", str(stopped), "--out", str(stopped)])
    assert result.exit_code == 2
    assert f"{stopped} already exists and is not overwritten" in result.output
    assert stopped.read_bytes() == before


def test_result_export_of_a_stopped_replay(stopped):
    result = CliRunner().invoke(app, ["export", "--journal", str(stopped), "--format", "bgstats"])
    assert result.exit_code == 2
    assert "entry 2 (Jumped)" in result.output


def test_duration_is_never_negative():
    times = iter(["2026-11-22T20:00:00+00:00", "2026-11-22T19:00:00+00:00"])
    journal = Journal(":memory:", now=lambda: next(times))
    facts = {"phase": "discarding", "cards": [[4], [9]], "faces": [[3, 3, 3], [4, 5, 5]], "starter": 0}
    session = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CatchUpOptions(), facts)
    session.submit(Discarded(0, (4,)))
    assert bgstats.play_file(session)["plays"][0]["durationMin"] == 0
    journal.close()


@pytest.fixture
def far_west(monkeypatch):
    """A tablet in a time zone where 20:00 is the next day in UTC."""
    with monkeypatch.context() as clock:
        clock.setenv("TZ", "America/Los_Angeles")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no tzset")
@pytest.mark.usefixtures("far_west")
@pytest.mark.parametrize(
    ("at", "shown"),
    [
        ("2026-11-24T03:00:00.000+00:00", "2026-11-23 19:00:00"),
        ("0001-01-01T00:00:00.000+00:00", "0001-01-01 00:00:00"),
        ("2026-11-\ufffd4T03:00:00.000+00:00", "2026-11-\ufffd4 03:00:00"),
    ],
)
def test_play_is_dated_in_local_time(at, shown):
    journal = Journal(":memory:", now=lambda: at)
    facts = {"phase": "discarding", "cards": [[4], [9]], "faces": [[3, 3, 3], [4, 5, 5]], "starter": 0}
    session = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CatchUpOptions(), facts)
    session.submit(Discarded(0, (4,)))
    assert bgstats.play_file(session)["plays"][0]["playDate"] == shown
    journal.close()


def test_csv_has_a_row_per_event(session):
    rows = list(csv.DictReader(io.StringIO(export.to_csv(session))))
    assert [(row["player"], row["kind"]) for row in rows] == [("Ann", "Rolled"), ("Bo", "Rolled")]


def test_unfinished_game_has_no_result(session):
    with pytest.raises(ValueError, match="not over"):
        bgstats.play_file(session)
    session.submit(Discarded(0, (4,)))
    play = json.loads(json.dumps(bgstats.play_file(session)))["plays"][0]
    assert [score["winner"] for score in play["playerScores"]] == [False, True]


def test_settings_round_trip(tmp_path):
    path = tmp_path / "deep" / "settings.toml"
    assert load(path) == Settings()
    kept = Settings(tray="usb:1", theme="light", buttons={"buttons": [{"box": "", "button": 3, "seat": 1}]})
    kept.save(path)
    assert load(path) == kept


@pytest.mark.parametrize("text", ["tray = 3", "moon = 'full'", "tray = [", "theme = {}"])
def test_bad_settings_name_their_file(tmp_path, text):
    path = tmp_path / "settings.toml"
    path.write_text(text)
    with pytest.raises(BadSettings, match=r"settings\.toml"):
        load(path)


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_failed_export_leaves_no_file(stopped, tmp_path, monkeypatch):
    out = tmp_path / "out"
    words = ["export", "--journal", str(stopped), "--out", str(out)]
    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert f"{out} could not be written: No space left on device" in result.output
    assert not out.exists()
    CliRunner().invoke(app, words)
    assert len(out.read_text().splitlines()) == 2


def test_interrupted_save_leaves_no_file(tmp_path, monkeypatch):
    def stopped(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        export.save(tmp_path / "out", b"text")
    assert list(tmp_path.iterdir()) == []


def test_file_that_cannot_be_created_is_named(tmp_path):
    out = tmp_path / "nowhere" / "out"
    with pytest.raises(OSError, match=f"^{out} could not be written: No such file"):
        export.save(out, b"text")


def test_unreadable_recording_is_named(tmp_path):
    result = CliRunner().invoke(app, ["replay", str(tmp_path / "none.jsonl")])
    assert result.exit_code == 2
    assert result.output == f"{tmp_path / 'none.jsonl'}: No such file or directory\n"


@pytest.mark.parametrize("text", [b"", b'{"show": "games"}\n'])
def test_recording_without_a_game(tmp_path, text):
    record = tmp_path / "record.jsonl"
    record.write_bytes(text)
    result = CliRunner().invoke(app, ["replay", str(record)])
    assert result.exit_code == 1
    assert result.output == f'{record}: stopped at the end: a record begins with "new"\n'


def test_endless_line_is_refused(tmp_path):
    record = tmp_path / "record.jsonl"
    record.write_bytes(NEW + b"\n" + b"x" * (5 * LONGEST_LINE))
    parts = list(lines_of(record))
    assert parts[0] == NEW + b"\n"
    assert max(map(len, parts)) == LONGEST_LINE + 1
    result = CliRunner().invoke(app, ["replay", str(record)])
    assert result.exit_code == 1
    assert "stopped at line 2: the line is longer than 1 MiB" in result.output


def test_bgstats_play(session):
    session.submit(Discarded(0, (4,)))
    found = bgstats.play_file(session)
    play = found["plays"][0]
    assert "Cat's Eye" in found["about"]
    assert [score["startPlayer"] for score in play["playerScores"]] == [True, False]
    assert play["board"] == "Exact if possible: no"
    assert play["manualWinner"] is False, "the winner has the highest score"
    ids = [play["uuid"], found["games"][0]["uuid"], *(player["uuid"] for player in found["players"])]
    assert len({str(UUID(each)) for each in ids}) == 4
    assert bgstats.play_file(session) == found, "imported again, it is the same play"


def test_bgstats_manual_winner(session, monkeypatch):
    session.submit(Discarded(0, (4,)))
    monkeypatch.setattr(session, "outcome", lambda: Outcome(((0,), (1,)), {0: 1, 1: 5}))
    assert bgstats.play_file(session)["plays"][0]["manualWinner"] is True


def test_start_player(journal):
    fresh = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo")), CatchUpOptions())
    assert bgstats.start_player(fresh) is None
    fresh.submit(Rolled(0, (Face(1), Face(1), Face(2))))
    fresh.submit(Rolled(1, (Face(6), Face(1), Face(2))))
    assert bgstats.start_player(fresh) == 1


def drawn():
    """Our board, with a jackpot that holds another number of tokens."""
    plain = to_plain(default_board())
    jackpot = next(square for square in plain["squares"] if square.get("tokens"))
    jackpot["tokens"] = 3 if jackpot["tokens"] != 3 else 2
    return plain


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("cat-in-the-box", {"predictions": {"3": [0, 1]}}, ["Predictions"]),
        ("cat-in-the-box", {"predictions": {"3": [1, 3, 4], "4": [1, 2, 3], "5": [1, 2, 3]}}, []),
        ("cat-in-the-box", {"predictions": "any-number"}, ["Predictions: any number"]),
        ("cat-in-the-box", {"row_order": ["blue", "red", "yellow", "green"]}, ["Order of the rows"]),
        ("catch-22", {"board": drawn(), "strict_counts": False}, ["Board", "Full board: no"]),
        ("catchy", {"joker_number": 4, "suits": list("xyz")}, ["The Joker counts: 4", "Colours of the cards"]),
    ],
)  # fmt: skip
def test_changed_options(game, options, said, journal):
    game = shelf()[game]
    table = Table(("Ann", "Bo", "Cy")[: max(2, game.player_counts[-1] - 2)])
    began = Session.begin(journal, game, table, options_from_plain(game, options))
    assert bgstats.changed_options(began) == said


def test_link_opens_bg_stats_with_the_play(session):
    with pytest.raises(ValueError, match="not over"):
        bgstats.play_link(session)
    session.submit(Discarded(0, (4,)))
    link = bgstats.play_link(session)
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert play["game"] == {"name": "Catch Up", "sourceGameId": "catch-up"}
    assert (play["sourceName"], play["sourcePlayId"]) == ("Cat's Eye", session.id)
    ended = datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert abs(ended - datetime.now(UTC)) < timedelta(hours=1)
    by_file = bgstats.play_file(session)["plays"][0]
    for player, other in zip(play["players"], by_file["playerScores"], strict=True):
        assert str(player["score"]) == other["score"]
        assert (player["winner"], player["rank"]) == (other["winner"], other["rank"])
    assert play["board"] == by_file["board"]


def test_link_fits_into_a_qr_code_whatever_was_chosen(journal):
    names = tuple(f"{letter}ß" + "é" * 28 for letter in "ABCDEF")
    session = Session.begin(
        journal, shelf()["catastrophe"], Table(names, COLOURS_OF_SIX), shelf()["catastrophe"].options()
    )
    session.submit(Ended("x" * 200))
    link = bgstats.play_link(session)
    assert segno.make_qr(link, error="l").version <= 40
    assert len(json.loads(parse_qs(urlsplit(link).query)["data"][0])["players"]) == 6
