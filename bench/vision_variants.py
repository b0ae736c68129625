"""Robustness: the reader on slightly altered labelled pictures.

usage: python bench/vision_variants.py [--step N] [FOLDER ...]      (folders with index.csv or labels.jsonl; default
../shared/dice/*)

The first row is the unaltered pictures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from vision_read import answers, given, show

from vision.frames import Image
from vision.pipeline.reader import Reader


def main() -> int:
    _, sets = given(argparse.ArgumentParser(description=__doc__.splitlines()[0]))
    reader = Reader()
    for pictures in sets:
        for name, changed in VARIANTS.items():
            show(name, answers(reader, pictures, changed))
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
