"""Objects that are new since the table was empty: one of them may be a die that was not found. And what lies there as
it lay then: that was not thrown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.imaging.background import PARAMS, colour_gain, in_light, noise_of, slope
from vision.imaging.boxes import as_large, grown, middles, typical_size
from vision.imaging.crops import AT_ONCE, reduced
from vision.imaging.registration import shifted_onto
from vision.probability import LogisticModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detection.classifier import Classifier
    from vision.detection.detector import Detections
    from vision.frames import Floats, Image

LONGEST = 640
"""Pictures are compared with no longer side than this,"""
SIDE = 14
"""and smaller, by a whole number, as long as dice are at least so many pixels large there."""
STEP, NOISE, SHIFT = 12.0, 5.0, 0.4
"""What changed by more than so many levels of 255, or so many deviations of the picture's noise, and also by what a
shift by this share of a pixel changes there, was changed by something."""
SHADOW, TINTED = 0.2, 0.12
"""A shadow leaves more than the first share of the light, and no colour more than the second less or more than all."""
ROUNDED = 2
"""By so many pixels copies of one view may differ in size: each was rounded by itself."""
UNEVEN = 24.0
"""Where it is so noisy (levels), or the light fell in from elsewhere, nothing can be said."""
ANOTHER_VIEW, OTHER_LIGHT = 0.3, 1.6
"""Where more than this share of the picture changed, or any colour by more than this factor, the camera was moved or a
lamp went on or off."""


@dataclass(frozen=True)
class NewObjectParams:
    """What may be a new die. Chosen on drawn tables before and after dice were thrown (bench/fit_new_objects.py);
    lengths in sides of a die.
    """

    own_box: float = 1.25
    """What changed within this many times a die's box was that die."""
    core: float = 0.8
    """The part of a box, without its rim, that must not have changed,"""
    unchanged: float = 0.02
    """in more than this share, for what is in it to lie as it lay."""
    joined_px: int = 5
    """Pieces of an object lie no farther apart than this, in pixels of the copies."""
    areas: tuple[float, float] = (0.03, 4.0)
    """The least and the largest area: the pips of a die that has the table's colour, and two dice that lie in each
    other's light. What is larger is a hand, a card, a tray."""
    most: int = 2 * AT_ONCE
    """Objects that are classified, largest first."""
    texture: float = 0.3
    """Texture is clipped here,"""
    distance: float = 0.1
    """and the distance from the next die there."""
    die_logit: float = 10.0
    """The classifier's logit is clipped here."""


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
    """How a picture differs from one of the empty table, of both of which so many `times` smaller copies were compared,
    after what changed everywhere alike was taken off: where anything did (`anywhere` (h, w), 0 or 1) and where more
    than a shadow does (`plainly`), and the logarithm of how much brighter each place is (`brighter` (h, w)).
    """

    anywhere: NDArray[np.uint8]
    plainly: NDArray[np.uint8]
    brighter: Floats
    times: float

    @classmethod
    def between(cls, empty: NDArray[np.uint8], image: NDArray[np.uint8], size: float) -> BackgroundChange | None:
        """Return the change from `empty` to `image` (H, W, 3), in which dice are `size` px large; `empty` may be
        smaller (`LONGEST`). None where the one says nothing of the other.
        """
        times = max(1, int(size * min(1.0, LONGEST / max(image.shape[:2])) / SIDE))
        old, new = _small(empty, times), _small(image, times)
        if max(abs(a - b) for a, b in zip(old.shape, new.shape, strict=True)) > ROUNDED:
            return None
        old = np.asarray(cv2.resize(old, (new.shape[1], new.shape[0])), np.float32)
        gain = colour_gain(old, new)
        if max(gain.max(), 1.0 / gain.min()) > OTHER_LIGHT:
            return None
        expected = in_light(old, gain)
        # how white a clipped white was, nobody knows
        clipped = old > PARAMS.clipped_levels
        old = np.where(clipped, np.maximum(expected, np.minimum(new, old)), expected).astype(np.float32)
        old = shifted_onto(old, new)
        difference = np.asarray(cv2.absdiff(new, old), np.float32)
        noise = noise_of(difference)
        if NOISE * noise > UNEVEN:
            return None
        anywhere = _most(difference) > max(STEP, NOISE * noise) + SHIFT * _most(slope(old))
        if anywhere.mean() > ANOTHER_VIEW:
            return None
        ratio = (new + PARAMS.dark_levels) / (old + PARAMS.dark_levels)
        light = cv2.transform(ratio, np.full((1, 3), 1.0 / 3.0))
        tint = _most(cv2.absdiff(ratio, cv2.merge([light, light, light])))
        shadow = (light < 1.0) & (light > SHADOW) & (tint < TINTED)
        brighter = np.log(np.clip(light, 0.05, 20.0)).astype(np.float32)
        plainly = (anywhere & ~shadow).astype(np.uint8)
        return cls(anywhere.astype(np.uint8), plainly, brighter, image.shape[1] / new.shape[1])

    def as_it_lay(self, boxes: Floats) -> NDArray[np.bool_]:
        """Return (N,) whether what is in the boxes (N, 4) px lies there as it lay on the empty table."""
        cores = grown(boxes, NEW_OBJECTS.core) / self.times
        return np.array([_share(self.anywhere, box) < NEW_OBJECTS.unchanged for box in cores], np.bool_)


