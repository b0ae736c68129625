"""Labelled pictures from other sources (ray-traced stills, photographs with boxes) as scenes for training or
measuring.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.samples import longer_side
from training.truth import Die, Scene, Stand
from vision.reading import COLOUR_NAMES
from vision.sim.die import Floats

TRAINABLE = {
    "DamianTab/DiceDetection": "Apache-2.0",
    "BartekBanachowicz/dice-value-recognition": "MIT",
    "Epanemu/GameDiceRecognition": "CC BY 4.0",
}
"""Sources of photographs with a licence for training; all others are for measuring only."""
BOXES = Path(__file__).parent / "boxes.jsonl"
"""Boxes of the dice in photographs for training: `file`, and `boxes` as value, x0, y0, x1, y1 px."""
_HELD_OUT_EVERY = 4
_DICE_LIKE = {"numdie", "symdie", "halfdomino", "domino", "cube", "counter"}
_PIPS_SEEN = 10.0
"""Least step between pips and face, levels, of a die that can be read."""
_UNCLEAR = 0.7
"""A top with this visible share is not trained as a reading (see `samples.crop_of`)."""


@dataclass(frozen=True)
class Labelled:
    """A picture file, its dice, and its group. `dice` is empty if only `values` are known. `decoys` are boxes of things
    that resemble dice.
    """

    path: Path
    values: tuple[int, ...]
    dice: tuple[Die, ...]
    group: str
    boxed: bool
    decoys: tuple[tuple[float, float, float, float], ...] = ()


def stills(folder: Path) -> list[Labelled]:
    """Return the ray-traced stills of a folder with `labels.jsonl`."""
    rows = (json.loads(line) for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines())
    return [
        Labelled(
            folder / row["file"],
            tuple(sorted(d["value"] for d in row["dice"] if not d["cocked"])),
            tuple(_ray_traced(d) for d in row["dice"] if d["in_frame"] > 0.05),
            str(row["group"]),
            boxed=True,
        )
        for row in rows
        if row.get("type") == "still"
    ]


def tables(folder: Path) -> list[Labelled]:
    """Return the ray-traced tables of a folder with `labels.jsonl`, with what looks like dice and is none. A die whose
    pips nobody can see teaches no value.
    """
    rows = (json.loads(line) for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines())
    return [
        Labelled(
            folder / row["file"],
            tuple(sorted(d["value"] for d in row["dice"] if not d["cocked"])),
            tuple(_ray_traced(d) for d in [*row["dice"], *row["outside"]]),
            row["table"],
            boxed=True,
            decoys=tuple(tuple(thing["bbox"]) for thing in row["things"] if thing["kind"] in _DICE_LIKE),
        )
        for row in rows
        if row["type"] == "table"
    ]


def unpipped(folder: Path) -> list[Labelled]:
    """Return the photographs without a die with pips, of dice with numerals and symbols (folder `not-pips`)."""
    with (folder / "index.csv").open(encoding="utf-8") as file:
        return [Labelled(folder / row["file"], (), (), row["source_repo"], boxed=True) for row in csv.DictReader(file)]


def learned_from(label: Labelled) -> bool:
    """Return whether a photograph of dice without pips is for training: those with even numbers."""
    return int(label.path.stem[1:]) % 2 == 0


def held_out(label: Labelled) -> bool:
    """Return whether a still's group is held out for validation: every fourth group."""
    return int(label.group) % _HELD_OUT_EVERY == 1


