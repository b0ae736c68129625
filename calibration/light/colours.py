"""Owners of dice by colour: enrolled from a few throws, recognised under the same or other light."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from catseye.colours import colour
from catseye.text import Text, say

Pips = Literal["dark", "light", "unseen"]
Lab = tuple[float, float, float]

FEWEST_SAMPLES = 3
"""Samples of a die, from different throws, that are needed to enrol it."""
APART_ENOUGH = 0.995
"""Least probability of telling two dice apart; below it they are a conflict."""
_FLOOR = np.array([7.0, 3.0, 3.0])
"""Least spread (L, a, b) of a die's colour: falloff of the light over the tray, sensor noise, JPEG."""
_STRANGE = 60.0
"""Largest squared Mahalanobis distance of a colour from its die: large, since shadows are not normally distributed."""


@dataclass(frozen=True)
class ColourSample:
    """The colour of one die in one picture: its body in Lab of 8 bits, whether its pips are darker or lighter, and the
    colour of the ground around all dice, linear BGR 0 to 1.
    """

    lab: Lab
    pips: Pips
    ground: Lab


@dataclass(frozen=True)
class DieColour:
    """One player's enrolled die. `lab` is its mean colour, `spread` the standard deviations, `ground` the colour of the
    ground in the light of that time, `looks` the number of samples.
    """

    owner: str
    lab: Lab
    spread: Lab
    pips: Pips
    ground: Lab
    looks: int


@dataclass(frozen=True)
class Likeness:
    """The owner of the most similar enrolled die ("" for none), and the probability of that."""

    owner: str
    confidence: float


@dataclass(frozen=True)
class Conflict:
    """Two dice that may be confused: `apart` is the certainty, 0 to 1, with which one sample tells them apart."""

    one: str
    other: str
    apart: float

    @property
    def text(self) -> Text:
        """The conflict, with advice."""
        return say(
            "{one} and {other} look alike under this lamp: {apart} apart; use another die or more light",
            one=colour(self.one),
            other=colour(self.other),
            apart=f"{self.apart:.0%}",
        )


class BadEnrolment(CalibrationError):  # noqa: N818  what was shown, not a fault of the program
    """These samples do not determine a die; the message says why."""


def colour_sample(image: NDArray[Any], box: Sequence[float], ground: Lab | None = None) -> ColourSample | None:
    """Return the body colour of the die in `box` (x0, y0, x1, y1) of a picture (H, W, 3) uint8 BGR.

    The box is that of the top face; only the inscribed circle is used, so that a rotated die does not include the
    ground. None if the box is too small or outside. `ground` is that of the picture, measured here if not given.
    """
    x0, y0, x1, y1 = box
    radius = 0.36 * min(x1 - x0, y1 - y0)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    left, top = max(math.floor(middle[0] - radius), 0), max(math.floor(middle[1] - radius), 0)
    right, bottom = math.ceil(middle[0] + radius) + 1, math.ceil(middle[1] + radius) + 1
    cut = image[top:bottom, left:right]
    if radius < 2 or cut.shape[0] < 4 or cut.shape[1] < 4:
        return None
    rows, columns = np.ogrid[: cut.shape[0], : cut.shape[1]]
    disc = (rows + top - middle[1]) ** 2 + (columns + left - middle[0]) ** 2 <= radius**2
    lab = cv2.cvtColor(np.ascontiguousarray(cut), cv2.COLOR_BGR2LAB)[disc].astype(np.float64)
    if len(lab) < 12:
        return None
    body = _body(lab)
    colour = np.median(lab[body], axis=0)
    rest = lab[~body]
    pips: Pips = "unseen"
    if len(rest) > 0.03 * len(lab):
        pips = "dark" if float(np.median(rest[:, 0])) < colour[0] else "light"
    return ColourSample(_three(colour), pips, ground or ground_of(image))


