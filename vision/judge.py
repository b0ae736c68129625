"""The whole picture read by the networks, with the pips counted by geometry as a check: which candidates are dice,
and how far to trust each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.check import count_pips
from vision.network import COLOURS, overlap, softmax
from vision.reading import DieReading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.check import Count
    from vision.network import Floats, Found, Looks, Networks

MOST = 24
"""Candidates looked at, best first; a picture with more is not of dice."""
DIE = 0.5
"""A candidate is a die where the looks say so with more than this probability."""
SAME = 0.4
"""Two boxes that overlap more are one die."""
SURE = 0.93
"""Every die must be at least this likely for the whole picture to be sure; chosen from the reliability curve in
bench/."""
CLEAR = 0.97
"""A first look surer than this, with the pips counted alike, needs no second."""
NOTHING = 0.9
"""A candidate that the finder believes in is put aside without a doubt only where the look says so this clearly."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A candidate after all evidence: `odds` (7,) probabilities (0: no die, or not readable), `agreed` whether both
    looks and the finder say the same, `likely` that its value is right, `cocked` and `colours` (10,) probabilities,
    its `box`, `turn` degrees, the finder's `score` and values (6,)
    """

    odds: Floats
    likely: float
    cocked: float
    colours: Floats
    box: Floats
    turn: float
    score: float
    finder: Floats
    support: Floats
    parted: bool

    @property
    def value(self) -> int:
        """The most probable value, 0 where it is no die."""
        return int(np.argmax(self.odds))


def read_by_network(image: NDArray[np.uint8], networks: Networks) -> tuple[tuple[DieReading, ...], str]:
    """Return the dice of `image` (H, W, 3), boxes in its pixels, and why the picture should not be accepted unasked
    ("" if it may).
    """
    judged = judge(image, networks)
    dice = [each for each in judged if each.value and each.odds[0] < DIE]
    return tuple(_die(each) for each in dice), doubt(image, judged, dice)


def judge(image: NDArray[np.uint8], networks: Networks) -> list[Judged]:
    """Return every candidate with what is known of it, likeliest dice first, no two of one die."""
    found = networks.find(image)
    found = found.chosen(np.arange(len(found)) < MOST)
    if not len(found):
        return []
    first = networks.look(image, found.boxes)
    odds = softmax(first.values)
    worth = (odds[:, 0] < 0.98) | (found.scores > 0.5)
    found, first, odds = found.chosen(worth), _chosen(first, worth), odds[worth]
    counts = count_pips(image, first.boxes) if len(found) else []
    logits, parted = first.values.copy(), np.zeros(len(found), np.bool_)
    again = np.array([not _clear(own, count) for own, count in zip(odds, counts, strict=True)], np.bool_)
    if again.any():
        second = networks.look(image, first.boxes[again], mirrored=True)
        parted[again] = second.values.argmax(axis=1) != first.values[again].argmax(axis=1)
        logits[again] = 0.5 * (first.values[again] + second.values)
    everything = [_judged(k, found, first, softmax(logits[k]), bool(parted[k]), counts[k]) for k in range(len(found))]
    return _each_once(sorted(everything, key=lambda each: -(1.0 - float(each.odds[0])) * each.score))


def doubt(image: NDArray[np.uint8], judged: Sequence[Judged], dice: Sequence[Judged]) -> str:
    """Return in plain words why the picture should not be accepted unasked, "" if it may."""
    unclear = [each for each in judged if each not in dice and each.score > 0.3 and each.odds[0] < NOTHING]
    if unclear:
        return "something that may be a die cannot be read"
    if not dice:
        return "no dice found"
    for each in dice:
        if 0.15 < each.cocked < 0.85:
            return f"a {each.value} may lean"
        if each.likely < SURE:
            return f"a {each.value} is only {each.likely:.0%} likely"
        if _cut_off(image, each.box):
            return f"a {each.value} is cut off by the picture's edge"
    return ""


def _chosen(looks: Looks, keep: NDArray[np.bool_]) -> Looks:
    return type(looks)(*(getattr(looks, name)[keep] for name in looks.__dataclass_fields__))


def _clear(odds: Floats, count: Count) -> bool:
    value = int(odds.argmax())
    if value == 0:
        return bool(odds[0] > CLEAR)
    return bool(odds[value] > CLEAR and count.value == value)


def _judged(k: int, found: Found, first: Looks, odds: Floats, parted: bool, count: Count) -> Judged:
    value = int(odds.argmax())
    finder, score = found.values[k], float(found.scores[k])
    likely = 0.0 if value == 0 else likelihood(evidence(odds, finder, score, count.support, value, parted))
    return Judged(
        odds=odds,
        likely=likely,
        cocked=float(1.0 / (1.0 + np.exp(-first.cocked[k]))),
        colours=softmax(first.colours[k]),
        box=first.boxes[k],
        turn=float(first.angle_deg[k]),
        score=score,
        finder=finder,
        support=count.support,
        parted=parted,
    )


EVIDENCE = (
    "log odds of the looks",
    "log of the finder's odds",
    "log of the finder's score",
    "pips that fit",
    "pips of another",
    "looks differ",
    "1",
)
WEIGHTS = np.array([0.8, 0.3, 0.6, 2.0, -6.0, -2.0, 0.0], np.float32)
"""How much each of EVIDENCE counts; fitted by bench/vision_fit.py on pictures that the networks did not learn from."""


def evidence(odds: Floats, finder: Floats, score: float, support: Floats, value: int, parted: bool) -> Floats:
    """Return the signs (7,), in the order of EVIDENCE, for and against `value`: from the looks' odds (7,), the
    finder's second opinion (6,) and score, the support (7,) geometry found for every value, and whether two looks
    differed.
    """
    own = float(np.clip(odds[value], 1e-4, 1 - 1e-4))
    rival = max((float(support[v]) for v in range(max(4, value + 1), 7)), default=0.0)
    return np.array(
        [
            np.log(own / (1 - own)),
            np.log(float(np.clip(finder[value - 1], 1e-3, 1.0))),
            np.log(float(np.clip(score, 1e-3, 1.0))),
            float(support[value]),
            rival,
            float(parted),
            1.0,
        ],
        np.float32,
    )


def likelihood(signs: Floats) -> float:
    """Return the probability that a value is right, from its `evidence`."""
    return float(1.0 / (1.0 + np.exp(-np.clip(signs @ WEIGHTS, -30, 30))))


def _each_once(judged: Sequence[Judged]) -> list[Judged]:
    kept: list[Judged] = []
    for each in judged:
        if not kept or overlap(each.box, np.stack([other.box for other in kept])).max() <= SAME:
            kept.append(each)
    return kept


def _cut_off(image: NDArray[np.uint8], box: Floats) -> bool:
    height, width = image.shape[:2]
    return bool(box[0] < 1 or box[1] < 1 or box[2] > width - 1 or box[3] > height - 1)


def _die(judged: Judged) -> DieReading:
    colour = int(judged.colours.argmax())
    x0, y0, x1, y1 = (round(float(v), 1) for v in judged.box)
    return DieReading(
        value=judged.value,
        colour=COLOURS[colour],
        box=(x0, y0, x1, y1),
        value_confidence=round(judged.likely, 4),
        colour_confidence=round(float(judged.colours[colour]), 4),
        angle_deg=round(judged.turn, 1),
        cocked=judged.cocked >= 0.5,
    )
