"""The profile of a tray: the file with everything measured at set-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.chart.detection import Sighting
from calibration.chart.observations import Observation
from calibration.chart.page import Chart
from calibration.drift.reference import TILE, WIDTH, DriftReference
from calibration.drift.watch import DriftWatch
from calibration.errors import CalibrationError
from calibration.light.colours import DieColour, Lab, Likeness, attribute, ground_of
from calibration.light.measurement import LightFigures
from calibration.profile.camera_name import ANY_CAMERA, bare_name, profile_path, public_name
from calibration.solve import plane as planes
from calibration.solve.lens import Floats, Lens
from calibration.solve.plane import Plane
from catseye import kept_files
from catseye.text import say

__all__ = ["ANY_CAMERA", "DIE_MM", "BadProfile", "Points", "TrayProfile", "bare_name", "profile_path"]

VERSION = 1
DIE_MM = 16.0
"""The usual edge of a die, mm: the visible top face is so high above the table."""
UNITS = "mm on the table, px of the picture (centres at whole numbers), colours as OpenCV Lab of 8 bits"

Points = tuple[tuple[float, float], ...]


class BadProfile(CalibrationError):  # noqa: N818  what the file is, not a fault of the program
    """This profile cannot be used here; the message says why."""


@dataclass(frozen=True)
class TrayProfile:
    """All measurements of one tray under one camera. Frozen; an updated one is made with `dataclasses.replace`.

    `camera` is the name it was opened by, `width` x `height` the size of its pictures. `region` is the outline of the
    tray's inside in px, at least three points, or empty for the whole picture. Unknown parts are None or empty; the
    reader does without them.
    """

    camera: str
    width: int
    height: int
    made_at: str
    lens: Lens | None = None
    plane: Plane | None = None
    region: Points = ()
    dice: tuple[DieColour, ...] = ()
    backdrop: DriftReference | None = None
    light: LightFigures | None = None
    chart: Chart | None = None
    observations: tuple[Observation, ...] = ()
    units: str = UNITS
    version: int = VERSION

    def undistorted(self, points_px: Floats) -> NDArray[np.float64]:
        """Return the undistorted points (n, 2); unchanged without a lens."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        return points if self.lens is None else self.lens.undistorted(points)

    def to_mm(
        self, points_px: Floats | Sequence[tuple[float, float]], height_mm: float = 0.0
    ) -> NDArray[np.float64] | None:
        """Return points (n, 2) of the picture in mm on the table, for objects `height_mm` above it; None without a
        plane.
        """
        return (
            None
            if self.plane is None
            else planes.to_table(self.plane, self.lens, np.asarray(points_px, np.float64), height_mm)
        )

    def to_px(self, points_mm: Floats, height_mm: float = 0.0) -> NDArray[np.float64] | None:
        """Return the inverse of `to_mm`."""
        return None if self.plane is None else planes.to_picture(self.plane, self.lens, points_mm, height_mm)

    def level_top_offset(self, point_px: tuple[float, float], die_mm: float) -> NDArray[np.float64] | None:
        """Return `plane.level_top_offset`; None without a plane or a lens."""
        if self.plane is None or self.lens is None:
            return None
        return planes.level_top_offset(self.plane, self.lens, np.array([point_px]), die_mm)

    def px_per_mm(self, point_px: tuple[float, float]) -> float | None:
        """Return the scale of the picture at one of its points (geometric mean of both directions); None without a
        plane.
        """
        here = self.to_mm(np.array([point_px]))
        if here is None:
            return None
        steps = self.to_px(here + np.array([(0.0, 0.0), (5.0, 0.0), (0.0, 5.0)]))
        assert steps is not None
        across, down = (steps[1:] - steps[0]) / 5.0
        return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))

    def region_mask(self) -> NDArray[np.uint8]:
        """Return the tray's inside as (height, width) uint8, 255 inside; all 255 without a region."""
        return _mask(self.region, self.width, self.height).copy()

    def whose(self, image: NDArray[Any], box: Sequence[float]) -> Likeness | None:
        """Return the owner of the die in `box` (x0, y0, x1, y1) of a picture; None without enrolled dice."""
        return attribute(image, box, self.dice, self.ground(image)) if self.dice else None

    def ground(self, image: NDArray[Any]) -> Lab:
        """Return the colour of the tray's ground in a picture of this size, with which samples of dice are compared."""
        return ground_of(image, _mask(self.region, self.width, self.height))

    def drift_watch(self, limit_mm: float = 2.5) -> DriftWatch | None:
        """Return a watch for moves of the camera or the tray by `limit_mm`; None without a drift reference."""
        if self.backdrop is None:
            return None
        scale = self.px_per_mm(((self.width - 1) / 2, (self.height - 1) / 2))
        return DriftWatch(self.backdrop, limit_px=None if scale is None else limit_mm * scale)

    def for_camera(self, camera: str, width: int, height: int) -> TrayProfile:
        """Return the profile for this camera and size of pictures, scaled if the aspect ratio is the same. Raises
        BadProfile if it does not apply.
        """
        if bare_name(camera) != bare_name(self.camera):
            raise BadProfile(
                say(
                    "this tray was set up with the camera {own}, not with {other}: set it up again",
                    own=public_name(self.camera),
                    other=public_name(camera),
                )
            )
        if (width, height) == (self.width, self.height):
            return self
        if min(width, height) < 64:
            raise BadProfile(say("a picture of {size} is too small: set it up again", size=f"{width}x{height}"))
        across, down = width / self.width, height / self.height
        if abs(across / down - 1) > 0.004:
            raise BadProfile(
                say(
                    "the tray was set up at {before}; {now} has another shape and shows another part of the tray: "
                    "set it up again",
                    before=f"{self.width}x{self.height}",
                    now=f"{width}x{height}",
                )
            )
        return self._scaled(width, height, across, down)

    def _scaled(self, width: int, height: int, across: float, down: float) -> TrayProfile:
        region = tuple(((x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5) for x, y in self.region)
        shrunk = None if self.lens is None else self.lens.scaled(width, height)
        plane = self.plane
        if plane is not None:
            back = np.array([[1 / across, 0, 0.5 / across - 0.5], [0, 1 / down, 0.5 / down - 0.5], [0, 0, 1]])
            to_table = np.array(plane.to_table) @ back
            plane = replace(plane, to_table=planes.rows(to_table / to_table[2, 2]))
        backdrop = None if self.backdrop is None else self.backdrop.scaled(width, height)
        return replace(
            self,
            width=width,
            height=height,
            lens=shrunk,
            plane=plane,
            region=region,
            backdrop=backdrop,
            observations=(),
        )

    def sightings(self) -> tuple[Sighting, ...]:
        """Return the detections of the chart that the lens was solved from."""
        return tuple(one.sighting(self.width, self.height) for one in self.observations)

    def to_json(self) -> bytes:
        """Return the profile as the text of its file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1)

    @staticmethod
    def from_json(text: bytes) -> TrayProfile:
        """Return the profile that `to_json` wrote. Raises BadProfile on anything else, newer versions included."""
        try:
            version = msgspec.json.decode(text, type=dict[str, Any]).get("version")
            if isinstance(version, int) and version > VERSION:
                raise BadProfile(
                    say(
                        "the profile has version {version}, but this program knows only {known}: it is left alone",
                        version=version,
                        known=VERSION,
                    )
                )
            found = msgspec.json.decode(text, type=TrayProfile)
        except (msgspec.DecodeError, ValueError, RecursionError) as wrong:
            if isinstance(wrong, BadProfile):
                raise
            raise BadProfile(say("this is not a tray profile: {why}", why=str(wrong))) from wrong
        return found.checked()

    def checked(self) -> TrayProfile:
        """Return the profile itself if its parts are consistent. Raises BadProfile."""
        if self.version != VERSION:
            raise BadProfile(say("version {version} of a profile is not known", version=self.version))
        if not (64 <= self.width <= 20000 and 64 <= self.height <= 20000):
            raise BadProfile(say("pictures of {size} are not possible", size=f"{self.width}x{self.height}"))
        if self.region and len(self.region) < 3:
            raise BadProfile(say("the tray's outline needs three points or more"))
        if not all(-1 <= x <= self.width and -1 <= y <= self.height for x, y in self.region):
            raise BadProfile(say("the tray's outline lies outside the picture"))
        lens = self.lens
        if lens is not None and ((lens.width, lens.height) != (self.width, self.height) or min(lens.fx, lens.fy) <= 0):
            raise BadProfile(say("the lens does not belong to pictures of this size"))
        if not self._has_sound_plane():
            raise BadProfile(say("the tray's plane is invalid"))
        if self.backdrop is not None:
            _check_reference(self.backdrop, self.width, self.height)
        for one in self.observations:
            _check_observation(one, self.chart or Chart(), self.width, self.height)
        return self

    def _has_sound_plane(self) -> bool:
        """Return whether there is no plane, or one that is valid (with its lens) at the picture's centre."""
        if self.plane is None:
            return True
        middle = ((self.width - 1) / 2, (self.height - 1) / 2)
        try:
            with np.errstate(all="ignore"):
                size = abs(float(np.linalg.det(np.array(self.plane.to_table))))
                numbers: list[float | NDArray[np.float64] | None] = [size, self.px_per_mm(middle)]
                if self.lens is not None:
                    numbers += [*planes.pose(self.plane, self.lens), self.level_top_offset(middle, DIE_MM)]
        except (ValueError, ArithmeticError, cv2.error):  # LinAlgError is a ValueError
            return False
        return size >= 1e-12 and all(one is not None and bool(np.isfinite(one).all()) for one in numbers)

    def save(self, path: Path) -> None:
        """Write the file atomically: to a temporary name first. Raises BadProfile for what `load` would refuse, and
        OSError.
        """
        kept_files.write(path, self.checked().to_json())

    @staticmethod
    def load(path: Path) -> TrayProfile:
        """Read a file. Raises BadProfile, also if it cannot be opened, and FileNotFoundError if there is none."""
        try:
            return TrayProfile.from_json(kept_files.read(path))
        except BadProfile as wrong:
            raise BadProfile(say("{path}: {why}", path=path, why=wrong.why)) from wrong
        except FileNotFoundError:
            raise
        except OSError as wrong:
            raise BadProfile(say("{path}: cannot be read ({why})", path=path, why=wrong.strerror or wrong)) from wrong


def _check_reference(backdrop: DriftReference, width: int, height: int) -> None:
    """Raise BadProfile for a drift reference that does not fit pictures of this size."""
    try:
        picture = backdrop.picture()
    except CalibrationError as wrong:
        raise BadProfile(wrong.why) from wrong
    down, across = picture.shape
    if (across, down) != (WIDTH, max(1, round(WIDTH * height / width))):
        raise BadProfile(say("the tray's stored picture does not have the camera's shape"))
    if (backdrop.width, backdrop.height) != (width, height):
        raise BadProfile(say("the tray's stored picture does not belong to pictures of this size"))
    if not all(0 <= x <= across - TILE and 0 <= y <= down - TILE for x, y in backdrop.tiles):
        raise BadProfile(say("a place watched around the tray is outside its stored picture"))
    if not 0 <= backdrop.rim <= len(backdrop.tiles):
        raise BadProfile(
            say("{rim} places on the tray's rim of {all} are not possible", rim=backdrop.rim, all=len(backdrop.tiles))
        )


def _check_observation(one: Observation, chart: Chart, width: int, height: int) -> None:
    """Raise BadProfile for corners that are not this chart's, or outside pictures of this size."""
    if len(one.ids) != len(one.corners_px) or len(set(one.ids)) != len(one.ids):
        raise BadProfile(say("the corners of {name} and their numbers do not fit together", name=repr(one.name)))
    if not all(0 <= number < chart.corner_count for number in one.ids):
        raise BadProfile(
            say(
                "{name} has corners that a chart of {columns} x {rows} squares does not have",
                name=repr(one.name),
                columns=chart.columns,
                rows=chart.rows,
            )
        )
    if not all(-1 <= x <= width and -1 <= y <= height for x, y in one.corners_px):
        raise BadProfile(say("corners of {name} lie outside the picture", name=repr(one.name)))


@lru_cache(maxsize=4)
def _mask(region: Points, width: int, height: int) -> NDArray[np.uint8]:
    if not region:
        return np.full((height, width), 255, np.uint8)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.rint(np.array(region)).astype(np.int32)], (255,))
    return mask
