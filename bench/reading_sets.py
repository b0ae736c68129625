"""The pictures that bench/readings.py reads: labelled folders, altered copies, and rendered ones by seed."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.frames import Image
from vision.sim import SimTray, StepClock

SAME_COLOUR = {"ivory": "white"}
DRAWN_SEEDS = 100
THROWS = 3
"""Throws for each seed of the drawn set."""
SIZES = ((1280, 720), (640, 480))
COLOURS = ("white", "red", "blue", "green", "yellow", "black")


@dataclass(frozen=True)
class Picture:
    """A picture of a set. `label` is None if unlabelled; else `values` (sorted, flat dice),
    `colours` ([[colour, value], ...] or None) and `special` ("", "cocked" or "faint": not scored for exactness).
    """

    set_name: str
    name: str
    load: Callable[[], Image | None]
    label: dict[str, Any] | None = None


def photographs(folder: Path) -> Iterator[Picture]:
    """Yield the photographs listed in a folder's index.csv."""
    with (folder / "index.csv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            values = sorted(int(value) for value in row["values"].split(";") if value)
            label = {"values": values, "colours": None, "special": ""} if row["score"] == "1" else None
            yield Picture(folder.name, row["file"], partial(_loaded, folder / row["file"]), label)


def stills(folder: Path) -> Iterator[Picture]:
    """Yield the stills listed in a folder's labels.jsonl."""
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        if "rests" not in label:
            yield Picture("stills", label["file"], partial(_loaded, folder / label["file"]), _label_of_still(label))


def all_pictures(dice: Path) -> Iterator[Picture]:
    """Yield the pictures of all labelled folders beside each other in `dice`."""
    yield from photographs(dice / "photos")
    yield from photographs(dice / "photos-nell-byler")
    yield from stills(dice / "renders")


def drawn() -> Iterator[Picture]:
    """Yield pictures of the simulated tray, some throws for each seed."""
    for seed in range(DRAWN_SEEDS):
        for number in range(THROWS):
            dice = _dice(seed, number)
            colours = [[colour, value] for colour, value in dice]
            label = {"values": sorted(value for _, value in dice), "colours": colours, "special": ""}
            yield Picture("drawn", f"seed {seed} throw {number}", partial(_drawn, seed, number), label)


def spoilt(pictures: Iterator[Picture]) -> Iterator[Picture]:
    """Yield every fourth of some pictures, altered in one of the ways of ALTERATIONS, each way in turn."""
    for number, picture in enumerate(islice(pictures, 0, None, 4)):
        name, altered = list(ALTERATIONS.items())[number % len(ALTERATIONS)]
        label = None if name in {"in pieces", "tiny", "one channel"} else picture.label
        load = partial(_altered, picture.load, altered)
        yield replace(picture, set_name="spoilt", name=f"{picture.name} {name}", load=load, label=label)


def _altered(load: Callable[[], Image | None], altered: Callable[[Image], Image]) -> Image | None:
    image = load()
    return None if image is None else np.ascontiguousarray(altered(image))


def _scaled(image: Image, scale: float) -> Image:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def _lit(image: Image, *gain: float, add: float = 0.0) -> Image:
    return np.clip(image.astype(np.float32) * gain + add, 0, 255).astype(np.uint8)


def _turned(image: Image, degrees: float) -> Image:
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
    return np.asarray(cv2.warpAffine(image, matrix, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _noisy(image: Image) -> Image:
    return np.clip(image + np.random.default_rng(1).normal(0, 30, image.shape), 0, 255).astype(np.uint8)


def _packed(image: Image) -> Image:
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 15])[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


def _in_pieces(image: Image) -> Image:
    height, width = (side // 8 * 8 for side in image.shape[:2])
    pieces = [piece for row in np.split(image[:height, :width], 8) for piece in np.split(row, 8, axis=1)]
    order = np.random.default_rng(2).permutation(64)
    return np.vstack([np.hstack([pieces[k] for k in order[row * 8 : row * 8 + 8]]) for row in range(8)])


ALTERATIONS: dict[str, Callable[[Image], Image]] = {
    "mirrored": lambda image: image[:, ::-1],
    "smaller": lambda image: _scaled(image, 0.6),
    "enlarged": lambda image: _scaled(image, 3.0),
    "tiny": lambda image: _scaled(image, 30 / min(image.shape[:2])),
    "dim": lambda image: _lit(image, 0.55, 0.6, 0.65),
    "dark": lambda image: _lit(image, 0.2),
    "bright": lambda image: _lit(image, 1.8),
    "hazy": lambda image: _lit(image, 0.3, add=110),
    "warm": lambda image: _lit(image, 0.45, 0.8, 1.0),
    "grey": lambda image: np.asarray(
        cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
    ),
    "out of focus": lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), 2.0), np.uint8),
    "smeared": lambda image: np.asarray(cv2.blur(image, (10, 1)), np.uint8),
    "noisy": _noisy,
    "packed": _packed,
    "turned by 30": lambda image: _turned(image, 30),
    "turned by 180": lambda image: image[::-1, ::-1],
    "turned by 90": lambda image: image.transpose(1, 0, 2)[:, ::-1],
    "in pieces": _in_pieces,
    "one channel": lambda image: image[:, :, 0],
}
"""Alterations of a picture (H, W, 3) uint8; labels stay right, except for crops and dice that become too small."""


def _loaded(path: Path) -> Image | None:
    return cv2.imread(str(path), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)


def _label_of_still(label: dict[str, Any]) -> dict[str, Any] | None:
    dice = [die for die in label["dice"] if die.get("in_frame", 1) > 0.5]
    if any(0.05 < die.get("in_frame", 1) <= 0.5 for die in label["dice"]):
        return None
    flat = [die for die in dice if not die["cocked"]]
    faint = any(die.get("pip_contrast", 255) < 10 for die in dice)
    return {
        "values": sorted(die["value"] for die in flat),
        "colours": [[SAME_COLOUR.get(die["colour"], die["colour"]), die["value"]] for die in flat],
        "special": "cocked" if len(flat) < len(dice) else "faint" if faint else "",
    }


def _dice(seed: int, number: int) -> list[tuple[str, int]]:
    random = np.random.default_rng((seed, number))
    count = int(random.integers(1, 7))
    mixed = random.random() < 0.5
    colours = random.choice(COLOURS, count) if mixed else [random.choice(COLOURS)] * count
    return [(str(colour), int(value)) for colour, value in zip(colours, random.integers(1, 7, count), strict=True)]


def _drawn(seed: int, number: int) -> Image:
    return _throws(seed)[number]


@lru_cache(maxsize=1)
def _throws(seed: int) -> list[Image]:
    clock = StepClock()
    tray = SimTray(seed=seed, size=SIZES[seed % len(SIZES)], now=clock.now, sleep=clock.sleep)
    pictures = []
    for number in range(THROWS):
        dice = _dice(seed, number)
        tray.hand.throw([colour for colour, _ in dice], values=[value for _, value in dice])
        clock.sleep(tray.hand.calm_at() + 0.2 - clock.now())
        frame = tray.read(1.0)
        assert frame is not None
        pictures.append(frame.image)
    return pictures
