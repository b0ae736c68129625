"""Opening sources by name: a file, a network camera, a USB camera."""

from __future__ import annotations

import http.server
import itertools
import json
import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from catseye.text import plain
from tests.support.started import running
from tests.support.waiting import until
from vision.frames import Picture, SourceLost
from vision.sources import mjpeg, open_source, usb
from vision.sources.latest_frame import LatestFrames
from vision.sources.mjpeg import Multipart
from vision.sources.usb import why_closed

DATA = Path(__file__).parents[1] / "data"
ROOT = Path(__file__).parents[3]
DRIVERS = "tests.support.camera_drivers"


def grey(level, size=(64, 48)):
    return np.full((size[1], size[0], 3), level, np.uint8)


def frames_of(source):
    frames = []
    while not source.ended:
        frame = source.read(1.0)
        if frame is not None:
            frames.append(frame)
    return frames


class TestNames:
    @pytest.mark.parametrize(
        "name",
        [
            *("", "camera", "ftp://host/x", "http://", "clip:", "clip:x.avi?pace=sometimes", "sim:weather=3"),
            *(
                "usb:",
                "usb:first",
                "usb:0?zoom=3",
                "usb:0?size=big",
                "usb:0?size=0x0",
                "usb:0?fps=0",
                "usb:0?exposure=dark",
            ),
            *("usb:0?exposure=nan", "usb:0?fps=nan", "usb:0?fps=inf", "usb:0?turn=nan", "clip:x.avi?fps=-3"),
            *("usb:99999999999999999999", "usb:0?size=640x00", "usb:\u00b2", "usb:-1", "usb: 0"),
            *("usb:0?autofocus=perhaps", "usb:0?turn=45", "clip:x.avi?turn=left"),
            *("http://eye..local/", "http://my eye/", "http://eye:x/", "http://eye:70000/", "http://[::1", "http:///v"),
        ],
    )
    def test_nonsense_is_refused_in_words(self, name):
        with pytest.raises(ValueError) as refused:
            open_source(name)
        assert len(str(refused.value)) > 10
        assert "codec" not in str(refused.value)
        assert repr(name) in str(refused.value) or not name.startswith("http")
        if name.startswith("usb:") and "?" not in name:
            assert "comes the camera's number" in str(refused.value)

    def test_a_missing_file_is_a_lost_source_named_in_the_message(self, tmp_path):
        with pytest.raises(SourceLost, match="nowhere"):
            open_source(f"clip:{tmp_path}/nowhere.avi")

    def test_a_file_that_is_no_video_is_a_lost_source(self, tmp_path):
        (tmp_path / "song.avi").write_bytes(b"la la la" * 100)
        with pytest.raises(SourceLost, match="song"):
            open_source(f"clip:{tmp_path}/song.avi")

    def test_the_rendered_tray_has_a_hand_and_takes_its_settings(self):
        tray = open_source("sim:seed=3", size=(320, 180))
        try:
            assert tray.hand is not None
            frame = tray.read(2.0)
            assert frame is not None
            assert frame.image.shape == (180, 320, 3)
        finally:
            tray.close()


