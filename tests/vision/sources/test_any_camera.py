"""Cameras as people have them: each address is typed as usual and tried on a real server of this machine."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from calibration.profile.camera_name import bare_name
from tests.support.camera_server import STREAM, answering
from tests.support.rtsp_server import RtspServer, film
from vision.__main__ import app
from vision.frames import SourceLost
from vision.sources import open_source
from vision.sources.camera_url import accepted, with_settings

PICTURE = np.zeros((48, 64, 3), np.uint8)
PICTURE[:24, :32] = 240  # the upper left corner is bright
JPEG = cv2.imencode(".jpg", PICTURE)[1].tobytes()
OK = b"HTTP/1.1 200 OK\r\n"
PART = b"--cut\r\nContent-Type: image/jpeg\r\n\r\n" + JPEG + b"\r\n"
STREAMED = OK + STREAM.encode() + b"\r\n"


def to_its_end(source):
    while True:
        source.read(5.0)


def first_of(name, **settings):
    source = open_source(name, **settings)
    try:
        frame = source.read(10.0)
        assert frame is not None
        return frame
    finally:
        source.close()


def bright_corner(image):
    high, wide = image.shape[:2]
    return [
        (down, across)
        for down in (0, 1)
        for across in (0, 1)
        if image[down * high // 2 : (down + 1) * high // 2, across * wide // 2 : (across + 1) * wide // 2].mean() > 120
    ]


class TestHowItIsTyped:
    @pytest.mark.parametrize(
        "typed", ["HTTP://{place}/video", "  http://{place}/video ", "{place}/video", "Http://{place}/video"]
    )
    def test_case_spaces_and_a_missing_scheme_do_not_matter(self, typed):
        with answering(STREAMED, pause_s=0.02, more=PART) as url:
            place = url.removeprefix("http://").removesuffix("/video")
            assert first_of(typed.format(place=place)).image.shape == (48, 64, 3)

    @pytest.mark.parametrize("name", ["camera", "ftp://host/x", "usb:9x", "x.avi"])
    def test_what_is_no_address_stays_refused(self, name):
        with pytest.raises(ValueError):
            open_source(name)


class TestTurned:
    @pytest.mark.parametrize(
        ("settings", "corner"),
        [
            ("?turn=180", (1, 1)),
            ("?turn=90", (0, 1)),
            ("?mirror=1", (0, 1)),
            ("?turn=180&mirror=1", (1, 0)),
            ("", (0, 0)),
        ],
    )
    def test_a_network_cameras_picture_is_turned_and_mirrored(self, settings, corner):
        asked = []
        with answering(STREAMED, pause_s=0.02, more=PART, asked=asked) as url:
            assert bright_corner(first_of(url + settings).image) == [corner]
        assert asked[0].startswith("GET /video HTTP")

    def test_the_cameras_own_settings_are_sent(self):
        asked = []
        with answering(STREAMED, pause_s=0.02, more=PART, asked=asked) as url:
            first_of(url + "?res=720&turn=180&q=5")
        assert asked[0].startswith("GET /video?res=720&q=5 HTTP")

    def test_the_keys_of_the_screen_change_the_name(self):
        name = with_settings("http://eye/video?q=5#sha256=ab", turn=90, mirror=True)
        assert name == "http://eye/video?q=5&turn=90&mirror=1#sha256=ab"
        assert with_settings(name, turn=0, mirror=False) == "http://eye/video?q=5#sha256=ab"
        assert with_settings("usb:0", turn=180) == "usb:0?turn=180"
        assert bare_name("usb:0?size=640x480&turn=90&mirror=1") == "usb:0?turn=90&mirror=1"


STREAMS = {
    "without a type": OK + b"\r\n",
    "without the parameter": OK + b"Content-Type: multipart/x-mixed-replace\r\n\r\n",
    "with another delimiter than it says": OK + b"Content-Type: multipart/x-mixed-replace; boundary=seam\r\n\r\n",
    "of unknown bytes": OK + b"Content-Type: application/octet-stream\r\n\r\n",
    "without a status line": b"Content-Type: multipart/x-mixed-replace; boundary=cut\r\n\r\n",
    "that begins at once": PART,
}


class TestStreams:
    @pytest.mark.parametrize("kind", STREAMS)
    def test_a_stream_is_read(self, kind):
        with answering(STREAMS[kind], pause_s=0.02, more=PART) as url:
            assert first_of(url).image.shape == (48, 64, 3)

    @pytest.mark.parametrize("head", [STREAMED, STREAMED.replace(b"\r", b"")])
    def test_lines_may_end_with_a_bare_line_feed(self, head):
        part = b"--cut\nContent-Type: image/jpeg\n\n" + JPEG + b"\n"
        with answering(head, pause_s=0.02, more=part) as url:
            assert not first_of(url).damaged

    def test_what_cannot_be_read_is_named_in_a_second(self):
        part = b"--cut\r\nContent-Length: 3\r\n\r\nabc\r\n"
        with answering(STREAMED, pause_s=0.02, more=part) as url:
            source, began = open_source(url), time.monotonic()
            with pytest.raises(SourceLost, match="sends no pictures that can be decoded"):
                source.read(5.0)
            source.close()
            assert time.monotonic() - began < 4
        with (
            answering(OK + b"Content-Type: video/mp4\r\n\r\n", pause_s=0.02, more=b"x") as url,
            pytest.raises(SourceLost, match="sends video/mp4, not an MJPEG stream"),
        ):
            open_source(url)

    def test_single_pictures_are_asked_for_again_and_again(self):
        asked = []
        answer = OK + b"Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(JPEG) + JPEG
        with answering(answer, asked=asked) as url:
            source = open_source(url)
            numbers = [source.read(10.0).number for _ in range(3)]
            source.close()
        assert numbers[0] < numbers[1] < numbers[2]
        assert len(asked) >= 3


@contextmanager
def phone(pages):
    """A phone's program: what is at each path, other paths are 404; the paths that were asked for."""
    server, asked = socket.create_server(("127.0.0.1", 0)), []

    def talk(peer):
        with peer:
            path = peer.recv(1 << 16).split(b" ")[1].decode()
            asked.append(path)
            try:
                peer.sendall(pages.get(path, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))
                if PART in pages.get(path, b""):
                    peer.recv(1)  # until the camera is closed
            except OSError:
                return

    def serve():
        while True:
            try:
                talk(server.accept()[0])
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}", asked
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()


