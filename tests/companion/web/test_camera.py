"""The socket for a phone's pictures takes them only from a paired browser, one at a time, up to a size."""

import json
import socket
import time
from collections import deque
from contextlib import closing, contextmanager
from functools import partial

import httpx
import pytest
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from companion import i18n
from companion.web import camera
from companion.web.camera import NOT_PAIRED, REFUSED, REPLACED, SILENT, camera_routes
from tests.support.served_table import served
from tests.support.waiting import until
from tests.support.web_servers import serving
from tests.vision.sources.test_phone import jpeg
from vision.sources import open_source
from vision.sources.phone import FEED, FPS, MOST_BYTES


class Roles:
    """The role of every browser, as the pairing would say."""

    def __init__(self):
        self.role = "camera"

    def __call__(self, _connection):
        return self.role


@pytest.fixture
def roles():
    return Roles()


@pytest.fixture
def port(roles):
    with serving(Starlette(routes=camera_routes(roles, lambda _language: i18n.translate, lambda: 8423))) as found:
        yield found
    until(lambda: not FEED.connected)


@contextmanager
def phone(port):
    with connect(f"ws://127.0.0.1:{port}/camera/socket", max_size=None, proxy=None) as socket:
        yield socket


def answer(socket):
    return json.loads(socket.recv(60))


def code_of(socket):
    with pytest.raises(ConnectionClosed) as closed:
        deque(iter(partial(socket.recv, 60), None), maxlen=0)
    return closed.value.rcvd.code


def test_picture_is_acknowledged_once_the_camera_takes_it(port):
    with phone(port) as socket:
        until(lambda: FEED.connected)
        with closing(open_source("phone:")) as source:
            for _ in range(3):
                socket.send(jpeg())
                assert answer(socket) == {"used": True}
                assert source.read(60).image.shape == (480, 640, 3)


def test_phone_hears_that_nobody_uses_its_pictures(port):
    with phone(port) as socket:
        socket.send(jpeg())
        assert answer(socket) == {"used": False}


def test_no_more_pictures_are_taken_than_allowed(port):
    with phone(port) as socket:
        until(lambda: FEED.connected)
        with closing(open_source("phone:")):
            socket.send(jpeg())
            answer(socket)
            began = time.monotonic()
            for _ in range(6):
                socket.send(jpeg())
                answer(socket)
            assert time.monotonic() - began >= 5 / FPS


@pytest.mark.parametrize("role", ["", "watch", "seat:0"])
def test_browser_without_the_role_is_no_camera(port, roles, role):
    roles.role = role
    with phone(port) as socket:
        assert code_of(socket) == NOT_PAIRED
    assert not FEED.connected


def test_role_that_is_taken_away_ends_the_camera(port, roles):
    with phone(port) as socket:
        until(lambda: FEED.connected)
        with closing(open_source("phone:")):
            socket.send(jpeg())
            assert answer(socket) == {"used": True}
            roles.role = ""
            socket.send(jpeg())
            assert code_of(socket) == NOT_PAIRED
    until(lambda: not FEED.connected)


def test_newer_phone_replaces_the_older_one(port):
    with phone(port) as older:
        until(lambda: FEED.connected)
        with phone(port) as newer, closing(open_source("phone:")):
            newer.send(jpeg())
            assert answer(newer) == {"used": True}
            older.send(jpeg())
            assert code_of(older) == REPLACED
            newer.send(jpeg())
            assert answer(newer) == {"used": True}


@pytest.mark.parametrize("picture", [b"no picture", jpeg(size=(1400, 800)), jpeg() + bytes(MOST_BYTES)])
def test_bad_or_too_large_picture_is_refused(port, picture):
    with phone(port) as socket:
        socket.send(picture)
        assert code_of(socket) == REFUSED


def test_text_ends_the_connection(port):
    with phone(port) as socket:
        socket.send("a text")
        assert code_of(socket) == REFUSED
    until(lambda: not FEED.connected)


def test_silent_phone_is_gone(port, monkeypatch):
    monkeypatch.setattr(camera, "SILENT_S", 0.05)
    with phone(port) as socket:
        assert code_of(socket) == SILENT


@pytest.mark.parametrize(
    ("headers", "codes"),
    [
        ({"Origin": "{origin}"}, {NOT_PAIRED}),  # no cookie
        ({"Origin": "{origin}", "Cookie": "catseye=guessed"}, {NOT_PAIRED}),
        ({"Origin": "http://elsewhere.test"}, set()),
        ({}, set()),
        ({"Origin": "http://elsewhere.test", "Host": "elsewhere.test"}, set()),
    ],
)
def test_hostile_connections_do_not_disturb_a_paired_phone(monkeypatch, headers, codes):
    monkeypatch.setattr(camera, "UNUSED_S", 0.05)
    with served() as table, table.client("camera") as paired:
        port, found = table.web.address.port, set()
        given = {name: value.format(origin=table.origin) for name, value in headers.items()}
        cookie = f"catseye={paired.cookies['catseye']}"
        own = {"Origin": table.origin, "Cookie": cookie}
        with connect(f"ws://127.0.0.1:{port}/camera/socket", additional_headers=own, proxy=None) as phone:
            phone.send(jpeg())
            assert answer(phone) == {"used": False}
            for _ in range(100):
                found.add(refusal(port, given))
            phone.send(jpeg())
            assert answer(phone) == {"used": False}
    assert found
    assert found <= codes | {403}


def refusal(port, headers):
    """Return how a connection was refused: the HTTP status, or the code with which it was closed."""
    host = headers.get("Host", f"127.0.0.1:{port}")
    rest = {name: value for name, value in headers.items() if name != "Host"}
    try:
        with (
            socket.create_connection(("127.0.0.1", port)) as plain,
            connect(f"ws://{host}/camera/socket", sock=plain, additional_headers=rest, proxy=None) as foreign,
        ):
            return code_of(foreign)
    except InvalidStatus as refused:
        return refused.response.status_code


def test_words_are_in_the_language_of_the_phone(port):
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as browser:
        page = browser.get("/camera")
        assert page.status_code == 200
        assert 'src="/static/camera.js"' in page.text
        found = browser.get("/camera/words?language=xx").json()
        assert found["words"]["title"] == "A phone as camera"
        assert (found["language"], found["encrypted_port"]) == ("", 8423)
