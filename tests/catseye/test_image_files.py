"""Pictures from encoded data: as OpenCV decodes them, with damage detected."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
import simplejpeg

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
def test_whole_jpegs_are_decoded_as_by_opencv(quality, size):
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


@pytest.mark.parametrize("ending", [".png", ".bmp", ".webp"])
def test_other_formats_are_decoded(ending):
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


@pytest.mark.parametrize("settings", [[], SETTINGS["4:2:2"], SETTINGS["4:4:4"]])
def test_shifted_brightness_is_damage(settings):
    """One wrong difference between two blocks' levels leaves data that every decoder takes for whole."""
    shifted = noticed = 0
    for bit in range(200):
        data = bytearray(jpeg(85, *settings))
        data[scan(data) + 2000 + bit] ^= 1 << bit % 8
        try:
            simplejpeg.decode_jpeg(bytes(data), "BGR")
        except ValueError:
            continue
        difference = np.abs(as_opencv(bytes(data))[-16:].astype(int) - as_opencv(jpeg(85, *settings))[-16:]).mean(
            (0, 1)
        )
        if difference.max() > 12:  # the last row is displaced, thousands of bytes behind the bit
            shifted += 1
            noticed += decode(bytes(data)).damaged
    assert shifted >= 5
    assert (
        noticed >= 0.5 * shifted
    )  # most: not where it begins at the edge, or where it is too bright to become brighter


def test_horizontal_edges_are_no_damage():
    picture = np.full((480, 640, 3), 60, np.uint8)
    picture[160:] = 190
    assert not decode(jpeg(85, picture=picture)).damaged
    picture[:] = 60
    picture[160:400, 48:] = 190
    assert not decode(jpeg(85, picture=picture)).damaged


def with_marker(data, marker):
    at = scan(data) + 2000
    return data[:at] + marker + data[at:]


WRONG_STRUCTURE = {
    "a second scan": lambda data: data[:-2] + data[data.index(b"\xff\xda") :],
    "a restart of the scan": lambda data: with_marker(data, data[data.index(b"\xff\xda") : scan(data)]),
    "a restart marker that is not due": lambda data: with_marker(data, b"\xff\xd0"),
    "an end before the end": lambda data: with_marker(data, b"\xff\xd9"),
    "bytes between segments": lambda data: data.replace(b"\xff\xdb", b"abc\xff\xdb", 1),
    "a few bytes too many at the end": lambda data: data[:-2] + b"\x35\x9a\x4e" + data[-2:],
}


@pytest.mark.parametrize("how", WRONG_STRUCTURE)
def test_incomplete_jpeg_is_damaged(how):
    assert decode(WRONG_STRUCTURE[how](jpeg())).damaged


@pytest.mark.parametrize("change", ["lost", "swapped", "twice"])
def test_lost_restart_intervals_are_damage(change):
    data = jpeg(85, *EVERY_ROW)
    a, b, c = restarts(data)[2:5]
    pieces = {"lost": b"", "swapped": data[b:c] + data[a:b], "twice": data[a:c] + data[b:c]}
    assert decode(data[:a] + pieces[change] + data[c:]).damaged


def test_damage_after_padding_bytes():
    data = bytearray(padded(jpeg(85, *EVERY_ROW), 4))
    at = restarts(data)[6] + 200
    data[at : at + 40] = bytes(40)
    assert decode(bytes(data)).damaged


def test_repeated_start_of_a_logitech_jpeg_is_accepted():
    data = jpeg()
    assert not decode(data[:2] + data).damaged


def padded(data, count):
    """With superfluous bytes before every marker of the scan, as many webcams send them."""
    for at in (len(data) - 2, *reversed(restarts(data))):
        data = data[:at] + bytes(count) + data[at:]
    return data


@pytest.mark.parametrize("settings", [[], EVERY_ROW])
def test_padding_before_markers_is_no_damage(settings):
    data = jpeg(85, *settings)
    for count in (1, 4, 9):
        picture = decode(padded(data, count))
        assert not picture.damaged
        np.testing.assert_array_equal(picture.image, decode(data).image)
    assert decode(padded(data, 60)).damaged


