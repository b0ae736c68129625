"""Decoding of pictures in files and streams: four formats, sizes known before memory is taken, damage reported."""

from __future__ import annotations

import os
import re
import select
import stat
import struct
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray

from catseye.jpeg_level import is_displaced
from catseye.jpeg_structure import BrokenStructure, Structure, pieces, structure_of
from catseye.text import Text, say

Image = NDArray[np.uint8]
"""A picture (H, W, 3), BGR, 0-255."""
PICTURES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp"})
"""Extensions of picture files, in lower case."""
MOST_PIXELS = 50_000_000
"""Most pixels of a picture that is decoded: the largest usual phone sensors have 8160 x 6120."""
MOST_PASSES = 16
"""Most passes over MOST_PIXELS: a progressive JPEG may have any number of scans, and encoders write about ten."""
LARGEST_FILE = 4 * MOST_PIXELS
"""Most bytes of a picture's file that is read: a BMP has up to four for each pixel."""
PIPE_WAIT_S = 5.0
"""Seconds after which a pipe through which nothing comes is given up."""
NO_PICTURE = say("not a picture that can be opened")
_OTHER_FORMAT = say("not a picture that can be opened: only JPEG, PNG, WebP and BMP are")
_HEIC = say(
    "HEIC pictures cannot be opened: save it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)"
)
_JPEG, _SCAN = b"\xff\xd8", b"\xff\xda"
_HEIC_BRANDS = re.compile(rb"....ftyp(hei[cxms]|hev[cxms]|mif1|msf1|avi[fs])", re.DOTALL)
_SUPERFLUOUS = re.compile(r"Corrupt JPEG data: (\d+) extraneous bytes before marker")
"""Many webcams write one to nine superfluous bytes before restart markers in every frame (Logitech's C270, C310 and
C910), and others fill up the end with zeros. The pixels are as without them.
"""
_MOST_SUPERFLUOUS = 10
"""Bytes before one marker: nine, and one that the decoder has taken a part of. Of a whole picture it reports the sum
over all markers up to the first that it has to look for.
"""
_PARAMETERS = "Invalid SOS parameters"
"""Some phones leave the three bytes empty that a sequential JPEG has for a progressive one's sake. None is used."""


class Picture(NamedTuple):
    """A decoded picture. `damaged`: some of its data were missing or wrong, so parts may be grey or displaced."""

    image: Image
    damaged: bool = False


