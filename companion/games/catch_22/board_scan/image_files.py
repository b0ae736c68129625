"""Pictures on disk."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
LARGEST = 60_000_000
"""Bytes: more than any camera writes for one photograph."""


class BadPicture(ValueError):  # noqa: N818  the picture is bad, not the program
    """A file that is no picture, or cannot be written."""


def read_picture(path: Path) -> Image:
    """The picture in a file, turned as its maker meant it, uint8 (H, W, 3) BGR. Raises BadPicture."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadPicture("the file is too large for a photograph")
        content = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as failed:
        raise BadPicture(f"the file cannot be read: {failed.strerror or failed}") from None
    if content.size == 0:
        raise BadPicture("the file is empty")
    try:
        image = cv2.imdecode(content, cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise BadPicture("the file is no picture that can be read (try JPEG or PNG)")
    return image.astype(np.uint8, copy=False)


def write_picture(path: Path, image: Image) -> None:
    """Writes a picture; its kind is that of the name's ending. Raises BadPicture."""
    try:
        good, content = cv2.imencode(path.suffix or ".png", image)
    except cv2.error:
        raise BadPicture(f"pictures named {path.suffix!r} cannot be written: use .png or .jpg") from None
    if not good:
        raise BadPicture(f"pictures named {path.suffix!r} cannot be written: use .png or .jpg")
    try:
        path.write_bytes(content.tobytes())
    except OSError as failed:
        raise BadPicture(f"the file cannot be written: {failed.strerror or failed}") from None
