"""The two small networks, run by OpenCV: one finds dice in a reduced picture, one reads a die's crop at full size.

What goes in and comes out is fixed in `vision/training/SEAM.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.boxes import sizes
from vision.colours import NAMES
from vision.odds import logistic, logit_of, softmax

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MODELS = Path(__file__).parent / "models"
STRIDE = 4
FILL = 114
CROP = 64
MARGIN = 1.6
"""Side of a crop over the longer side of the die's box."""
LEVELS = (640, 320, 160, 80)
"""Longer sides, in pixels, of the pictures the finder is run on: dice of 8 to 56 px in each."""
FINER, LARGEST = 12.0, 56.0
"""Boxes smaller than the first, in pixels of a level, are left to the next finer level; none is much larger than the
second."""
ENGINE = cv2.dnn.ENGINE_CLASSIC
"""Of OpenCV 5's engines the quickest for networks as small as these (a quarter quicker than the new one)."""
FINE = 2
"""Of crops this many times finer than the reader looks at them only every other pixel (third, and so on) is used."""
SMOOTH = 2.5
"""Crops up to this many times finer are taken as they are between pixels: read as well, in a quarter of the time."""
AT_ONCE = 4
"""Crops that the reader takes at once: side by side its small layers are large enough for OpenCV's quick way."""
ANSWERS = 28
"""Outputs of the reader for each crop."""
HALF_SURE = 0.05
"""The deviation, in half edges, of what the reader is told of the table to be half sure of."""
LOWEST = 0.05
"""Scores below this are no candidates at all."""
EVERY = 0.3
"""Cells with a higher score are candidates though a neighbour's is higher still: of dice that touch, the weaker one's
may have no peak of its own, but its boxes are its own.
"""
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange", "pink", "grey")
assert set(COLOURS) == set(NAMES)


@dataclass(frozen=True, eq=False)
class Found:
    """Candidates of one picture, best first: `boxes` (N, 4) x0 y0 x1 y1 px in edge coordinates, `scores` (N,) 0-1,
    `values` (N, 6) probabilities of 1 to 6 by the finder.
    """

    boxes: Floats
    scores: Floats
    values: Floats

    def __len__(self) -> int:
        return len(self.boxes)

    def chosen(self, keep: NDArray[np.int_] | NDArray[np.bool_] | slice) -> Found:
        """Return the candidates `keep` names."""
        return Found(self.boxes[keep], self.scores[keep], self.values[keep])

    @classmethod
    def none(cls) -> Found:
        """Return no candidates."""
        return cls(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros((0, 6), np.float32))

    def best_first(self) -> Found:
        """Return the candidates in the order of their scores."""
        return self.chosen(np.argsort(-self.scores, kind="stable"))

    def joined(self, other: Found) -> Found:
        """Return these candidates and then the others."""
        return Found(
            *(np.concatenate([getattr(self, name), getattr(other, name)]) for name in self.__dataclass_fields__)
        )


@dataclass(frozen=True, eq=False)
class Looks:
    """What the reader network says of N crops: `values` (N, 7) logits (0: not a die, or not readable), `cocked` (N,)
    logit, `colours` (N, 10) logits in the order of COLOURS, `boxes` (N, 4) px of the picture, `angle_deg` (N,) 0-90,
    `uprights` (N, 2) where the top face's middle lies from the die's middle, right and down, in half edges of the die,
    `spreads` (N,) the deviation to expect of each of the two, and `there` (N,) logit: a die is here, readable or
    not, `at_best` (N,) the largest probability that any of the looks gave any one value.
    """

    values: Floats
    cocked: Floats
    colours: Floats
    boxes: Floats
    angle_deg: Floats
    uprights: Floats
    spreads: Floats
    there: Floats
    at_best: Floats

    def averaged(self, others: Sequence[Looks], which: NDArray[np.bool_]) -> Looks:
        """Return this look, taken together with others at `which` of the dice; boxes and turns are this one's."""
        mean = Looks(*(getattr(self, name).copy() for name in self.__dataclass_fields__))
        for name in ("values", "cocked", "colours", "uprights", "spreads", "there"):
            looks = [getattr(self, name)[which], *(getattr(other, name) for other in others)]
            getattr(mean, name)[which] = np.mean(looks, axis=0)
        mean.at_best[which] = np.max([self.at_best[which], *(other.at_best for other in others)], axis=0)
        return mean

    def joined(self, other: Looks) -> Looks:
        """Return these looks and then the others."""
        return Looks(
            *(np.concatenate([getattr(self, name), getattr(other, name)]) for name in self.__dataclass_fields__)
        )

    def chosen(self, keep: NDArray[np.int_] | NDArray[np.bool_]) -> Looks:
        """Return the looks `keep` names."""
        return Looks(*(getattr(self, name)[keep] for name in self.__dataclass_fields__))


