"""Pictures on disk."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.core.text import Text, say

Image = npt.NDArray[np.uint8]
LARGEST = 60_000_000
"""Bytes: more than any camera writes for one photograph."""


class BadPicture(ValueError):  # noqa: N818  the picture is bad, not the program
    """A file that is no picture, or cannot be written. `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def read_picture(path: Path) -> Image:
    """The picture in a file, turned as its maker meant it, uint8 (H, W, 3) BGR. Raises BadPicture."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadPicture(say("the file is too large for a photograph"))
        content = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as failed:
        raise BadPicture(say("the file cannot be read: {why}", why=failed.strerror or failed)) from None
    if content.size == 0:
        raise BadPicture(say("the file is empty"))
    try:
        image = cv2.imdecode(content, cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise BadPicture(say("the file is no picture that can be read (try JPEG or PNG)"))
    return image.astype(np.uint8, copy=False)


def write_picture(path: Path, image: Image) -> None:
    """Writes a picture; its kind is that of the name's ending. Raises BadPicture."""
    try:
        good, content = cv2.imencode(path.suffix or ".png", image)
    except cv2.error:
        good = False
    if not good:
        raise BadPicture(say("pictures named {ending} cannot be written: use .png or .jpg", ending=path.suffix))
    try:
        path.write_bytes(content.tobytes())
    except OSError as failed:
        raise BadPicture(say("the file cannot be written: {why}", why=failed.strerror or failed)) from None
