"""Decoding of pictures in files and streams, with detection of damaged data."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import NamedTuple

import cv2
import imagesize
import numpy as np
import simplejpeg
from numpy.typing import NDArray

from catseye.text import Text, say

Image = NDArray[np.uint8]
"""A picture (H, W, 3), BGR, 0-255."""
PICTURES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp"})
"""Extensions of picture files, in lower case."""
MOST_PIXELS = 50_000_000
"""Most pixels of a picture that is decoded: the largest usual phone sensors have 8160 x 6120."""
NO_PICTURE = say("not a picture that can be opened")
_START, _SCAN, _END = b"\xff\xd8", b"\xff\xda", b"\xff\xd9"
_HARMLESS = re.compile(
    r"Corrupt JPEG data: (\d|10) extraneous bytes before|Invalid SOS parameters|Unknown Adobe|Warning: unknown JFIF"
)
"""Warnings of libjpeg that leave the pixels as they are. Many webcams write one to nine superfluous bytes before a
marker in every frame (Logitech's C270, C310 and C910). Of 217 stills damaged on purpose that gave this warning, 213 had
more than ten (bench/VISION.md).
"""


class Picture(NamedTuple):
    """A decoded picture. `damaged`: some of its data were missing or wrong, so parts may be grey or displaced."""

    image: Image
    damaged: bool = False


class NotAPicture(ValueError):  # noqa: N818 - named after what it is
    """Data from which no picture can be decoded; `why` says it to people."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


def decode(data: bytes) -> Picture:
    """Return the picture in a file's bytes as stored; an EXIF orientation is ignored. Raises NotAPicture.

    A JPEG whose data are wrong or end early is damaged. Where a camera writes superfluous bytes, only damage before
    the first of them and an early end are noticed. The header's size is read before anything is decoded: a picture of
    more than MOST_PIXELS is refused.
    """
    width, height = imagesize.get(io.BytesIO(data))  # (-1, -1): the header gives no size
    if width * height > MOST_PIXELS:
        size, most = f"{width}x{height}", MOST_PIXELS // 1_000_000
        raise NotAPicture(say("{size} pixels are more than the {most} million that are read", size=size, most=most))
    if not data.startswith(_START):
        return Picture(_by_opencv(data))
    try:
        return Picture(simplejpeg.decode_jpeg(data, "BGR"))
    except ValueError as error:
        warning = str(error)
    try:
        image = simplejpeg.decode_jpeg(data, "BGR", strict=False)
    except ValueError:  # four inks or an odd subsampling, which OpenCV converts, or no picture at all
        return Picture(_by_opencv(data))
    whole = _HARMLESS.match(warning) and data.rfind(_END) > data.rfind(_SCAN)
    return Picture(image, damaged=not whole)


def decode_file(path: Path) -> Picture:
    """Return the picture in a file, as `decode` does. Raises NotAPicture, also where the file cannot be read."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError):  # ValueError: no name that a file can have
        raise NotAPicture(NO_PICTURE) from None
    return decode(data)


def _by_opencv(data: bytes) -> Image:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
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