class Networks:
    """Both networks, loaded once. OpenCV's nets hold buffers: use from one thread at a time."""

    def __init__(self, folder: Path = MODELS) -> None:
        # One finder for each level: a net that is given another size each time plans its memory anew each time.
        self._finders: list[Any] = [cv2.dnn.readNetFromONNX(str(folder / "finder.onnx"), ENGINE) for _ in LEVELS]
        self._reader: Any = cv2.dnn.readNetFromONNX(str(folder / "reader.onnx"), ENGINE)

    def levels(self, image: NDArray[np.uint8]) -> Iterator[tuple[Found, float]]:
        """Yield where dice may lie in `image` (H, W, 3) BGR, in boxes that overlap each other, on each level, finest
        first, and how large dice are, px of the image, that are found there at most.
        """
        own = max(image.shape[:2])
        small = image
        levels = sorted({min(level, round(1.5 * own)) for level in LEVELS}, reverse=True)
        for finder, level in zip(self._finders, levels, strict=False):
            small = reduced(small, level)
            found = _found_by(finder, small)
            fit = sizes(found.boxes) >= (FINER if level < levels[0] else 0.0)
            scale = np.tile(np.array(image.shape[1::-1], np.float32) / small.shape[1::-1], 2)
            placed = replace(found, boxes=(found.boxes * scale).astype(np.float32))
            yield placed.chosen(fit), LARGEST * own / level

    def look(
        self,
        image: NDArray[np.uint8],
        boxes: Floats,
        *,
        mirrored: bool | NDArray[np.bool_] = False,
        levels: Floats | None = None,
    ) -> Looks:
        """Return what each of the `boxes` (N, 4) px shows. Where `mirrored` (all or none, or (N,)) it looks at the crop
        left-right reversed: values stay the same. `levels` (N, 3) say where a level die's upright would point there,
        right and down, and the `certainty` of that, 0 where it is not known.
        """
        if not len(boxes):
            none = np.zeros((0,), np.float32)
            wide = (none.reshape(0, n) for n in (7, 10, 4, 2))
            values, colours, places, uprights = wide
            return Looks(values, none, colours, places, none, uprights, none, none, none)
        crops, frames = cut(image, boxes)
        told = np.zeros((len(boxes), 3), np.float32) if levels is None else levels.copy()
        turned = np.flatnonzero(np.broadcast_to(mirrored, len(boxes)))
        for k in turned:
            crops[k] = crops[k][:, ::-1]
        told[turned, 0] *= -1.0
        answers = self._answers(crops, told)
        shares, cos, sin = answers[:, 18:22].copy(), answers[:, 22], answers[:, 23]
        shares[turned, 0], shares[turned, 2] = 1.0 - shares[turned, 2], 1.0 - shares[turned, 0]
        sin[turned] *= -1.0
        answers[turned, 24] *= -1.0
        corner, side = frames[:, :2], frames[:, 2:]
        found = np.concatenate([corner + shares[:, :2] * side, corner + shares[:, 2:] * side], axis=1)
        angle = np.degrees(np.arctan2(sin, cos)) / 4.0 % 90.0
        return Looks(
            answers[:, :7],
            answers[:, 7],
            answers[:, 8:18],
            found.astype(np.float32),
            angle.astype(np.float32),
            answers[:, 24:26],
            np.exp(np.clip(answers[:, 26], -4.0, 1.0)).astype(np.float32),
            answers[:, 27],
            softmax(answers[:, :7])[:, 1:].max(axis=1),
        )

    def _answers(self, crops: Sequence[NDArray[np.uint8]], levels: Floats) -> Floats:
        """Return the reader's answers (N, ANSWERS) to the crops; what is left over of the last AT_ONCE is blank."""
        answers = np.empty((len(crops), ANSWERS), np.float32)
        for first in range(0, len(crops), AT_ONCE):
            some = slice(first, first + AT_ONCE)
            count = len(crops[some])
            given, level = np.zeros((AT_ONCE, 3, CROP, CROP), np.float32), np.zeros((AT_ONCE, 3), np.float32)
            for k, crop in enumerate(crops[some]):
                blob(crop, given[k : k + 1])
            level[:count] = levels[some]
            self._reader.setInput(given, "crops")
            self._reader.setInput(level, "level")
            answers[some] = self._reader.forward()[:count]
        return answers


