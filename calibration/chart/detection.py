"""Detects the chart in a picture, or says why the picture cannot be used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.chart.page import Chart, Picture
from calibration.image_quality import QUALITY_LIMITS, ceiling, edge_widths, sharpness
from catseye.text import Text, say

FEWEST_CORNERS = 8
"""Least number of corners of a detection; fewer determine little and may come from clutter."""
STRANGE_MARKERS = 3
"""Number of markers with other ids than the chart's that means another sheet; fewer may be clutter."""
WIDEST_EDGE_PX = 6.0
"""Largest width of the chart's edges: with wider ones corners are not exact to a few tenths of a pixel."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """The chart in one picture: `ids` (n,) int32 of the visible inner corners and their places `corners_px` (n, 2)
    float32. `edge_px` is the width of the chart's edges (10 to 90 %, median).
    """

    name: str
    width: int
    height: int
    ids: NDArray[np.int32]
    corners_px: NDArray[np.float32]
    edge_px: float

    def differs_from(self, other: Sighting, share: float = 0.012) -> bool:
        """Return whether the chart is in another position: the median shift of common corners exceeds `share` of the
        width.
        """
        both, mine, theirs = np.intersect1d(self.ids, other.ids, return_indices=True)
        if len(both) < FEWEST_CORNERS:
            return True
        moved = np.linalg.norm(self.corners_px[mine] - other.corners_px[theirs], axis=1)
        return bool(np.median(moved) > share * self.width)


@dataclass(frozen=True)
class Unusable:
    """A picture that cannot be used, and why."""

    name: str
    why: Text


def find_chart(picture: NDArray[Any], chart: Chart, name: str = "") -> Sighting | Unusable:
    """Detect the chart in a picture (H, W, 3) or (H, W) uint8."""
    grey = grey_of(picture)
    if grey is None:
        return Unusable(name, say("this is not a picture of 8 bits, or it is too small"))
    corners, ids, strange = _detected(grey, chart)
    if strange >= STRANGE_MARKERS:
        why = say(
            "there are markers that a chart of {columns} x {rows} squares does not have: is it another sheet?",
            columns=chart.columns,
            rows=chart.rows,
        )
        return Unusable(name, why)
    if not len(ids):
        return Unusable(name, _why_nothing(grey, chart))
    if len(ids) < FEWEST_CORNERS:
        why = say(
            "only {n} of {all} corners are seen: the chart is cut off, covered or far away",
            n=len(ids),
            all=chart.corner_count,
        )
        return Unusable(name, why)
    if _on_one_line(corners):
        return Unusable(name, say("only one row of the chart is seen: show more of it"))
    edge = _edge_px(grey, chart, ids, corners)
    if edge > WIDEST_EDGE_PX:
        why = say("blurred: black turns into white over {width} pixels; hold still or focus", width=f"{edge:.1f}")
        return Unusable(name, why)
    height, width = grey.shape
    return Sighting(name, width, height, ids, corners, round(edge, 2))


def grey_of(picture: NDArray[Any]) -> Picture | None:
    """Return the picture in grey, (H, W) uint8; None for an invalid one or one smaller than 64 px."""
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8 or picture.ndim not in (2, 3):
        return None
    if min(picture.shape[:2]) < 64 or (picture.ndim == 3 and picture.shape[2] != 3):
        return None
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture, np.uint8)


def _detected(grey: Picture, chart: Chart) -> tuple[NDArray[np.float32], NDArray[np.int32], int]:
    """Return the detected corners, their ids, and the number of markers that are not the chart's."""
    markers = cv2.aruco.DetectorParameters()
    markers.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    board = chart.board()
    detector = cv2.aruco.CharucoDetector(board, cv2.aruco.CharucoParameters(), markers)
    found: tuple[Any, ...] = detector.detectBoard(grey)
    corners, ids, seen = found[0], found[1], found[3]
    strange = 0 if seen is None else len(np.setdiff1d(seen, board.getIds()))
    if ids is None or corners is None:
        return np.zeros((0, 2), np.float32), np.zeros(0, np.int32), strange
    return np.asarray(corners, np.float32).reshape(-1, 2), np.asarray(ids, np.int32).ravel(), strange


def _why_nothing(grey: Picture, chart: Chart) -> Text:
    """Return why there is no chart: blur, another sheet, or darkness."""
    smaller = grey
    while min(smaller.shape) >= 240:
        smaller = np.asarray(cv2.pyrDown(smaller), np.uint8)
        if len(_detected(smaller, chart)[1]) >= FEWEST_CORNERS:
            return say("blurred: the chart is there, but its edges run into each other; hold still or focus")
    softest = sharpness(grey, reach_px=16.0)
    if softest is not None and softest > WIDEST_EDGE_PX:
        return say(
            "no chart is seen: the picture is blurred, its sharpest edges are {width} pixels wide",
            width=f"{softest:.0f}",
        )
    words = chart.board().getDictionary()
    _, ids, _ = cv2.aruco.ArucoDetector(words).detectMarkers(grey)
    if ids is not None and len(ids) >= 4:
        return say(
            "markers are seen but they make no chart of {columns} x {rows} squares: is it another sheet?",
            columns=chart.columns,
            rows=chart.rows,
        )
    if ceiling(grey) < QUALITY_LIMITS.unreadable_ceiling:
        return say("no chart is seen: the picture is nearly black")
    return say("no chart is seen")


def _on_one_line(corners: NDArray[np.float32]) -> bool:
    spread = np.linalg.svd(corners - corners.mean(axis=0), compute_uv=False)
    return bool(spread[1] < 0.02 * spread[0])


def _edge_px(grey: Picture, chart: Chart, ids: NDArray[np.int32], corners: NDArray[np.float32]) -> float:
    """Return the median width of the chart's edges: midway between neighbouring corners is one from black to white."""
    place = dict(zip(ids.tolist(), corners, strict=True))
    across = chart.columns - 1
    pairs = [(one, one + 1) for one in place if one % across != across - 1 and one + 1 in place]
    pairs += [(one, one + across) for one in place if one + across in place]
    if not pairs:
        return 0.0
    ends = np.array([(place[one], place[other]) for one, other in pairs], np.float32)
    along = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(along, axis=1, keepdims=True)
    normals = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.maximum(length, 1e-6)
    reach = float(np.median(length)) / 8 * 0.9
    widths = edge_widths(grey, ends.mean(axis=1), normals, reach_px=max(reach, 2.0))
    return float(np.median(widths)) if len(widths) else 0.0
