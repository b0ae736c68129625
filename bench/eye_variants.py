"""The eye on labelled pictures made a little different: what holds only for the pictures as they are is no quality.

usage: python bench/eye_variants.py [--step N] [FOLDER ...]      (folders with index.csv or labels.jsonl; default
../shared/dice/*)

The first row, the pictures as they are, is what the others are compared with.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from vision.frames import Image  # noqa: E402
from vision.measure import labelled, load, score  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import Reading  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--step", type=int, default=1, help="every Nth picture only")
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    folders = options.folders or [
        folder for folder in sorted((ROOT / ".." / "shared" / "dice").glob("*")) if folder.is_dir()
    ]
    if not folders:
        print("no labelled folders here: give some")
        return 1
    reader = Reader()
    for folder in folders:
        pictures = [(label, load(label.path)) for label in list(labelled(folder))[:: options.step]]
        print(f"{folder.name}: {len(pictures)} pictures")
        for name, changed in VARIANTS.items():
            s = score([(k, Reading(why="unreadable") if p is None else reader.read(changed(p))) for k, p in pictures])
            print(
                f"  {name:12} exact {s.exact:6.1%}  macro {s.macro:6.1%}  sure of {s.coverage:6.1%}  "
                f"silently wrong {s.silent_wrong:3}  leaning caught {s.cocked_caught}",
                flush=True,
            )
    return 0


def mirrored(image: Image) -> Image:
    return np.ascontiguousarray(image[:, ::-1])


def smaller(image: Image, scale: float = 0.87) -> Image:
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def darker(image: Image) -> Image:
    return np.clip(image.astype(np.float32) * (0.55, 0.6, 0.65), 0, 255).astype(np.uint8)


def packed(image: Image) -> Image:
    jpeg = cv2.imencode(".jpg", smaller(image, 0.8), [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    return cv2.imdecode(jpeg, cv2.IMREAD_COLOR).astype(np.uint8, copy=False)


VARIANTS: dict[str, Callable[[Image], Image]] = {
    "as it is": lambda image: image,
    "mirrored": mirrored,
    "smaller": smaller,
    "darker": darker,
    "packed hard": packed,
}


if __name__ == "__main__":
    sys.exit(main())