class TestStartPage:
    PAGE = OK + b"Content-Type: text/html\r\nContent-Length: 5\r\n\r\nHello"

    @pytest.mark.parametrize("path", ["/video", "/mjpeg", "/stream"])
    @pytest.mark.parametrize("start", ["", "/"])
    def test_the_usual_places_are_tried(self, path, start):
        with phone({"/": self.PAGE, path: STREAMED + PART * 3}) as (url, _):
            assert first_of(url + start).image.shape == (48, 64, 3)

    def test_else_it_says_what_to_type(self):
        with phone({"/": self.PAGE}) as (url, asked), pytest.raises(SourceLost) as lost:
            open_source(url)
        assert "sends text/html, not an MJPEG stream: type the address of the video" in str(lost.value)
        assert "http://192.168.0.20:8080/video" in str(lost.value)
        assert asked == ["/", "/video", "/mjpeg", "/stream"]

    def test_a_user_is_asked_for_with_what_to_type(self):
        with (
            answering(b"HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n") as url,
            pytest.raises(SourceLost, match="type it before the host, as in http://user:password@"),
        ):
            open_source(url)


@pytest.fixture(name="certificate", scope="module")
def _certificate(tmp_path_factory):
    """A self-signed certificate with its key, as a phone's program makes them."""
    folder = tmp_path_factory.mktemp("certificate")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=phone"]
    subprocess.run(
        [*command, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True
    )
    return folder


@contextmanager
def secure(certificate, asked):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    server, stop = socket.create_server(("127.0.0.1", 0)), threading.Event()

    def talk(peer):
        try:
            with context.wrap_socket(peer, server_side=True) as stream:
                if not (request := stream.recv(1 << 16)):
                    return
                asked.append(request.decode())
                stream.sendall(STREAMED)
                while not stop.is_set():
                    stream.sendall(PART)
                    stop.wait(0.02)
        except OSError:
            pass

    def serve():
        while True:
            try:
                peer, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=talk, args=(peer,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"https://127.0.0.1:{server.getsockname()[1]}/video"
    finally:
        stop.set()
        server.shutdown(socket.SHUT_RDWR)
        server.close()


class TestSelfSigned:
    def test_its_fingerprint_is_shown_and_nothing_is_sent(self, certificate):
        asked = []
        with secure(certificate, asked) as url, pytest.raises(SourceLost, match="nobody vouches") as lost:
            open_source(url.replace("//", "//ann:secret@"))
        assert len(lost.value.fingerprint) == 64
        assert lost.value.fingerprint[:4].upper() in str(lost.value).replace(":", "")
        assert asked == []

    def test_once_accepted_it_is_read_and_no_other_certificate_is(self, certificate):
        asked = []
        with secure(certificate, asked) as url:
            with pytest.raises(SourceLost) as lost:
                open_source(url)
            assert first_of(accepted(url, lost.value.fingerprint)).image.shape == (48, 64, 3)
            asked.clear()
            with pytest.raises(SourceLost, match="not the one that was accepted"):
                open_source(accepted(url, "0" * 64))
        assert asked == []


def is_child(command_line):
    try:
        return int((command_line.parent / "stat").read_text().rpartition(")")[2].split()[1]) == os.getpid()
    except OSError:  # it has ended
        return False


class TestRtsp:
    def test_the_refusal_names_the_package(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "av", None)
        with pytest.raises(SourceLost, match=r"rtsp://ann:\*\*\*@eye/: RTSP needs one more package: pip install"):
            open_source("rtsp://ann:secret@eye/")

    def test_a_camera_that_is_not_there_is_lost(self):
        pytest.importorskip("av", reason="the extra rtsp is not installed")
        with pytest.raises(SourceLost, match="no stream there"):
            open_source("rtsp://127.0.0.1:1/video")

    def test_its_pictures_are_read(self):
        pytest.importorskip("av", reason="the extra rtsp is not installed")
        pictures = [np.full((240, 320, 3), (40, 90, 200), np.uint8)] * 30
        with closing(RtspServer(film(pictures))) as server, closing(open_source(server.url)) as source:
            frame = source.read(5.0)
            assert frame.image.shape == (240, 320, 3)
            assert np.abs(frame.image.astype(int) - (40, 90, 200)).max() < 12
            with pytest.raises(SourceLost, match="closed the connection"):
                to_its_end(source)
        assert server.asked == ["OPTIONS", "DESCRIBE", "SETUP", "PLAY"]

    def test_a_stream_that_takes_too_much_memory_is_ended(self):
        pytest.importorskip("av", reason="the extra rtsp is not installed")
        pictures = [np.full((1080, 1920, 3), 90, np.uint8)] * 8
        code = "import vision.rtsp_process as p; p.MEMORY = 1 << 22; p.serve(p.send_stream)"
        with closing(RtspServer(film(pictures))) as server:
            request = json.dumps({"url": server.url, "timeout": (10, 2)}).encode() + b"\n"
            done = subprocess.run(
                [sys.executable, "-c", code], input=request, capture_output=True, timeout=60, check=False
            )
        assert len(done.stdout) < 1080 * 1920 * 3

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
    def test_its_password_is_in_no_command_line(self):
        pytest.importorskip("av", reason="the extra rtsp is not installed")
        pictures = [np.full((240, 320, 3), 90, np.uint8)] * 30
        with closing(RtspServer(film(pictures), seconds=1.0)) as server:
            url = server.url.replace("//", "//ann:sesame@")
            with closing(open_source(url)) as source:
                assert source.read(5.0) is not None
                children = [each.read_bytes() for each in Path("/proc").glob("[0-9]*/cmdline") if is_child(each)]
        assert any(b"vision.rtsp_process" in line for line in children)
        assert not any(b"sesame" in line for line in children)

    def test_it_is_watched_from_the_command_line(self):
        pytest.importorskip("av", reason="the extra rtsp is not installed")
        pictures = [np.full((240, 320, 3), (40, 90, 120), np.uint8)] * 50
        with closing(RtspServer(film(pictures), seconds=2.0)) as server:
            done = CliRunner().invoke(app, ["watch", server.url, "--json"])
        events = [json.loads(line) for line in done.stdout.splitlines()]
        assert [each["event"] for each in events] == ["rest", "lost", "end"]
        assert events[-1]["frames"] > 10
