"""The small networks, run by OpenCV: one finds dice in a reduced picture, one reads a die's crop at full size, one
(`vision/pose/pose_net.py`) says how it stands.

What goes in and comes out is fixed in `vision/training/SEAM.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.imaging.boxes import lying_in, sizes
from vision.imaging.crops import ENGINE, MODELS, answered, cut, planes, reduced
from vision.pose.pose_net import PoseNet
from vision.probability import deviations, logistic, logit_of, softmax

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

STRIDE = 4
FILL = 114
LEVELS = (640, 320, 160, 113, 80, 57, 40)
"""Longer sides, in pixels, of the pictures the finder is run on: dice of 8 to 56 px in each. The coarsest, which hardly
cost anything, lie closer: a die that fills a good part of the picture has nothing around it to tell its size by.
"""
FINEST = 2
"""So many levels are often looked at."""
FINER, LARGEST = 12.0, 56.0
"""Boxes smaller than the first, in pixels of a level, are left to the next finer level; none is much larger than the
second."""
ANSWERS = 30
"""Outputs of the reader for each crop."""
HALF_SURE = 0.05
"""The deviation, in half edges, of what the reader is told of the table to be half sure of."""
LOWEST = 0.05
"""Scores below this are no candidates at all."""
EVERY = 0.3
"""Cells with a higher score are candidates though a neighbour's is higher still: of dice that touch, the weaker one's
may have no peak of its own, but its boxes are its own.
"""
ON_IT, NOTHING = 0.4, 0.04
"""What was found is on a thing if more than this share of the thing lies in it, and the score where nothing was."""
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange", "pink", "grey")


@dataclass(frozen=True, eq=False)
class Detections:
    """Candidates of one picture, best first: `boxes` (N, 4) x0 y0 x1 y1 px in edge coordinates, `scores` (N,) 0-1,
    `values` (N, 6) probabilities of 1 to 6 by the finder.
    """

    boxes: Floats
    scores: Floats
    values: Floats

    def __len__(self) -> int:
        return len(self.boxes)

    def chosen(self, keep: NDArray[np.int_] | NDArray[np.bool_] | slice) -> Detections:
        """Return the candidates `keep` names."""
        return Detections(self.boxes[keep], self.scores[keep], self.values[keep])

    @classmethod
    def none(cls) -> Detections:
        """Return no candidates."""
        return cls(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros((0, 6), np.float32))

    def best_first(self) -> Detections:
        """Return the candidates in the order of their scores."""
        return self.chosen(np.argsort(-self.scores, kind="stable"))

    def best_on(self, boxes: Floats) -> Floats:
        """Return (M,) the best scores of what was found on boxes (M, 4): where more than ON_IT of them lies in it."""
        on = np.where(lying_in(boxes, self.boxes) > ON_IT, self.scores, np.float32(NOTHING))
        return np.asarray(on.max(axis=1, initial=NOTHING), np.float32)

    def joined(self, other: Detections) -> Detections:
        """Return these candidates and then the others."""
        return Detections(
            *(np.concatenate([getattr(self, name), getattr(other, name)]) for name in self.__dataclass_fields__)
        )


@dataclass(frozen=True, eq=False)
class CropPredictions:
    """What the reader network says of N crops: `values` (N, 7) logits (0: not a die, or not readable), `cocked` (N,)
    logit, `colours` (N, 10) logits in the order of COLOURS, `boxes` (N, 4) px of the picture, `angle_deg` (N,) 0-90,
    `uprights` (N, 2) where the top face's middle lies from the die's middle, right and down, in half edges of the die,
    `spreads` (N,) the deviation to expect of each of the two, and `there` (N,) logit: a die is here, readable or
    not, `unlike` (N,) logit: what looks like a die is none, but a domino's half or the like, `part` (N,) logit: of a
    die that is here something hides a part, `at_best` (N,) the largest probability that any of the looks gave any one
    value.
    """

    values: Floats
    cocked: Floats
    colours: Floats
    boxes: Floats
    angle_deg: Floats
    uprights: Floats
    spreads: Floats
    there: Floats
    unlike: Floats
    part: Floats
    at_best: Floats

    def averaged(self, others: Sequence[CropPredictions], which: NDArray[np.bool_]) -> CropPredictions:
        """Return this look, taken together with others at `which` of the dice; boxes and turns are this one's."""
        mean = self._copy()
        for name in ("values", "cocked", "colours", "uprights", "spreads", "there", "unlike", "part"):
            looks = [getattr(self, name)[which], *(getattr(other, name) for other in others)]
            getattr(mean, name)[which] = np.mean(looks, axis=0)
        mean.at_best[which] = np.max([self.at_best[which], *(other.at_best for other in others)], axis=0)
        return mean

    def joined(self, other: CropPredictions) -> CropPredictions:
        """Return these looks and then the others."""
        return CropPredictions(
            *(np.concatenate([getattr(self, name), getattr(other, name)]) for name in self.__dataclass_fields__)
        )

    def put(self, others: CropPredictions, which: NDArray[np.int_]) -> CropPredictions:
        """Return these looks with the `others` at the places `which`."""
        mixed = self._copy()
        for name in self.__dataclass_fields__:
            getattr(mixed, name)[which] = getattr(others, name)
        return mixed

    def _copy(self) -> CropPredictions:
        return CropPredictions(*(getattr(self, name).copy() for name in self.__dataclass_fields__))

    def chosen(self, keep: NDArray[np.int_] | NDArray[np.bool_]) -> CropPredictions:
        """Return the looks `keep` names."""
        return CropPredictions(*(getattr(self, name)[keep] for name in self.__dataclass_fields__))


