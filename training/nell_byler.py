"""Nell Byler's photographs (BSD-3-Clause): those for training, and corrections of wrong labels.

A third is held out for measuring, by session: photographs within a few minutes show the same dice in the same place.
"""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

from training.pictures import Labelled, unposed
from training.truth import Die

_KEPT = (("20191208", 1120, 1124), ("20191208", 1128, 1129), ("20191209", 955, 959))
"""The held-out sessions: day, first and last minute (hours times 100 plus minutes)."""
RIGHT = {
    ("IMG_20191209_095439.jpg", 9): 4,
    ("IMG_20191209_095555.jpg", 5): 6,
    ("IMG_20191209_095954.jpg", 2): 3,
    ("IMG_20191209_100002.jpg", 2): 3,
    ("IMG_20191209_100248.jpg", 1): 0,
    ("IMG_20191209_100722.jpg", 4): 5,
}
"""The true value of the die of this number, for wrong labels; 0: unreadable."""
UNLABELLED = frozenset(
    f"IMG_{name}.jpg"
    for name in (
        "20191208_111423",
        "20191208_111434",
        "20191208_111530",
        "20191208_111710",
        "20191208_111718",
        "20191208_111730",
        "20191208_112014",
        "20191208_112342",
        "20191208_112353",
        "20191208_112623",
        "20191209_095533",
        "20191209_095647",
        "20191209_100116",
    )
)
"""Pictures with a die that has no box: no place of them is known to be empty."""

UNCLEAR = 0.7
"""A top with this visible share is not trained as a reading (see `samples.crop_of`)."""


def held_out(file: str) -> bool:
    """Return whether a photograph (IMG_DAY_TIME.jpg) is held out for measuring."""
    _, day, time = file.removesuffix(".jpg").split("_")
    return any(day == kept and first <= int(time[:4]) <= last for kept, first, last in _KEPT)


def cleaned(folder: Path) -> list[Labelled]:
    """Return the completely labelled photographs of the folder, with wrong values corrected."""
    with (folder / "index.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["file"] not in UNLABELLED]
    found = []
    for row in rows:
        dice = tuple(_die(row["file"], number, box) for number, box in enumerate(json.loads(row["boxes_json"])))
        values = tuple(sorted(die.value for die in dice))
        found.append(Labelled(folder / row["file"], values, dice, row["file"], boxed=True))
    return found


def _die(file: str, number: int, labelled: list[float]) -> Die:
    value, x0, y0, x1, y1 = labelled
    right = RIGHT.get((file, number), int(value))
    die = unposed(right or int(value), (x0, y0, x1, y1))
    return die if right else replace(die, top_seen=UNCLEAR)
