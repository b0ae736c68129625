"""New objects: changes since the table was empty that may be a missed die, and dice that lay there before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.imaging.background import BACKGROUND, colour_gain, in_light, noise_of, slope
from vision.imaging.boxes import DIE_BOX, as_large, grown, middles, typical_size
from vision.imaging.crops import AT_ONCE, reduced
from vision.imaging.registration import shifted_onto
from vision.probability import LogisticModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detection.classifier import Classifier
    from vision.detection.detector import Detections
    from vision.frames import Floats, Image


@dataclass(frozen=True)
class NewObjectParams:
    """Limits of changes and of new objects, chosen on drawn tables before and after dice were thrown
    (bench/fit_new_objects.py). Lengths are sides of a die.
    """

    longest_px: int = 640
    """Longest side of the reduced copies,"""
    side_px: int = 14
    """which are reduced further, by an integer, as long as dice keep this size."""
    step_levels: float = 12.0
    """Least change of a pixel, levels; that by noise and by a shift are added (`BackgroundParams.noise_steps`)."""
    shift_px: float = 0.4
    """Shift of the copy whose effect on a pixel is no change."""
    shadow: float = 0.2
    """Least share of the light that a shadow leaves,"""
    tint: float = 0.12
    """and largest difference of the share of one colour from their mean."""
    noise_levels: float = 24.0
    """Largest change by noise, levels, of pictures that can be compared."""
    light_ratio: float = 1.6
    """Largest gain of a colour between pictures that can be compared; more is a lamp that went on or off."""
    core: float = 0.8
    """Central part of a box, over its side, that is compared with the empty table,"""
    unchanged: float = 0.02
    """and the largest share of changed pixels there of an unchanged object."""
    joined_px: int = 5
    """Largest gap between parts of one object, px of the copies."""
    areas: tuple[float, float] = (0.03, 4.0)
    """Range of areas: from the pips of a die of the table's colour to two dice that light each other. Hands, cards and
    trays are larger."""
    most: int = 2 * AT_ONCE
    """Objects that are classified, largest first."""
    texture: float = 0.3
    """Largest value of the feature,"""
    distance: float = 0.1
    """least value of this one,"""
    die_logit: float = 10.0
    """and largest absolute value of this one; features are clipped to these."""


NEW_OBJECTS = NewObjectParams()
NEW_OBJECT_MODEL = LogisticModel(
    {
        "log of its area": 0.83,
        "log of its shorter side": 0.07,
        "texture": 4.30,
        "log of its distance from the next die": 1.68,
        "log of the detector's score": 0.82,
        "logit that a die is there": 0.45,
        "1": 1.03,
    },
    "drawn tables before and after dice were thrown on them, by bench/fit_new_objects.py",
)


@dataclass(frozen=True, eq=False)
class BackgroundChange:
    """The difference of a picture from one of the empty table, in copies reduced by `times`, with changes of the light
    and of the camera's place removed: changed pixels (`anywhere` (h, w), 0 or 1), those that are no shadow (`plainly`),
    and the logarithm of the ratio of brightness (`brighter` (h, w)).
    """

    anywhere: NDArray[np.uint8]
    plainly: NDArray[np.uint8]
    brighter: Floats
    times: float

    @classmethod
    def between(cls, empty: NDArray[np.uint8], image: NDArray[np.uint8], size: float) -> BackgroundChange | None:
        """Return the change from `empty` to `image` (H, W, 3), in which dice are `size` px large; `empty` may be
        reduced (see `to_compare`). None if the two cannot be compared.
        """
        times = max(1, int(size * min(1.0, NEW_OBJECTS.longest_px / max(image.shape[:2])) / NEW_OBJECTS.side_px))
        old, new = _small(empty, times), _small(image, times)
        if max(abs(a - b) for a, b in zip(old.shape, new.shape, strict=True)) > 2:  # px: each was rounded on its own
            return None
        old = np.asarray(cv2.resize(old, (new.shape[1], new.shape[0])), np.float32)
        gain = colour_gain(old, new)
        if max(gain.max(), 1.0 / gain.min()) > NEW_OBJECTS.light_ratio:
            return None
        expected = in_light(old, gain)
        # The light of a clipped pixel is unknown.
        clipped = old > BACKGROUND.clipped_levels
        old = np.where(clipped, np.maximum(expected, np.minimum(new, old)), expected).astype(np.float32)
        old = shifted_onto(old, new)
        difference = np.asarray(cv2.absdiff(new, old), np.float32)
        noise = BACKGROUND.noise_steps * noise_of(difference)
        if noise > NEW_OBJECTS.noise_levels:
            return None
        anywhere = _most(difference) > max(NEW_OBJECTS.step_levels, noise) + NEW_OBJECTS.shift_px * _most(slope(old))
        if anywhere.mean() > BACKGROUND.other_view_share:
            return None
        ratio = (new + BACKGROUND.dark_levels) / (old + BACKGROUND.dark_levels)
        light = cv2.transform(ratio, np.full((1, 3), 1.0 / 3.0))
        tint = _most(cv2.absdiff(ratio, cv2.merge([light, light, light])))
        shadow = (light < 1.0) & (light > NEW_OBJECTS.shadow) & (tint < NEW_OBJECTS.tint)
        brighter = np.log(np.clip(light, 0.05, 20.0)).astype(np.float32)
        plainly = (anywhere & ~shadow).astype(np.uint8)
        return cls(anywhere.astype(np.uint8), plainly, brighter, image.shape[1] / new.shape[1])

    def unchanged(self, boxes: Floats) -> NDArray[np.bool_]:
        """Return (N,) which of the boxes (N, 4) px hold the same as on the empty table."""
        cores = grown(boxes, NEW_OBJECTS.core) / self.times
        return np.array([_share(self.anywhere, box) < NEW_OBJECTS.unchanged for box in cores], np.bool_)


@dataclass(frozen=True, eq=False)
class NewObjects:
    """M new objects other than the dice: their `boxes` (M, 4) px, and the first features of `NEW_OBJECT_MODEL`,
    `shapes` (M, 4).
    """

    boxes: Floats
    shapes: Floats


def new_object_probability(
    image: Image, classifier: Classifier, found: Detections, change: BackgroundChange, boxes: Floats
) -> float:
    """Return the largest probability that a new object is a die, other than the dice in the `boxes` (N, 4) px, N at
    least 1. `found` are all detections of the picture.
    """
    features = object_features(image, classifier, found, new_objects(change, boxes), typical_size(boxes))
    return float(NEW_OBJECT_MODEL.probability(features).max(initial=0.0))


def object_features(
    image: Image, classifier: Classifier, found: Detections, objects: NewObjects, size: float
) -> Floats:
    """Return the features (M, 7) of objects for `NEW_OBJECT_MODEL`, with dice of `size` px."""
    if not len(objects.boxes):
        return np.zeros((0, len(NEW_OBJECT_MODEL.names)), np.float32)
    logits = classifier.predict(image, as_large(objects.boxes, size)).die_logits
    scores, ones = np.log(found.best_on(objects.boxes)), np.ones(len(logits))
    most = NEW_OBJECTS.die_logit
    return np.column_stack([objects.shapes, scores, np.clip(logits, -most, most), ones]).astype(np.float32)


def new_objects(change: BackgroundChange, boxes: Floats) -> NewObjects:
    """Return the new objects outside the dice in the boxes (N, 4) px, N at least 1, largest first."""
    side, own = typical_size(boxes) / change.times, boxes / np.float32(change.times)
    left = change.plainly.copy()
    for x0, y0, x1, y1 in np.rint(grown(own, DIE_BOX.own)).astype(int):
        left[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = 0
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
    joined = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((NEW_OBJECTS.joined_px, NEW_OBJECTS.joined_px), np.uint8))
    rough = np.abs(cv2.Laplacian(change.brighter, cv2.CV_32F))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    smallest, largest = NEW_OBJECTS.areas
    found: list[tuple[float, Floats, tuple[float, ...]]] = []
    for number, (x, y, width, height, _) in enumerate(stats[1:].tolist(), 1):
        here = slice(y, y + height), slice(x, x + width)
        pixels = labels[here] == number
        area = float(np.count_nonzero(pixels & (left[here] > 0))) / side**2
        at_edge = x < 1 or y < 1 or x + width > left.shape[1] - 1 or y + height > left.shape[0] - 1
        if not smallest <= area <= largest or at_edge:
            continue
        box = np.array([x, y, x + width, y + height], np.float32)
        apart = float(np.hypot(*(middles(own) - middles(box[None])).T).min()) / side
        shape = (
            np.log(area),
            np.log(min(width, height) / side),
            min(float(rough[here][pixels].mean()), NEW_OBJECTS.texture),
            np.log(max(apart, NEW_OBJECTS.distance)),
        )
        found.append((area, box * np.float32(change.times), shape))
    found.sort(key=lambda each: -each[0])
    kept = found[: NEW_OBJECTS.most]
    places = np.array([box for _, box, _ in kept], np.float32).reshape(-1, 4)
    return NewObjects(places, np.array([shape for _, _, shape in kept], np.float32).reshape(-1, 4))


def to_compare(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture reduced to the size at which it is compared: enough to keep."""
    return reduced(image, min(NEW_OBJECTS.longest_px, max(image.shape[:2])))


def _small(image: NDArray[np.uint8], times: int) -> Floats:
    """Return a lightly smoothed copy (h, w, 3), `times` smaller than `to_compare` gives."""
    small = to_compare(image)
    small = reduced(small, max(1, round(max(small.shape[:2]) / times)))
    return np.asarray(cv2.blur(small.astype(np.float32), (3, 3)), np.float32)


def _most(picture: NDArray[Any]) -> Floats:
    """Return the maximum over channels (h, w) of (h, w, 3), 25 times as fast as NumPy."""
    one, two, three = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(one, two), three), np.float32)


def _share(hot: NDArray[np.uint8], box: Floats) -> float:
    """Return the share of set pixels in the box (4,), 1 outside the picture."""
    x0, y0, x1, y1 = np.rint(box).astype(int)
    here = hot[max(0, y0) : max(0, y1, y0 + 1), max(0, x0) : max(0, x1, x0 + 1)]
    return float(here.mean()) if here.size else 1.0
