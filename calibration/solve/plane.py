"""The tray's plane: from pixels to millimetres on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.chart.detection import Sighting
from calibration.chart.page import FEWEST_INNER, Chart
from calibration.errors import CalibrationError
from calibration.solve.corner_taps import TAP_PX, begins_upper_left, distortion_error_mm, size_error_mm
from calibration.solve.lens import Lens
from catseye.text import NOTHING, Text, say

Floats = NDArray[np.floating[Any]]
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Method = Literal["chart", "corners", "die"]


@dataclass(frozen=True)
class Plane:
    """The table seen by the camera. `to_table` is the homography from undistorted pixels to millimetres on the plane.

    Millimetres: x to the right, y towards the lower edge of the chart or tray, origin in its middle. `error_mm` is the
    error of a point of the tray, two standard deviations.
    """

    method: Method
    to_table: Matrix
    error_mm: float


class BadPlane(CalibrationError):  # noqa: N818  what was shown, not a fault of the program
    """The tray's plane does not follow from this; the message says why."""


def plane_from_chart(sighting: Sighting, chart: Chart, lens: Lens | None) -> Plane:
    """Return the plane of the chart in the tray. Without a lens, distortion is ignored. Raises BadPlane."""
    if lens is not None and (lens.width, lens.height) != (sighting.width, sighting.height):
        raise BadPlane(
            say(
                "the lens was measured at {measured}, this picture is {seen}",
                measured=f"{lens.width}x{lens.height}",
                seen=f"{sighting.width}x{sighting.height}",
            )
        )
    if len(sighting.ids) < FEWEST_INNER:
        raise BadPlane(
            say("only {n} corners of the chart are seen: let it lie open, wholly in the picture", n=len(sighting.ids))
        )
    flat = chart.corners_mm()[sighting.ids][:, :2] - np.array(chart.size_mm) / 2
    seen = np.asarray(sighting.corners_px, np.float64)
    if lens is None:
        found, _ = cv2.findHomography(seen, flat, 0)
        to_table = _usable(found)
        return Plane("chart", rows(to_table), round(max(_beyond(seen, flat), 0.2), 3))
    scene = np.column_stack([flat, np.zeros(len(flat))]).astype(np.float64)
    ideal = lens.undistorted(seen)
    ok, turn, place = cv2.solvePnP(scene, ideal, lens.matrix, None, flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        raise BadPlane(say("the chart's position could not be found: let it lie flat, wholly in the picture"))
    turn, place = cv2.solvePnPRefineLM(scene, ideal, lens.matrix, None, turn, place)
    to_picture = lens.matrix @ np.column_stack([cv2.Rodrigues(turn)[0][:, :2], place.ravel()])
    to_table = _usable(np.linalg.inv(to_picture))
    off = _mapped(to_table, ideal) - flat
    error = 2 * float(np.sqrt((off**2).sum(axis=1).mean()))
    if error > 0.02 * chart.size_mm[0]:
        raise BadPlane(say("the chart's corners are off by {error} mm: does it lie flat?", error=f"{error:.1f}"))
    return Plane("chart", rows(to_table), round(max(error, 0.05), 3))


def plane_from_corners(
    corners_px: Sequence[tuple[float, float]], width_mm: float, height_mm: float, lens: Lens | None, picture_width: int
) -> Plane:
    """Return the plane by the tray's four inner corners, clockwise from the upper left, and its inner size. Raises
    BadPlane for corners of no such rectangle.

    `error_mm` is the error by taps; without a lens, also that by distortion; and if the size does not fit the corners,
    that of a wrong size (see `size_misfit`).
    """
    if len(corners_px) != 4:
        raise BadPlane(say("four corners are needed, not {n}", n=len(corners_px)))
    if not (20 <= width_mm <= 2000 and 20 <= height_mm <= 2000):
        raise BadPlane(
            say(
                "a tray of {width} x {depth} mm? Its inside is 20 to 2000 mm wide",
                width=f"{width_mm:g}",
                depth=f"{height_mm:g}",
            )
        )
    ideal = _undistorted(corners_px, lens)
    sides = np.roll(ideal, -1, axis=0) - ideal
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if not (turns > 0).all() or np.linalg.norm(sides, axis=1).min() < picture_width / 40:
        raise BadPlane(say("these are not the corners of a tray clockwise from the top left: tap them again"))
    if not begins_upper_left(ideal):
        raise BadPlane(say("the corner tapped first is not the upper left one: tap them again, clockwise from there"))
    flat = _rectangle(width_mm, height_mm)
    to_table = _usable(cv2.getPerspectiveTransform(ideal.astype(np.float32), flat.astype(np.float32)))
    tap = TAP_PX * picture_width / 1280
    scale = max(width_mm, height_mm) / float(np.linalg.norm(sides, axis=1).max())
    error = 2 * tap * scale + (distortion_error_mm(ideal, flat, picture_width) if lens is None else 0.0)
    off, _ = size_error_mm(ideal, flat, lens, picture_width)
    return Plane("corners", rows(to_table), round(max(error, off), 2))


def size_misfit(
    corners_px: Sequence[tuple[float, float]], width_mm: float, height_mm: float, lens: Lens | None, picture_width: int
) -> Text:
    """Return a sentence if the corners cannot be those of a tray of this size, beyond the error of taps; else NOTHING.
    Without a lens only gross errors are found. Corners show the aspect ratio, never the scale.
    """
    flat = _rectangle(width_mm, height_mm)
    _, another = size_error_mm(_undistorted(corners_px, lens), flat, lens, picture_width)
    if not another:
        return NOTHING
    return say(
        "these corners do not fit a tray of {width} x {depth} mm: see its size and which corner was tapped first",
        width=f"{width_mm:g}",
        depth=f"{height_mm:g}",
    )


def plane_from_die(edge_px: float, die_mm: float, width: int, height: int) -> Plane:
    """Return a plane with the scale only, by a die of known size `edge_px` wide: for a camera straight above. Raises
    BadPlane for impossible sizes.
    """
    if not 5 <= die_mm <= 60:
        raise BadPlane(say("a die of {edge} mm? Common ones are 12 to 20 mm", edge=f"{die_mm:g}"))
    if not 6 <= edge_px <= min(width, height) / 2:
        raise BadPlane(say("a die {edge} pixels wide is too small or too near to measure by", edge=f"{edge_px:.0f}"))
    scale = die_mm / edge_px
    to_table = np.array([[scale, 0, -scale * (width - 1) / 2], [0, scale, -scale * (height - 1) / 2], [0, 0, 1]])
    return Plane("die", rows(to_table), round(0.06 * scale * width / 2, 1))


def to_table(plane: Plane, lens: Lens | None, points_px: Floats, height_mm: float = 0.0) -> NDArray[np.float64]:
    """Return points (n, 2) of the picture in millimetres on the table, for objects `height_mm` above it if a lens is
    known.
    """
    points = np.asarray(points_px, np.float64).reshape(-1, 2)
    if lens is None:
        return _mapped(np.array(plane.to_table), points)
    return _mapped(_lifted(plane, lens, height_mm), lens.undistorted(points))


def to_picture(plane: Plane, lens: Lens | None, points_mm: Floats, height_mm: float = 0.0) -> NDArray[np.float64]:
    """Return the inverse of `to_table`."""
    points = np.asarray(points_mm, np.float64).reshape(-1, 2)
    if lens is None:
        return _mapped(np.linalg.inv(np.array(plane.to_table)), points)
    return lens.distorted(_mapped(np.linalg.inv(_lifted(plane, lens, height_mm)), points))


def pose(plane: Plane, lens: Lens) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return rotation (3, 3) and translation (3,), mm, from table coordinates (z into the table) to the camera's."""
    raw = np.linalg.inv(lens.matrix) @ np.linalg.inv(np.array(plane.to_table))
    raw = raw / np.sqrt(np.linalg.norm(raw[:, 0]) * np.linalg.norm(raw[:, 1]))
    if raw[2, 2] < 0:
        raw = -raw
    turn = np.column_stack([raw[:, 0], raw[:, 1], np.cross(raw[:, 0], raw[:, 1])])
    left, _, right = np.linalg.svd(turn)
    return np.asarray(left @ right), np.asarray(raw[:, 2])


def level_top_offset(plane: Plane, lens: Lens, point_px: Floats, die_mm: float) -> NDArray[np.float64]:
    """Return the top offset (2,) of a level die: the centre of its top face relative to the die's, right and down, in
    half edges as they appear, for a die of this edge with its centre at `point_px` (2,).
    """
    half = die_mm / 2
    here = to_table(plane, lens, point_px, half)
    middle, top = (to_picture(plane, lens, here, height)[0] for height in (half, die_mm))
    turn, place = pose(plane, lens)
    depth = float((turn @ np.array([*here[0], -half]) + place)[2])
    return np.asarray((top - middle) * depth / (half * float(np.sqrt(lens.matrix[0, 0] * lens.matrix[1, 1]))))


def _lifted(plane: Plane, lens: Lens, height_mm: float) -> NDArray[np.float64]:
    """Return the homography from undistorted pixels to the plane `height_mm` above the table, in its x and y."""
    if not height_mm:
        return np.array(plane.to_table)
    turn, place = pose(plane, lens)
    lifted = place - height_mm * turn[:, 2]
    return np.asarray(np.linalg.inv(lens.matrix @ np.column_stack([turn[:, 0], turn[:, 1], lifted])), np.float64)


def _beyond(seen: NDArray[np.float64], flat: NDArray[np.floating[Any]]) -> float:
    """Return the error of the plane outside the chart, mm: twice the largest error when one half of the chart predicts
    the corners of the other.
    """
    off = [np.zeros((1, 2))]
    for axis in (0, 1):
        first = flat[:, axis] < np.median(flat[:, axis])
        for known in (first, ~first):
            found, _ = cv2.findHomography(seen[known], flat[known], 0)
            if found is not None:
                off.append(_mapped(found, seen[~known]) - flat[~known])
    return 2.0 * float(np.linalg.norm(np.concatenate(off), axis=1).max())


def _undistorted(corners_px: Sequence[tuple[float, float]], lens: Lens | None) -> NDArray[np.float64]:
    seen = np.asarray(corners_px, np.float64)
    return seen if lens is None else lens.undistorted(seen)


def _rectangle(width: float, height: float) -> NDArray[np.float64]:
    x, y = width / 2, height / 2
    return np.array([(-x, -y), (x, -y), (x, y), (-x, y)])


def _mapped(homography: NDArray[Any], points: NDArray[Any]) -> NDArray[np.float64]:
    carried = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(carried[:, :2] / carried[:, 2:3], np.float64)


def _usable(homography: Any) -> NDArray[np.float64]:
    if homography is None or not np.isfinite(homography).all() or abs(np.linalg.det(homography)) < 1e-12:
        raise BadPlane(say("the points lie on one line: no plane follows from them"))
    found = np.asarray(homography, np.float64)
    return np.asarray(found / found[2, 2])


def rows(homography: NDArray[np.float64]) -> Matrix:
    """Return a (3, 3) array as the tuples a profile stores."""
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in homography)
    return a, b, c
