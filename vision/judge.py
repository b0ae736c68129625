"""The whole picture read by the networks, with the pips counted by geometry as a check: which candidates are dice,
and how far to trust each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.check import count_pips, stray
from vision.evidence import Evidence, among_others
from vision.geometry import places
from vision.network import COLOURS, LOWEST, Found, overlap, softmax
from vision.reading import DieReading
from vision.stance import unlike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.check import Count
    from vision.network import Floats, Looks, Networks

MOST = 28
"""Candidates of the finder looked at, best first."""
FAINTEST = 0.05
"""The least score of the finder that is looked at. Dice that fill a third of the picture hardly reach it."""
HARDLY = 0.98
"""What the look holds for no die with more than this probability is not looked at further."""
DIE = 0.5
"""A candidate at least this likely is reported as a die."""
SAME = 0.4
"""Two boxes that overlap more are one die."""
PIPS_THERE = 0.9
"""How likely a die is thought to be where pips lie that belong to none that was read."""
AS_IF_FOUND = 0.3
"""The finder's score that such a place is given: it overlooks dice in a heap."""
MEET = 0.3
"""Two boxes from finder and geometry that overlap more mean the same die."""
SURE = 0.92
"""The least certainty of a sure picture, chosen from the reliability curve in bench/."""
RIVAL = 0.6
"""Pips that fit another value so much better make a die doubtful, however sure the network is."""
BELIEVED, NOTHING = 0.5, 0.9
"""What the finder believes in more than the first is put aside without a doubt only if the look says "no die" more
than the second."""
INSIDE = 0.7
"""A candidate that shares more than this of its box with a die that was read is part of that."""
LEVEL, LEANING = 0.125, 0.85
"""Between these probabilities of leaning a die is neither level nor cocked for certain."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A candidate after all evidence: what is `known`, its `value` if it is a die, how `likely` it is one and shows
    that, `cocked` and `colours` (10,) odds, its `box` px, `turn` of its top face in degrees, its pips'
    `count`.
    """

    known: Evidence
    value: int
    likely: float
    cocked: float
    colours: Floats
    box: Floats
    turn: float
    count: Count


def read_by_network(image: NDArray[np.uint8], networks: Networks) -> tuple[tuple[DieReading, ...], str]:
    """Return the dice of `image` (H, W, 3), boxes in its pixels, and why the picture should not be accepted unasked
    ("" if it may).
    """
    judged = judge(image, networks)
    dice = [each for each in judged if each.likely > DIE]
    why = doubt(image, judged, dice)
    return tuple(_die(each) for each in dice), why


def judge(image: NDArray[np.uint8], networks: Networks) -> list[Judged]:
    """Return every candidate with what is known of it, likeliest dice first, no two of one die.

    Candidates are the finder's and what geometry sees in the whole picture: either alone overlooks dice, and nothing
    else can doubt what both pass over. Where pips lie beside the dice so found, that is looked at as well.
    """
    found = networks.find(image)
    found = found.chosen((np.arange(len(found)) < MOST) & (found.scores > FAINTEST))
    found = joined(found, *places(image), LOWEST)
    judged = _weighed(image, networks, found)
    overlooked = beside([each for each in judged if each.likely > DIE])
    if not len(overlooked):
        return judged
    as_likely = np.full(len(overlooked), PIPS_THERE, np.float32)
    return _weighed(image, networks, joined(found, overlooked, as_likely, AS_IF_FOUND))


def _weighed(image: NDArray[np.uint8], networks: Networks, found: Found) -> list[Judged]:
    """Return what was `found`, looked at twice (the second time mirrored), its pips counted."""
    if not len(found):
        return []
    first = networks.look(image, found.boxes)
    odds = softmax(first.values)
    worth = (odds[:, 0] < HARDLY) | (found.scores > BELIEVED) | (found.seen > BELIEVED)
    found, first, odds = found.chosen(worth), _chosen(first, worth), odds[worth]
    counts = count_pips(image, first.boxes)
    second = networks.look(image, first.boxes, mirrored=True)
    parted = second.values.argmax(axis=1) != first.values.argmax(axis=1)
    odds = softmax(0.5 * (first.values + second.values))
    known = among_others([_known(k, found, first, odds[k], bool(parted[k]), counts[k]) for k in range(len(found))])
    everything = [_judged(k, own, first, counts[k]) for k, own in enumerate(known)]
    return _each_once(sorted(everything, key=lambda each: -each.likely))


def beside(dice: Sequence[Judged]) -> Floats:
    """Return boxes (N, 4) px, as large as the dice, round pips that lie beside them and belong to none."""
    if not dice:
        return np.zeros((0, 4), np.float32)
    boxes = np.stack([each.box for each in dice])
    points = np.concatenate([stray(each.count, each.box, boxes) for each in dice])
    side = float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)))
    found = []
    while len(points):
        near = np.hypot(*(points - points[0]).T) < 0.75 * side
        middle = points[near].mean(axis=0)
        found.append(np.concatenate([middle - side / 2, middle + side / 2]))
        points = points[~near]
    return np.array(found, np.float32).reshape(-1, 4)


