"""Video files: times of frames, wrong rates, names, and damage."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.started import processes
from vision.frames import SourceLost
from vision.sources.video_file import Clip
from vision.video_process import MEMORY

__all__ = ["processes"]

FRAMES = 45
TICK = bytes.fromhex("2ad7b1830f4240")
"""In a .webm: one unit of time is a million nanoseconds."""
TICK_OF_60_FPS = bytes.fromhex("2ad7b183fe502b")


def film(path, code, fps):
    """A video in which a block of 20 px moves right by 2 px a frame."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), fps, (160, 96))
    for k in range(FRAMES):
        picture = np.full((96, 160, 3), 60, np.uint8)
        picture[40:60, 2 * k : 2 * k + 20] = 200
        writer.write(picture)
    writer.release()
    return path


def place(frame):
    """The shift of the block, px."""
    return float(np.nonzero(frame.image[50, :, 1] > 130)[0].min())


def played(path):
    clip = Clip(path)
    frames = []
    while (frame := clip.read(1.0)) is not None:
        frames.append(frame)
    clip.close()
    assert clip.ended
    return clip, frames


@pytest.mark.parametrize("fps", [5.0, 30.0, 120.0, 240.0])
def test_a_rate_that_may_be_is_taken(tmp_path, fps):
    clip, frames = played(film(tmp_path / "a.avi", "MJPG", fps))
    assert clip.fps == pytest.approx(fps)
    assert len(frames) == FRAMES


@pytest.mark.parametrize(("name", "code"), [("a.avi", "MJPG"), ("a.webm", "VP80")])
def test_a_rate_no_camera_has_is_rejected(tmp_path, name, code):
    clip, frames = played(film(tmp_path / name, code, 1000))
    assert clip.fps == 30.0
    assert [frame.at for frame in frames] == pytest.approx([k / 30 for k in range(FRAMES)])


def test_impossible_rate_is_replaced_by_frame_times(tmp_path):
    path = film(tmp_path / "a.webm", "VP80", 1000)
    path.write_bytes(path.read_bytes().replace(TICK, TICK_OF_60_FPS))
    clip, frames = played(path)
    assert clip.fps == pytest.approx(60.0, abs=0.01)
    assert frames[-1].at == pytest.approx((FRAMES - 1) / 60, abs=0.001)


def timed(path, times_ms, fps):
    """A .webm film of which the first pictures were taken then; the others follow at its rate."""
    film(path, "VP80", fps)
    raw, at = bytearray(path.read_bytes()), 0
    for k in range(FRAMES):
        was = struct.pack(">h", round(1000 * k / fps))
        block = re.compile(rb"\xa3[\x10-\xff].{0,7}?\x81" + re.escape(was), re.DOTALL).search(raw, at)
        at = block.end()
        later = round(1000 * (k - len(times_ms) + 1) / fps)
        raw[at - 2 : at] = struct.pack(">h", times_ms[k] if k < len(times_ms) else times_ms[-1] + later)
    path.write_bytes(raw)
    return path


UNEVEN = [0, 33, 66, 200, 233, 300, 330, 1330, 1363, 1400]


@pytest.mark.parametrize("claimed", [10, 25, 100])
def test_uneven_frames_keep_their_times(tmp_path, claimed):
    _, frames = played(timed(tmp_path / "a.webm", UNEVEN, claimed))
    assert [frame.at for frame in frames[: len(UNEVEN)]] == pytest.approx([t / 1000 for t in UNEVEN], abs=1e-6)
    assert frames[-1].at == pytest.approx(1.4 + (FRAMES - len(UNEVEN)) / claimed, abs=0.002)


def test_given_rate_overrides_frame_times(tmp_path):
    clip = Clip(timed(tmp_path / "a.webm", UNEVEN, 25), fps=50)
    assert [clip.read(1.0).at for _ in range(10)] == pytest.approx([k / 50 for k in range(10)])
    clip.close()


@pytest.mark.parametrize("gap", [20_000, 30_000])
def test_gap_in_a_recording_is_skipped(tmp_path, gap):
    times = [0, 40, 100, gap + 100, gap + 300, gap + 330]
    _, frames = played(timed(tmp_path / "a.webm", times, 25))
    assert [frame.at for frame in frames[:6]] == pytest.approx([0, 0.04, 0.1, 0.14, 0.34, 0.37], abs=1e-6)


def test_uneven_times_continue_over_a_loop(tmp_path):
    path = timed(tmp_path / "a.webm", UNEVEN, 25)
    _, once = played(path)
    clip = Clip(path, loop=True)
    frames = [clip.read(1.0) for _ in range(2 * FRAMES)]
    clip.close()
    anew = once[-1].at + 1 / 25
    assert [frame.at for frame in frames] == pytest.approx(
        [frame.at for frame in once] + [anew + frame.at for frame in once], abs=1e-6
    )


