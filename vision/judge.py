"""The whole picture read by the networks: which candidates are dice, how far to trust each, and whether all of it may
be accepted unasked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.evidence import Evidence
from vision.network import COLOURS, Found, logit_of, overlap, softmax
from vision.reading import DieReading
from vision.stance import leanings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.network import Floats, Looks, Networks

MOST = 24
"""Candidates of the finder looked at, best first."""
FAINTEST = 0.12
"""The least score of the finder that is looked at."""
HARDLY = 0.98
"""What the look holds for no die with more than this probability is not looked at further."""
NO_DIE, CLEAR = 0.03, 0.98
"""What is a die and shows its value with less or more than these probabilities after the first look is not looked at
again."""
AGAIN = ((1.0, True), (1.12, False), (0.92, True))
"""How it is looked at again: so many times the box, and whether mirrored."""
DIE = 0.5
"""A candidate at least this likely is reported as a die."""
SAME = 0.4
"""Two boxes that overlap more are one die."""
INSIDE = 0.7
"""A candidate that shares more than this of its box with a die that was read is part of that."""
BEYOND = 0.1
"""A die whose box reaches further than this share of its side beyond the picture is cut off."""
SURE, SURE_OF_EACH = 0.7, 0.7
"""The least certainty of a sure picture, and the least of each die in it, chosen from the reliability curve in bench/:
the product over many dice, each taken by itself, says too little."""
BELIEVED, NOTHING = 0.5, 0.6
"""What the finder believes in more than the first is put aside without a doubt only if the look says "no die" more
than the second."""
UNREAD = 0.35
"""What is not read but a die with more than this probability is a doubt."""
PRINTED = 0.7
"""What is taken for a die although the look says "no die" with more than this probability is a doubt: a mark in a
board's field may look so."""
VALUE = 0.8
"""The least probability, among 1 to 6, of the value of a die that is surely one."""
LEVEL, LEANING = 0.1, 0.9999
"""Between these probabilities of leaning a die is neither level nor cocked for certain."""
UNLIKE = 0.0
"""Where a die stands unlike the others by more than this (see `leanings`), all of them are looked at again."""
STEADIER = 0.87
"""The deviation of an upright after these looks, over that after one."""
SELDOM = 0.02
"""How many dice lean, before anything is seen of them."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A candidate after all evidence: the reading network's `odds` (7,), the finder's `score` and the `signs` (7,) that
    vision/evidence.py weighs; its `value` if it is a die, how `likely` it is one and shows that, `cocked` and `colours`
    (10,) odds, its `box` px, `turn` of its top face in degrees, and its `upright` (2,) in half edges with the deviation
    `spread`; if it is not read, how likely it is a die all the same (`unread`), with the `unread_signs` (4,) for that.
    """

    odds: Floats
    score: float
    signs: Floats
    value: int
    likely: float
    cocked: float
    colours: Floats
    box: Floats
    turn: float
    upright: Floats
    spread: float
    unread: float
    unread_signs: Floats


def read_by_network(image: NDArray[np.uint8], networks: Networks) -> tuple[tuple[DieReading, ...], str]:
    """Return the dice of `image` (H, W, 3), boxes in its pixels, and why the picture should not be accepted unasked
    ("" if it may). An empty table is sure only where nothing on it is even a little like a die.
    """
    found = networks.find(image)
    if not len(found):  # nothing here is even a little like a die: the tray is empty, and that is sure
        return (), ""
    judged = _judge(image, networks, found)
    return tuple(_die(each) for each in judged if each.likely > DIE), doubt(image, judged)


def judge(image: NDArray[np.uint8], networks: Networks) -> list[Judged]:
    """Return what is known of each candidate, likeliest dice first, no two of one die."""
    return _judge(image, networks, networks.find(image))


def _judge(image: NDArray[np.uint8], networks: Networks, found: Found) -> list[Judged]:
    found = found.chosen((np.arange(len(found)) < MOST) & (found.scores > FAINTEST))
    if not len(found):
        return []
    found, looks = looked_over(image, networks, found)
    return stood(_each_once(_judged(known_of(found, looks), looks)), image, networks)


def looked_over(image: NDArray[np.uint8], networks: Networks, found: Found) -> tuple[Found, Looks]:
    """Return what of the `found` is worth it, looked at; again where the first look was not clear, in the box that
    gave: mirrored, a little smaller and a little larger.
    """
    first = networks.look(image, found.boxes)
    readable = softmax(first.values)[:, 0] < HARDLY
    worth = readable | (found.scores > BELIEVED) | (first.there > 0.0)
    found, first = found.chosen(worth), first.chosen(worth)
    known = known_of(found, first)
    likely = known.likely()
    again = (likely > NO_DIE) & ((likely < CLEAR) | (known.values().max(axis=1) < CLEAR))
    boxes = first.boxes[again]
    more = [networks.look(image, grown(boxes, times), mirrored=mirrored) for times, mirrored in AGAIN]
    return found, first.averaged(more, again)


def grown(boxes: Floats, times: float) -> Floats:
    """Return boxes (N, 4) about the same middles, so many times as large."""
    middle, half = 0.5 * (boxes[:, :2] + boxes[:, 2:]), 0.5 * times * (boxes[:, 2:] - boxes[:, :2])
    return np.concatenate([middle - half, middle + half], axis=1).astype(np.float32)


def known_of(found: Found, looks: Looks) -> Evidence:
    """Return the evidence for all candidates."""
    sizes = (looks.boxes[:, 2:] - looks.boxes[:, :2]).max(axis=1)
    return Evidence.of(softmax(looks.values), found.scores, sizes, looks.there)


