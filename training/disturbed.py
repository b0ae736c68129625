"""Disturbs ray-traced tables and reads them set up: what does a thing beside the tray, a lamp or a seam cost?

    python -m training.disturbed FOLDER...

A FOLDER is one of `training.tables`. Each table is read as an evening in a set-up tray, once as it is and once with
each disturbance, so that the throws compare in pairs: a thing or a die from another table beside the tray, a lamp that
comes on after the set-up, and a seam or a printed ring in the tray from the start. Then empty trays with things beside
them are read in another light: none may show a die.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from training.tables import Table, evening, picture, tables
from vision.pipeline.context import ReadContext
from vision.pipeline.reader import Reader
from vision.pipeline.tray_reader import TrayReader
from vision.tray.tray import Tray

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.frames import Image
    from vision.imaging.outline import Outline

    Label = dict[str, Any]
    Patches = list[Image]

QUALITY = 85
"""JPEG quality of the disturbed pictures, and of the plain ones they are compared with."""
ASIDE = 12.0
"""Least distance of a pasted patch from the outline, pixels."""
LARGEST = 260
"""Longest side of a patch, pixels: about a phone at 1280x720."""


def patches(folders: list[Path], kind: str) -> Patches:
    """Return what lies beside the trays of empty pictures, cut out: "things" or "outside" (dice)."""
    cut: Patches = []
    for folder in folders:
        for label in labels(folder):
            if label["kind"] != "empty":
                continue
            image = picture(folder / label["file"])
            for each in label[kind]:
                x0, y0, x1, y1 = (round(v) for v in each["bbox"])
                whole = x0 > 0 and y0 > 0 and x1 < image.shape[1] and y1 < image.shape[0]
                if whole and each.get("where", "outside") == "outside" and 8 < max(x1 - x0, y1 - y0) <= LARGEST:
                    cut.append(image[y0:y1, x0:x1])
    return cut


def labels(folder: Path) -> list[Label]:
    """Return the labels of a folder."""
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]


def beside(image: Image, outline: np.ndarray, patch: Image, rng: random.Random) -> Image:
    """Return the picture with the patch beside the outline (n, 2), where there is room."""
    height, width = patch.shape[:2]
    for _ in range(200):
        x, y = rng.randrange(image.shape[1] - width), rng.randrange(image.shape[0] - height)
        edge = [
            (x + width * i / 8, y + height * j / 8) for i in range(9) for j in range(9) if {i, j} & {0, 8}
        ]  # the outline cuts no edge and lies in no patch
        clear = all(cv2.pointPolygonTest(outline, point, measureDist=True) < -ASIDE for point in edge)
        inside = any(x <= u <= x + width and y <= v <= y + height for u, v in outline)
        if clear and not inside:
            out = image.copy()
            out[y : y + height, x : x + width] = patch
            return out
    return image


def lit(image: Image, rng: random.Random) -> Image:
    """Return the picture with a warm lamp on one side of it."""
    height, width = image.shape[:2]
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    rows, columns = np.mgrid[:height, :width]
    near = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * (0.5 * width) ** 2))
    gain = 1 + rng.uniform(0.2, 0.5) * near[..., None] * np.array([0.7, 0.9, 1.0])
    return np.clip(image * gain, 0, 255).astype(np.uint8)


def marked(image: Image, boxes: list[list[float]], draw: Callable[[Image], None]) -> Image:
    """Return the picture with a mark on the ground, not over the dice in the boxes."""
    mark = np.zeros(image.shape[:2], np.uint8)
    draw(mark)
    for x0, y0, x1, y1 in boxes:
        mark[round(y0) : round(y1), round(x0) : round(x1)] = 0
    gain = 1 - 0.5 * cv2.GaussianBlur(mark, (0, 0), 0.8).astype(np.float32) / 255
    return (image * gain[..., None]).astype(np.uint8)


def seam(outline: np.ndarray, rng: random.Random) -> Callable[[Image], None]:
    """Return what draws a seam through the tray."""
    middle = outline.mean(axis=0)
    angle = rng.uniform(0, math.pi)
    along = 2000 * np.array([math.cos(angle), math.sin(angle)])
    ends = [tuple(int(v) for v in middle + sign * along) for sign in (-1, 1)]
    return lambda mark: _ignore(cv2.line(mark, ends[0], ends[1], 255, 3))


def ring(outline: np.ndarray, rng: random.Random) -> Callable[[Image], None]:
    """Return what draws a printed ring with a spot in the tray."""
    radius = int(0.2 * np.ptp(outline, axis=0).min())
    x, y = (int(v + rng.uniform(-radius, radius)) for v in outline.mean(axis=0))

    def draw(mark: Image) -> None:
        cv2.circle(mark, (x, y), radius, 255, max(3, radius // 12))
        cv2.circle(mark, (x, y), radius // 4, 255, -1)

    return draw


def _ignore(_: object) -> None:
    """Do nothing with what OpenCV returns."""


def write(folders: list[Path], out: Path, kind: str, found: dict[str, Patches]) -> None:
    """Write every table of the folders with one disturbance: "none", "thing", "die", "lamp", "seam" or "ring"."""
    lines = []
    for number, folder in enumerate(folders):
        for label in labels(folder):
            rng = random.Random(f"{kind} {number} {label['table']} {label['file'] if kind in found else ''}")
            outline = np.array(label["outline"], np.float32)
            image, empty = picture(folder / label["file"]), label["kind"] == "empty"
            boxes = [die["bbox"] for die in label["dice"]]
            if kind in found and not empty:
                image = beside(image, outline, rng.choice(found[kind]), rng)
            elif kind == "lamp" and not empty:
                image = lit(image, rng)
            elif kind in ("seam", "ring"):
                image = marked(image, boxes, (seam if kind == "seam" else ring)(outline, rng))
            name = f"{number}-{label['file']}"
            cv2.imwrite(str(out / name), image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            lines.append(json.dumps({**label, "file": name, "table": f"{number}-{label['table']}"}))
    (out / "labels.jsonl").write_text("\n".join(lines))


def read(reader: Reader, folder: Path) -> dict[str, tuple[bool, bool, str]]:
    """Return (sure, right, first reason to ask) of each throw that is level and readable, by its picture."""
    return {
        throw.picture.name: (
            reading.sure,
            throw.exact(reading, beside=False),
            "" if reading.sure else reading.reasons[0].kind.value,
        )
        for table in tables(folder)
        for throw, reading in evening(reader, table)
        if not throw.leans and not throw.faint
    }


def phantoms(reader: Reader, table: Table, things: Patches, rng: random.Random) -> Counter[str]:
    """Count the ways in which the empty tray with a thing beside it, in another light, shows a die in the outline."""
    outline = np.array(table.outline.points, np.float32)
    image = lit(beside(table.empty, outline, rng.choice(things), rng), rng)
    tray = Tray()
    tray.set_up(table.outline, table.empty)
    readings = {
        "set up": TrayReader(reader, tray=tray).read(image, at=1.0),
        "outline": reader.read(image, ReadContext(outline=table.outline)),
        "nothing known": reader.read(image),
    }
    inside = {
        way: [die for die in reading.dice if _within(die.box, table.outline)] for way, reading in readings.items()
    }
    return Counter({way: bool(dice) for way, dice in inside.items()})


def _within(box: tuple[float, float, float, float], outline: Outline) -> bool:
    """Return whether the middle of a box lies inside the outline."""
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return cv2.pointPolygonTest(np.array(outline.points, np.float32), middle, measureDist=False) >= 0


def main() -> None:
    """Read the folders of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    folders = parser.parse_args().folders
    cv2.setNumThreads(1)
    reader = Reader()
    found = {"thing": patches(folders, "things"), "die": patches(folders, "outside")}
    plain: dict[str, tuple[bool, bool, str]] = {}
    for kind in ("none", "thing", "die", "lamp", "seam", "ring"):
        with tempfile.TemporaryDirectory() as kept:
            write(folders, Path(kept), kind, found)
            now = read(reader, Path(kept))
        plain = plain or now
        asked = sum(not sure for sure, *_ in now.values())
        wrong = sum(sure and not right for sure, right, _ in now.values())
        more = sum(plain[name][0] and not now[name][0] for name in now)
        fewer = sum(now[name][0] and not plain[name][0] for name in now)
        why = Counter(reason for name, (_, _, reason) in now.items() if plain[name][0] and reason)
        print(f"{kind}: {len(now)} throws, {asked} questions ({more} more, {fewer} fewer), silently wrong {wrong}")
        print(f"    more questions: {dict(why)}" if why else "    no more questions")
    count: Counter[str] = Counter()
    every = [table for folder in folders for table in tables(folder)]
    for number, table in enumerate(every):
        for again in range(3):
            count.update(phantoms(reader, table, found["thing"], random.Random(f"{number} {again}")))
    print(f"{3 * len(every)} empty trays with a thing beside them: a die was read in {dict(count)}")


if __name__ == "__main__":
    main()
