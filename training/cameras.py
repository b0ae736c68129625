"""Poses of cameras over a rendered table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.sim.camera import Pinhole, looking_at

WINDOW = 448
"""Side of the rendered picture, px: a window at a random place of a larger picture."""
_TILTS = (0.4, 0.32, 0.18, 0.1)
"""Probabilities of a camera overhead (tilted by up to 15 degrees), usual (35), low (50) or very low (62)."""


def any_camera(rng: np.random.Generator, *, whole: bool) -> tuple[Pinhole, float, float]:
    """Return a camera for a window of a 1280x720 picture, the edge of a 16 mm die in pixels, and the camera's tilt in
    degrees.
    """
    edge_px = float(np.exp(rng.uniform(np.log(13), np.log(36 if whole else 100))))
    tilt = float(
        rng.choice((15 * rng.random() ** 1.5, rng.uniform(15, 35), rng.uniform(35, 50), rng.uniform(50, 62)), p=_TILTS)
    )
    roll = rng.normal(0, 7)
    turned = 0.1 if whole else 0.5 if tilt < 22 else 0.3 if tilt < 35 else 0.15
    if rng.random() < turned:
        roll = rng.uniform(0, 360)
    focal = (WINDOW / 2 if whole else 640) / np.tan(np.radians(rng.uniform(32, 74)) / 2)
    distance = focal * 16 / edge_px
    if distance < 140:
        distance, focal = 140.0, edge_px * 140 / 16
    camera = looking_at(
        (0, 0, 0), distance_mm=distance, tilt_deg=tilt, size=(WINDOW, WINDOW), hfov_deg=50, roll_deg=roll
    )
    across, along = (440, 190) if tilt < 40 else (440, 60)
    if rng.random() < 0.4:
        across, along = 120, 80  # the dice in the middle of the picture, as people photograph them
    off = (0.0, 0.0) if whole else (float(rng.uniform(-across, across)), float(rng.uniform(-along, along)))
    aspect = float(np.exp(rng.uniform(-0.5, 0.5))) if rng.random() < 0.25 else 1.0
    return replace(camera, focal_px=float(focal), axis_px=off, aspect=aspect), edge_px, tilt


def tray_camera(rng: np.random.Generator, edges: tuple[float, float]) -> tuple[Pinhole, float, float]:
    """Return what `any_camera` does, for a camera above a tray or beside it."""
    edge_px = float(np.exp(rng.uniform(*np.log(edges))))
    tilt = float(rng.choice((rng.uniform(0, 15), rng.uniform(15, 35), rng.uniform(35, 45)), p=(0.5, 0.42, 0.08)))
    focal = 640 / np.tan(np.radians(rng.uniform(45, 70)) / 2)
    camera = looking_at(
        (0, 0, 0),
        distance_mm=max(focal * 16 / edge_px, 140.0),
        tilt_deg=tilt,
        size=(WINDOW, WINDOW),
        hfov_deg=50,
        roll_deg=float(rng.normal(0, 5)),
    )
    off = float(rng.uniform(-250, 250)), float(rng.uniform(-100, 100))
    return replace(camera, focal_px=float(focal), axis_px=off), edge_px, tilt
