"""Pictures in files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp"})
"""How files are called that hold pictures, in small letters."""


def load(path: Path) -> NDArray[np.uint8] | None:
    """The picture in a file as stored, (H, W, 3) BGR, 8 bits, turned by no EXIF note; None where there is none."""
    try:
        raw = np.frombuffer(path.read_bytes(), np.uint8)
    except (OSError, ValueError):  # ValueError: no name a file can have
        return None
    if not raw.size:
        return None
    try:
        image = cv2.imdecode(raw, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        return None
    return None if image is None else image.astype(np.uint8, copy=False)


def has_plain_name(path: Path) -> bool:
    """Whether OpenCV itself may be told the name of a file: bytes in it that are no UTF-8 end the whole program."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True
