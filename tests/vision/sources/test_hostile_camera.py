"""Network cameras with invalid responses, redirects or endless delays: lost sources, with a message and in time."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from tests.support.camera_server import STREAM, answering, refused
from tests.support.started import running
from vision.frames import SourceLost
from vision.sources import mjpeg, open_source
from vision.sources.latest_frame import LatestFrames


class TestWordsOfACamera:
    """What a camera says reaches the screen and the terminal."""

    HOSTILE = b"\x1b[2J\x9b31m\xad\x07" + b"x" * 5000

    def plain_and_short(self, lost):
        said = str(lost.value)
        assert said.isprintable()
        assert "\\x1b[2J\\x9b31m" in said, "written out, so that it can be reported"
        assert len(said) < 400

    def test_its_status_line_is_written_out(self):
        with answering(b"HTTP/1.1 503 " + self.HOSTILE + b"\r\n\r\n") as url, pytest.raises(SourceLost) as lost:
            open_source(url)
        self.plain_and_short(lost)

    def test_its_content_type_is_written_out(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: " + self.HOSTILE + b"\r\n\r\n"
        with answering(head) as url, pytest.raises(SourceLost) as lost:
            open_source(url)
        self.plain_and_short(lost)

    def test_where_it_redirects_to_is_written_out(self):
        head = b"HTTP/1.1 302 Found\r\nLocation: http://" + self.HOSTILE + b"/\r\n\r\n"
        with answering(head) as url, pytest.raises(SourceLost) as lost:
            open_source(url)
        assert str(lost.value).isprintable()
        assert len(str(lost.value)) < 400

    def test_what_a_driver_says_is_written_out(self):
        def grab():
            raise RuntimeError(self.HOSTILE.decode("latin-1"))

        source = LatestFrames("usb:0", grab, lambda: None, fps=30.0)
        with pytest.raises(SourceLost) as lost:
            source.read(10.0)
        self.plain_and_short(lost)

    def test_an_address_is_written_out(self):
        with pytest.raises(SourceLost) as lost:
            open_source("http://127.0.0.1:1/\x1b[2J")
        assert str(lost.value).isprintable()


JPEG = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
PART = b"--cut\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(JPEG), JPEG)


class TestMalformedHeaders:
    @pytest.mark.parametrize(
        "asks",
        ["Digest =,=", "Digest", "Basic", "Digest realm", "Digest realm=x", 'Digest realm="x", algorithm=none', ","],
    )
    def test_a_camera_that_asks_for_a_user_in_nonsense_is_a_lost_source(self, asks):
        with answering(refused("401 Unauthorized", f"WWW-Authenticate: {asks}")) as url:
            with pytest.raises(SourceLost, match="no stream there") as lost:
                open_source(url.replace("//", "//ann:secret@"))
            assert "secret" not in str(lost.value)

    @pytest.mark.parametrize("boundary", ["boundary*=", "boundary*=x", "boundary*0=", "boundary", "boundary*=utf-8''%"])
    def test_a_malformed_boundary_does_not_matter(self, boundary):
        head = f"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; {boundary}\r\n\r\n".encode()
        with answering(head, pause_s=0.02, more=PART) as url:
            source = open_source(url)
            assert source.read(5.0) is not None
            source.close()

    @pytest.mark.parametrize("port", ["9" * 400, "9" * 6000, "-1", "x"])
    def test_a_redirect_to_a_port_that_is_none_is_a_lost_source(self, port):
        with (
            answering(refused("302 Found", f"Location: http://127.0.0.1:{port}/")) as url,
            pytest.raises(SourceLost, match="no stream there"),
        ):
            open_source(url)


class TestRedirects:
    @pytest.mark.parametrize("place", ["ftp://127.0.0.1/video", "file:///etc/hostname", "data:,x"])
    def test_only_http_is_followed(self, place):
        with (
            answering(refused("302 Found", f"Location: {place}")) as url,
            pytest.raises(SourceLost, match=r"redirect|302"),
        ):
            open_source(url)

    def test_another_host_is_not_asked(self):
        asked = []
        with answering(b"HTTP/1.1 404 No\r\n\r\n", asked=asked) as there:
            elsewhere = there.replace("127.0.0.1", "localhost")
            with (
                answering(refused("302 Found", f"Location: {elsewhere}")) as url,
                pytest.raises(SourceLost, match="another host, 'localhost'"),
            ):
                open_source(url)
        assert asked == []

    def test_the_same_host_is_asked_without_the_password(self):
        asked = []
        picture = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
        part = b"--cut\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(picture), picture)
        with (
            answering(f"HTTP/1.1 200 OK\r\n{STREAM}\r\n".encode(), part, pause_s=0.05, more=part, asked=asked) as there,
            answering(refused("302 Found", f"Location: {there}")) as url,
        ):
            source = open_source(url.replace("//", "//ann:secret@"))
            assert source.read(5.0) is not None
            source.close()
        assert len(asked) == 1
        assert "authorization" not in asked[0].lower()


class TestTimeLimits:
    def test_headers_that_come_byte_by_byte_are_not_waited_for_without_end(self, monkeypatch):
        monkeypatch.setattr(mjpeg, "FIRST_WITHIN", 0.5)
        began = time.monotonic()
        with (
            answering(b"HTTP/1.1 200 OK\r\nX: ", pause_s=0.05, more=b"x") as url,
            pytest.raises(SourceLost, match="too slowly"),
        ):
            open_source(url)
        assert time.monotonic() - began < 3

    def test_the_length_of_a_chunk_that_comes_byte_by_byte_is_not_either(self, monkeypatch):
        monkeypatch.setattr(mjpeg, "FIRST_WITHIN", 0.5)
        head = f"HTTP/1.1 200 OK\r\n{STREAM}Transfer-Encoding: chunked\r\n\r\n".encode()
        with answering(head, pause_s=0.05, more=b"0") as url:
            source = open_source(url)
            with pytest.raises(SourceLost, match=r"nothing that is a picture|no pictures that can be decoded"):
                source.read(5.0)
            source.close()
            assert not running(f"camera {source.name}")
