"""Placement of dice: apart, touching, in heaps, stacked, leaning on coins, on walls and on each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from training.looks import random_look, unseen
from training.makers import as_made
from training.materials import made_of, stamped, with_odd_pips
from training.trays import Tray
from vision.sim.camera import Pinhole
from vision.sim.die import CORNERS, DieLook, Floats, Pose, about, lying
from vision.sim.trajectories import overlap

Square = tuple[Floats, float, float]
"""The footprint of a die: its middle (2,) mm, its angle (rad), half its edge."""
_LEAN, _STACKED, _UNEVEN = 0.17, 0.2, 0.36
"""Largest probabilities that a die leans, is stacked on another one, or is not quite level."""
_MATERIAL, _ODD_PIPS = 0.4, 0.25
"""Probabilities of a material that hobby players own, and of odd pips."""
_STAMPED = 0.1
"""Probability of symbols or numbers instead of pips."""
_MAKERS = 0.4
"""Probability of pips placed as in `training.makers`."""
_BLANK = (np.zeros((1, 1), np.uint8),) * 6
"""Faces without pips, also where a body of several colours would show them."""
_CROWDED = 0.12
"""Probability of a crowd of up to `_MANY` dice."""
_MANY = 25


def owned_look(rng: np.random.Generator) -> DieLook:
    """Return a random die: an ordinary one, or one of another material, with pips where makers place them, or odd."""
    look = random_look(rng)
    if rng.random() < _MATERIAL:
        look = made_of(look, rng)
    if rng.random() < _MAKERS:
        look = as_made(look, rng)
    panelled = look.inset is not None or look.hoop is not None
    return with_odd_pips(look, rng) if rng.random() < _ODD_PIPS and not panelled else look


@dataclass(frozen=True, eq=False)
class Body:
    """A die, or a plain cube (if not `die`), and its pose; `on_coin`: a flat round thing is under it."""

    look: DieLook
    pose: Pose
    die: bool
    on_coin: bool = False


@dataclass(frozen=True, eq=False)
class Table:
    """The surroundings for placing: the camera, the side of its picture in pixels, the edge of a 16 mm die there, the
    colour of the table, and the tray in which the dice lie, if any.
    """

    camera: Pinhole
    window: int
    edge_px: float
    colour: tuple[float, ...]
    tray: Tray | None


def on_table(camera: Pinhole, pixels: Floats) -> Floats:
    """Return the table points (n, 2) in mm at pixels (n, 2)."""
    back = np.linalg.inv(camera.table_homography())
    points = np.column_stack([pixels, np.ones(len(pixels))]) @ back.T
    return np.asarray(points[:, :2] / points[:, 2:])


def placed_bodies(
    rng: np.random.Generator, table: Table, *, leaning: bool = True, ordinary: bool = False
) -> list[Body]:
    """Return the dice and cubes of a scene, some of them of the table's colour; none leans if not `leaning`. If
    `ordinary` all are of plain materials, with pips, and at most nine.
    """
    look_at_random = random_look if ordinary else owned_look
    most = int(np.clip((table.window / table.edge_px) ** 2 / 4, 2, 9))
    if rng.random() < _CROWDED and not ordinary:
        most = int(np.clip((table.window / table.edge_px) ** 2 / 5, 2, _MANY))
    count = 0 if rng.random() < 0.1 else int(rng.integers(1, most + 1))
    theme = look_at_random(rng) if rng.random() < 0.6 else None
    if rng.random() < 0.08:
        theme = unseen(random_look(rng), tuple(c * float(rng.uniform(0.8, 1.2)) for c in table.colour), rng)
    crowd = float(rng.choice((0.1, 0.4, 0.9)))
    stamps_only = rng.random() < _STAMPED and not ordinary
    bodies: list[Body] = []
    squares: list[Square] = []
    for _ in range(count):
        look = look_at_random(rng) if theme is None or rng.random() < 0.15 else theme
        odd = rng.random()
        cube = stamps_only or odd < 0.06 + _STAMPED
        if not ordinary and (stamps_only or odd < _STAMPED):
            look = stamped(look, rng)
        elif cube:
            look = replace(look, stamps=_BLANK, size_mm=float(rng.uniform(7, 18)))
        square = _free_square(rng, table, look.size_mm / 2, squares, crowd)
        if square is None:
            break
        squares.append(square)
        bodies.append(_laid(rng, look, squares, bodies, table.tray, cube=cube, leaning=leaning))
    return bodies


def _laid(
    rng: np.random.Generator,
    look: DieLook,
    squares: list[Square],
    bodies: list[Body],
    tray: Tray | None,
    *,
    cube: bool,
    leaning: bool,
) -> Body:
    """Return a body on the last of the squares (which it may change): level, uneven, leaning or stacked on another
    one.
    """
    at, yaw, half = squares[-1]
    turn = lying(int(rng.integers(1, 7)), yaw)
    base, on_coin = 0.0, False
    pick = rng.random()
    if pick < _LEAN and leaning:
        lean = 7.5 + 37 * rng.random() ** 1.7
        heading = float(rng.uniform(0, 6.28))
        side = min(range(4), key=lambda i: tray.room(at, i)) if tray is not None else -1
        if tray is not None and tray.room(at, side) < 3.5 * half and rng.random() < 0.7:
            out = tray.outward(side)
            heading = float(np.arctan2(out[1], out[0]) + np.pi / 2 * rng.choice((-1, 1)) + rng.normal(0, 0.1))
            turn = _tipped(lying(int(rng.integers(1, 7)), heading + float(rng.normal(0, 0.1))), heading, lean)
            reach = half * float((CORNERS @ turn.T)[:, :2].dot(out).max())
            at = at + out * (tray.room(at, side) - reach)
        else:
            on_coin = lean < 20 and rng.random() < 0.5
            turn = _tipped(turn, heading, lean)
            base = float(rng.uniform(0, 2)) if on_coin else 0.0
        squares[-1] = (at, yaw, half)
    elif _LEAN < pick < _STACKED and bodies and leaning:
        below = bodies[int(rng.integers(len(bodies)))]
        base = below.pose.centre_mm[2] + below.look.size_mm / 2
        at = below.pose.centre_mm[:2] + rng.uniform(-0.3, 0.3, 2) * half
        squares[-1] = (at, yaw, half)
    elif pick < _UNEVEN:
        turn = _tipped(turn, float(rng.uniform(0, 6.28)), float(rng.uniform(0, 2)))
    height = base + half * float(np.max(-(CORNERS @ turn.T)[:, 2]))
    return Body(look, Pose(turn, np.array([*at, height])), not cube, on_coin)


def _tipped(turn: Floats, heading: float, lean_deg: float) -> Floats:
    """Return a rotation tilted about a horizontal axis."""
    return np.asarray(about((np.cos(heading), np.sin(heading), 0.0), np.radians(lean_deg)) @ turn)


def _free_square(
    rng: np.random.Generator, table: Table, half: float, others: list[Square], crowd: float
) -> Square | None:
    """Return a square of this half edge that overlaps none of the others, None without room."""
    for _ in range(30):
        yaw = float(rng.uniform(0, 6.28))
        if others and rng.random() < crowd:
            at, yaw = _beside(rng, yaw, half, others)
        else:
            at = on_table(table.camera, rng.uniform(-0.02, 1.02, (1, 2)) * table.window)[0]
            if table.tray is not None and rng.random() < 0.5:
                at, yaw = _at_wall(rng, table.tray, at, yaw, half)
        seen = table.camera.project(np.array([[at[0], at[1], half]]))[0]
        inside = np.all(seen > -0.03 * table.window) and np.all(seen < 1.03 * table.window)
        room = table.tray is None or table.tray.holds(at, yaw, half)
        if inside and room and not any(overlap((at, yaw, half), other) for other in others):
            return at, yaw, half
    return None


def _beside(rng: np.random.Generator, yaw: float, half: float, others: list[Square]) -> tuple[Floats, float]:
    """Return a place beside one of the others, often face to face, and an angle."""
    other = others[int(rng.integers(len(others)))]
    if rng.random() < 0.5:
        yaw = other[1] + float(rng.choice((0, np.pi / 2))) + float(rng.normal(0, 0.03))
    facing = rng.random() < 0.5
    bearing = other[1] + float(rng.integers(4)) * np.pi / 2 if facing else float(rng.uniform(0, 6.28))
    along = np.array([np.cos(bearing), np.sin(bearing)])
    at = other[0] + along * (half + other[2] + float(rng.choice((0.1, 0.1, 1.0, 3.0))))
    if facing and rng.random() < 0.6:
        at = at + np.array([-along[1], along[0]]) * half * float(rng.uniform(-1.2, 1.2))
    for _push in range(12):
        if not overlap((at, yaw, half), other):
            break
        at = at + along * half * 0.08
    return at, yaw


def _at_wall(rng: np.random.Generator, tray: Tray, at: Floats, yaw: float, half: float) -> tuple[Floats, float]:
    """Return the place moved against the nearest wall, and an angle, often flush with the wall."""
    side = min(range(4), key=lambda i: tray.room(at, i))
    if rng.random() < 0.5:
        yaw = tray.yaw + float(rng.normal(0, 0.05))
    turn = yaw - tray.yaw
    reach = half * (abs(np.cos(turn)) + abs(np.sin(turn))) + float(rng.choice((0.05, 0.05, 1.0, 4.0)))
    return at + tray.outward(side) * (tray.room(at, side) - reach), yaw