class MissingModelsError(FileNotFoundError):
    """Model files are missing; the message names them and says what to do."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder, self.names = folder, names
        super().__init__(str(self))

    def __str__(self) -> str:
        return (
            f"dice cannot be read: {', '.join(self.names)} missing in {self.folder}. Install Cat's Eye again, or train "
            "the networks (vision/training/SEAM.md)"
        )


class Networks:
    """All networks, loaded once. OpenCV's nets hold buffers: use from one thread at a time."""

    def __init__(self, folder: Path = MODELS) -> None:
        """Load the models from `folder`. Raises MissingModelsError where a file is not there."""
        if missing := missing_models(folder):
            raise MissingModelsError(folder, missing)
        # A net that is given another size each time plans its memory anew each time: the finest levels have one each,
        # of the others, seldom needed and small, that takes 1 ms for all.
        finders: list[Any] = [cv2.dnn.readNetFromONNX(str(folder / "finder.onnx"), ENGINE) for _ in range(FINEST + 1)]
        self._finders = finders + finders[-1:] * (len(LEVELS) - len(finders))
        self._reader: Any = cv2.dnn.readNetFromONNX(str(folder / "reader.onnx"), ENGINE)
        self.poser = PoseNet(folder / "poser.onnx")

    def levels(self, image: NDArray[np.uint8]) -> Iterator[tuple[Detections, float]]:
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
    ) -> CropPredictions:
        """Return what each of the `boxes` (N, 4) px shows. Where `mirrored` (all or none, or (N,)) it looks at the crop
        left-right reversed: values stay the same. `levels` (N, 3) say where a level die's upright would point there,
        right and down, and the `certainty` of that, 0 where it is not known.
        """
        if not len(boxes):
            none = np.zeros((0,), np.float32)
            wide = (none.reshape(0, n) for n in (7, 10, 4, 2))
            values, colours, places, uprights = wide
            return CropPredictions(values, none, colours, places, none, uprights, none, none, none, none, none)
        crops, frames = cut(image, boxes)
        told = np.zeros((len(boxes), 3), np.float32) if levels is None else levels.copy()
        turned = np.flatnonzero(np.broadcast_to(mirrored, len(boxes)))
        for k in turned:
            crops[k] = crops[k][:, ::-1]
        told[turned, 0] *= -1.0
        answers = answered(self._reader, crops, ANSWERS, told)
        shares, cos, sin = answers[:, 18:22].copy(), answers[:, 22], answers[:, 23]
        shares[turned, 0], shares[turned, 2] = 1.0 - shares[turned, 2], 1.0 - shares[turned, 0]
        sin[turned] *= -1.0
        answers[turned, 24] *= -1.0
        corner, side = frames[:, :2], frames[:, 2:]
        found = np.concatenate([corner + shares[:, :2] * side, corner + shares[:, 2:] * side], axis=1)
        angle = np.degrees(np.arctan2(sin, cos)) / 4.0 % 90.0
        return CropPredictions(
            answers[:, :7],
            answers[:, 7],
            answers[:, 8:18],
            found.astype(np.float32),
            angle.astype(np.float32),
            answers[:, 24:26],
            deviations(answers[:, 26]),
            answers[:, 27],
            answers[:, 28],
            answers[:, 29],
            softmax(answers[:, :7])[:, 1:].max(axis=1),
        )


def _found_by(finder: Any, small: NDArray[np.uint8]) -> Detections:
    """Return the peaks and all high cells of a finder's heat map, boxes in pixels of `small`."""
    fill, (height, width) = (FILL, FILL, FILL), small.shape[:2]
    whole = cv2.copyMakeBorder(small, 0, -height % 32, 0, -width % 32, cv2.BORDER_CONSTANT, value=fill)
    finder.setInput(planes(whole.astype(np.uint8, copy=False)))
    cells = np.asarray(finder.forward(), np.float32)[0]
    logit = cells[0]
    peaks = (logit >= cv2.dilate(logit, np.ones((3, 3), np.uint8))) & (logit > logit_of(LOWEST))
    rows, columns = np.nonzero(peaks | (logit > logit_of(EVERY)))
    at = cells[:, rows, columns]
    x, y = STRIDE * (columns + 0.5 + at[1]), STRIDE * (rows + 0.5 + at[2])
    half_w, half_h = 8.0 * np.exp(np.clip(at[3], -4, 4)), 8.0 * np.exp(np.clip(at[4], -4, 4))
    boxes = np.stack([x - half_w, y - half_h, x + half_w, y + half_h], 1)
    return Detections(boxes.astype(np.float32), logistic(at[0]), softmax(at[5:11].T))


def certainty(off: NDArray[Any]) -> Floats:
    """Return how sure the reader is told to be of how a level die stands that is known up to the deviation `off`, in
    half edges: 1 is certain, 0.5 a deviation of HALF_SURE.
    """
    return np.asarray(HALF_SURE / (HALF_SURE + off), np.float32)


def missing_models(folder: Path = MODELS) -> Sequence[str]:
    """Return the names of the model files that are missing from `folder`."""
    return [name for name in ("finder.onnx", "reader.onnx", "poser.onnx") if not (folder / name).is_file()]