def test_paced_clip_waits_for_frame_times(tmp_path):
    now = [100.0]

    def sleep(seconds):
        now[0] += seconds

    clip = Clip(timed(tmp_path / "a.webm", UNEVEN, 25), pace=True, clock=lambda: now[0], sleep=sleep)
    came = [(frame.number, now[0]) for _ in range(14) if (frame := clip.read(0.5)) is not None]
    assert [number for number, _ in came[:10]] == list(range(10))
    assert [at for _, at in came[:10]] == pytest.approx([100 + t / 1000 for t in UNEVEN], abs=1e-6)
    clip.close()


not_utf8 = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is in Unicode")
CODED = os.fsdecode(b"\xff\xfe")
DATA = Path(__file__).parents[1] / "data"


@not_utf8
def test_non_utf8_names(tmp_path):
    (tmp_path / CODED).mkdir()
    film_there, still = tmp_path / f"{CODED}.mp4", tmp_path / CODED / f"{CODED}.jpg"
    shutil.copy(DATA / "dc00.mp4", film_there)
    shutil.copy(DATA / "d0071.jpg", still)
    for words, code, says in (
        (("watch", f"clip:{film_there}"), 2, "a video whose name is not UTF-8 cannot be opened"),
        (("record", f"clip:{still}", tmp_path / f"{CODED}.avi"), 2, "the name is not UTF-8"),
        (("record", f"clip:{still.parent}", tmp_path / "film.avi"), 0, "1 frames"),
        (("read", still), 0, "\\udcff\\udcfe.jpg  blue "),
        (("explain", still, tmp_path / f"{CODED}.png"), 0, "\\udcff\\udcfe.png: "),
    ):
        command = [sys.executable, "-m", "vision", *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, says in done.stdout + done.stderr) == (code, True), done
        assert "Traceback" not in done.stderr
    assert (tmp_path / f"{CODED}.png").stat().st_size > 0
    assert not (tmp_path / f"{CODED}.avi").exists()


def test_too_large_still_is_named(tmp_path):
    _, png = cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))
    raw = bytearray(png.tobytes())
    raw[16:24] = struct.pack(">II", 100_000, 100_000)  # what its head says it measures
    raw[29:33] = struct.pack(">I", zlib.crc32(raw[12:29]))
    (tmp_path / "a.png").write_bytes(raw)
    clip = Clip(tmp_path)
    with pytest.raises(SourceLost, match=r"a\.png: 100000x100000 pixels are more than the 50 million"):
        clip.read(1.0)


def spoil(path, which):
    """Fill frames of a motion JPEG film with random bytes."""
    raw = bytearray(path.read_bytes())
    at = raw.index(b"movi")
    for k in range(max(which) + 1):
        at = raw.index(b"00dc", at) + 8
        if k in which:
            length = int.from_bytes(raw[at - 4 : at], "little")
            raw[at : at + length] = np.random.default_rng(k).integers(0, 255, length, np.uint8).tobytes()
    path.write_bytes(raw)


@pytest.mark.parametrize("which", [{20}, {20, 21, 22}, {5, 30}])
def test_damaged_pictures_are_skipped(tmp_path, which):
    path = film(tmp_path / "a.avi", "MJPG", 30)
    spoil(path, which)
    _, frames = played(path)
    assert [frame.number for frame in frames] == [k for k in range(FRAMES) if k not in which]
    assert [frame.at for frame in frames] == pytest.approx([frame.number / 30 for frame in frames])
    assert [place(frame) for frame in frames] == pytest.approx([2 * frame.number for frame in frames], abs=1.5)


def cut(path, which):
    """Remove the last bytes of frames of a motion JPEG film: the rest is decoded without its end."""
    raw = bytearray(path.read_bytes())
    at = raw.index(b"movi")
    for k in range(max(which) + 1):
        at = raw.index(b"00dc", at) + 8
        if k in which:
            end = at + int.from_bytes(raw[at - 4 : at], "little")
            raw[end - 40 : end] = bytes(40)
    path.write_bytes(raw)


def test_truncated_pictures_are_shown_as_damaged(tmp_path):
    path = film(tmp_path / "a.avi", "MJPG", 30)
    cut(path, {5, 6, 7, 8, 9, 10, 11, 30})
    _, frames = played(path)
    assert [frame.number for frame in frames] == list(range(FRAMES))
    assert [frame.number for frame in frames if frame.damaged] == [5, 6, 7, 8, 9, 10, 11, 30]


def test_truncated_still_is_shown_as_damaged(tmp_path):
    jpeg = cv2.imencode(".jpg", np.random.default_rng(0).integers(0, 256, (48, 64, 3), np.uint8))[1].tobytes()
    (tmp_path / "a.jpg").write_bytes(jpeg)
    (tmp_path / "b.jpg").write_bytes(jpeg[:-200])
    _, frames = played(tmp_path)
    assert [frame.damaged for frame in frames] == [False, True]


