"""A browser downloads a finished game and uploads one of another tablet."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.core.table import Table
from companion.games.catch_up.events import Discarded
from tests.support.served_table import served, view

AT_THE_END = {
    "phase": "discarding", "round": 3, "rolls": [9, 14], "cards": [[4], [13]], "holders": [0, 1], "owes": [5, 0],
    "starter": 0,
}  # fmt: skip


@pytest.fixture
def table():
    with served() as table:
        table.do(
            lambda: table.controller.begin(
                "catch-up", Table(("Ann", "Bo"), ("red", "blue")), {"short": False}, AT_THE_END
            )
        )
        yield table


@pytest.fixture
def over(table):
    table.do(lambda: table.controller.touch(Discarded(0, (4,))))
    assert table.do(table.controller.session.outcome) is not None
    return table


@pytest.mark.parametrize(
    ("form", "kind", "begins"),
    [
        ("png", "image/png", b"\x89PNG"), ("pdf", "application/pdf", b"%PDF-"),
        ("csv", "text/csv; charset=utf-8", b"seq,"),
        ("jsonl", "application/x-ndjson", b'{"new"'), ("bgstats", "application/octet-stream", b'{"about"'),
    ],
)  # fmt: skip
def test_files_of_a_game_that_is_over(over, form, kind, begins):
    with over.client("seat:1") as client:
        answer = client.get(f"/share?form={form}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
        assert answer.content.startswith(begins)
        assert "attachment; filename=" in answer.headers["content-disposition"]


def test_link_for_bg_stats(over):
    with over.client("watch") as client:
        found = client.get("/share/link").json()
    play = json.loads(parse_qs(urlsplit(found["link"]).query)["data"][0])
    assert [player["name"] for player in play["players"]] == ["Ann", "Bo"]
    assert found["picture"].startswith("<svg")


def test_running_games_and_strangers_get_no_export(table):
    with table.client() as client:
        assert client.get("/share?form=png").status_code == 404
        assert client.get("/share/link").status_code == 404
        assert client.get("/share?form=exe").status_code == 404
    with table.client("") as stranger:
        assert stranger.get("/share?form=jsonl").status_code == 401
        assert stranger.post("/import", json={"text": ""}).status_code == 401


def exported(over):
    with over.client() as client:
        return client.get("/share?form=jsonl").text


def test_game_is_brought_to_another_table_once(over):
    text = exported(over)
    with served() as other, other.client() as client:
        assert view(client)["home"]["sessions"] == []
        done = client.post("/import", json={"text": text}).json()
        assert done["ok"], done
        (session,) = view(client)["home"]["sessions"]
        assert (session["id"], session["players"], session["over"]) == (done["session"], ["Ann", "Bo"], True)
        again = client.post("/import?language=de", json={"text": text}).json()
        assert again == {"ok": False, "why": "Zeile 1: dieses Spiel ist schon hier"}


def test_refused_line_of_an_import_is_named(over):
    first, *rest = exported(over).splitlines(keepends=True)
    with served() as other, other.client() as client:
        text = first + rest[0].replace('"cards":[4]', '"cards":[5]')
        said = client.post("/import", json={"text": text}).json()
        assert said["ok"] is False
        assert said["why"].startswith("line 2: ")
        assert other.do(other.controller.journal.sessions) == []


@pytest.mark.parametrize("role", ["seat:0", "watch", "camera"])
def test_only_the_table_brings_games(table, role):
    with table.client(role) as client:
        assert client.post("/import", json={"text": ""}).status_code == 403


def test_guard_limits_the_length_of_an_import(table):
    with table.client() as client:
        assert client.post("/import", json={"text": "\n" * 400_000}).status_code == 413
        assert client.post("/import", json={"text": " " * 400_000}).json()["ok"] is False
        assert client.post("/tap", json={"text": " " * 400_000}).status_code == 413
