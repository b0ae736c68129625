"""Limits of a set of pictures of the chart whose lens is accepted."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.errors import CalibrationError


@dataclass(frozen=True, slots=True)
class SolveLimits:
    """Limits of a set of pictures and of the lens by it. Chosen so that a tray of 300 x 190 mm at 60 cm is measured to
    0.5 mm, on 200 rendered cameras (bench/calibration_solve.py).
    """

    fewest_pictures: int = 6
    least_cover: float = 0.45
    """Least share of the picture inside the convex hull of all corners; outside it the distortion is extrapolated."""
    least_tilt_deg: float = 18.0
    """Least largest angle between two positions of the chart: without it focal length and distance are ambiguous."""
    largest_rms_share: float = 0.8 / 1280
    """Largest reprojection error as a share of the picture's width."""
    largest_focal_sd: float = 0.0012
    """Largest standard deviation of the focal length, as a share of it: a quarter of the tray's tolerance."""
    largest_centre_sd_share: float = 0.9 / 1280
    """The same of the principal point, as a share of the picture's width."""
    largest_stretch: float = 0.004
    """Largest stretch of a print: the tray's tolerance, and twice what a sheet that sags by 4 mm appears to have."""
    clearly_less: float = 0.9
    """Ratio of two errors below which the explanation with the smaller one is accepted."""
    nearest_mm: float = 80.0
    farthest_mm: float = 2000.0
    """Range of distances of the chart, mm."""


SOLVE_LIMITS = SolveLimits()


class BadSet(CalibrationError):  # noqa: N818  what the pictures are, not a fault of the program
    """These pictures do not determine the lens; the message says why and what to do about it."""