def _found_by(finder: Any, small: NDArray[np.uint8]) -> Found:
    """Return the peaks and all high cells of a finder's heat map, boxes in pixels of `small`."""
    fill, (height, width) = (FILL, FILL, FILL), small.shape[:2]
    whole = cv2.copyMakeBorder(small, 0, -height % 32, 0, -width % 32, cv2.BORDER_CONSTANT, value=fill)
    finder.setInput(blob(whole))
    cells = np.asarray(finder.forward(), np.float32)[0]
    logit = cells[0]
    peaks = (logit >= cv2.dilate(logit, np.ones((3, 3), np.uint8))) & (logit > logit_of(LOWEST))
    rows, columns = np.nonzero(peaks | (logit > logit_of(EVERY)))
    at = cells[:, rows, columns]
    x, y = STRIDE * (columns + 0.5 + at[1]), STRIDE * (rows + 0.5 + at[2])
    half_w, half_h = 8.0 * np.exp(np.clip(at[3], -4, 4)), 8.0 * np.exp(np.clip(at[4], -4, 4))
    boxes = np.stack([x - half_w, y - half_h, x + half_w, y + half_h], 1)
    return Found(boxes.astype(np.float32), logistic(at[0]), softmax(at[5:11].T))


def certainty(off: NDArray[Any]) -> Floats:
    """Return how sure the reader is told to be of how a level die stands that is known up to the deviation `off`, in
    half edges: 1 is certain, 0.5 a deviation of HALF_SURE.
    """
    return np.asarray(HALF_SURE / (HALF_SURE + off), np.float32)


def blob(picture: NDArray[Any], into: Floats | None = None) -> Floats:
    """Return a picture (H, W, 3) uint8 as a network takes it, (1, 3, H, W) float32 in 0-1: what blobFromImage does, in
    a third of the time; `into` such an array, if one is given.
    """
    planes = picture.transpose(2, 0, 1)[None]
    scaled: Floats = np.multiply(planes, np.float32(1.0 / 255.0), out=into, dtype=np.float32, order="C")
    return scaled


def reduced(image: NDArray[np.uint8], longest: int, smooth: float = 1.0) -> NDArray[np.uint8]:
    """Return the picture with its longer side `longest` px, smoothed first where it gets more than `smooth` times
    smaller.
    """
    scale = longest / max(image.shape[:2])
    if scale == 1.0:
        return image
    size = [max(1, round(side * scale)) for side in image.shape[1::-1]]
    how = cv2.INTER_AREA if scale * smooth < 1 else cv2.INTER_LINEAR
    return cv2.resize(image, size, interpolation=how).astype(np.uint8, copy=False)


def cut(
    image: NDArray[np.uint8], boxes: Floats, side: int = CROP, margin: float = MARGIN
) -> tuple[list[NDArray[np.uint8]], Floats]:
    """Return a square crop (side, side, 3) round each box, borders repeated, and (N, 4) its corner x, y and its width,
    height in px.
    """
    crops, frames = [], []
    for x0, y0, x1, y1 in boxes.astype(float):
        span = max(margin * max(x1 - x0, y1 - y0), 2.0)
        left, top = (x0 + x1 - span) / 2, (y0 + y1 - span) / 2
        crops.append(_cut_one(image, left, top, span, side))
        frames.append((left, top, span, span))
    return crops, np.array(frames, np.float32).reshape(-1, 4)


def _cut_one(image: NDArray[np.uint8], left: float, top: float, span: float, side: int) -> NDArray[np.uint8]:
    height, width = image.shape[:2]
    x0, y0 = round(left), round(top)
    x1, y1 = max(round(left + span), x0 + 1), max(round(top + span), y0 + 1)
    inside = image[max(0, y0) : max(1, min(height, y1)), max(0, x0) : max(1, min(width, x1))]
    if not inside.size:
        return np.zeros((side, side, 3), np.uint8)
    every = max(1, int(span / (FINE * side)))
    inside = inside[::every, ::every]
    above, below, left_of, right_of = (max(0, past) // every for past in (-y0, y1 - height, -x0, x1 - width))
    if above or below or left_of or right_of:
        inside = cv2.copyMakeBorder(inside, above, below, left_of, right_of, cv2.BORDER_REPLICATE).astype(
            np.uint8, copy=False
        )
    how = cv2.INTER_AREA if span > SMOOTH * side else cv2.INTER_LINEAR
    return cv2.resize(inside, (side, side), interpolation=how).astype(np.uint8, copy=False)


def missing_models(folder: Path = MODELS) -> Sequence[str]:
    """Return the names of the model files that are missing from `folder`."""
    return [name for name in ("finder.onnx", "reader.onnx") if not (folder / name).is_file()]
