"""A recording plays again with its duration, and remarks about it are true."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from catseye.text import plain
from vision.frames import Frame, SourceLost
from vision.sources import recorder
from vision.sources.recorder import film, playable, rate_of, unfit
from vision.sources.video_file import Clip

SIZE = (160, 96)


class Camera:
    """Gives pictures taken at these times, each with a block 2 px further right; then it has ended, or is lost, or
    somebody pressed Ctrl-C.
    """

    hand = None
    name = "a camera"

    def __init__(self, times, *, fps=30.0, sizes=(), numbers=None, end=None):
        self.fps, self.ended, self.closed, self._end = fps, False, False, end
        sizes = itertools.chain(sizes, itertools.repeat(SIZE))
        shown = zip(times, numbers or itertools.count(), sizes, strict=False)
        self._frames = [Frame(picture(k, size), at, number) for k, (at, number, size) in enumerate(shown)]

    def read(self, _timeout):
        if self._frames:
            return self._frames.pop(0)
        if self._end is not None:
            raise self._end
        self.ended = True
        return None

    def close(self):
        self.closed = True


def picture(k, size=SIZE):
    wide, high = size
    image = np.full((high, wide, 3), 60, np.uint8)
    image[high // 3 : high // 2, 2 * k % wide : 2 * k % wide + 8] = 200
    return image


def played(file):
    clip = Clip(file)
    frames = []
    while (frame := clip.read(1.0)) is not None:
        frames.append(frame)
    clip.close()
    return clip.fps, frames


def evenly(fps, count, begin=7.0):
    return [begin + k / fps for k in range(count)]


@pytest.mark.parametrize("name", ["film.avi", "film.mp4"])
@pytest.mark.parametrize(("claims", "gives"), [(30, 12), (30, 7.5), (30, 60), (25, 25), (30, 29.6)])
def test_film_lasts_as_long_as_recorded(tmp_path, name, claims, gives):
    file = tmp_path / name
    recorded = film(Camera(evenly(gives, 40), fps=claims), file)
    fps, frames = played(file)
    assert recorded == recorder.Recorded(40)
    assert len(frames) == 40
    assert fps == pytest.approx(claims if gives == 29.6 else gives, rel=0.001)
    assert frames[-1].at == pytest.approx(39 / gives, rel=0.02)


def test_a_short_film_has_its_rate_too(tmp_path):
    film(Camera(evenly(5, 4)), tmp_path / "film.avi")
    fps, frames = played(tmp_path / "film.avi")
    assert (fps, len(frames)) == (pytest.approx(5), 4)


def test_one_picture_is_a_film(tmp_path):
    assert film(Camera([3.0]), tmp_path / "film.avi").frames == 1
    assert played(tmp_path / "film.avi")[0] == pytest.approx(30)


@pytest.mark.parametrize(("first", "later"), [(30, 10), (10, 30)])
def test_film_time_follows_a_varying_rate(tmp_path, first, later):
    times = evenly(first, 30)
    times += evenly(later, 40, times[-1] + 1 / later)
    recorded = film(Camera(times, fps=first), tmp_path / "film.avi")
    fps, frames = played(tmp_path / "film.avi")
    assert recorded.frames == len(frames)
    assert frames[-1].at == pytest.approx(times[-1] - times[0], abs=1.5 / fps)
    for frame in frames:
        seen = round(np.nonzero(frame.image[40, :, 1] > 130)[0].min() / 2)
        assert times[seen] - times[0] == pytest.approx(frame.at, abs=1 / min(first, later) + 1 / fps)


def test_skipped_pictures_count_in_the_rate():
    frames = [Frame(picture(0), 2 * k / 30, 2 * k) for k in range(20)]
    assert rate_of(frames, 15.0) == pytest.approx(30)


def test_first_uneven_pictures_do_not_count():
    times = [0, 0.9, 1.5, 1.6, 1.61, *evenly(20, 15, 1.65)]
    assert rate_of([Frame(picture(0), at, k) for k, at in enumerate(times)], 30.0) == pytest.approx(20)


@pytest.mark.parametrize(("apart", "rate"), [(0.0, 30.0), (1e-6, 240.0), (1000.0, 0.01)])
def test_no_rate_is_beyond_what_a_clip_accepts(apart, rate):
    assert rate_of([Frame(picture(0), k * apart, k) for k in range(8)], 30.0) == rate


def test_recording_ends_on_time(tmp_path):
    camera = Camera(evenly(10, 100))
    assert film(camera, tmp_path / "film.avi", 1.5).frames == 16
    assert camera.closed


@pytest.mark.parametrize("count", [3, 50])
@pytest.mark.parametrize("end", [SourceLost(plain("unplugged")), KeyboardInterrupt()])
def test_what_was_seen_until_then_is_kept(tmp_path, count, end):
    camera = Camera(evenly(30, count), end=end)
    recorded = film(camera, tmp_path / "film.avi")
    assert len(played(tmp_path / "film.avi")[1]) == recorded.frames == count
    assert (recorded.whole, camera.closed) == (isinstance(end, KeyboardInterrupt), True)
    assert recorded.remarks == (() if recorded.whole else ("camera lost: unplugged",))


@pytest.mark.parametrize("count", [3, 30])
def test_pictures_of_another_size_are_not_counted(tmp_path, count):
    recorded = film(Camera(evenly(30, count + 5), sizes=[SIZE] * count + [(96, 160)] * 5), tmp_path / "film.avi")
    assert recorded.frames == len(played(tmp_path / "film.avi")[1]) == count
    assert recorded.remarks == ("the pictures are 96x160 now: the film ends before them",)
    assert not recorded.whole


def test_full_disk_pictures_are_not_counted(tmp_path, monkeypatch):
    file = tmp_path / "film.avi"
    release = recorder.PacedWriter.close

    def full(reel):
        release(reel)
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])

    monkeypatch.setattr(recorder.PacedWriter, "close", full)
    recorded = film(Camera(evenly(30, 40)), file)
    assert 0 < recorded.frames < 40
    assert recorded.frames == playable(file)
    assert recorded.remarks == (
        f"{file}: {40 - recorded.frames} of 40 frames could not be kept: is there room on the disk?",
    )
    assert not recorded.whole


@pytest.mark.parametrize("name", ["film.avi", "film.mp4"])
def test_odd_sides_lose_a_pixel(tmp_path, name):
    recorded = film(Camera(evenly(30, 5), sizes=[(161, 97)] * 5), tmp_path / name)
    assert recorded == recorder.Recorded(5, ("the sides of a video are even: 160x96 of 161x97 were kept",))
    assert played(tmp_path / name)[1][0].image.shape == (96, 160, 3)


@pytest.mark.parametrize("size", [(1, 1), (300, 1), (1, 300)])
def test_of_a_line_no_film_is_made(tmp_path, size):
    camera = Camera(evenly(30, 3), sizes=[size] * 3)
    with pytest.raises(OSError, match=f"no video can be made of pictures of {size[0]}x{size[1]}"):
        film(camera, tmp_path / "film.avi")
    assert camera.closed


def test_unwritable_film_closes_the_camera(tmp_path, monkeypatch):
    monkeypatch.setattr(cv2.VideoWriter, "isOpened", lambda _: False)
    camera = Camera(evenly(30, 3))
    with pytest.raises(OSError, match="cannot be written"):
        film(camera, tmp_path / "film.avi")
    assert camera.closed


def test_names_that_no_film_can_have(tmp_path):
    assert unfit(tmp_path / "film.AVI") is None
    assert "must end in" in unfit(tmp_path / "film.gif")
    assert "not UTF-8" in unfit(tmp_path / "film\udcff.avi")


def test_ctrl_c_while_the_first_pictures_are_written_is_no_fault(tmp_path, monkeypatch):
    class Interrupted:
        """Somebody presses Ctrl-C as the third picture is written. OpenCV's own class must not be a base."""

        fourcc, left = cv2.VideoWriter.fourcc, 3

        def __init__(self, *given):
            self._writer = opened(*given)
            self.isOpened, self.release = self._writer.isOpened, self._writer.release

        def write(self, image):
            self._writer.write(image)
            Interrupted.left -= 1
            if Interrupted.left == 0:
                raise KeyboardInterrupt

    opened = cv2.VideoWriter
    monkeypatch.setattr(recorder.cv2, "VideoWriter", Interrupted)
    recorded = film(Camera(evenly(30, 50)), tmp_path / "film.avi")
    assert (recorded.frames, recorded.remarks) == (3, ())