class TestClip:
    def test_every_frame_comes_once_in_order_on_the_files_own_time(self):
        source = open_source(f"clip:{DATA / 'dc00.mp4'}")
        frames = frames_of(source)
        source.close()
        assert [frame.number for frame in frames] == list(range(95))
        assert [frame.at for frame in frames] == pytest.approx([n / 30 for n in range(95)], abs=1e-6)
        assert {frame.image.shape for frame in frames} == {(540, 960, 3)}
        assert source.hand is None

    def test_a_folder_of_stills_is_a_clip(self, tmp_path):
        for k in (2, 0, 1):
            cv2.imwrite(str(tmp_path / f"{k}.png"), grey(k * 50))
        (tmp_path / "notes.txt").write_text("no picture")
        source = open_source(f"clip:{tmp_path}?fps=4")
        frames = frames_of(source)
        assert [int(frame.image[0, 0, 0]) for frame in frames] == [0, 50, 100]
        assert [frame.at for frame in frames] == [0, 0.25, 0.5]

    @pytest.mark.parametrize(("turn", "corner"), [(0, (0, 0)), (90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
    def test_the_pictures_of_a_camera_that_hangs_another_way_round_are_turned(self, turn, corner, tmp_path):
        picture = grey(10)
        picture[0, 0] = 200  # the upper left corner goes round clockwise
        cv2.imwrite(str(tmp_path / "a.png"), picture)
        source = open_source(f"clip:{tmp_path}?turn={turn}&fps=5")
        (frame,) = frames_of(source)
        high, wide = picture.shape[:2]
        assert frame.image.shape == ((wide, high, 3) if turn in {90, 270} else picture.shape)
        assert frame.image[corner][0] == 200
        assert (frame.number, frame.at, source.fps, source.hand, source.ended) == (0, 0.0, 5, None, True)
        assert source.name == f"clip:{tmp_path}"
        source.close()

    def test_a_spoiled_still_is_lost_and_says_which(self, tmp_path):
        (tmp_path / "a.png").write_bytes(b"not a picture")
        source = open_source(f"clip:{tmp_path}")
        with pytest.raises(SourceLost, match=r"a\.png"):
            source.read(1.0)

    def test_loop_begins_again(self, tmp_path):
        cv2.imwrite(str(tmp_path / "a.png"), grey(10))
        cv2.imwrite(str(tmp_path / "b.png"), grey(20))
        source = open_source(f"clip:{tmp_path}", loop=True)
        assert [int(source.read(1.0).image[0, 0, 0]) for _ in range(5)] == [10, 20, 10, 20, 10]

    def test_a_paced_clip_keeps_a_cameras_time(self, tmp_path):
        from vision.sources.video_file import Clip  # noqa: PLC0415

        now = [100.0]

        def sleep(seconds):
            now[0] += seconds

        for k in range(3):
            cv2.imwrite(str(tmp_path / f"{k}.png"), grey(k))
        source = Clip(tmp_path, fps=10, pace=True, clock=lambda: now[0], sleep=sleep)
        assert source.read(1.0).at == pytest.approx(100.0)
        assert source.read(0.03) is None
        assert source.read(1.0).at == pytest.approx(100.1)
        assert now[0] == pytest.approx(100.1)


def monstrous():
    """A JPEG with 65500 x 65500 in its header."""
    jpeg = bytearray(cv2.imencode(".jpg", grey(9))[1].tobytes())
    at = jpeg.find(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = bytes([255, 220, 255, 220])
    return bytes(jpeg)


class Stream:
    """A small MJPEG server on this machine; `pictures` are sent one by one, `end` says what comes after the last."""

    def __init__(
        self,
        pictures,
        *,
        lengths,
        end="close",
        bodies=(),
        status=200,
        content_type=None,
        boundary="cut",
        delimiter="--cut",
        asks="",
    ):
        content_type = content_type or f"multipart/x-mixed-replace;boundary={boundary}"
        stream = self

        class Answer(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                stream.path = self.path
                stream.sent = self.headers.get("Authorization", "")
                if asks and not stream.sent.startswith(asks.split()[0]):
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", asks)
                    self.end_headers()
                    return
                self.send_response(status)
                self.send_header("Content-Type", content_type)
                self.end_headers()
                for picture in pictures:
                    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
                    length = f"Content-Length: {len(jpeg)}\r\n" if lengths else ""
                    head = f"{delimiter}\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode()
                    self.wfile.write(head + jpeg + b"\r\n")
                    stream.gate.wait(5)
                self.wfile.write(f"{delimiter}\r\n".encode())
                self.wfile.flush()
                for body in bodies:
                    self.wfile.write(b"Content-Length: %d\r\n\r\n%s\r\n--cut\r\n" % (len(body), body))
                    stream.closing.wait(0.01)
                if end == "hang":
                    stream.closing.wait(5)

        self.gate = threading.Event()
        self.closing = threading.Event()
        self.gate.set()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/video"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.gate.set()
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()


class TestNetworkCamera:
    @pytest.mark.parametrize("lengths", [True, False])
    def test_pictures_arrive_and_the_newest_is_served(self, lengths):
        with Stream([grey(k * 40) for k in range(5)], lengths=lengths, end="hang") as stream:
            source = open_source(stream.url)
            levels = []
            until = time.monotonic() + 5
            while (not levels or levels[-1] < 155) and time.monotonic() < until:
                frame = source.read(0.2)
                if frame is not None:
                    levels.append(int(frame.image[5, 5, 0]))
            source.close()
        assert levels == sorted(levels)
        assert levels[-1] == pytest.approx(160, abs=3)

    def test_an_address_with_letters_beyond_ascii_is_found_and_called_as_it_was_typed(self, monkeypatch):
        asked, found = [], socket.getaddrinfo

        def here(host, *more):
            asked.append(host)
            return found("127.0.0.1", *more)

        with Stream([grey(90)], lengths=True, end="hang") as stream:
            monkeypatch.setattr(socket, "getaddrinfo", here)
            name = f"http://c\u00e4mera.local:{stream.server.server_address[1]}/vid\u00e9o 1?who=\u00e9&at=%20#here"
            source = open_source(name)
            assert source.name == name
            assert source.read(5.0).image.shape == (48, 64, 3)
            source.close()
        assert asked == ["xn--cmera-gra.local"]
        assert stream.path == "/vid%C3%A9o%201?who=%C3%A9&at=%20"

    @pytest.mark.parametrize("lengths", [True, False])
    @pytest.mark.parametrize(
        ("boundary", "delimiter"),
        [("--cut", "--cut"), ("--cut", "----cut"), ("---cut", "-----cut"), ('"cut"', "--cut"), ("-cut", "---cut")],
    )
    def test_a_boundary_that_begins_with_dashes_is_found_with_them_and_two_more(self, boundary, delimiter, lengths):
        pictures = [grey(k * 40) for k in range(5)]
        with Stream(pictures, lengths=lengths, end="hang", boundary=boundary, delimiter=delimiter) as stream:
            source = open_source(stream.url)
            assert source.read(5.0).image.shape == (48, 64, 3)
            source.close()

    @pytest.mark.parametrize(
        ("asks", "user", "sent"),
        [
            ('Basic realm="eye"', "\u00e4nn", "Basic w6RubjpwQHcvOg=="),
            ('Digest realm="eye", nonce="7", qop="auth"', "ann", 'Digest username="ann", realm="eye"'),
        ],
    )
    def test_a_camera_that_requires_a_user_gets_that_of_the_address(self, asks, user, sent):
        with Stream([grey(90)], lengths=True, end="hang", asks=asks) as stream:
            name = stream.url.replace("//", f"//{user}:p%40w%2F:@")
            source = open_source(name)
            assert source.read(5.0).image.shape == (48, 64, 3)
            source.close()
        assert source.name == name.replace("p%40w%2F:", "***")
        assert stream.sent.startswith(sent)

    def test_a_refused_user_is_reported_without_the_password(self):
        with Stream([], lengths=True, asks='Bearer realm="eye"') as stream:
            with pytest.raises(SourceLost, match="ann") as lost:
                open_source(stream.url.replace("//", "//ann:secret@"))
            assert "secret" not in str(lost.value)
            with pytest.raises(
                SourceLost, match="it wants a user: type it before the host, as in http://user:password@"
            ):
                open_source(stream.url)

    def test_a_name_that_is_refused_does_not_tell_the_password(self):
        for name, settings in (("ftp://ann:secret@eye/", {}), ("http://ann:secret@eye/", {"zoom": 3})):
            with pytest.raises(ValueError, match=r"ann:\*\*\*@eye") as refused:
                open_source(name, **settings)
            assert "secret" not in str(refused.value)

    def test_a_camera_that_sends_on_to_no_address_is_lost_for_now(self, monkeypatch):
        def sent_on(*_, **__):
            raise UnicodeError("label empty or too long")

        monkeypatch.setattr("urllib.request.OpenerDirector.open", sent_on)
        with pytest.raises(SourceLost, match="http://eye/: no stream there"):
            open_source("http://eye/")

    def test_the_end_of_the_stream_is_a_lost_source_with_its_address(self):
        with Stream([grey(9)], lengths=True) as stream:
            source = open_source(stream.url)
            with pytest.raises(SourceLost, match=r"127\.0\.0\.1.*closed"):
                lose(source)
            source.close()

    def test_no_server_no_stream_and_an_error_are_lost_sources(self):
        with Stream([], lengths=True, content_type="text/html") as stream, pytest.raises(SourceLost, match="text/html"):
            open_source(stream.url)
        with pytest.raises(SourceLost, match="no stream"):
            open_source(stream.url, timeout=1)
        with Stream([], lengths=True, status=404) as stream, pytest.raises(SourceLost, match="404"):
            open_source(stream.url)

    @pytest.mark.parametrize("body", [b"", b"no jpeg", monstrous()])
    def test_a_server_that_sends_no_pictures_is_lost_and_left(self, body, monkeypatch):
        monkeypatch.setattr(mjpeg, "UNREADABLE_AFTER", 0.2)
        with Stream([], lengths=True, bodies=itertools.repeat(body)) as stream:
            source = open_source(stream.url)
            with pytest.raises(SourceLost, match="no pictures that can be decoded"):
                lose(source)
            source.close()
            assert not running(f"camera {source.name}")

    def test_a_server_that_sends_no_parts_is_left_in_the_end(self, monkeypatch):
        monkeypatch.setattr(mjpeg, "FIRST_WITHIN", 0.2)
        dribble = b"x" * 8
        with Stream([], lengths=True, bodies=itertools.repeat(dribble), boundary="seam") as stream:
            source = open_source(stream.url)
            with pytest.raises(SourceLost, match=r"nothing that is a picture|no pictures that can be decoded"):
                lose(source)
            source.close()
            assert not running(f"camera {source.name}")

    def test_a_picture_among_many_bodies_that_are_none_is_served(self):
        jpeg = cv2.imencode(".jpg", grey(90))[1].tobytes()
        with Stream([], lengths=True, bodies=[b"no jpeg", b"", jpeg], end="hang") as stream:
            source = open_source(stream.url)
            assert source.read(5.0).image.shape == (48, 64, 3)
            source.close()

    @pytest.mark.parametrize("cut", [0, 2, 200])
    def test_a_picture_that_ends_early_is_shown_and_called_damaged(self, cut):
        jpeg = cv2.imencode(".jpg", np.random.default_rng(0).integers(0, 256, (48, 64, 3), np.uint8))[1].tobytes()
        with Stream([], lengths=True, bodies=[jpeg[: len(jpeg) - cut]], end="hang") as stream:
            source = open_source(stream.url, turn=180)
            frame = source.read(5.0)
            source.close()
        assert frame.image.shape == (48, 64, 3)
        assert frame.damaged == (cut > 0)

    @pytest.mark.parametrize("length", [b"9" * 5000, b"99999999"])
    def test_a_length_that_no_picture_has_is_no_stream_of_pictures(self, length):
        with pytest.raises(SourceLost, match="too long"):
            Multipart(b"--cut").feed(b"--cut\r\nContent-Length: " + length + b"\r\n\r\nxx")

    def test_parts_come_whole_from_portions_of_any_size(self):
        bodies = [bytes([k]) * (k * 37 + 1) for k in range(6)]
        stream = b"".join(b"--cut\r\nContent-Type: x\r\n\r\n" + body + b"\r\n" for body in bodies) + b"--cut--\r\n"
        for portion in (1, 7, 64, len(stream)):
            parts = Multipart(b"--cut")
            got = [body for k in range(0, len(stream), portion) for body in parts.feed(stream[k : k + portion])]
            assert got == bodies

    def test_a_length_is_used_even_where_the_boundary_is_in_the_picture(self):
        body = b"before\r\n--cut\r\nafter"
        parts = Multipart(b"--cut")
        assert parts.feed(b"--cut\r\nContent-Length: %d\r\n\r\n%s\r\n--cut" % (len(body), body)) == [body]


def camera_processes():
    """The processes that read a camera for this one; other tests may run beside it."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid() and b"vision.usb_process" in (entry / "cmdline").read_bytes():
                found.append(entry)
    return found


def lose(source):
    for _ in range(100):
        source.read(0.2)


def lose_and_close(driver):
    source = open_source("usb:0", driver=driver)
    try:
        lose(source)
    finally:
        source.close()


class TestUsbCamera:
    """The camera's process is real; its driver is one of `tests/support/camera_drivers.py`."""

    def test_settings_reach_the_driver(self):
        source = open_source("usb:2?size=640x480&fps=15&exposure=-6&autofocus=0", driver=f"{DRIVERS}:remembering")
        settings = json.loads(bytes(source.read(10.0).image[0, :, 0]).rstrip(b"\0"))
        source.close()
        assert source.fps == 15
        assert settings == {
            "opened": 2,
            str(cv2.CAP_PROP_FOURCC): float(cv2.VideoWriter.fourcc(*"MJPG")),
            str(cv2.CAP_PROP_FRAME_WIDTH): 640,
            str(cv2.CAP_PROP_FRAME_HEIGHT): 480,
            str(cv2.CAP_PROP_FPS): 15,
            str(cv2.CAP_PROP_BUFFERSIZE): 1,
            str(cv2.CAP_PROP_AUTOFOCUS): 0,
            str(cv2.CAP_PROP_AUTO_EXPOSURE): 1,
            str(cv2.CAP_PROP_EXPOSURE): -6,
        }

    def test_a_turned_camera_is_closed_with_its_frames(self):
        source = open_source("usb:2?turn=180&mirror=1", driver=f"{DRIVERS}:counting")
        assert source.fps > 0
        source.close()
        source.close()
        assert not camera_processes()

    def test_frames_come_whole_and_the_newest_is_served(self):
        source = open_source("usb:0", driver=f"{DRIVERS}:counting")
        first = source.read(10.0)
        newest = first
        while newest.number < 8:
            newest = source.read(10.0)
        source.close()
        assert first.image.shape == (48, 64, 3)
        assert (newest.image == newest.number % 256).all()

    def test_single_failed_reads_are_overlooked_and_a_pulled_cable_is_not(self):
        source = open_source("usb:0", driver=f"{DRIVERS}:flaky")
        frames = []
        with pytest.raises(SourceLost, match=r"usb:0.*unplugged"):
            frames.extend(iter(lambda: source.read(10.0), None))
        source.close()
        assert int(frames[-1].image[0, 0, 0]) == 2

    @pytest.mark.parametrize("driver", ["never_opened", "never_read"])
    def test_a_driver_that_never_returns_is_ended_with_its_process(self, driver, monkeypatch):
        monkeypatch.setattr(usb, "FIRST_WITHIN", 2.0)
        threads = threading.active_count()
        for _ in range(3):
            with pytest.raises(SourceLost, match=r"usb:0: (its driver does not answer|it sends nothing)"):
                lose_and_close(f"{DRIVERS}:{driver}")
            assert len(camera_processes()) == 0
        assert threading.active_count() <= threads

    def test_one_attempt_at_a_time_while_the_driver_holds_a_killed_process(self, monkeypatch):
        monkeypatch.setattr(usb, "_ENDS_WITHIN_S", 0.0)
        killed = []
        monkeypatch.setattr(subprocess.Popen, "kill", lambda process: killed.append(process))  # noqa: PLW0108  a method
        source = open_source("usb:7", driver=f"{DRIVERS}:counting")
        source.close()
        try:
            with pytest.raises(SourceLost, match="usb:7: its driver hangs: unplug the camera"):
                open_source("usb:7", driver=f"{DRIVERS}:counting")
            assert len(set(killed)) == 1
        finally:
            monkeypatch.undo()
            killed[0].kill()
            killed[0].wait()
        open_source("usb:7", driver=f"{DRIVERS}:counting").close()

    def test_the_process_ends_with_the_program_that_started_it(self):
        program = (
            "from vision.sources import open_source; import os\n"
            f"open_source('usb:0', driver='{DRIVERS}:never_read'); os._exit(0)"
        )
        done = subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT)
        assert done.returncode == 0
        until(lambda: not camera_processes())

    def test_no_camera_there(self):
        with pytest.raises(SourceLost, match="usb:9997: no such camera"):
            open_source("usb:9997", driver=f"{DRIVERS}:closed")

    @pytest.mark.parametrize("plugged_in", [True, False])
    @pytest.mark.parametrize("allowed", [True, False])
    def test_the_reason_is_given_why_a_camera_cannot_be_opened(self, plugged_in, allowed, tmp_path, monkeypatch):
        monkeypatch.setattr("vision.sources.usb.sys.platform", "linux")
        monkeypatch.setattr("vision.sources.usb.os.access", lambda *_: allowed)
        if plugged_in:
            (tmp_path / "video3").touch()
        why = str(why_closed(3, tmp_path))
        assert ("group video" in why) == (plugged_in and not allowed)
        assert ("another program has it" in why) == (plugged_in and allowed)
        assert ("no such camera here" in why) != plugged_in
        assert (str(tmp_path / "video3") in why) == plugged_in

    def test_a_driver_that_hangs_counts_as_lost(self):
        stuck = threading.Event()

        def grab():
            stuck.wait(10)
            raise SourceLost(plain("woken"))

        source = LatestFrames("usb:0", grab, lambda: None, fps=30, stalled_after=0.1, first_within=0.3)
        with pytest.raises(SourceLost, match="usb:0: it sends nothing"):
            lose(source)
        stuck.set()
        source.close()

    def test_a_camera_may_take_long_to_its_first_picture_and_not_later(self):
        gate = threading.Semaphore(0)
        now = [0.0]

        def grab():
            gate.acquire(timeout=5)
            return Picture(grey(1))

        source = LatestFrames("usb:0", grab, lambda: None, fps=30, clock=lambda: now[0])
        now[0] = 9.0
        assert source.read(0.01) is None
        gate.release()
        assert source.read(2.0) is not None
        now[0] = 10.9
        assert source.read(0.01) is None
        now[0] = 11.5
        with pytest.raises(SourceLost, match="usb:0: it sends nothing"):
            source.read(0.01)
        gate.release()
        source.close()

    @pytest.mark.parametrize("error", [cv2.error("the driver failed"), ValueError("out of step"), RuntimeError()])
    def test_whatever_breaks_the_camera_is_its_loss_in_its_own_words(self, error):
        def grab():
            raise error

        source = LatestFrames("usb:0", grab, lambda: None, fps=30)
        with pytest.raises(SourceLost, match=f"usb:0: {str(error) or 'RuntimeError'}"):
            lose(source)
        source.close()

    def test_the_last_picture_is_not_handed_out_after_the_loss(self):
        pictures, released = [Picture(grey(1))], threading.Event()
        source = LatestFrames("usb:0", pictures.pop, released.set, fps=30)
        assert released.wait(2)
        with pytest.raises(SourceLost, match="empty"):
            source.read(0.1)
        source.close()