def test_padding_that_the_decoder_adds_up_over_markers_is_no_damage():
    data = jpeg(85, *EVERY_ROW)
    whole = decode(data).image
    for at, count in zip(reversed(restarts(data)[:4]), (9, 0, 1, 4), strict=True):
        data = data[:at] + bytes(count) + data[at:]
    with pytest.raises(ValueError, match=": 14 extraneous bytes"):
        simplejpeg.decode_jpeg(data)
    picture = decode(data)
    assert not picture.damaged
    np.testing.assert_array_equal(picture.image, whole)


def test_truncated_webcam_jpeg_is_damaged():
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
def test_too_many_pixels_in_the_header(ending):
    with pytest.raises(NotAPicture, match="10000x5001 pixels are more than the 50 million that are read"):
        decode(enormous(ending, 10_000, 5_001))


def gif(width, height):
    return b"GIF89a" + struct.pack("<HH", width, height) + bytes(3) + b"," + bytes(18)


def webp(kind, width, height):
    sizes = {
        b"VP8 ": bytes(3) + b"\x9d\x01\x2a" + struct.pack("<HH", width, height),
        b"VP8L": b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14),
        b"VP8X": bytes(4) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little"),
    }
    return b"RIFF" + bytes(4) + b"WEBP" + kind + bytes(4) + sizes[kind] + bytes(40)


def monochrome(width, height):
    """A JPEG 2000 codestream, as far as the size in its header."""
    return b"\xff\x4f\xff\x51\x00\x29\x00\x00" + struct.pack(">II", width, height) + bytes(160)


def many_scans(count):
    data = jpeg(85, cv2.IMWRITE_JPEG_PROGRESSIVE, 1, picture=np.zeros((2000, 2000, 3), np.uint8))
    return data[:-2] + data[data.rindex(b"\xff\xda") : -2] * count + data[-2:]


BOMBS = {
    "GIF": gif(40_000, 60_000),
    "JPEG 2000": monochrome(60_000, 60_000),
    "HDR": b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 30000 +X 30000\n" + bytes(100),
    "TIFF": b"II*\x00" + bytes(100),
    "PNM": b"P6 30000 30000 255\n" + bytes(100),
    "lossy WebP": webp(b"VP8 ", 16_000, 16_000),
    "lossless WebP": webp(b"VP8L", 16_000, 16_000),
    "WebP's canvas": webp(b"VP8X", 16_384, 16_384),
    "PNG": enormous(".png", 60_000, 60_000),
    "BMP from the top down": enormous(".bmp", 30_000, -30_000),
    "a negative width": enormous(".bmp", -30_000, 30_000),
    "JPEG": enormous(".jpg", 60_000, 60_000),
    "a JPEG of a thousand scans": many_scans(1000),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_decompression_bomb_is_not_decoded(kind, monkeypatch):
    def decoded(*_, **__):
        raise AssertionError("the decoder was called")

    monkeypatch.setattr(cv2, "imdecode", decoded)
    monkeypatch.setattr("simplejpeg.decode_jpeg", decoded)
    with pytest.raises(NotAPicture):
        decode(BOMBS[kind])


@pytest.mark.parametrize("brand", [b"heic", b"mif1", b"avif"])
def test_a_phones_heic_says_how_to_get_a_jpeg(brand):
    with pytest.raises(NotAPicture, match=r"HEIC.*save it as JPEG"):
        decode(b"\0\0\0\x18ftyp" + brand + bytes(100))


def test_pipes_devices_and_huge_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("catseye.image_files.PIPE_WAIT_S", 0.1)
    os.mkfifo(tmp_path / "pipe.jpg")
    with (tmp_path / "huge.bmp").open("wb") as huge:
        huge.truncate(1 << 40)
    for path in (tmp_path / "pipe.jpg", Path("/dev/zero"), tmp_path / "huge.bmp"):
        with pytest.raises(NotAPicture):
            decode_file(path)


def test_exif_orientation_on_request():
    exif = b"Exif\0\0II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    data = jpeg()
    turned = data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    assert decode(turned).image.shape == (192, 320, 3)
    assert decode(turned, upright=True).image.shape == (320, 192, 3)
