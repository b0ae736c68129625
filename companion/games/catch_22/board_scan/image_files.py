"""Pictures on disk."""

from __future__ import annotations

from pathlib import Path

import cv2

from catseye.image_files import Image, NotAPicture, decode_file
from companion.core.text import Text, say

__all__ = ["BadPicture", "Image", "read_picture", "write_picture"]


class BadPicture(ValueError):  # noqa: N818  the picture is bad, not the program
    """A file that is no picture, or cannot be written. `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def read_picture(path: Path) -> Image:
    """The picture in a file, turned as its maker meant it, uint8 (H, W, 3) BGR. Raises BadPicture."""
    try:
        return decode_file(path, upright=True).image
    except NotAPicture as wrong:
        raise BadPicture(wrong.why) from None


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
