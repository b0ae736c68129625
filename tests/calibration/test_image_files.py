"""Pictures from encoded data: as OpenCV decodes them, with damage detected."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest

from catseye.image_files import NotAPicture, decode, decode_file

EVERY_ROW = [cv2.IMWRITE_JPEG_RST_INTERVAL, 20]
"""Restart markers, as many cameras write them: 20 blocks of 16 px are a row of `scene`."""


def scene(width=320, height=192):
    """A picture with edges, shades and grain."""
    rng = np.random.default_rng(5)
    across, down = np.meshgrid(np.linspace(0, 255, width), np.linspace(0, 120, height))
    picture = np.dstack([across, 200 - down, 0.5 * across + down])
    for x, y in rng.integers(20, (width - 60, height - 60), (8, 2)):
        picture[y : y + 40, x : x + 40] = rng.integers(0, 256, 3)
    return np.clip(picture + rng.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def jpeg(quality=85, *settings, picture=None):
    return cv2.imencode(
        ".jpg", scene() if picture is None else picture, [cv2.IMWRITE_JPEG_QUALITY, quality, *settings]
    )[1].tobytes()


def scan(data):
    """Where the entropy-coded data begin."""
    at = data.index(b"\xff\xda")
    return at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def restarts(data):
    """Where the restart markers are."""
    return [k for k in range(scan(data), len(data) - 1) if data[k] == 0xFF and 0xD0 <= data[k + 1] <= 0xD7]


def as_opencv(data):
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)


@pytest.mark.parametrize("quality", [95, 90, 75, 50, 35, 25, 5])
@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (1920, 1080), (33, 47)])
def test_a_whole_jpeg_is_decoded_as_opencv_does_at_any_quality_and_size(quality, size):
    data = jpeg(quality, picture=cv2.resize(scene(), size))
    picture = decode(data)
    assert not picture.damaged
    np.testing.assert_array_equal(picture.image, as_opencv(data))


SETTINGS = {
    "progressive": [cv2.IMWRITE_JPEG_PROGRESSIVE, 1],
    "restart markers": EVERY_ROW,
    "4:1:1": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_411],
    "4:2:2": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422],
    "4:4:0": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_440],
    "4:4:4": [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444],
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_so_is_any_kind_of_jpeg(kind):
    data = jpeg(75, *SETTINGS[kind])
    picture = decode(data)
    assert not picture.damaged
    np.testing.assert_array_equal(picture.image, as_opencv(data))


def test_a_grey_jpeg_has_three_colours():
    assert decode(jpeg(picture=scene()[..., 0])).image.shape == (192, 320, 3)


@pytest.mark.parametrize("ending", [".png", ".bmp", ".tif", ".webp"])
def test_other_pictures_are_decoded_and_never_called_damaged(ending):
    data = cv2.imencode(ending, scene())[1].tobytes()
    picture = decode(data)
    assert not picture.damaged
    np.testing.assert_array_equal(picture.image, as_opencv(data))


def with_bytes(data, written):
    """With these bytes in the place of others in the scan."""
    at = scan(data) + 2000
    return data[:at] + written + data[at + len(written) :]


DAMAGE = {
    "cut off in the middle": lambda data: data[: (scan(data) + len(data)) // 2],
    "cut off at the end": lambda data: data[:-2],
    "cut off right at the start": lambda data: data[: scan(data) + 20],
    "bytes that were lost": lambda data: data[: scan(data) + 2000] + data[scan(data) + 2100 :],
    "bytes that are zero": lambda data: with_bytes(data, bytes(512)),
    "bytes that are wrong": lambda data: with_bytes(
        data, np.random.default_rng(1).bytes(200).replace(b"\xff", b"\xfe")
    ),
    "zeros after what was cut off": lambda data: data[: len(data) // 2] + bytes(len(data) // 2),
}


@pytest.mark.parametrize("how", DAMAGE)
@pytest.mark.parametrize("settings", [[], EVERY_ROW, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]])
def test_a_damaged_jpeg_is_shown_and_called_so(how, settings):
    picture = decode(DAMAGE[how](jpeg(85, *settings)))
    assert picture.damaged
    assert picture.image.shape == (192, 320, 3)


def padded(data, count):
    """With superfluous bytes before every marker of the scan, as many webcams send them."""
    for at in (len(data) - 2, *reversed(restarts(data))):
        data = data[:at] + bytes(count) + data[at:]
    return data


@pytest.mark.parametrize("settings", [[], EVERY_ROW])
def test_the_few_bytes_that_webcams_add_before_markers_are_no_damage(settings):
    data = jpeg(85, *settings)
    for count in (1, 4, 9):
        picture = decode(padded(data, count))
        assert not picture.damaged
        np.testing.assert_array_equal(picture.image, decode(data).image)
    assert decode(padded(data, 60)).damaged


def test_pictures_of_such_a_camera_that_end_early_are_damaged():
    data = padded(jpeg(85, *EVERY_ROW), 4)
    for end in (len(data) - 2, len(data) * 3 // 4):
        assert decode(data[:end]).damaged


@pytest.mark.parametrize("data", [b"", b"no picture", b"\xff\xd8 no picture", b"\x89PNG\r\n\x1a\n", jpeg()[:100]])
def test_what_is_no_picture_is_refused(data, tmp_path):
    with pytest.raises(NotAPicture, match="not a picture that can be opened"):
        decode(data)
    (tmp_path / "a.jpg").write_bytes(data)
    with pytest.raises(NotAPicture, match="not a picture that can be opened"):
        decode_file(tmp_path / "a.jpg")


def test_a_file_that_is_not_there_is_none_either(tmp_path):
    for path in (tmp_path / "a.jpg", tmp_path, tmp_path / "a\0b.jpg"):
        with pytest.raises(NotAPicture, match="not a picture that can be opened"):
            decode_file(path)


def enormous(ending, width, height):
    """A small picture of which the header says that it is large."""
    data = bytearray(cv2.imencode(ending, np.zeros((8, 8, 3), np.uint8))[1].tobytes())
    if ending == ".png":
        data[16:24] = struct.pack(">II", width, height)
        data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    elif ending == ".jpg":
        at = data.index(b"\xff\xc0")
        data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    else:
        data[18:26] = struct.pack("<ii", width, height)
    return bytes(data)


@pytest.mark.parametrize("ending", [".png", ".jpg", ".bmp"])
def test_a_picture_of_more_than_50_million_pixels_is_refused_by_its_header(ending):
    with pytest.raises(NotAPicture, match="10000x5001 pixels are more than the 50 million that are read"):
        decode(enormous(ending, 10_000, 5_001))
