"""Runs the two networks as SEAM.md says, in the plainest way: for measuring while training. The referee's reader is
vision/network.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.training.samples import CELL, CROP, REACH, overlap_share

LEVELS = (640, 320, 160)
NEAREST = (80,)
"""The level for a die that fills the picture, looked at only where the others gave nothing."""
MODELS = Path(__file__).resolve().parents[1] / "models"


@dataclass(frozen=True)
class Found:
    """One candidate: `score` of the finder, `odds` (7,) of the reader (0 = no die), its box, `lean` probability,
    `colour` index.
    """

    value: int
    score: float
    odds: tuple[float, ...]
    box: tuple[float, float, float, float]
    lean: float
    colour: int
    second: tuple[float, ...]


class Networks:
    """Both networks, loaded by OpenCV."""

    def __init__(self, finder: Path, reader: Path) -> None:
        self._finder = cv2.dnn.readNetFromONNX(str(finder))
        self._reader = cv2.dnn.readNetFromONNX(str(reader))

    @staticmethod
    def shipped() -> Networks:
        """Return the networks in vision/models."""
        return Networks(MODELS / "finder.onnx", MODELS / "reader.onnx")

    def candidates(
        self, picture: Image, least: float = 0.25, levels: tuple[int, ...] = LEVELS
    ) -> list[tuple[float, tuple[float, float, float, float], NDArray[np.float32]]]:
        """Return (score, box, value logits) of places where dice may be, best first, after suppression."""
        found = []
        long = max(picture.shape[:2])
        for level in levels:
            scale = min(level / long, 1.0)
            small = (
                cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
            )
            found += [
                (s, tuple(v / scale for v in box), odds) for s, box, odds in self._level(np.asarray(small), least)
            ]
        found.sort(key=lambda c: -c[0])
        kept: list[tuple[float, tuple[float, float, float, float], NDArray[np.float32]]] = []
        for candidate in found:
            if all(overlap_share(candidate[1], k[1]) < 0.4 for k in kept):
                kept.append(candidate)  # type: ignore[arg-type]
        return kept

    def _level(self, small: Image, least: float) -> list[tuple[float, tuple[float, ...], NDArray[np.float32]]]:
        h, w = small.shape[:2]
        padded = cv2.copyMakeBorder(small, 0, -h % 32, 0, -w % 32, cv2.BORDER_CONSTANT, value=(114, 114, 114))
        self._finder.setInput(cv2.dnn.blobFromImage(padded, 1 / 255))
        cells = self._finder.forward()[0]
        score = 1 / (1 + np.exp(-cells[0]))
        peaks = (score >= least) & (score >= cv2.dilate(score, np.ones((3, 3))))
        found = []
        for r, c in zip(*np.nonzero(peaks), strict=True):
            dx, dy, lw, lh = cells[1:5, r, c]
            x, y, bw, bh = CELL * (c + 0.5 + dx), CELL * (r + 0.5 + dy), 16 * np.exp(lw), 16 * np.exp(lh)
            found.append((float(score[r, c]), (x - bw / 2, y - bh / 2, x + bw / 2, y + bh / 2), cells[5:11, r, c]))
        return found

    def answers(
        self, picture: Image, boxes: list[tuple[float, float, float, float]]
    ) -> tuple[NDArray[np.float32], list[tuple[float, float, float]]]:
        """Return the reader's answers (n, 24) for boxes, and each crop's (left, top, side) in the picture."""
        crops, places = [], []
        for x0, y0, x1, y1 in boxes:
            side = max(REACH * max(x1 - x0, y1 - y0), 4.0)
            left, top = (x0 + x1 - side) / 2, (y0 + y1 - side) / 2
            n = round(side)
            ix, iy = round(left), round(top)
            h, w = picture.shape[:2]
            pad = [max(0, -iy), max(0, iy + n - h), max(0, -ix), max(0, ix + n - w)]
            piece = picture[max(iy, 0) : min(iy + n, h), max(ix, 0) : min(ix + n, w)]
            if any(pad):
                piece = cv2.copyMakeBorder(piece, *pad, cv2.BORDER_REPLICATE)
            crops.append(
                cv2.resize(piece, (CROP, CROP), interpolation=cv2.INTER_AREA if n > CROP else cv2.INTER_LINEAR)
            )
            places.append((float(ix), float(iy), float(n)))
        self._reader.setInput(cv2.dnn.blobFromImages(crops, 1 / 255))
        return self._reader.forward(), places

    def read(self, picture: Image, least: float = 0.25) -> list[Found]:
        """Return the dice of a picture: two looks at each candidate, the logits added, without those called no die."""
        return self._read(picture, least, LEVELS) or self._read(picture, least, NEAREST)

    def _read(self, picture: Image, least: float, levels: tuple[int, ...]) -> list[Found]:
        seen = [c for c in self.candidates(picture, least, levels) if _inside(c[1], picture)]
        if not seen:
            return []
        first, places = self.answers(picture, [c[1] for c in seen])
        boxes = []
        for row, (left, top, side) in zip(first, places, strict=True):
            x0, y0, x1, y1 = row[18:22] * side
            boxes.append((float(left + x0), float(top + y0), float(left + x1), float(top + y1)))
        again, _ = self.answers(picture, boxes)
        found = []
        for (score, _box, second), box, row in zip(seen, boxes, (first + again) / 2, strict=True):
            odds = _softmax(row[:7])
            value = int(np.argmax(odds))
            if value:
                found.append(
                    Found(
                        value,
                        score,
                        tuple(odds),
                        box,
                        float(1 / (1 + np.exp(-row[7]))),
                        int(np.argmax(row[8:18])),
                        tuple(_softmax(second)),
                    )
                )
        return _apart(found)


def _apart(found: list[Found]) -> list[Found]:
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: -f.score):
        if all(overlap_share(one.box, k.box) < 0.45 for k in kept):
            kept.append(one)
    return kept


def _inside(box: tuple[float, float, float, float], picture: Image) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return bool(0 < x < picture.shape[1] and 0 < y < picture.shape[0] and min(box[2] - box[0], box[3] - box[1]) > 3)


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    e = np.exp(logits - logits.max())
    return np.asarray(e / e.sum(), np.float32)