def stood(judged: list[Judged], image: NDArray[np.uint8], networks: Networks) -> list[Judged]:
    """Return the candidates with `cocked` as how the dice among them stand says; of two that stand differently nobody
    knows which one leans, and a lone one is compared with what usual cameras see. Where one seems to stand unlike the
    others all are looked at again: two more looks make the uprights steadier.
    """
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return judged
    unlike = _unlike(dice, image)
    if unlike.max() > UNLIKE:
        dice = _looked_at_again(dice, image, networks)
        unlike = _unlike(dice, image)
    most = 0.5 if len(dice) == 2 else 1.0
    cocked = [min(_logistic(logit_of(SELDOM) + float(apart)), most) for apart in unlike]
    others = [each for each in judged if each.likely <= DIE]
    return [replace(each, cocked=leans) for each, leans in zip(dice, cocked, strict=True)] + others


def _unlike(dice: list[Judged], image: NDArray[np.uint8]) -> Floats:
    height, width = image.shape[:2]
    uprights, boxes = np.stack([each.upright for each in dice]), np.stack([each.box for each in dice])
    return leanings(uprights, np.array([each.spread for each in dice]), boxes, width, height)


def _looked_at_again(dice: list[Judged], image: NDArray[np.uint8], networks: Networks) -> list[Judged]:
    """Return the dice with the means of their uprights after two more looks."""
    boxes = np.stack([each.box for each in dice])
    looks = [networks.look(image, grown(boxes, times), mirrored=mirrored) for times, mirrored in AGAIN[:2]]
    uprights = np.stack([np.stack([each.upright for each in dice]), *(look.uprights for look in looks)]).mean(axis=0)
    spreads = STEADIER * np.stack([[each.spread for each in dice], *(look.spreads for look in looks)]).mean(axis=0)
    return [replace(each, upright=up, spread=float(s)) for each, up, s in zip(dice, uprights, spreads, strict=True)]


def doubt(image: NDArray[np.uint8], judged: Sequence[Judged]) -> str:
    """Return in plain words why the picture should not be accepted unasked, "" if it may."""
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return "no dice found"
    others = [each for each in judged if each.likely <= DIE]
    if any((each.score > BELIEVED and each.odds[0] < NOTHING) or each.unread > UNREAD for each in others):
        return "something that may be a die cannot be read"
    if why := next((why for each in dice if (why := _doubt_of(each, image))), ""):
        return why
    least = min(dice, key=lambda each: each.likely)
    if least.likely < SURE_OF_EACH or certainty(dice, others) < SURE:
        if others and max(each.likely for each in others) > 1.0 - least.likely:
            return "something that may be a die cannot be read"
        return f"a {least.value} is only {least.likely:.0%} likely"
    return ""


def certainty(dice: Sequence[Judged], others: Sequence[Judged]) -> float:
    """Return the probability that every die is one and shows its value and nothing else is a die, each taken by
    itself.
    """
    right = [each.likely for each in dice] + [1.0 - each.likely for each in others]
    return float(np.prod(right))


def _doubt_of(each: Judged, image: NDArray[np.uint8]) -> str:
    if LEVEL < each.cocked < LEANING:
        return f"a {each.value} may lean"
    if each.odds[0] > PRINTED:
        return f"a {each.value} may be no die"
    if (certain := float(each.odds[each.value] / each.odds[1:].sum())) < VALUE:
        return f"a {each.value} is only {certain:.0%} likely"
    return f"a {each.value} is cut off by the picture's edge" if _cut_off(image, each.box) else ""


def _part_of(each: Judged, die: Judged) -> bool:
    """Say whether a candidate lies mostly on a die that was read: a side of it, or its pips."""
    corner0, corner1 = np.maximum(each.box[:2], die.box[:2]), np.minimum(each.box[2:], die.box[2:])
    both = float(np.prod(np.clip(corner1 - corner0, 0, None)))
    smaller = min(float(np.prod(box[2:] - box[:2])) for box in (each.box, die.box))
    return both > INSIDE * smaller


def _judged(known: Evidence, looks: Looks) -> list[Judged]:
    """Return the candidates, likeliest first."""
    values, likely, signs = known.values().argmax(axis=1), known.likely(), known.signs()
    unread, unread_signs = known.unread(), known.unread_signs()
    colours = softmax(looks.colours)
    return [
        Judged(
            odds=known.odds[k],
            score=float(known.scores[k]),
            signs=signs[k],
            value=int(values[k]),
            likely=float(likely[k]),
            cocked=SELDOM,
            colours=colours[k],
            box=looks.boxes[k],
            turn=float(looks.angle_deg[k]),
            upright=looks.uprights[k],
            spread=float(looks.spreads[k]),
            unread=float(unread[k]),
            unread_signs=unread_signs[k],
        )
        for k in np.argsort(-likely, kind="stable")
    ]


def _each_once(judged: Sequence[Judged]) -> list[Judged]:
    """Leave out what lies on a likelier candidate: the same die boxed twice, or a part of it."""
    kept: list[Judged] = []
    for each in judged:
        if not any(overlap(each.box, other.box[None])[0] > SAME or _part_of(each, other) for other in kept):
            kept.append(each)
    return kept


def _cut_off(image: NDArray[np.uint8], box: Floats) -> bool:
    height, width = image.shape[:2]
    most = BEYOND * float(max(box[2] - box[0], box[3] - box[1]))
    return bool(min(box[0], box[1]) < -most or box[2] > width + most or box[3] > height + most)


def _logistic(logit: float) -> float:
    return float(1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0))))


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
        cocked=judged.cocked >= LEANING,
        upright=(round(float(judged.upright[0]), 3), round(float(judged.upright[1]), 3)),
        upright_off=round(judged.spread, 3),
    )
