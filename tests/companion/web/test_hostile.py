"""Hostile requests of every kind are refused or have no effect, and play goes on."""

from __future__ import annotations

import os
import socket
import time
from contextlib import ExitStack, contextmanager
from functools import partial
from threading import Thread

import httpx
import pytest

from companion.web import guard, server
from tests.support.served_table import HEADERS, served, tap, view
from tests.support.waiting import until

OF_EACH_KIND = int(os.environ.get("HOSTILE", "50"))
"""HOSTILE=1000 for a thousand of each, half an hour."""
OF_A_PEER = 25
"""Below the rate that one address is allowed, so that not the rate alone refuses them."""
ROLL = {"dice": [{"value": 3}, {"value": 3}, {"value": 4}]}


@pytest.fixture(scope="module")
def table():
    with served() as table:
        table.begin("catch-up")
        yield table


@pytest.fixture(scope="module")
def cookies(table):
    """The cookie of each role, and the view that all of them see."""
    found = {}
    for role in ("table", "seat:0", "seat:1", "watch"):
        with table.client(role) as client:
            found[role] = client.cookies["catseye"]
    return found


@contextmanager
def peer(table, number, cookie=""):
    """A client at another address of this machine."""
    address = f"127.9.{number // 250}.{number % 250 + 1}"
    headers = {"origin": table.origin, **HEADERS}
    with httpx.Client(
        base_url=table.origin, headers=headers, transport=httpx.HTTPTransport(local_address=address), timeout=20
    ) as client:
        if cookie:
            client.cookies.set("catseye", cookie)
        yield client


def statuses(table, ask, cookie="", first=0):
    found = {}
    for number in range(OF_EACH_KIND // OF_A_PEER):
        with peer(table, first + number, cookie) as client:
            for each in range(OF_A_PEER):
                status = ask(client, number * OF_A_PEER + each).status_code
                found[status] = found.get(status, 0) + 1
    return found


def body(seen, **other):
    roll = seen["seats"][0]["roll"]["choice"]
    return {"session": seen["session"], "seq": seen["seq"], "choice": roll, "id": "x", "with": ROLL, **other}


@pytest.fixture(scope="module")
def seen(table, cookies):
    with peer(table, 9999, cookies["table"]) as client:
        return view(client)


TAPS = {
    "no cookie": ("", {}, {}, {401}),
    "a made-up cookie": ("made-up", {}, {}, {401}),
    "another seat's choice": ("seat:1", {}, {}, {403}),
    "somebody who only watches": ("watch", {}, {}, {403}),
    "a foreign name of the server": ("table", {"host": "evil.example"}, {}, {403}),
    "a foreign origin": ("table", {"origin": "http://evil.example"}, {}, {403}),
    "no origin": ("table", {"origin": "null"}, {}, {403}),
    "no header of ours": ("table", {"x-catseye": "0"}, {}, {403}),
    "a form instead of JSON": ("table", {"content-type": "application/x-www-form-urlencoded"}, {}, {400}),
    "a number that is to come": ("table", {}, {"seq": 10**9}, {200}),
    "a number below all": ("table", {}, {"seq": -5}, {200, 400}),
    "another game's id": ("table", {}, {"session": "another"}, {200}),
    "a choice that nobody has": ("table", {}, {"choice": "event-0123456789abcdef"}, {200}),
    "a word that nobody knows": ("table", {}, {"choice": "__class__"}, {200, 400}),
    "an id that is no id": ("table", {}, {"id": "../../etc"}, {400}),
    "dice that are none": ("table", {}, {"with": {"dice": [{"value": 7}] * 3}}, {200, 400}),
    "a thousand dice": ("table", {}, {"with": {"dice": [{"value": 3}] * 1000}}, {200, 400}),
    "values of other types": ("table", {}, {"with": ["dice"], "seq": "1"}, {400}),
}


@pytest.mark.parametrize("kind", TAPS)
def test_taps_that_must_not_count(table, cookies, seen, kind):
    role, headers, other, wanted = TAPS[kind]
    said, number = body(seen, **other), list(TAPS).index(kind)
    answers = []

    def ask(client, mark):
        given = {**said, "id": said["id"] if "id" in other else f"m{number}-{mark}"}
        answers.append(client.post("/tap", json=given, headers=headers))
        return answers[-1]

    assert set(statuses(table, ask, cookies.get(role, role), number * 40)) <= wanted
    assert not any(answer.json()["ok"] for answer in answers if answer.status_code == 200)
    assert table.events == []


SPOILT = {
    "no JSON": (b"{" * 100, {400}),
    "deeply nested": (b"[" * 30_000, {400}),
    "deeply nested values": (b'{"session":"","seq":0,"choice":"x","id":"x","with":' + b'{"a":' * 9_000, {400}),
    "bytes that are no text": (b'{"session":"\xff\xfe"}', {400}),
    "too large": (b"x" * (guard.MOST_BYTES + 1), {413}),
    "nothing": (b"", {400}),
}


@pytest.mark.parametrize("kind", SPOILT)
def test_bodies_that_are_spoilt(table, cookies, kind):
    content, wanted = SPOILT[kind]
    first = (30 + list(SPOILT).index(kind)) * 40
    found = statuses(table, lambda client, _: client.post("/tap", content=content), cookies["table"], first)
    assert set(found) <= wanted
    assert table.events == []


def test_used_or_unknown_code_lets_nobody_in(table):
    code = table.web.parts.pairing.make_code("table")
    with table.client("") as client:
        assert client.post("/pair", json={"code": code}).status_code == 200
    found = statuses(table, lambda client, _: client.post("/pair", json={"code": code}), first=2000)
    assert set(found) == {403, 429}, "guessing is bounded for each address"


def test_looking_a_code_up_is_guessing_too(table):
    found = statuses(table, lambda client, number: client.get(f"/me?code=AAAA{number:02}"), first=2100)
    assert set(found) == {200, 429}


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/font/..%2f..%2fetc%2fpasswd",
        "/static/..%5capp.py", "/picture?seq=../../x", "/rules?game=../../x", "/nothing", "/view?language=%00",
    ],
)  # fmt: skip
def test_paths_lead_nowhere_else(table, cookies, path):
    with peer(table, 3000, cookies["watch"]) as client, client.stream("GET", path) as answer:
        assert answer.status_code in {200, 400, 404}
        if answer.status_code == 200:
            assert answer.headers["content-type"].startswith("text/event-stream")


