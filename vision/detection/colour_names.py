"""Names for the colours of dice, as the players would say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.probability import logistic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry_fallback.pips import Floats

NAMES = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "white", "grey", "black")

_HUES = {"red": 0.0, "orange": 22.0, "yellow": 52.0, "green": 130.0, "blue": 218.0, "purple": 278.0, "pink": 335.0}
_WIDTHS = {"red": 11.0, "orange": 9.0, "yellow": 13.0, "green": 36.0, "blue": 30.0, "purple": 20.0, "pink": 16.0}
"""Hue in degrees of the HSV circle and the spread within which people still use the name."""


def white_of(image: NDArray[np.uint8]) -> Floats:
    """Return the light's colour (3,) BGR, brightest channel 255, from the brightest nearly colourless tenth of the
    picture.

    A table with a sheet of paper or white dice gives its own white; where nothing pale is seen the answer leans to
    neutral.
    """
    small = cv2.resize(image, (160, max(1, 160 * image.shape[0] // image.shape[1])), interpolation=cv2.INTER_AREA)
    flat = small.reshape(-1, 3).astype(np.float32)
    high, low = flat.max(axis=1), flat.min(axis=1)
    pale = (high - low < 0.35 * high) & (high > 40) & (high < 252)
    if pale.sum() < 30:
        return np.full(3, 255.0, np.float32)
    bright = flat[pale]
    bright = bright[bright.max(axis=1) >= np.quantile(bright.max(axis=1), 0.9)]
    light = np.median(bright, axis=0)
    level = float(light.max())
    trust = min(1.0, float(pale.mean()) / 0.15)
    mixed = trust * light / level + (1 - trust)
    return np.asarray(255.0 * mixed / mixed.max(), np.float32)


def name_colour(body: Floats, white: Floats, brightest: float) -> tuple[str, float]:
    """Return the name of a `body` colour (3,) BGR and a confidence, under the light `white`; `brightest` is the
    picture's 99th percentile.
    """
    colour = np.clip(body * 255.0 / np.maximum(white, 60.0), 0, 255).astype(np.float32)
    high, low = float(colour.max()), float(colour.min())
    chroma = (high - low) / max(high, 1.0)
    level = high / max(brightest, 60.0)
    grey = _soft(0.26 - chroma, 0.06) if level > 0.35 else _soft(0.45 - chroma, 0.1)
    black = _soft(0.33 - level, 0.05) * (grey if chroma < 0.6 else 0.5 * grey) if level < 0.5 else 0.0
    hue = _hue(colour)
    scores = {name: (1 - grey) * float(np.exp(-0.5 * (_turn(hue, _HUES[name]) / _WIDTHS[name]) ** 2)) for name in _HUES}
    scores["pink"] += (
        (1 - grey) * 0.8 * _soft(0.62 - chroma, 0.05) * _soft(level - 0.6, 0.05) * (_turn(hue, 350.0) < 25)
    )
    scores["white"] = grey * _soft(level - 0.5, 0.06)
    scores["grey"] = 0.6 * grey * _soft(level - 0.3, 0.04) * _soft(0.5 - level, 0.05)
    scores["black"] = max(black, grey * _soft(0.33 - level, 0.05))
    total = sum(scores.values()) + 1e-6
    name = max(scores, key=lambda each: scores[each])
    return name, scores[name] / total


def _soft(margin: float, width: float) -> float:
    return float(logistic(margin / width))


def _hue(colour: Floats) -> float:
    blue, green, red = (float(c) for c in colour)
    return float(np.degrees(np.arctan2(np.sqrt(3.0) * (green - blue), 2 * red - green - blue)) % 360.0)


def _turn(one: float, other: float) -> float:
    return abs((one - other + 180.0) % 360.0 - 180.0)