def test_a_film_cut_off_ends_where_it_is_cut(tmp_path):
    path = film(tmp_path / "a.avi", "MJPG", 30)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    _, frames = played(path)
    assert 10 < len(frames) < FRAMES


def test_damaged_film_loops(tmp_path):
    path = film(tmp_path / "a.avi", "MJPG", 30)
    spoil(path, {0, FRAMES - 1})
    clip = Clip(path, loop=True)
    frames = [clip.read(1.0) for _ in range(2 * FRAMES - 4)]
    assert [place(frame) for frame in frames] == pytest.approx([2 * k for k in range(1, FRAMES - 1)] * 2, abs=1.5)
    assert [frame.number for frame in frames] == sorted({frame.number for frame in frames})
    clip.close()


def chunk(name, body):
    return name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)


def png(side, depth=8, colours=0, channels=1):
    """A black picture whose data are made from one block many times: it is small, whatever it asks for."""
    row = 1 + side * channels * depth // 8
    packer = zlib.compressobj(9)
    block = packer.compress(bytes(row)) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(bytes(row)) + packer.flush(zlib.Z_FULL_FLUSH)
    packed = block + again * (side - 1) + b"\3\0" + struct.pack(">I", (row * side) % 65521 << 16 | 1)

    def part(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", side, side, depth, colours, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", packed) + part(b"IEND", b"")


def png_film(path, pictures, side=64):
    """An .avi film of PNG pictures that claims a side of 64 px."""
    main = struct.pack("<10I4I", 33333, 0, 0, 16, len(pictures), 0, 1, 0, side, side, 0, 0, 0, 0)
    stream = b"vidsMPNG" + struct.pack("<10I4H", 0, 0, 0, 1, 30, 0, len(pictures), 0, 0, 0, 0, 0, side, side)
    picture = struct.pack("<IiiHH4sIiiII", 40, side, side, 1, 24, b"MPNG", 0, 0, 0, 0, 0)
    streams = chunk(b"LIST", b"strl" + chunk(b"strh", stream) + chunk(b"strf", picture))
    head = chunk(b"LIST", b"hdrl" + chunk(b"avih", main) + streams)
    body = chunk(b"LIST", b"movi" + b"".join(chunk(b"00dc", picture) for picture in pictures))
    path.write_bytes(chunk(b"RIFF", b"AVI " + head + body))
    return path


PLAYS = """
import resource, sys
from pathlib import Path
from vision.frames import SourceLost
from vision.sources.video_file import Clip
try:
    clip, seen = Clip(Path(sys.argv[1])), 0
    while clip.read(1.0):
        seen += 1
    clip.close()
    print(seen, "played")
except SourceLost as lost:
    print(lost)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
@pytest.mark.parametrize("small", [0, 3])
def test_a_film_that_asks_for_gigabytes_gets_no_more_than_a_limit(tmp_path, small):
    bomb = png(16000, depth=16, colours=6, channels=4)  # FFmpeg's largest: 2 GB
    path = png_film(tmp_path / "a.avi", [png(64)] * small + [bomb] * 3)
    assert path.stat().st_size < 40_000_000
    plain = png_film(tmp_path / "plain.avi", [png(64)] * 3)
    peaks_mib, said = [], []
    for each in (plain, path):
        command = [sys.executable, "-c", PLAYS, each]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        words, peak_mib = done.stdout.splitlines()
        said.append(words)
        peaks_mib.append(int(peak_mib))
    assert said[0] == "3 played"
    assert "too large" in said[1]
    before, after = peaks_mib
    assert after - before <= MEMORY >> 20, "whatever a process that decodes has besides; the picture alone takes 1,953"


HANGS = """
import vision.video_process as process
class Hangs:
    fps = 30.0
    def __init__(self, path): pass
    def picture(self, number):
        while True: pass
process.Video, process.ANSWER_S = Hangs, 0.2
process.serve_input()
"""


def test_decoding_that_never_ends_is_ended():
    """With its input open, so that nothing else ends it."""
    command = [sys.executable, "-c", HANGS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdin.write(b'"a.avi"\n')
        process.stdin.flush()
        assert b"fps" in process.stdout.readline()
        process.stdin.write(bytes(8))
        process.stdin.flush()
        assert process.stdout.read() == b""
        assert process.wait(timeout=60)


def test_a_film_whose_process_ends_is_lost(tmp_path, processes):
    clip = Clip(film(tmp_path / "a.avi", "MJPG", 30))
    clip.read(1.0)
    processes[-1].kill()
    processes[-1].wait()
    with pytest.raises(SourceLost, match="too large, or take too long"):
        clip.read(1.0)
    clip.close()
