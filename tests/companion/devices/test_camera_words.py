"""Whatever a camera fails with is a text for the screens: all of it is translated but names and the system's words."""

from __future__ import annotations

import gettext
import socket

import cv2
import numpy as np
import pytest

from companion.devices import tray
from companion.devices.camera_list import CameraList
from companion.devices.inbox import Inbox
from companion.devices.tray import TrayDevice
from companion.devices.tray_watch import TrayMonitor
from companion.i18n import translate, use
from tests.support.camera_server import STREAM, answering, refused
from tests.support.pseudo_language import PseudoLanguage, untranslated
from tests.support.waiting import until
from vision import TrayReader, TrayWatcher
from vision.pipeline.networks import Networks
from vision.sources import mjpeg, open_source, usb

JPEG = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
OK = "HTTP/1.1 200 OK\r\n"
SYSTEM = "Name or service not known"


class Nothing:
    """Reads no dice."""

    def read(self, *_, **__):
        raise AssertionError("no picture rests long enough to be read")


@pytest.fixture(autouse=True)
def _pseudo():
    use(PseudoLanguage())


@pytest.fixture(name="failing")
def _failing(monkeypatch):
    """Opens a camera as the table does; gives why it fails, in the screens' words if `shown`."""
    devices = []
    monkeypatch.setattr(tray, "RETRY_S", 0.01)

    def fail(name, driver="", *, shown=False, watch=lambda _name: TrayMonitor(TrayWatcher(TrayReader(Nothing())))):
        settings = {"driver": f"tests.support.camera_drivers:{driver}"} if driver else {}
        monkeypatch.setattr(tray, "open_source", lambda given: open_source(given, **settings))
        inbox, said = Inbox(), []
        devices.append(TrayDevice(name, inbox, watch))
        devices[-1].start()

        def failed():
            signal = inbox.take()
            said.append(getattr(signal, "why", None))
            return bool(said[-1])

        until(failed)
        devices[-1].stop()
        return translate(said[-1] if shown else devices[-1].hopeless or said[-1])

    yield fail
    for device in devices:
        device.stop()


@pytest.mark.parametrize(
    ("name", "driver"),
    [("usb:97", "closed"), ("usb:0", "unplugged"), ("usb:id/gone", ""), ("usb:0", "never_read")],
    ids=["not there", "unplugged", "not plugged in", "hanging"],
)
def test_a_usb_camera(failing, monkeypatch, name, driver):
    monkeypatch.setattr(usb, "FIRST_WITHIN", 3.0)
    assert untranslated(failing(name, driver), [name]) == []


@pytest.mark.parametrize(
    ("answer", "own_words"),
    [
        (f"{OK}{STREAM}\r\n--cut\r\nContent-Length: {len(JPEG)}\r\n\r\n".encode() + JPEG, []),
        (f"{OK}{STREAM}Transfer-Encoding: chunked\r\n\r\n99\r\n--cut".encode(), []),
        (f"{OK}{STREAM}\r\n--cut\r\nContent-Length: {'9' * 20}\r\n\r\n".encode(), []),
        (b"", []),
        (f"{OK}Content-Type: text/html\r\n\r\n".encode(), ["text/html", mjpeg.EXAMPLE]),
        (f"{OK}\r\n".encode(), [mjpeg.EXAMPLE]),
        (refused("404 Not Found"), ["Not Found"]),
        (refused("401 Unauthorized", "WWW-Authenticate: Basic"), []),
        (refused("302 Found", "Location: http://elsewhere.example/"), ["elsewhere.example"]),
        (refused("302 Found", "Location: ftp://127.0.0.1/"), ["ftp"]),
        (refused("302 Found", "Location: file:///etc/hostname"), ["file"]),
        (refused("302 Found", "Location: /video"), []),
        (b"RTSP/1.0 400 Bad Request\r\n\r\n", ["RTSP/1.0 400 Bad Request"]),
    ],
    ids=[
        *("closed", "closed in a chunk", "a part too long", "closed at once", "a web page", "no type", "not found"),
        *("a user is required", "redirects elsewhere", "redirects to ftp", "redirects to a file"),
        *("redirects to itself", "not HTTP"),
    ],
)
def test_a_network_camera(failing, answer, own_words):
    with answering(answer) as url:
        assert untranslated(failing(url), [url, *own_words]) == []


