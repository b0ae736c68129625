"""The pictures and clips that bench/readings.py reads: the labelled folders, and drawn ones by seed."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.frames import Frame, Image
from vision.sim import SimTray, StepClock
from vision.sources import open_source

SAME_COLOUR = {"ivory": "white"}
DRAWN_SEEDS = 100
THROWS = 3
"""Throws for each seed of the drawn set."""
SIZES = ((1280, 720), (640, 480))
COLOURS = ("white", "red", "blue", "green", "yellow", "black")


@dataclass(frozen=True)
class Picture:
    """A picture of a set. `label` is None where nobody said what lies there; else `values` (sorted, flat dice),
    `colours` ([[colour, value], ...] or None) and `special` ("", "cocked" or "faint": not scored for exactness).
    """

    set_name: str
    name: str
    load: Callable[[], Image | None]
    label: dict[str, Any] | None = None


@dataclass(frozen=True)
class Clip:
    """A film of a set. `frames` yields frames, and a str where the source is lost. `rests` are labelled: `first` and
    `last` frame, sorted `values`, `cocked`, `partly` (a die is cut by the border); complete once all frames are out.
    """

    set_name: str
    name: str
    frames: Callable[[list[dict[str, Any]]], Iterator[Frame | str]]
    rests: list[dict[str, Any]] = field(default_factory=list)


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


def clips(folder: Path) -> Iterator[Clip]:
    """Yield the clips listed in a folder's labels.jsonl."""
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        if "rests" in label:
            yield Clip("clips", label["file"], partial(_film, folder / label["file"]), _rests_of_clip(label))


def drawn() -> Iterator[Picture]:
    """Yield pictures of the simulated tray, some throws for each seed."""
    for seed in range(DRAWN_SEEDS):
        for number in range(THROWS):
            dice = _dice(seed, number)
            colours = [[colour, value] for colour, value in dice]
            label = {"values": sorted(value for _, value in dice), "colours": colours, "special": ""}
            yield Picture("drawn", f"seed {seed} throw {number}", partial(_drawn, seed, number), label)


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


def _rests_of_clip(label: dict[str, Any]) -> list[dict[str, Any]]:
    visible = {
        roll["settle_frame"]: roll.get("settle_visible_frame") or roll["settle_frame"] for roll in label["rolls"]
    }
    return [
        {
            "first": visible.get(rest["from_frame"], rest["from_frame"]),
            "last": rest["to_frame"],
            "values": sorted(die["value"] for die in rest["dice"] if die.get("in_frame", 1) > 0.9),
            "cocked": bool(rest.get("any_cocked")),
            "partly": any(0.05 < die.get("in_frame", 1) <= 0.9 for die in rest["dice"]),
        }
        for rest in label["rests"]
    ]


def _film(path: Path, _rests: list[dict[str, Any]]) -> Iterator[Frame | str]:
    source = open_source(f"clip:{path}")
    while not source.ended:
        if (frame := source.read(1.0)) is not None:
            yield frame
    source.close()


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
