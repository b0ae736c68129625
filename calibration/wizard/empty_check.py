"""Checks that the tray is empty: at rest, without dice, and without the chart, even a covered or blurred one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_motion import nothing_moves
from calibration.chart.detection import grey_of
from calibration.chart.page import Chart
from calibration.drift.reference import reduced_grey
from calibration.light.flicker import Film
from calibration.profile.tray_profile import TrayProfile
from calibration.profile.update import with_empty
from calibration.wizard.steps import HELD_LOOKS
from catseye.text import NOTHING, say

FEWEST_MARKERS = 2
"""Least number of markers of a chart; a patterned table may seem to have one."""
ALIKE = 0.5
"""Least correlation with the chart's picture at the place of the chart."""
SOFT = 2.0
"""Deviation of a Gaussian blur, reduced px, that leaves the chart's squares but not its markers."""
EVERY_LOOK = 6
"""Every sixth picture is read again after the tray was found empty: a reading takes up to half a second."""


class EmptyCheck:
    """Checks pictures until the tray is empty and at rest. `said` is the sentence about the last one."""

    def __init__(self, chart: Chart) -> None:
        self._chart, self._pictures = chart, 0
        self._last: NDArray[np.uint8] | None = None
        self._still, self.said = 0, NOTHING
        self._dice = False

    @property
    def still(self) -> int:
        """The number of successive pictures at rest; 0 while there are dice."""
        return 0 if self._dice else self._still

    def clear(self) -> None:
        """Restart."""
        self._still, self._last, self._dice = 0, None, False

    def see(
        self,
        profile: TrayProfile,
        picture: NDArray[Any],
        film: Film | None,
        dice_in: Callable[[NDArray[Any]], int] | None,
    ) -> TrayProfile:
        """Return the profile with the light of the empty tray once it is empty, without it while there are dice.
        `dice_in` counts the dice in a picture.
        """
        small = reduced_grey(picture)
        if small is None or (self._last is not None and not nothing_moves(self._last, small)):
            self._still = 0
        if chart_left(picture, self._chart, profile):
            self.clear()
            self.said = say("the chart is still there")
            return profile
        self._last, self._still, self._pictures = small, min(self._still + 1, HELD_LOOKS), self._pictures + 1
        if self._still < HELD_LOOKS:
            if not self._dice:
                self.said = say("take your hands away for a moment")
            return profile
        if profile.light is not None and self._pictures % EVERY_LOOK:
            return profile
        if dice_in is not None and dice_in(picture):
            self._still, self._dice = 0, True
            self.said = say("there are dice in the tray: take them out")
            return replace(profile, light=None)
        self._dice = False
        found, self.said = with_empty(profile, picture, film)
        return found


def chart_left(picture: NDArray[Any], chart: Chart, profile: TrayProfile) -> bool:
    """Return whether the chart is still in a picture (H, W, 3) uint8: anywhere, or where it lay for the plane."""
    return chart_in(picture, chart) or _where_it_lay(picture, chart, profile)


def chart_in(picture: NDArray[Any], chart: Chart) -> bool:
    """Return whether a picture (H, W, 3) or (H, W) uint8 has at least two of the chart's markers at any level of its
    pyramid: reduced, a blurred chart is sharp again. False for an invalid picture.
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
    """Return whether the picture correlates with the chart where it lay, though too blurred for markers."""
    small = reduced_grey(picture)
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
