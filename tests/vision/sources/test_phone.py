"""A phone that sends its pictures: the newest counts, and it is a network camera like others when it goes."""

from contextlib import closing

import cv2
import numpy as np
import pytest

from companion.devices.camera_list import camera_names
from tests.support.waiting import until
from vision.frames import SourceLost
from vision.sources import open_source
from vision.sources.phone import FEED, MOST_BYTES, BadPicture


def jpeg(level=90, size=(640, 480)):
    wide, high = size
    image = np.full((high, wide, 3), level, np.uint8)
    image[::8] = 255 - level
    return cv2.imencode(".jpg", image)[1].tobytes()


class Phone:
    def __init__(self):
        self.taken = 0
        self.line = FEED.connect(self._count)

    def _count(self):
        self.taken += 1

    def push(self, picture):
        FEED.push(self.line, picture)

    def send(self, picture):
        """Send it once the one before is taken, as the page does."""
        before = self.taken
        self.push(picture)
        until(lambda: self.taken > before)


@pytest.fixture
def phone():
    made = Phone()
    yield made
    FEED.disconnect(made.line)


def test_phone_that_is_not_there_is_said_with_what_to_do():
    with pytest.raises(SourceLost, match="phone: no phone sends pictures: open the page of the camera on it"):
        open_source("phone:")


@pytest.mark.parametrize("name", ["phone:x", "phone:?size=640x480", "phone:?turn=45"])
def test_unknown_settings_are_refused(name):
    with pytest.raises(ValueError, match=r"phone"):
        open_source(name)


def test_pictures_arrive_in_order(phone):
    with closing(open_source("phone:")) as source:
        for number, level in enumerate((40, 120, 200)):
            phone.send(jpeg(level))
            frame = source.read(10)
            assert (frame.number, frame.damaged, frame.image.shape) == (number, False, (480, 640, 3))
            assert abs(int(np.median(frame.image[4::8])) - level) < 6


def test_newest_picture_wins_while_nobody_looks(phone):
    for level in (40, 120, 200):
        phone.push(jpeg(level))
    with closing(open_source("phone:")) as source:
        assert abs(int(np.median(source.read(10).image[4::8])) - 200) < 6
        assert source.read(0.05) is None
    assert phone.taken == 1


def test_picture_is_turned_by_name(phone):
    phone.push(jpeg())
    with closing(open_source("phone:?turn=90")) as source:
        assert source.read(10).image.shape == (640, 480, 3)


def test_whole_picture_of_a_tall_phone_is_taken(phone):
    phone.push(jpeg(size=(720, 1280)))
    with closing(open_source("phone:")) as source:
        assert source.read(10).image.shape == (1280, 720, 3)


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (jpeg(size=(1281, 720)), "at most 1280x720"),
        (jpeg(size=(800, 800)), "at most 1280x720"),
        (jpeg() + bytes(MOST_BYTES), "1024 KiB"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "not a JPEG"),
        (b"", "not a JPEG"),
    ],
)
def test_picture_that_is_too_large_or_none_is_refused(phone, picture, why):
    with pytest.raises(BadPicture, match=why):
        phone.push(picture)


def test_damaged_picture_is_marked(phone):
    whole = jpeg()
    with closing(open_source("phone:")) as source:
        phone.send(whole[: len(whole) * 2 // 3])
        assert source.read(10).damaged
        phone.send(whole)
        assert not source.read(10).damaged


def test_phone_that_goes_is_lost_like_any_network_camera(phone):
    with closing(open_source("phone:")) as source:
        phone.send(jpeg())
        source.read(10)
        FEED.disconnect(phone.line)
        with pytest.raises(SourceLost, match="phone: it closed the connection"):
            source.read(10)


def test_newer_phone_takes_over_and_the_older_one_no_longer_counts(phone):
    with closing(open_source("phone:")) as source:
        phone.send(jpeg(40))
        source.read(10)
        newer = Phone()
        phone.push(jpeg(80))
        newer.send(jpeg(200))
        assert abs(int(np.median(source.read(10).image[4::8])) - 200) < 6
        assert not FEED.is_camera(phone.line)
        FEED.disconnect(phone.line)
        assert FEED.connected
        FEED.disconnect(newer.line)


def test_closing_does_not_wait_for_a_phone_that_sends_nothing(phone):
    source = open_source("phone:")
    until(lambda: FEED.used)
    source.close()
    until(lambda: not FEED.used)


def test_phone_is_among_the_cameras_to_choose_from_while_it_sends():
    assert "phone:" not in camera_names()
    phone = Phone()
    assert "phone:" in camera_names()
    assert "phone:" not in camera_names(in_use="phone:?turn=90")
    FEED.disconnect(phone.line)
    assert "phone:" not in camera_names()
