"""A game that was exported on one tablet is imported on another, whole or not at all."""

import json
from contextlib import closing

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions
from companion.protocol.importing import take_in
from companion.protocol.replay import ReplayStopped
from companion.record.bgstats import play_file
from companion.record.export import to_jsonl
from companion.record.journal import Journal
from companion.record.session import Session
from companion.record.summary import summary_of

TIMES = [f"2026-11-20T20:{minute:02}:00.000+00:00" for minute in range(10)]


@pytest.fixture
def exported():
    """A finished game of another tablet, played a week ago, a minute an entry, with one entry changed."""
    times = iter(TIMES)
    with closing(Journal(":memory:", now=lambda: next(times))) as there:
        facts = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}
        session = Session.begin(there, shelf()["catch-up"], Table(("Ann", "Zoé")), CatchUpOptions(), facts)
        session.submit(Rolled(0, (Face(1), Face(1), Face(1))))
        session.amend({1: Rolled(0, (Face(1), Face(1), Face(2)))})
        session.submit(Rolled(1, (Face(6), Face(1), Face(2))))
        session.submit(Discarded(0, (4,)))
        assert session.outcome() is not None
        yield session, list(to_jsonl(session))


def test_imported_game_is_the_same_at_the_same_times(exported, journal):
    session, lines = exported
    here = take_in(lines, shelf(), journal)
    assert (here.facts(), here.outcome(), here.table) == (session.facts(), session.outcome(), session.table)
    assert [entry.at for entry in here.entries] == [entry.at for entry in session.entries]
    assert play_file(here)["plays"][0]["uuid"] == play_file(session)["plays"][0]["uuid"]
    assert play_file(here)["plays"][0]["playDate"] == play_file(session)["plays"][0]["playDate"]
    again = Session.resume(journal, shelf(), here.id)
    assert (again.facts(), list(to_jsonl(again))) == (here.facts(), lines)


def test_players_keep_their_marks(journal):
    """Ann has left the evening: Bo and Cy have the colours and shapes that they had beside her."""
    with closing(Journal(":memory:")) as there:
        first = Session.begin(there, shelf()["catch-up"], Table(("Ann", "Bo", "Cy")), CatchUpOptions())
        table, facts = Table(("Bo", "Cy")), {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}
        second = Session.begin(there, shelf()["catch-up"], table, CatchUpOptions(), facts, continues=first.id)
        lines = list(to_jsonl(second))
    here = take_in(lines, shelf(), journal)
    assert [here.table.mark(seat) for seat in here.table.seats] == [1, 2]
    assert here.table == Session.resume(journal, shelf(), here.id).table == second.table
    with closing(Journal(":memory:")) as another:
        assert list(to_jsonl(take_in(list(to_jsonl(here)), shelf(), another))) == lines, "also by a third tablet"


@pytest.fixture
def evening():
    """An evening of another tablet: Ann leaves after ten minutes, of which the game was open for six."""
    minutes = iter([0, 2, 10, 10, 11, 12, 14, 15])
    with closing(Journal(":memory:", now=lambda: f"2026-11-20T20:{next(minutes):02}:00.000+00:00")) as there:
        first = Session.begin(there, shelf()["catch-up"], Table(("Ann", "Bo", "Cy")), CatchUpOptions())
        first.submit(Rolled(0, (Face(1), Face(1), Face(1))))
        first.away = 240.0
        first.submit(Rolled(1, (Face(2), Face(2), Face(2))))
        facts = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}
        table = Table(("Bo", "Cy"))
        second = Session.begin(there, shelf()["catch-up"], table, CatchUpOptions(), facts, continues=first.id)
        second.submit(Rolled(0, (Face(1), Face(1), Face(2))))
        second.submit(Rolled(1, (Face(6), Face(1), Face(2))))
        second.submit(Discarded(0, (4,)))
        yield first, second


def test_the_whole_evening_of_a_game_is_imported(evening, journal):
    first, second = evening
    here = take_in(to_jsonl(second), shelf(), journal)
    assert (here.id, [each.id for each in here.before]) == (second.id, [first.id])
    assert summary_of(here) == summary_of(second)
    assert [result.dice for result in summary_of(here).results] == [6, 3], "Bo threw three dice before Ann left"
    assert summary_of(here).minutes == 10
    assert summary_of(Session.resume(journal, shelf(), "last")) == summary_of(second)
    with pytest.raises(ReplayStopped, match="this game is already here"):
        take_in(to_jsonl(second), shelf(), journal)
    assert len(journal.sessions()) == 2


def test_an_evening_whose_beginning_is_here_goes_on_in_it(evening, journal):
    first, second = evening
    take_in(to_jsonl(first), shelf(), journal)
    here = take_in(to_jsonl(second), shelf(), journal)
    assert [each.id for each in here.before] == [first.id]
    assert summary_of(here) == summary_of(second)
    assert len(journal.sessions()) == 2