@dataclass(frozen=True, eq=False)
class NewObjects:
    """M objects that are new beside the dice: their `boxes` (M, 4) px, and the first features of `NEW_OBJECT_MODEL`,
    `shapes` (M, 4).
    """

    boxes: Floats
    shapes: Floats


def new_object_probability(
    image: Image, classifier: Classifier, found: Detections, change: BackgroundChange, boxes: Floats
) -> float:
    """Return the probability that one of the objects that are new beside the dice in the `boxes` (N, 4) px, N at least
    1, is a die. `found` is what the detector says of the whole picture.
    """
    features = object_features(image, classifier, found, new_objects(change, boxes), typical_size(boxes))
    return float(NEW_OBJECT_MODEL.probability(features).max(initial=0.0))


def object_features(
    image: Image, classifier: Classifier, found: Detections, objects: NewObjects, size: float
) -> Floats:
    """Return the features (M, 7) of objects for `NEW_OBJECT_MODEL`, where dice are `size` px large."""
    if not len(objects.boxes):
        return np.zeros((0, len(NEW_OBJECT_MODEL.names)), np.float32)
    logits = classifier.predict(image, as_large(objects.boxes, size)).die_logits
    scores, ones = np.log(found.best_on(objects.boxes)), np.ones(len(logits))
    most = NEW_OBJECTS.die_logit
    return np.column_stack([objects.shapes, scores, np.clip(logits, -most, most), ones]).astype(np.float32)


def new_objects(change: BackgroundChange, boxes: Floats) -> NewObjects:
    """Return what is new beside the dice in the boxes (N, 4) px, N at least 1, largest first."""
    side, own = typical_size(boxes) / change.times, boxes / np.float32(change.times)
    left = change.plainly.copy()
    for x0, y0, x1, y1 in np.rint(grown(own, NEW_OBJECTS.own_box)).astype(int):
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
    """Return the picture no larger than it is compared: all of it that need be kept."""
    return reduced(image, min(LONGEST, max(image.shape[:2])))


def _small(image: NDArray[np.uint8], times: int) -> Floats:
    """Return a copy (h, w, 3), lightly smoothed, so many times smaller than the picture is at LONGEST."""
    small = to_compare(image)
    small = reduced(small, max(1, round(max(small.shape[:2]) / times)))
    return np.asarray(cv2.blur(small.astype(np.float32), (3, 3)), np.float32)


def _most(picture: NDArray[Any]) -> Floats:
    """Return the greatest of the three numbers of each place (h, w) of (h, w, 3): NumPy takes 25 times as long."""
    one, two, three = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(one, two), three), np.float32)


def _share(hot: NDArray[np.uint8], box: Floats) -> float:
    """Return how much of the box (4,) is hot, 1 where it lies beyond the picture."""
    x0, y0, x1, y1 = np.rint(box).astype(int)
    here = hot[max(0, y0) : max(0, y1, y0 + 1), max(0, x0) : max(0, x1, x0 + 1)]
    return float(here.mean()) if here.size else 1.0
