"""Trays, cameras and tables to test the drawn scenes with."""

import numpy as np

from training import trays
from training.cameras import any_camera
from training.placing import Table, on_table
from training.scene import WINDOW
from training.trays import Tray
from vision.sim.camera import looking_at
from vision.sim.render_die import Light

ABOVE = Light(np.array([0.0, 0.0, 1.0]), main=(0.5, 0.5, 0.5), around=(0.5, 0.5, 0.5), shadow=0.0)
FLOOR, WALL, TABLE = 90.0, 200.0, 20.0
YAWS = (0.0, 0.3, -1.2, np.pi / 2, 2.8)


def tray_of(yaw=0.0, *, high=20.0, middle=(0.0, 0.0), half=(80.0, 60.0), thick=5.0):
    floor, wall = np.full((64, 64, 3), FLOOR, np.float32), np.full((48, 400, 3), WALL, np.float32)
    return Tray(np.array(middle), np.array(half), yaw, high, thick, floor, wall, 2.0)


def camera_at(tilt, azimuth=0.0, target=(0.0, 0.0, 0.0), distance=600.0):
    return looking_at(
        target, distance_mm=distance, tilt_deg=tilt, size=(WINDOW, WINDOW), hfov_deg=24, azimuth_deg=azimuth
    )


def square(spot, yaw, half):
    """Return the corners (4, 2) of a square on the table."""
    c, s = np.cos(yaw), np.sin(yaw)
    return spot + half * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) @ np.array([[c, s], [-s, c]])


def random_table(seed, tray=True):
    """Return a table as draw_scene makes one, and the generator after it."""
    rng = np.random.default_rng((31, seed))
    camera, edge_px, tilt = any_camera(rng, whole=seed % 3 == 0)
    near = on_table(camera, rng.uniform(0.1, 0.9, (1, 2)) * WINDOW)[0]
    found = trays.random_tray(rng, near, tilt, edge_px / 16) if tray else None
    return Table(camera, WINDOW, edge_px, (90.0, 90.0, 90.0), found), rng