def ground_of(image: NDArray[Any], mask: NDArray[np.uint8] | None = None) -> Lab:
    """Return the median colour inside `mask` (H, W; non-zero), linear BGR 0 to 1."""
    step = max(1, image.shape[1] // 160)
    small = image[::step, ::step]
    chosen = small.reshape(-1, 3) if mask is None else small[mask[::step, ::step] > 0]
    if not len(chosen):
        chosen = small.reshape(-1, 3)
    return _three(_linear(np.median(chosen, axis=0)))


def enrol(owner: str, samples: Sequence[ColourSample]) -> DieColour:
    """Return a die by the samples of several throws. Raises BadEnrolment for too few, or samples of different dice."""
    if len(samples) < FEWEST_SAMPLES:
        raise BadEnrolment(
            say(
                "{n} throws of {owner}'s die are too few: {least} are the least",
                n=len(samples),
                owner=colour(owner),
                least=FEWEST_SAMPLES,
            )
        )
    colours = np.array([one.lab for one in samples])
    middle = np.median(colours, axis=0)
    away = np.abs(colours - middle) / (45.0, 20.0, 20.0)
    strays = (away > 1).any(axis=1)
    if strays.sum() > len(samples) // 4:
        raise BadEnrolment(
            say(
                "the throws of {owner}'s die do not look alike: was it always the same die, with no hand over it?",
                owner=colour(owner),
            )
        )
    kept = [one for one, stray in zip(samples, strays, strict=True) if not stray]
    colours = np.array([one.lab for one in kept])
    spread = np.maximum(colours.std(axis=0, ddof=1) * 1.3 if len(kept) > 1 else _FLOOR, _FLOOR)
    pips = _most([one.pips for one in kept])
    ground = np.median(np.array([one.ground for one in kept]), axis=0)
    return DieColour(owner, _three(colours.mean(axis=0)), _three(spread), pips, _three(ground), len(kept))


def conflicts(dice: Sequence[DieColour]) -> tuple[Conflict, ...]:
    """Return the pairs of dice that may be confused, worst first."""
    pairs = [Conflict(one.owner, other.owner, apart(one, other)) for one, other in combinations(dice, 2)]
    return tuple(sorted((pair for pair in pairs if pair.apart < APART_ENOUGH), key=lambda pair: pair.apart))


def apart(one: DieColour, other: DieColour) -> float:
    """Return the certainty with which a sample of one of two dice is assigned to the right one, 0 (chance) to 1.

    For two normal distributions of equal spread, d standard deviations apart, it is erf(d / sqrt 8).
    """
    variance = (np.array(one.spread) ** 2 + np.array(other.spread) ** 2) / 2
    squared = float((((np.array(one.lab) - np.array(other.lab)) ** 2) / variance).sum())
    if {one.pips, other.pips} == {"dark", "light"}:
        squared += 9.0
    return math.erf(math.sqrt(squared / 8))


def fits(sample: ColourSample, die: DieColour) -> bool:
    """Return whether a sample may be of this die: two dice at that distance would be a conflict."""
    return math.erf(math.sqrt(_distance(sample, die) / 8)) < APART_ENOUGH


def attribute(
    image: NDArray[Any], box: Sequence[float], dice: Sequence[DieColour], ground: Lab | None = None
) -> Likeness:
    """Return the owner of the die in the box. A change of the light is corrected by that of the ground."""
    sample = colour_sample(image, box, ground)
    return Likeness("", 0.0) if sample is None else whose(sample, dice)


def whose(sample: ColourSample, dice: Sequence[DieColour]) -> Likeness:
    """Return the owner of the die that fits a sample best; the confidence weighs all enrolled dice and none of them."""
    if not dice:
        return Likeness("", 0.0)
    squared = np.array([_distance(sample, die) for die in dice])
    best = int(squared.argmin())
    if squared[best] > _STRANGE:
        return Likeness("", 1.0 - math.exp((_STRANGE - squared[best]) / 4))
    weights = np.exp(-(squared - squared[best]) / 2)
    none = math.exp(-(_STRANGE - float(squared[best])) / 2)
    return Likeness(dice[best].owner, round(float(1 / (weights.sum() + none)), 4))


def _distance(sample: ColourSample, die: DieColour) -> float:
    """Return the squared Mahalanobis distance, with the die in the light of the sample."""
    expected = _relit(die.lab, die.ground, sample.ground)
    squared = float((((np.array(sample.lab) - expected) / np.array(die.spread)) ** 2).sum())
    return squared + (9.0 if {sample.pips, die.pips} == {"dark", "light"} else 0.0)


def _relit(lab: Lab, then: Lab, now: Lab) -> NDArray[np.float64]:
    """Return a colour after the change of light that took the ground from `then` to `now` (von Kries)."""
    gains = np.clip(np.array(now) / np.maximum(np.array(then), 1e-4), 0.1, 10.0)
    if np.abs(np.log(gains)).max() < 0.04:
        return np.array(lab)
    pixel = np.array(lab, np.float32).reshape(1, 1, 3)
    bgr = cv2.cvtColor(np.clip(pixel + 0.5, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR).reshape(3)
    changed = _encoded(np.clip(_linear(bgr) * gains, 0, 1))
    again = cv2.cvtColor(np.clip(changed + 0.5, 0, 255).astype(np.uint8).reshape(1, 1, 3), cv2.COLOR_BGR2LAB)
    return np.asarray(again.reshape(3), np.float64)


def _body(lab: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which pixels of a top face are its body: those near the median; pips cover less than half."""
    middle = np.median(lab, axis=0)
    away = np.linalg.norm((lab - middle) * (0.7, 1.0, 1.0), axis=1)
    limit = max(14.0, 2.2 * float(np.percentile(away, 50)))
    return np.asarray(away <= limit)


def _linear(bgr: NDArray[Any]) -> NDArray[np.float64]:
    """8-bit sRGB values as linear light 0 to 1 (IEC 61966-2-1, with its plain 2.2 power)."""
    return np.asarray((np.asarray(bgr, np.float64) / 255) ** 2.2)


def _encoded(linear: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(255 * linear ** (1 / 2.2))


def _most(pips: Sequence[Pips]) -> Pips:
    dark, light = pips.count("dark"), pips.count("light")
    if dark == light:
        return "unseen"
    return "dark" if dark > light else "light"


def _three(values: NDArray[np.float64]) -> Lab:
    a, b, c = (round(float(value), 5) for value in values)
    return a, b, c