def test_missing_network_camera(failing, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}/video"
    assert untranslated(failing(url), [url]) == []

    def unknown(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, SYSTEM)

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert untranslated(failing("http://nowhere.example/"), ["http://nowhere.example/"]) == []


def test_slow_network_camera(failing, monkeypatch):
    monkeypatch.setattr(mjpeg, "FIRST_WITHIN", 0.2)
    with answering(b"HTTP/1.1 200 OK\r\nX: ", pause_s=0.02, more=b"x") as url:
        assert untranslated(failing(url), [url]) == []
    with answering(f"{OK}{STREAM}\r\n".encode(), pause_s=0.02, more=b"x") as url:
        assert untranslated(failing(url), [url]) == []


def test_a_clip(failing, tmp_path):
    (tmp_path / "song.avi").write_bytes(b"la la la" * 100)
    (tmp_path / "empty").mkdir()
    (tmp_path / "still.png").write_bytes(b"la la la")
    for file in ("nowhere.avi", "song.avi", "empty", "still.png"):
        name = f"{tmp_path}/{file}"
        assert untranslated(failing(f"clip:{name}"), [f"clip:{name}", name]) == []


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        *(("moon", []), ("usb:first", []), ("clip:", []), ("http://", []), ("http://[::1", [])),
        *(("http://eye:70000/", []), ("http://my eye/", ["my eye"]), ("http://eye/", [])),
        *(("usb:0?zoom=3", ["zoom", "size", "fps", "exposure", "autofocus", "driver", "mirror", "turn"]),),
        *(
            (f"usb:0?{setting}", [setting.split("=")[0], "x"])
            for setting in ("size=x", "fps=0", "exposure=x", "turn=x")
        ),
        *(("usb:0?autofocus=x", ["autofocus", "x"]), ("usb:0?turn=45", ["turn"])),
        *(("sim:weather=3", ["weather=3"]), ("sim:size=9x9", ["9x9"]), ("sim:fps=0", []), ("sim:seed=-1", [])),
        *(("sim:seed=x", ["seed=x"]), ("sim:dice=mauve", ["mauve", "ivory"]), ("sim:dice=" + "," * 99, [])),
    ],
)
def test_invalid_camera_name(failing, monkeypatch, name, keys):
    def unknown(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, SYSTEM)

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert untranslated(failing(name), [name, *keys]) == []


@pytest.mark.parametrize("name", ["moon", "moon:3", "usb:first", "clip:", "http://", "usb:0?turn=45", "sim:seed=x"])
def test_wrong_name_is_for_whoever_wrote_it_and_the_table_has_a_sentence(failing, caplog, name):
    use(gettext.NullTranslations())
    said = failing(name, shown=True)
    assert said == "no camera is called that: choose one"
    assert name.partition("?")[0].partition(":")[0] in caplog.text


def test_reader_without_networks(failing, tmp_path):
    said = failing("sim:", watch=lambda _name: Networks(tmp_path))
    known = [str(tmp_path), *(f"{name}.onnx" for name in ("finder", "reader", "poser", "objects"))]
    assert untranslated(said, known) == []


def test_camera_list_says_the_same(tmp_path):
    names = [f"clip:{tmp_path}/nowhere.avi", "moon"]
    cameras = CameraList(names)
    cameras.start()
    until(lambda: all(each.why for each in cameras.candidates))
    cameras.stop()
    assert [untranslated(translate(each.why), names) for each in cameras.candidates] == [[], []]
