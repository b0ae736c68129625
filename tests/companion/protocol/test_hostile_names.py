"""Names nobody has: refused where they enter, harmless where an older journal or a record has them."""

import csv
import io
import json

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.app.transcript import Transcript
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.protocol.line_server import LineReferee
from companion.record import export
from companion.record.session import Session

GAMES = shelf()
ESCAPES = "Ann\x1b[2J\x1b]0;mine\x07\r\nBo\u202e\u2028"


def asked(journal, *players):
    line = json.dumps({"new": {"game": "catch-up", "players": players}}).encode()
    return LineReferee(GAMES, journal).answer(line)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("Ann", "x" * 400_000), "a player's name has 400000 letters: at most 60"),
        (("Ann", "\u200b\u2060"), r"a player has no name: nothing is seen of '\\u200b\\u2060'"),
        (("Ann", "\u3164"), "nothing is seen of"),
        (("Ann", "Bo\n"), r"a player's name has a control character in it: Bo\n"),
        (("Ann", "\x07"), r"control character in it: \x07"),
        (("Ann", "\x1b[31mBo"), r"control character in it: \x1b[31mBo"),
        (("Ann", "\u202eoB"), r"control character in it: \u202eoB"),
        (("Ann", "Ann"), "two players have the same name: Ann"),
        (("Ann", "An\u200bn "), r"two players have the same name: Ann and An\u200bn"),
        (("Ann", "ann"), "two players have the same name: Ann and ann"),
        (("Ann", " ANN "), "two players have the same name: Ann and  ANN "),
        (("Mary Ann", "Maryann", "Bo"), "two players have the same name: Mary Ann and Maryann"),
        (("Weiß", "WEISS"), "two players have the same name: Weiß and WEISS"),
        (("Ann", "\uff21nn"), "two players have the same name: Ann and"),
        (("Zoe\u0301", "Zo\u00e9"), "two players have the same name"),
    ],
)
def test_impossible_name_is_refused(journal, names, says):
    answer = asked(journal, *names)
    assert (answer["ok"], answer["error"]) == (False, "malformed")
    assert says in answer["message"]
    assert all(letter.isprintable() for letter in answer["message"])
    assert journal.sessions() == []


@pytest.mark.parametrize(
    "name",
    [
        "Жанна",
        "O'Brien-Müller",
        "李小龍",
        "👩\u200d🚀",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "x" * 60,
        "J. R. R.",
    ],
)
def test_unusual_name_is_accepted(journal, name):
    assert asked(journal, "Ann", name)["ok"]


def played(journal, *names):
    session = Session.begin(journal, GAMES["catch-up"], Table(names), GAMES["catch-up"].options())
    session.submit(Rolled(0, (Face(1), Face(1), Face(2))))
    return session


@pytest.mark.parametrize("name", ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", "\t=1", "\uff1d1"])
def test_csv_names_are_not_formulas(journal, name):
    _, row = csv.reader(io.StringIO(export.to_csv(played(journal, name, "Bo"))))
    assert row[3] == f"'{name}"
    assert row[6].startswith(f"'{name} rolls")


def test_csv_names_are_unchanged(journal):
    _, row = csv.reader(io.StringIO(export.to_csv(played(journal, "Ann", "Bo"))))
    assert (row[3], row[6]) == ("Ann", "Ann rolls 1 1 2: 4")


def test_replay_prints_no_control_characters(journal, tmp_path):
    record = tmp_path / "record.jsonl"
    record.write_bytes(b"".join(export.to_jsonl(played(journal, ESCAPES, ESCAPES))))
    result = CliRunner().invoke(app, ["replay", str(record)])
    assert result.exit_code == 0
    assert r"Ann\x1b[2J\x1b]0;mine\x07\r\nBo\u202e\u2028 rolls 1 1 2" in result.output
    assert all(letter.isprintable() for line in result.output.split("\n") for letter in line)
    record.write_bytes(b'{"new": {"game": "\\u001b[2J", "players": ["Ann", "Bo"]}}')
    result = CliRunner().invoke(app, ["replay", str(record)])
    assert result.exit_code == 1
    assert all(letter.isprintable() for line in result.output.split("\n") for letter in line)


def test_transcript_prints_no_control_characters(journal, capsys):
    class Seen:
        session, notifications, seen = played(journal, ESCAPES, "Bo"), (), None

    Transcript(Seen()).step()
    output = capsys.readouterr().out
    assert r"\x1b[2J" in output
    assert all(letter.isprintable() for line in output.split("\n") for letter in line)