def test_an_evening_that_was_deleted_comes_back_whole(evening, journal):
    first, second = evening
    take_in(to_jsonl(second), shelf(), journal)
    journal.erase(first.id, second.id)
    here = take_in(to_jsonl(second), shelf(), journal)
    assert summary_of(here) == summary_of(second)


def test_a_game_whose_earlier_session_is_missing_is_imported_alone(evening, journal):
    _, second = evening
    lines = list(to_jsonl(second))
    here = take_in(lines[[b'"new"' in line for line in lines].index(True, 1) :], shelf(), journal)
    assert (here.facts(), here.before, here.continues) == (second.facts(), (), "")


def test_a_game_from_elsewhere_goes_on_from_no_game_of_this_tablet(exported, journal):
    _, lines = exported
    first = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions())
    here = take_in(changed(lines, 1, lambda line: line["new"].update(continues=first.id)), shelf(), journal)
    assert here.continues == ""


@pytest.mark.parametrize("away", [-1, "long", 1e300, None, [1]])
def test_a_time_nobody_played_that_is_none_is_refused(exported, journal, away):
    _, lines = exported
    with pytest.raises(ReplayStopped, match=r"^line 2"):
        take_in(changed(lines, 2, lambda line: line.update(away=away)), shelf(), journal)
    assert journal.sessions() == []


@pytest.mark.parametrize("marks", [[1], [1, 99], [1, "2"], "12", [-1, 2]])
def test_marks_that_are_none_are_refused(exported, journal, marks):
    _, lines = exported
    with pytest.raises(ReplayStopped, match=r"^line 1"):
        take_in(changed(lines, 1, lambda line: line.update(marks=marks)), shelf(), journal)
    assert journal.sessions() == []


def test_game_is_imported_once(exported, journal):
    _, lines = exported
    take_in(lines, shelf(), journal)
    with pytest.raises(ReplayStopped, match=r"^line 1: this game is already here"):
        take_in(lines, shelf(), journal)
    assert len(journal.sessions()) == 1


def test_deleted_game_can_be_imported_again(exported, journal):
    _, lines = exported
    journal.erase(take_in(lines, shelf(), journal).id)
    assert take_in(lines, shelf(), journal).outcome() is not None


def changed(lines, number, change):
    fields = json.loads(lines[number - 1])
    change(fields)
    return [*lines[: number - 1], json.dumps(fields).encode(), *lines[number:]]


@pytest.mark.parametrize(
    ("number", "change", "says"),
    [
        (2, lambda line: line["event"].update(seat=1), "^line 2: "),
        (2, lambda line: line["event"]["faces"].pop(), "^line 2: 3 dice must be thrown"),
        (3, lambda line: line.update(event={"kind": "Nonsense"}), "^line 3: .*no event"),
        (1, lambda line: line["new"].update(game="chess"), "^line 1: no game"),
        (1, lambda line: line["new"].update(players=["Ann", "ann"]), "^line 1: two players have the same name"),
        (1, lambda line: line["new"].update(players=["Ann", "B\u202eo"]), "^line 1: .*control character"),
        (4, lambda line: line.update(new=line.pop("event")), "^line 4: a second game"),
    ],
)
def test_what_the_rules_refuse_is_named_and_nothing_is_added(exported, journal, number, change, says):
    _, lines = exported
    with pytest.raises(ReplayStopped, match=says):
        take_in(changed(lines, number, change), shelf(), journal)
    assert journal.sessions() == []
    assert take_in(lines, shelf(), journal).outcome() is not None  # and the journal is as it was


@pytest.mark.parametrize("lines", [[], [b"\n"], [b'{"show": "facts"}'], [b"\xff\xfe"], [b"x" * 2_000_000]])
def test_what_is_no_game_is_refused(journal, lines):
    with pytest.raises(ReplayStopped):
        take_in(lines, shelf(), journal)
    assert journal.sessions() == []


@pytest.mark.parametrize("given", [{"at": "tomorrow"}, {"at": 7}, {"id": "../../x"}, {"id": 1}])
def test_id_and_time_that_are_none_are_left_out(exported, journal, given):
    _, lines = exported
    here = take_in(changed(lines, 1, lambda line: line.update(given)), shelf(), journal)
    assert here.outcome() is not None
    assert all(row.at.startswith("20") for row in journal.rows(here.id))


def test_export_of_earlier_versions_is_imported(exported, journal):
    _, lines = exported
    plain = [
        json.dumps({key: value for key, value in json.loads(line).items() if key not in {"at", "id"}}) for line in lines
    ]
    assert take_in([line.encode() for line in plain], shelf(), journal).outcome() is not None


def test_import_command(exported, tmp_path):
    session, lines = exported
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lines))
    done = CliRunner().invoke(app, ["import", str(file), "--folder", str(tmp_path / "data")])
    assert (done.exit_code, session.id in done.output) == (0, True), done.output
    done = CliRunner().invoke(app, ["import", str(file), "--folder", str(tmp_path / "data")])
    assert (done.exit_code, "line 1: this game is already here" in done.output) == (1, True)
