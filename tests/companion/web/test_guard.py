"""Who is let in: nobody without a cookie, no foreign page, nothing too large."""

from __future__ import annotations

import pytest

from tests.support.served_table import served, tap, view


@pytest.fixture(scope="module")
def table():
    with served() as table:
        table.begin("catch-up")
        yield table


def test_nothing_is_shown_without_a_cookie(table):
    with table.client("") as client:
        for path in (
            "/view",
            "/history",
            "/picture?seq=1",
            "/preview",
            "/rules?game=catch-up",
            "/people",
            "/results?page=0",
        ):
            assert client.get(path).status_code == 401, path
        assert client.post("/tap", json={"choice": "undo", "id": "a", "seq": 0}).status_code == 401
        assert "Ann" not in client.get("/table").text


def test_a_code_works_once(table):
    code = table.web.parts.pairing.make_code("table")
    with table.client("") as one, table.client("") as other:
        paired = one.post("/pair", json={"code": code})
        assert paired.json() == {"role": "table"}
        assert other.post("/pair", json={"code": code}).status_code == 403
        (cookie,) = paired.headers.get_list("set-cookie")
        assert cookie.startswith("catseye=")
        assert {"HttpOnly", "SameSite=strict"} <= set(cookie.split("; "))


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": ""},
        {"x-catseye": ""},
        {"host": "evil.example"},
    ],
)
def test_a_foreign_page_cannot_tap(table, headers):
    with table.client() as client:
        seen = view(client)
        client.headers.update(headers)
        assert tap(client, seen, "leave", "x").status_code == 403
        assert table.do(lambda: table.controller.session) is not None


def test_a_large_body_is_refused_before_it_is_read(table):
    with table.client() as client:
        assert client.post("/tap", content=b"[" * 200_000).status_code == 413
        assert client.post("/tap", content=iter([b"[" * 40_000] * 3)).status_code == 413
        assert client.post("/tap", content=b"[" * 60_000).status_code == 400
        assert view(client)["screen"] == "table"


def test_every_answer_has_a_strict_policy(table):
    with table.client("") as client:
        for path in ("/", "/static/net.js", "/nothing"):
            policy = client.get(path).headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