def photographs(folder: Path) -> list[Labelled]:
    """Return the photographs of a folder with `index.csv`. Where that has no boxes, those of BOXES are used, if any."""
    own = {row["file"]: row["boxes"] for row in map(json.loads, BOXES.read_text(encoding="utf-8").splitlines())}
    with (folder / "index.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = []
    for row in rows:
        boxes = json.loads(row["boxes_json"]) if row["boxes_json"] else own.get(row["file"], [])
        dice = tuple(unposed(int(v), (float(x0), float(y0), float(x1), float(y1))) for v, x0, y0, x1, y1 in boxes)
        values = tuple(sorted(int(v) for v in row["values"].split(";") if v))
        boxed = bool(boxes) or not values
        found.append(Labelled(folder / row["file"], values, dice, row["source_repo"], boxed))
    return found


def unposed(value: int, box: tuple[float, float, float, float]) -> Die:
    """Return a die with only value and box known; its lean, pose and colour are not trained."""
    return Die(value, cocked=False, lean=4.0, colour=-1, box=box, cos4=0.0, sin4=0.0, top_seen=1.0)


def _ray_traced(row: dict[str, Any]) -> Die:
    quad = np.asarray(row["top_quad"], float)
    sides = np.roll(quad, -1, 0) - quad
    angles = np.arctan2(sides[:, 1], sides[:, 0])
    name = {"ivory": "white"}.get(row["colour"], row["colour"])
    x0, y0, x1, y1 = row["bbox"]
    faint = (row.get("pip_contrast") or _PIPS_SEEN) < _PIPS_SEEN and "look" in row
    seen = row.get("top_visible", 1.0) * min(row["in_frame"], 1.0)
    return Die(
        value=row["value"],
        cocked=row["cocked"],
        lean=row["tilt_deg"],
        colour=COLOUR_NAMES.index(name) if name in COLOUR_NAMES else -1,
        box=(x0, y0, x1, y1),
        cos4=float(np.cos(4 * angles).mean()),
        sin4=float(np.sin(4 * angles).mean()),
        top_seen=min(seen, _UNCLEAR) if faint else seen,
        stand=_stand(row["top_centre"], row["centre"], row["edge_px"], quad),
    )


def _stand(top: Sequence[float], middle: Sequence[float], edge_px: float, quad: Floats) -> Stand:
    """Return the pose of a die from the middles of top and die, (2,) px each, and the corners of the top face (4, 2).

    `edge_px` is the root of the visible area of the top face: the edge is that over the root of the cosine c of the
    viewing angle, and the offset is the sine: v = 2 offset / edge_px, v^2 = (1 - c^2) / c.
    """
    (x0, y0), (x1, y1) = top, middle
    square = ((x0 - x1) ** 2 + (y0 - y1) ** 2) * (2.0 / edge_px) ** 2
    cosine = 0.5 * (np.sqrt(square**2 + 4.0) - square)
    (ax, ay), (bx, by) = (0.5 * (quad[1:3] - quad[:2])).tolist()
    return Stand((x0, y0), (x1, y1), float(0.5 * edge_px / np.sqrt(cosine)), ((ax, ay), (bx, by)))


def scene_of(label: Labelled) -> Scene:
    """Return a labelled picture as a scene. Raises OSError if the file cannot be read."""
    picture = cv2.imread(str(label.path), cv2.IMREAD_COLOR)
    if picture is None:
        raise OSError(f"cannot read {label.path}")
    return Scene(np.asarray(picture, np.uint8), label.dice, label.decoys)


def windows(scene: Scene, rng: np.random.Generator, count: int, side: int = 448) -> Iterator[Scene]:
    """Yield square windows of a scene, most of them around a die, at random scales at which its dice stay readable."""
    for _ in range(count):
        h, w = scene.picture.shape[:2]
        n = min(int(side * np.exp(rng.uniform(-0.35, 0.6))), h, w)
        if scene.dice and rng.random() < 0.8:
            die = scene.dice[int(rng.integers(len(scene.dice)))]
            long = longer_side(die.box)
            n = min(max(n, int(long * 2.2)), h, w)
            cx, cy = (
                (die.box[0] + die.box[2]) / 2 + rng.uniform(-0.4, 0.4) * n,
                (die.box[1] + die.box[3]) / 2 + rng.uniform(-0.4, 0.4) * n,
            )
        else:
            cx, cy = rng.uniform(0, w), rng.uniform(0, h)
        x0, y0 = int(np.clip(cx - n / 2, 0, w - n)), int(np.clip(cy - n / 2, 0, h - n))
        dice = tuple(
            d.moved(-x0, -y0)
            for d in scene.dice
            if x0 < (d.box[0] + d.box[2]) / 2 < x0 + n and y0 < (d.box[1] + d.box[3]) / 2 < y0 + n
        )
        decoys = tuple(
            (left - x0, top - y0, right - x0, bottom - y0)
            for left, top, right, bottom in scene.decoys
            if x0 < (left + right) / 2 < x0 + n and y0 < (top + bottom) / 2 < y0 + n
        )
        yield Scene(np.ascontiguousarray(scene.picture[y0 : y0 + n, x0 : x0 + n]), dice, decoys)
