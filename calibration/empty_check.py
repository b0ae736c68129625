"""Whether the chart has gone out of the picture: a covered or blurred one still lies in the tray."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.chart import Chart
from calibration.chart_detection import grey_of
from calibration.drift_reference import reduced
from calibration.profile import TrayProfile

FEWEST_MARKERS = 2
"""One marker is now and then seen in a patterned table; two are the chart's."""
ALIKE = 0.5
"""Correlation with the chart's picture from which on it lies there; a tray without it has none."""
SOFT = 2.0
"""Blur, in reduced pixels, that leaves the chart's squares but not its markers."""


def chart_left(picture: NDArray[Any], chart: Chart, profile: TrayProfile) -> bool:
    """Whether the chart is still in a picture (H, W, 3) uint8: anywhere, or where it lay when
    the plane was measured.
    """
    return chart_in(picture, chart) or _where_it_lay(picture, chart, profile)


def chart_in(picture: NDArray[Any], chart: Chart) -> bool:
    """Whether two of the chart's markers or more are seen in a picture (H, W, 3) or (H, W) uint8, in a smaller one too,
    where edges that run into each other are sharp again. False for what is no picture.
    """
    grey = grey_of(picture)
    if grey is None:
        return False
    board = chart.board()
    detector = cv2.aruco.ArucoDetector(board.getDictionary())
    its_own = board.getIds().ravel()
    while True:
        ids: Any = detector.detectMarkers(grey)[1]
        if ids is not None and len(np.intersect1d(ids, its_own)) >= FEWEST_MARKERS:
            return True
        if min(grey.shape) < 240:
            return False
        grey = np.asarray(cv2.pyrDown(grey), np.uint8)


def _where_it_lay(picture: NDArray[Any], chart: Chart, profile: TrayProfile) -> bool:
    """Too blurred for its markers, the chart still looks like itself at the place the plane was measured by."""
    small = reduced(picture)
    if small is None or profile.plane is None or profile.plane.method != "chart":
        return False
    (wide, deep), drawn = chart.size_mm, chart.picture(2)
    rows, columns = drawn.shape
    places = profile.to_px(np.array([(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)]) / 2)
    assert places is not None
    outer = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) - np.float32(0.5)
    there = np.asarray(places * small.shape[1] / profile.width, np.float32)
    onto, size = cv2.getPerspectiveTransform(outer, there), (small.shape[1], small.shape[0])
    inside = cv2.warpPerspective(np.full_like(drawn, 255), onto, size) > 0
    lying = cv2.GaussianBlur(cv2.warpPerspective(drawn, onto, size).astype(np.float32), (0, 0), SOFT)[inside]
    seen = cv2.GaussianBlur(small.astype(np.float32), (0, 0), SOFT)[inside]
    spread = float(lying.std() * seen.std()) if inside.any() else 0.0
    return spread > 0 and float(((lying - lying.mean()) * (seen - seen.mean())).mean()) > ALIKE * spread
