"""Solves the lens from detections of the chart: OpenCV's calibration, a choice of model, and checks of the result."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.chart.detection import Sighting
from calibration.chart.observations import Observation
from calibration.chart.page import Chart
from calibration.chart.print_scale import least_error
from calibration.solve.lens import Lens
from calibration.solve.limits import SOLVE_LIMITS, BadSet
from calibration.solve.picture_set import coverage, different, enough
from catseye.text import say

__all__ = ["SOLVE_LIMITS", "BadSet", "Solved", "coverage", "solve"]


_SIMPLE = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3
_MODELS = (
    (_SIMPLE, 4),
    (_SIMPLE & ~cv2.CALIB_FIX_K2, 5),
    (cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3, 7),
    (cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST, 6),
    (cv2.CALIB_FIX_K3, 8),
    (0, 9),
)
"""Flags and number of lens parameters, simplest first. Square pixels, then free ones."""
_UNEXPLAINED = say("no lens explains these pictures: take new ones with the chart tilted in different ways")


@dataclass(frozen=True)
class Solved:
    """A lens and the pictures it was solved from. `cover` is the share of the picture with corners, `tilt_deg` the
    largest angle between the chart and the picture's plane.
    """

    lens: Lens
    observations: tuple[Observation, ...]
    left_out: tuple[str, ...]
    cover: float
    tilt_deg: float


class _Fit(NamedTuple):
    flags: int
    matrix: NDArray[np.float64]
    distortion: NDArray[np.float64]
    turns: tuple[NDArray[np.float64], ...]
    places: tuple[NDArray[np.float64], ...]
    deviations: NDArray[np.float64]
    view_rms: NDArray[np.float64]
    rms: float


def solve(sightings: Sequence[Sighting], chart: Chart) -> Solved:
    """Return the lens that best fits the detections. Raises BadSet."""
    kept = different(sightings)
    cover = coverage(kept)
    if cover < SOLVE_LIMITS.least_cover:
        raise BadSet(
            say(
                "the chart was only seen in {share} of the picture: bring it to the edges and corners too, and closer",
                share=f"{cover:.0%}",
            )
        )
    fit = _fit(kept, chart, _MODELS[1][0])
    kept, left_out = _without_strays(kept, fit)
    if left_out:
        enough(kept)
        fit = _fit(kept, chart, _MODELS[1][0])
    _check_poses(fit, chart)
    fit = _best_model(kept, chart)
    width, height = kept[0].width, kept[0].height
    tilt = _check_poses(fit, chart)
    _check_print(fit, kept, chart)
    _check_error(fit, kept)
    lens = _lens(fit, width, height, _sideways(fit, kept, chart))
    _check_certainty(lens)
    observations = tuple(Observation.of(*each) for each in zip(kept, fit.view_rms.round(4).tolist(), strict=True))
    return Solved(lens, observations, left_out, coverage(kept), tilt)


def _fit(kept: Sequence[Sighting], chart: Chart, flags: int, stretch: float = 1.0) -> _Fit:
    """Return the fitted lens of the model `flags`, for a print that is `stretch` times too wide. Raises BadSet."""
    board = chart.corners_mm() * np.array([stretch, 1, 1], np.float32)
    scene = [board[one.ids].reshape(-1, 1, 3) for one in kept]
    seen = [one.corners_px.reshape(-1, 1, 2) for one in kept]
    guess = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 60, 1e-9)
    try:
        found: tuple[Any, ...] = cv2.calibrateCameraExtended(
            scene, seen, (kept[0].width, kept[0].height), guess, np.zeros(5), flags=flags, criteria=stop
        )
    except cv2.error as error:
        raise BadSet(_UNEXPLAINED) from error
    rms, matrix, distortion, turns, places, deviations, _, view_rms = found
    if not all(np.isfinite(part).all() for part in (matrix, distortion, deviations)):
        raise BadSet(_UNEXPLAINED)
    return _Fit(
        flags,
        np.asarray(matrix),
        np.asarray(distortion).ravel()[:5],
        tuple(np.asarray(turn).ravel() for turn in turns),
        tuple(np.asarray(place).ravel() for place in places),
        np.asarray(deviations).ravel(),
        np.asarray(view_rms).ravel(),
        float(rms),
    )


def _without_strays(kept: list[Sighting], fit: _Fit) -> tuple[list[Sighting], tuple[str, ...]]:
    """Return the pictures without outliers (motion, a bent sheet, a wrong corner), and the names of those."""
    limit = max(3.0 * float(np.median(fit.view_rms)), 0.35 * kept[0].width / 1280)
    good = [one for one, rms in zip(kept, fit.view_rms, strict=True) if rms <= limit]
    left_out = tuple(one.name for one, rms in zip(kept, fit.view_rms, strict=True) if rms > limit)
    return (good, left_out) if len(good) * 2 >= len(kept) else (kept, ())


def _best_model(kept: Sequence[Sighting], chart: Chart) -> _Fit:
    """Return the model with the lowest Bayesian information criterion (Schwarz 1978)."""
    values = 2 * sum(len(one.ids) for one in kept)
    best: tuple[float, _Fit] | None = None
    for flags, parameters in _MODELS:
        fit = _fit(kept, chart, flags)
        spread = max(fit.rms**2 / 2, 1e-12)
        score = values * math.log(spread) + (parameters + 6 * len(kept)) * math.log(values)
        if best is None or score < best[0] - 2:
            best = (score, fit)
    assert best is not None
    return best[1]


def _check_poses(fit: _Fit, chart: Chart) -> float:
    """Return the largest angle, in degrees, between the chart and the picture's plane. Raises BadSet if the positions
    differ too little, or angles or distances are impossible.
    """
    rotations = [cv2.Rodrigues(turn)[0] for turn in fit.turns]
    normals = np.array([rotation[:, 2] for rotation in rotations])
    between = float(np.degrees(np.arccos(np.clip(normals @ normals.T, -1, 1).min())))
    if between < SOLVE_LIMITS.least_tilt_deg:
        raise BadSet(
            say(
                "all pictures are from one angle (the chart turned by {angle} degrees at most): "
                "tilt it to the left, right, front and back by 20 to 40 degrees",
                angle=f"{between:.0f}",
            )
        )
    middle = np.array([*chart.size_mm, 0.0]) / 2
    middles = np.array([rotation @ middle + place for rotation, place in zip(rotations, fit.places, strict=True)])
    away = np.linalg.norm(middles, axis=1)
    distance = float(np.median(away))
    if not SOLVE_LIMITS.nearest_mm <= distance <= SOLVE_LIMITS.farthest_mm:
        raise BadSet(
            say(
                "with squares of {square} mm the camera would be {metres} m from the chart: "
                "is the size of the squares right? Measure one with a ruler",
                square=f"{chart.square_mm:g}",
                metres=f"{distance / 1000:.2f}",
            )
        )
    facing = (normals * middles).sum(axis=1) / away
    if facing.min() <= 0 or middles[:, 2].min() <= 0:  # only a mirrored solution sees a printed chart from behind
        raise BadSet(
            say(
                "in {n} of the {all} pictures the chart would be seen from behind: are pictures mirrored? "
                "Switch that off in the camera, or leave them out",
                n=int(((facing <= 0) | (middles[:, 2] <= 0)).sum()),
                all=len(facing),
            )
        )
    return float(np.degrees(np.arccos(np.clip(normals[:, 2].min(), -1, 1))))


def _check_print(fit: _Fit, kept: Sequence[Sighting], chart: Chart) -> None:
    """Raise BadSet if the print is stretched one way, or if pixels that are not square would explain the same.

    Cameras' pixels are square, and then each tilted picture reveals a stretch. Free pixels explain nearly all of it
    unless the chart is rotated between pictures; so they are accepted only if they explain clearly more than a
    stretched print.
    """
    flags = fit.flags | cv2.CALIB_FIX_ASPECT_RATIO
    stretch = least_error(lambda ratio: _fit(kept, chart, flags, ratio).rms)
    by = abs(stretch.ratio - 1)
    if by <= SOLVE_LIMITS.largest_stretch or stretch.rms_px > SOLVE_LIMITS.largest_rms_share * kept[0].width:
        return
    free = _fit(kept, chart, fit.flags & ~cv2.CALIB_FIX_ASPECT_RATIO).rms
    if free < SOLVE_LIMITS.clearly_less * stretch.rms_px:
        return
    share = f"{by:.1%}"
    how = say("{share} wider", share=share) if stretch.ratio > 1 else say("{share} narrower", share=share)
    if stretch.rms_px < SOLVE_LIMITS.clearly_less * free:
        raise BadSet(say("the print is {how} than high: print it again at 100 %, or take the right sheet", how=how))
    raise BadSet(
        say(
            "the print, or else each of the camera's pixels, is {how} than high: measure a square both ways, "
            "print it again at 100 %, and turn the chart by 90 degrees in some pictures",
            how=how,
        )
    )


def _check_error(fit: _Fit, kept: Sequence[Sighting]) -> None:
    limit = SOLVE_LIMITS.largest_rms_share * kept[0].width
    if fit.rms <= limit:
        return
    raise BadSet(
        say(
            "the corners miss their places by {error} pixels (at most {limit}): "
            "is the sheet flat, the chart the right one, and was everything still?",
            error=f"{fit.rms:.2f}",
            limit=f"{limit:.2f}",
        )
    )


def _sideways(fit: _Fit, kept: Sequence[Sighting], chart: Chart) -> float:
    """Return the shift of the principal point, px, with tangential distortion set free.

    Tangential distortion and the principal point have nearly the same effect. Pictures that do not separate them give
    small deviations for either alone, so their mutual effect is part of the uncertainty.
    """
    if fit.distortion[2] or fit.distortion[3]:
        return 0.0
    other = _fit(kept, chart, _MODELS[2][0])
    return float(np.hypot(*(other.matrix[:2, 2] - fit.matrix[:2, 2])))


def _lens(fit: _Fit, width: int, height: int, sideways_px: float) -> Lens:
    fx, fy = float(fit.matrix[0, 0]), float(fit.matrix[1, 1])
    sd_fx, sd_fy, sd_cx, sd_cy = (float(one) for one in fit.deviations[:4])
    k1, k2, p1, p2, k3 = (float(one) for one in fit.distortion)
    return Lens(
        width,
        height,
        fx,
        fy,
        float(fit.matrix[0, 2]),
        float(fit.matrix[1, 2]),
        (k1, k2, p1, p2, k3),
        rms_px=fit.rms,
        focal_sd=max(sd_fx / fx, sd_fy / fy),
        centre_sd_px=max(sd_cx, sd_cy, sideways_px / 2),
    )


def _check_certainty(lens: Lens) -> None:
    if not lens.holds():
        raise BadSet(say("the lens bends the picture's corners too much: bring the chart into the corners, or zoom in"))
    centre = SOLVE_LIMITS.largest_centre_sd_share * lens.width
    if lens.focal_sd > SOLVE_LIMITS.largest_focal_sd or lens.centre_sd_px > centre:
        raise BadSet(
            say(
                "the lens is not certain enough (focal length +-{focal}, centre +-{centre} pixels): "
                "add pictures with the chart tilted and near the edges",
                focal=f"{2 * lens.focal_sd:.2%}",
                centre=f"{2 * lens.centre_sd_px:.1f}",
            )
        )