def joined(found: Found, boxes: Floats, likely: Floats, score: float) -> Found:
    """Return the finder's candidates and the places geometry named: together where they overlap, the others added
    with this `score`.
    """
    seen = found.seen.copy()
    alone = []
    for k, box in enumerate(boxes):
        shares = overlap(box, found.boxes) if len(found) else np.zeros(1, np.float32)
        nearest = int(shares.argmax())
        if shares[nearest] > MEET:
            seen[nearest] = max(seen[nearest], likely[k])
        else:
            alone.append(k)
    return Found(
        np.concatenate([found.boxes, boxes[alone]]),
        np.concatenate([found.scores, np.full(len(alone), score, np.float32)]),
        np.concatenate([found.values, np.full((len(alone), 6), 1 / 6, np.float32)]),
        np.concatenate([seen, likely[alone]]),
    )


def doubt(image: NDArray[np.uint8], judged: Sequence[Judged], dice: Sequence[Judged]) -> str:
    """Return in plain words why the picture should not be accepted unasked, "" if it may."""
    if not dice:
        return "no dice found"
    others = [each for each in judged if each not in dice]
    if any(each.known.score > BELIEVED and each.known.odds[0] < NOTHING for each in others):
        return "something that may be a die cannot be read"
    boxes = np.stack([each.box for each in dice])
    if why := next((why for each in dice if (why := _doubt_of(each, boxes, image))), ""):
        return why
    if (odd := _stands_apart(image, dice)) is not None:
        return f"a {odd.value} does not stand like the others"
    if certainty(dice, others) < SURE:
        least = min(dice, key=lambda each: each.likely)
        if others and max(each.likely for each in others) > 1.0 - least.likely:
            return "something that may be a die cannot be read"
        return f"a {least.value} is only {least.likely:.0%} likely"
    return ""


def _doubt_of(each: Judged, boxes: Floats, image: NDArray[np.uint8]) -> str:
    if len(stray(each.count, each.box, boxes)):
        return f"there are pips beside a {each.value} that belong to no die that was read"
    if LEVEL < each.cocked < LEANING:
        return f"a {each.value} may lean"
    if each.known.rival(each.value) > RIVAL:
        return f"a {each.value} whose pips look like another value"
    return f"a {each.value} is cut off by the picture's edge" if _cut_off(image, each.box) else ""


def _stands_apart(image: NDArray[np.uint8], dice: Sequence[Judged]) -> Judged | None:
    """Return the die whose top face lies elsewhere on it than on the others, of those whose face geometry found."""
    height, width = image.shape[:2]
    tops = [
        (each, each.count.centre)
        for each in dice
        if each.value > 1 and each.count.value == each.value and each.count.centre is not None
    ]
    odd = unlike([each.box for each, _ in tops], [top for _, top in tops], width, height)
    return None if odd is None else tops[odd][0]


def certainty(dice: Sequence[Judged], others: Sequence[Judged]) -> float:
    """Return the probability that every die is one and shows its value and nothing else is a die, each taken by
    itself.
    """
    right = [each.likely for each in dice] + [1.0 - each.likely for each in others]
    return float(np.prod(right))


def _part_of(each: Judged, die: Judged) -> bool:
    """Say whether a candidate lies mostly on a die that was read: a side of it, or its pips."""
    corner0, corner1 = np.maximum(each.box[:2], die.box[:2]), np.minimum(each.box[2:], die.box[2:])
    both = float(np.prod(np.clip(corner1 - corner0, 0, None)))
    smaller = min(float(np.prod(box[2:] - box[:2])) for box in (each.box, die.box))
    return both > INSIDE * smaller


def _chosen(looks: Looks, keep: NDArray[np.bool_]) -> Looks:
    return type(looks)(*(getattr(looks, name)[keep] for name in looks.__dataclass_fields__))


def _known(k: int, found: Found, first: Looks, odds: Floats, parted: bool, count: Count) -> Evidence:
    box = first.boxes[k]
    size = float(max(box[2] - box[0], box[3] - box[1]))
    return Evidence(odds, float(found.scores[k]), count.support, size, parted, float(found.seen[k]))


def _judged(k: int, known: Evidence, first: Looks, count: Count) -> Judged:
    return Judged(
        known=known,
        value=int(known.values().argmax()),
        likely=known.likely(),
        cocked=float(1.0 / (1.0 + np.exp(-first.cocked[k]))),
        colours=softmax(first.colours[k]),
        box=first.boxes[k],
        turn=float(first.angle_deg[k]),
        count=count,
    )


def _each_once(judged: Sequence[Judged]) -> list[Judged]:
    """Leave out what lies on a likelier candidate: the same die boxed twice, or a part of it."""
    kept: list[Judged] = []
    for each in judged:
        if not any(overlap(each.box, other.box[None])[0] > SAME or _part_of(each, other) for other in kept):
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