class NotAPicture(ValueError):  # noqa: N818 - named after what it is
    """The data cannot be decoded; `why` says so to people."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


def decode(data: bytes, *, upright: bool = False) -> Picture:
    """Return the picture in a file's bytes, as stored or, if `upright`, turned as its EXIF orientation says. Raises
    NotAPicture, also for a picture of more than MOST_PIXELS: its size is read before anything is decoded.

    A JPEG is damaged if its decoder had to guess, if its segments, scans and restart markers are not those of one whole
    picture, or if all of it is displaced in brightness from some block on. Other formats are opened only whole.
    """
    if data.startswith(_JPEG):
        data = data.removeprefix(_JPEG) if data.startswith(2 * _JPEG) else data  # some Logitech cameras repeat it
        picture = _decode_jpeg(data)
        return picture._replace(image=_by_opencv(data, upright=True)) if upright else picture
    _check_size(*_size_of(data))
    return Picture(_by_opencv(data, upright=upright))


def decode_file(path: Path, *, upright: bool = False) -> Picture:
    """Return the picture in a file, as `decode` does. Raises NotAPicture, also if the file cannot be read."""
    return decode(_contents(path), upright=upright)


def _contents(path: Path) -> bytes:
    """Return what is in a file or comes through a pipe. A device is refused: reading it might never end."""
    try:
        known = path.stat()
        if stat.S_ISFIFO(known.st_mode):
            data = _piped(path)
        else:
            data = path.read_bytes() if stat.S_ISREG(known.st_mode) and known.st_size <= LARGEST_FILE else b""
    except (OSError, ValueError):  # ValueError: no name that a file can have
        data = b""
    if not data:
        raise NotAPicture(NO_PICTURE)
    return data


def _piped(path: Path) -> bytes:
    """Return what comes through a pipe, b"" if nothing comes for PIPE_WAIT_S or too much."""
    data = bytearray()
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:
        while len(data) <= LARGEST_FILE and select.select([pipe], [], [], PIPE_WAIT_S)[0]:
            if not (portion := pipe.read(1 << 16)):
                return bytes(data)
            data += portion
    return b""


def _size_of(data: bytes) -> tuple[int, int]:
    """Return width and height of a picture that is no JPEG, from the place its decoder reads them from."""
    for begins, size in _HEADERS.items():
        if re.match(begins, data, re.DOTALL):
            try:
                return size(data)
            except struct.error:
                raise NotAPicture(NO_PICTURE) from None
    raise NotAPicture(_HEIC if _HEIC_BRANDS.match(data) else _OTHER_FORMAT)


def _bmp_size(data: bytes) -> tuple[int, int]:
    """Return the size; the height is negative if rows are from the top down."""
    (header,) = struct.unpack_from("<I", data, 14)
    width, height = struct.unpack_from("<hh" if header == 12 else "<ii", data, 18)
    return abs(width), abs(height)


def _webp_lossless_size(data: bytes) -> tuple[int, int]:
    (packed,) = struct.unpack_from("<I", data, 21)
    return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1


def _webp_canvas(data: bytes) -> tuple[int, int]:
    wide_low, wide_high, high_low, high_high = struct.unpack_from("<HBHB", data, 24)
    return (wide_high << 16 | wide_low) + 1, (high_high << 16 | high_low) + 1


def _webp_lossy_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


_HEADERS: dict[bytes, Callable[[bytes], tuple[int, int]]] = {
    rb"\x89PNG\r\n\x1a\n....IHDR": lambda data: struct.unpack_from(">II", data, 16),
    rb"RIFF....WEBPVP8 ": _webp_lossy_size,
    rb"RIFF....WEBPVP8L": _webp_lossless_size,
    rb"RIFF....WEBPVP8X": _webp_canvas,
    rb"BM": _bmp_size,
}


def _check_size(width: int, height: int) -> None:
    if not width * height:
        raise NotAPicture(NO_PICTURE)
    if width * height > MOST_PIXELS:
        size, most = f"{width}x{height}", MOST_PIXELS // 1_000_000
        raise NotAPicture(say("{size} pixels are more than the {most} million that are read", size=size, most=most))


def _decode_jpeg(data: bytes) -> Picture:
    try:
        structure: Structure | None = structure_of(data)
    except BrokenStructure:
        structure = None
    if structure is not None:
        _check_size(structure.width, structure.height)
    try:
        height, width, *_ = simplejpeg.decode_jpeg_header(data, strict=False)
    except (ValueError, KeyError):  # four inks or an odd subsampling, which OpenCV converts, or no picture at all
        if structure is None:
            raise NotAPicture(NO_PICTURE) from None
        return Picture(_by_opencv(data))
    _check_size(width, height)
    if width * height * data.count(_SCAN) > MOST_PASSES * MOST_PIXELS:
        raise NotAPicture(say("the picture is drawn in too many passes"))
    try:
        image, whole = simplejpeg.decode_jpeg(data, "BGR"), structure is not None
    except ValueError as error:
        whole = structure is not None and _is_whole(data, structure, str(error))
        try:
            image = simplejpeg.decode_jpeg(data, "BGR", strict=False)
        except ValueError:
            return Picture(_by_opencv(data), damaged=True)
    if whole and structure is not None and not structure.restart:
        whole = not is_displaced(image, structure.unit)
    return Picture(image, damaged=not whole)


def _is_whole(data: bytes, structure: Structure, warning: str) -> bool:
    """Return whether the decoder's warning, and those for each stretch between restart markers, are about data that
    change no pixel. The decoder reports only its first warning.
    """
    if not structure.one_scan:
        return False
    (start, _) = structure.scans[0]
    if warning.startswith(_PARAMETERS):
        data = data[: start - 3] + b"\x00\x3f\x00" + data[start:]
    elif not _SUPERFLUOUS.match(warning):
        return False
    return all(_is_sound(piece, restarts=structure.restart > 0) for piece in pieces(data, structure))


def _is_sound(data: bytes, *, restarts: bool) -> bool:
    """Return whether the decoder finds nothing wrong with a stretch but superfluous bytes; they are zeros if there are
    no restart markers.
    """
    try:
        simplejpeg.decode_jpeg(data, "GRAY", fastdct=True)
    except ValueError as error:
        found = _SUPERFLUOUS.match(str(error))
        if found is None or (count := int(found[1])) > _MOST_SUPERFLUOUS:
            return False
        return restarts or data[:-2].endswith(bytes(count))
    return True


def _by_opencv(data: bytes, *, upright: bool = False) -> Image:
    orientation = 0 if upright else cv2.IMREAD_IGNORE_ORIENTATION
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | orientation)
    except cv2.error:  # no data at all
        image = None
    if image is None:
        raise NotAPicture(NO_PICTURE)
    return image.astype(np.uint8, copy=False)


def has_plain_name(path: Path) -> bool:
    """Return whether OpenCV may open a file of this name: a name that is not UTF-8 crashes it."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True
