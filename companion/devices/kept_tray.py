"""The tray as people showed it in ten seconds: its outline and its picture without dice, kept for each camera."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from calibration.profile.tray_profile import BadProfile, profile_path
from catseye import kept_files
from companion.core.text import say
from vision import Outline

if TYPE_CHECKING:
    from vision.frames import Image

Corners = tuple[tuple[float, float], ...]
"""Points (x, y) as shares of the picture."""
FEWEST, FOUR, MOST = 3, 4, 64
"""Corners of an outline; four are dragged by hand."""
SHAPES = 0.01
"""Largest difference of the ratios of two pictures' sides, as a share, that show the same part of the tray."""


class KeptTray(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `outline` of the tray, and a PNG of it `empty`. What was kept is used until the camera shows another view."""

    outline: Corners
    empty: bytes

    @staticmethod
    def of(outline: Corners, image: Image) -> KeptTray:
        """Return the tray with this outline that is empty in the picture (H, W, 3)."""
        _, png = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 3])
        return KeptTray(outline, png.tobytes())

    @staticmethod
    def load(camera: str) -> KeptTray | None:
        """Return the tray of a camera, None if there is none. Raises BadProfile for a file that cannot be used."""
        try:
            kept = msgspec.json.decode(kept_files.read(kept_path(camera)), type=KeptTray)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as wrong:
            raise BadProfile(say("this is no tray: {why}", why=str(wrong))) from wrong
        if not FEWEST <= len(kept.outline) <= MOST or not all(0 <= v <= 1 for point in kept.outline for v in point):
            raise BadProfile(say("this is no tray: {why}", why="outline"))
        return kept

    def save(self, camera: str) -> None:
        """Keep it as the tray of a camera. Raises OSError."""
        kept_files.write(kept_path(camera), msgspec.json.encode(self))

    def at(self, image: Image) -> tuple[Outline, Image]:
        """Return the outline and the empty picture as large as a picture of this camera. Raises BadProfile if that
        shows another part of the tray.
        """
        height, width = image.shape[:2]
        read = cv2.imdecode(np.frombuffer(self.empty, np.uint8), cv2.IMREAD_COLOR)
        if read is None or abs(read.shape[1] * height / (read.shape[0] * width) - 1) > SHAPES:
            raise BadProfile(say("the camera's pictures have another shape now"))
        empty = cv2.resize(read, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        return outline_in(self.outline, image), empty


def outline_in(corners: Corners, image: Image) -> Outline:
    """Return the outline with these corners in px of a picture (H, W, 3). Corners that were dragged past each other
    are put in order, so that its edges never cross.
    """
    height, width = image.shape[:2]
    points = np.array(corners, float) * (width, height)
    around = np.arctan2(*(points - points.mean(axis=0)).T[::-1]) if len(points) == FOUR else np.arange(len(points))
    return Outline(tuple((float(x), float(y)) for x, y in points[np.argsort(around)]))


def kept_path(camera: str) -> Path:
    """Return the file for the tray of a camera, beside that of its profile."""
    return profile_path(camera).with_suffix(".tray.json")


def forget(camera: str) -> None:
    """The tray of a camera is not there any more, or was set up in a better way. Raises OSError."""
    kept_path(camera).unlink(missing_ok=True)
