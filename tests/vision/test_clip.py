"""Video files that lie about their rate, and damaged ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.clip import Clip

FRAMES = 45
TICK = bytes.fromhex("2ad7b1830f4240")
"""In a .webm: one unit of time is a million nanoseconds."""
TICK_OF_60_FPS = bytes.fromhex("2ad7b183fe502b")


def film(path, code, fps):
    """A video in which a block of 20 px goes right by 2 px a picture."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), fps, (160, 96))
    for k in range(FRAMES):
        picture = np.full((96, 160, 3), 60, np.uint8)
        picture[40:60, 2 * k : 2 * k + 20] = 200
        writer.write(picture)
    writer.release()
    return path


def place(frame):
    """By how many pixels the block has gone right."""
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
def test_a_rate_no_camera_has_is_not_believed(tmp_path, name, code):
    clip, frames = played(film(tmp_path / name, code, 1000))
    assert clip.fps == 30.0
    assert [frame.at for frame in frames] == pytest.approx([k / 30 for k in range(FRAMES)])


def test_the_pictures_own_times_tell_the_rate_where_the_file_claims_what_no_camera_has(tmp_path):
    path = film(tmp_path / "a.webm", "VP80", 1000)
    path.write_bytes(path.read_bytes().replace(TICK, TICK_OF_60_FPS))
    clip, frames = played(path)
    assert clip.fps == pytest.approx(60.0, abs=0.01)
    assert frames[-1].at == pytest.approx((FRAMES - 1) / 60, abs=0.001)


def spoil(path, which):
    """Fill pictures of a motion JPEG film with rubbish."""
    raw = bytearray(path.read_bytes())
    at = raw.index(b"movi")
    for k in range(max(which) + 1):
        at = raw.index(b"00dc", at) + 8
        if k in which:
            length = int.from_bytes(raw[at - 4 : at], "little")
            raw[at : at + length] = np.random.default_rng(k).integers(0, 255, length, np.uint8).tobytes()
    path.write_bytes(raw)


@pytest.mark.parametrize("which", [{20}, {20, 21, 22}, {5, 30}])
def test_damaged_pictures_are_passed_over_and_the_others_keep_their_time(tmp_path, which):
    path = film(tmp_path / "a.avi", "MJPG", 30)
    spoil(path, which)
    _, frames = played(path)
    assert [frame.number for frame in frames] == [k for k in range(FRAMES) if k not in which]
    assert [frame.at for frame in frames] == pytest.approx([frame.number / 30 for frame in frames])
    assert [place(frame) for frame in frames] == pytest.approx([2 * frame.number for frame in frames], abs=1.5)


def test_a_film_cut_off_ends_where_it_is_cut(tmp_path):
    path = film(tmp_path / "a.avi", "MJPG", 30)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    _, frames = played(path)
    assert 10 < len(frames) < FRAMES


def test_a_damaged_film_begins_again_when_it_loops(tmp_path):
    path = film(tmp_path / "a.avi", "MJPG", 30)
    spoil(path, {0, FRAMES - 1})
    clip = Clip(path, loop=True)
    frames = [clip.read(1.0) for _ in range(2 * FRAMES - 4)]
    assert [place(frame) for frame in frames] == pytest.approx([2 * k for k in range(1, FRAMES - 1)] * 2, abs=1.5)
    assert [frame.number for frame in frames] == sorted({frame.number for frame in frames})
    clip.close()