def test_flooding_address_is_slowed_alone():
    rates = guard.Rates(guard.RATE, guard.BURST, now=lambda: 7.0)
    assert [rates.allows("10.0.0.1") for _ in range(guard.BURST + 1)] == [True] * guard.BURST + [False]
    assert rates.allows("10.0.0.2")


def raw(table, number):
    host, port = "127.0.0.1", table.web.address.port
    return socket.create_connection((host, port), timeout=20, source_address=(f"127.8.0.{number}", 0))


def is_closed(connection):
    connection.settimeout(20)
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


BEGUN_POST = (
    b"POST /tap HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 90\r\nContent-Type: application/json\r\n"
    b"X-Catseye: 1\r\nOrigin: http://127.0.0.1\r\n\r\n{"
)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(server, "REQUEST_S", 0.2)
    monkeypatch.setattr(guard, "BODY_S", 0.2)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /me HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"GET /me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /me HTTP/1.1\r\nHost",
        BEGUN_POST,
        b"\x16\x03\x01 no HTTP at all\r\n\r\n",
    ],
)
def test_stalled_connection_is_closed(table, impatient, begun):
    with raw(table, 1) as connection:
        connection.sendall(begun)
        if begun.startswith(b"POST"):
            assert b" 413 " in connection.recv(200)
        else:
            assert is_closed(connection)


def test_one_address_cannot_take_all_connections(table, cookies, seen):
    with ExitStack() as stack:
        for _ in range(server.MOST_OF_A_PEER):
            stack.enter_context(raw(table, 2))
        assert is_closed(stack.enter_context(raw(table, 2)))
        with peer(table, 3200, cookies["table"]) as client:
            assert view(client)["seq"] == seen["seq"]


look = partial(time.sleep, 0.1)
"""Pause between taps, seconds: faster ones would be refused."""


def rolls(client, mark):
    """Whether the first player's roll counts; a tap that came too soon after the last change does not."""
    shown = view(client)
    return tap(client, shown, shown["seats"][0]["roll"]["choice"], f"{mark}-{time.monotonic_ns()}", **ROLL).json()["ok"]


def takes_back(client, mark):
    return tap(client, view(client), "undo", f"{mark}-{time.monotonic_ns()}").json()["ok"]


def test_reader_that_never_reads_is_dropped(table, cookies):
    """They get the newest view or none; nothing is kept for them."""
    request = f"GET /view HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: catseye={cookies['watch']}\r\n\r\n".encode()
    with ExitStack() as stack:
        for number in range(100):
            connection = stack.enter_context(raw(table, 10 + number))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(request)
        until(lambda: table.web.parts.streams >= 100)
        with peer(table, 3300, cookies["table"]) as client:
            for mark in range(5):
                until(partial(rolls, client, f"n{mark}"), meanwhile=look)
                until(partial(takes_back, client, f"u{mark}"), meanwhile=look)
    until(lambda: table.web.parts.streams == 0)
    assert table.events == []


def test_play_goes_on_while_strangers_shout(table, cookies):
    """Taps of people count, each once, while many others are refused."""
    refused = []

    def shout(number):
        with peer(table, 4000 + number) as client:
            refused.extend(client.post("/tap", content=b"{").status_code for _ in range(OF_A_PEER))

    threads = [Thread(target=shout, args=(number,)) for number in range(OF_EACH_KIND // OF_A_PEER)]
    for thread in threads:
        thread.start()
    with peer(table, 3400, cookies["table"]) as client:
        until(partial(rolls, client, "amid"), meanwhile=look)
    for thread in threads:
        thread.join(60)
    assert set(refused) == {401}
    assert len(refused) == OF_EACH_KIND
    assert len(table.events) == 1
