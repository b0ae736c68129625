"""Things under dice and over them: coins that lift a side, cards that cover a part, hands."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training import surfaces
from training.looks import paint
from training.placing import Body, on_table
from vision.sim.camera import Pinhole
from vision.sim.die import top_normal
from vision.sim.hand import hand_patch
from vision.sim.render_die import Light, dim_outline, lay_inside, tinted

COVERED = -2
"""The owner of pixels covered by a hand, a card or a wall."""


def coin_under(
    canvas: NDArray[np.float32], camera: Pinhole, body: Body, light: Light, rng: np.random.Generator
) -> None:
    """Render the coin or counter that lifts one side of a die."""
    tilt = top_normal(body.pose.turn)
    raised = -tilt[:2] / max(float(np.linalg.norm(tilt[:2])), 1e-6)  # the top leans away from the lifted side
    radius = float(rng.uniform(8, 14))
    middle = body.pose.centre_mm[:2] + raised * (body.look.size_mm / 2 + radius * float(rng.uniform(0.2, 0.8)))
    around = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    ring = middle + radius * np.column_stack([np.cos(around), np.sin(around)])
    level = light.level
    colour = np.asarray(paint(str(rng.choice(("yellow", "orange", "grey", "any", "white", "black"))), rng)) * level
    dim_outline(canvas, camera.project(np.column_stack([ring, np.zeros(28)])), 1.5, 0.4)
    for share, tone in ((1.0, float(rng.uniform(0.6, 1.1))), (0.82, 1.0)):
        rim = camera.project(np.column_stack([middle + (ring - middle) * share, np.full(28, 2.0)]))
        if np.abs(rim).max() < 4 * max(canvas.shape):
            shade = tuple(float(c) * tone for c in colour)
            cv2.fillConvexPoly(canvas, np.asarray(rim * 16, np.int32), shade, cv2.LINE_AA, 4)


def cover_die(
    canvas: NDArray[np.float32],
    owners: NDArray[np.int16],
    camera: Pinhole,
    body: Body,
    light: Light,
    rng: np.random.Generator,
) -> None:
    """Render a card or a sheet of paper over a part of a die; the covered pixels have no owner."""
    heading = rng.uniform(0, 2 * np.pi)
    along, across = np.array([np.cos(heading), np.sin(heading)]), np.array([-np.sin(heading), np.cos(heading)])
    half = body.look.size_mm / 2
    edge = body.pose.centre_mm[:2] + along * half * rng.uniform(-0.9, 0.5)
    wide, long = rng.uniform(20, 70), rng.uniform(30, 90)
    shift = across * rng.uniform(-0.7, 0.7) * wide
    ring = np.stack([edge + shift - across * wide, edge + shift + across * wide])
    outline = np.concatenate([ring, ring[::-1] + along * long])
    high = body.pose.centre_mm[2] + half + 0.5
    seen = camera.project(np.column_stack([outline, np.full(4, high)]))
    if np.abs(seen).max() > 6 * max(canvas.shape):
        return
    fall = light.fall(high)
    dim_outline(canvas, camera.project(np.column_stack([outline - fall, np.zeros(4)])), 5.0, light.shadow * 0.7)
    level = light.level
    colour = np.asarray(paint(str(rng.choice(("white", "white", "ivory", "any", "black", "red"))), rng)) * level
    grain = 1 + rng.uniform(0, 0.05) * surfaces.blotches(rng, canvas.shape[:2], 2)
    paper = tinted(tuple(colour), grain)
    mask = lay_inside(canvas, (0, 0), paper, seen)
    owners[mask > 0.5] = COVERED


def reach_in(
    canvas: NDArray[np.float32], owners: NDArray[np.int16], camera: Pinhole, light: Light, rng: np.random.Generator
) -> None:
    """Render a hand in the picture; the covered pixels have no owner."""
    tip = on_table(camera, rng.uniform(0.1, 0.9, (1, 2)) * (camera.width, camera.height))[0] + rng.uniform(-70, 70, 2)
    skin = tuple(np.array((120, 152, 205)) * rng.uniform(0.35, 1.15) * rng.uniform(0.9, 1.1, 3))
    patch = hand_patch(camera, tip, float(rng.uniform(-3.1, 3.1)), light, skin)
    if patch is not None:
        patch.blend(canvas)
        h, w = patch.alpha.shape[:2]
        owners[patch.y0 : patch.y0 + h, patch.x0 : patch.x0 + w][patch.alpha[..., 0] > 0.3] = COVERED
