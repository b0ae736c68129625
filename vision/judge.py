"""The whole picture read by the networks: which candidates are dice, how far to trust each, and whether all of it may
be accepted unasked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.boxes import overlap, share, typical_size
from vision.covered import may_be_covered
from vision.evidence import ODD_SIZE, READABLE, SIGNS
from vision.leaning import SELDOM, Standing, leaning, posed
from vision.looking import DIE, looked_over
from vision.network import COLOURS
from vision.odds import softmax
from vision.reading import DieReading
from vision.search import Search

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.evidence import Evidence
    from vision.network import Floats, Looks, Networks
    from vision.stance import Table

    Noted = Callable[[NDArray[np.uint8], Sequence["Judged"]], None]

SAME = 0.4
"""Two boxes that overlap more are one die."""
INSIDE = 0.7
"""A candidate that shares more than this of its box with a die that was read is part of that."""
PARTLY = 0.3
"""What a candidate and a die that was read share at least, of the smaller box, for it to be no die overlooked."""
BEYOND = 0.1
"""A die whose box reaches further than this share of its side beyond the picture is cut off."""
SURE, SURE_OF_EACH = 0.65, 0.65
"""The least certainty of a sure picture, and the least of each die in it, chosen from the reliability curve in bench/:
the product over many dice, each taken by itself, says too little."""
BOTH = 0.3
"""What is put aside is a doubt where the finder's score times the look's probability of any value is more than this."""
ONCE = 0.5
"""What one look read as a value with more than this probability, where and as large as a die might lie, is a doubt."""
PLAINLY = 0.65
"""What the finder takes for a die with more than this score, as large as the dice and on none of them, is a doubt
whatever the looks say: two networks that do not agree.
"""
UNREAD = 0.75
"""What is not read but a die with more than this probability is a doubt."""
PRINTED = 0.7
"""What is taken for a die although the look says "no die" with more than this probability is a doubt: a mark in a
board's field may look so."""
UNLIKE, ALL_UNLIKE = 4.5, 2.6
"""What looks like a die but, by a greater logit, is none (a domino's half, a tile, a card) is a doubt, and so are all
dice of a picture whose median, times the root of how many they are, is greater than the second: one that looks odd says
little, several say more (bench/VISION.md).
"""
CLOSE = 0.4
"""What fills more of the picture's longer side than this looks odd, being so near: one's first threshold holds for all.
"""
HALF_SEEN, UNREADABLY = -1.8, 0.6
"""What is read, but of which something hides a part (a logit, to which that of "no die that can be read" is added so
many times) by more than the first, is a doubt: a four half under a card looks like a two (bench/VISION.md).
"""
VALUE = 0.77
"""The least probability, among 1 to 6, of the value of a die that is surely one."""
COVERED = 0.8
"""What has the dice's colour and is a part of a covered die with more than this probability is a doubt."""
MAY_LEAN, CUT_OFF = "may lean", "a {} is cut off by the picture's edge"
"""What doubts about how a die stands end with, and the doubt about one (its value) that is not whole in the picture."""
NO_DICE, UNREADABLE = "these may be no dice", "something that may be a die cannot be read"
"""What the doubts about all dice of a picture and about anything beside them say."""
LEVEL, LEANING = 0.07, 0.9999
"""Between these probabilities of leaning a die is neither level nor cocked for certain."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A candidate after all evidence: the reading network's `odds` (7,), the finder's `score` and the `signs` (7,) that
    vision/evidence.py weighs; its `value` if it is a die, how `likely` it is one and shows that, `cocked` and `colours`
    (10,) odds, its `box` px, `turn` of its top face in degrees, and its `upright` (2,) in half edges with the deviation
    `spread`; if it is not read, how likely it is a die all the same (`unread`), with the `unread_signs` (5,) for that,
    the logits that what looks like a die is none (`unlike`) and that something hides a `part` of it, and the most that
    any one look gave any one value (`at_best`).
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
    unlike: float
    part: float
    at_best: float


def read_by_network(
    image: NDArray[np.uint8], networks: Networks, table: Table | None = None, noted: Noted | None = None
) -> tuple[tuple[DieReading, ...], str]:
    """Return the dice of `image` (H, W, 3), boxes in its pixels, and why the picture should not be accepted unasked
    ("" if it may). An empty table is sure only where nothing on it is even a little like a die. `table` is where the
    table stands before the camera, if that is known. All that was judged is `noted` besides, with the picture.
    """
    search = Search(networks.levels(image))
    judged = _judge(image, networks, search, table)
    if noted is not None:
        noted(image, judged)
    if not len(search.found):  # nothing here is even a little like a die: the tray is empty, and that is sure
        return (), ""
    dice = [each for each in judged if each.likely > DIE]
    why = doubt(image, judged)
    if not why:
        boxes, uprights = np.stack([each.box for each in dice]), np.stack([each.upright for each in dice])
        covered = may_be_covered(image, networks, search.found, boxes, uprights, COVERED)
        why = UNREADABLE if covered > COVERED else ""
    return tuple(_die(each) for each in dice), why


def judge(image: NDArray[np.uint8], networks: Networks, table: Table | None = None) -> list[Judged]:
    """Return what is known of each candidate, likeliest dice first, no two of one die."""
    return _judge(image, networks, Search(networks.levels(image)), table)


def _judge(image: NDArray[np.uint8], networks: Networks, search: Search, table: Table | None) -> list[Judged]:
    known, looks, table = looked_over(image, networks, search, table)
    return stood(_each_once(_judged(known, looks)), image, networks, table)


def stood(
    judged: list[Judged], image: NDArray[np.uint8], networks: Networks, table: Table | None = None
) -> list[Judged]:
    """Return the candidates, of the dice among them how they stand as the poser says too, and `cocked` as that says."""
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return judged
    boxes, uprights = np.stack([each.box for each in dice]), np.stack([each.upright for each in dice])
    spreads = np.array([each.spread for each in dice], np.float32)
    height, width = image.shape[:2]
    standing, unlike = posed(image, networks.poser, Standing(width, height, boxes, uprights, spreads), table)
    cocked = leaning(standing, unlike, table)
    others = [each for each in judged if each.likely <= DIE]
    return [
        replace(each, cocked=float(leans), upright=upright, spread=float(spread))
        for each, leans, upright, spread in zip(dice, cocked, standing.uprights, standing.spreads, strict=True)
    ] + others


def doubt(image: NDArray[np.uint8], judged: Sequence[Judged]) -> str:
    """Return in plain words why the picture should not be accepted unasked, "" if it may."""
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return "no dice found"
    others = [each for each in judged if each.likely <= DIE]
    if any(_perhaps(each, dice) for each in others):
        return UNREADABLE
    if why := next((why for each in dice if (why := _doubt_of(each, image))), ""):
        return why
    if _all_unlike(dice, image):
        return NO_DICE
    least = min(dice, key=lambda each: each.likely)
    if least.likely < SURE_OF_EACH or certainty(dice, others) < SURE:
        if others and max(each.likely for each in others) > 1.0 - least.likely:
            return UNREADABLE
        return f"a {least.value} is only {least.likely:.0%} likely"
    return ""


def _all_unlike(dice: Sequence[Judged], image: NDArray[np.uint8]) -> bool:
    """Whether all that is taken for dice together looks as if it were none."""
    odd = np.median([each.unlike for each in dice]) * np.sqrt(len(dice))
    near = typical_size(np.stack([each.box for each in dice])) > CLOSE * max(image.shape[:2])
    return bool(odd > (UNLIKE if near else ALL_UNLIKE))


def _perhaps(other: Judged, dice: Sequence[Judged]) -> bool:
    """Whether what was not taken for a die may be one all the same."""
    if other.score * (1.0 - other.odds[0]) > BOTH or other.unread > UNREAD:
        return True
    as_large = other.signs[SIGNS.index(ODD_SIZE)] == 0.0
    seen = other.at_best > ONCE or other.score > PLAINLY
    return bool(seen and as_large) and not _on_another(other, dice)


def _on_another(other: Judged, dice: Sequence[Judged]) -> bool:
    """Whether a good part of its box is a die's that was read."""
    return bool(share(other.box[None], np.stack([each.box for each in dice])).max() > PARTLY)


def certainty(dice: Sequence[Judged], others: Sequence[Judged]) -> float:
    """Return the probability that every die is one and shows its value and nothing else is a die, each taken by
    itself.
    """
    right = [each.likely for each in dice] + [1.0 - each.likely for each in others]
    return float(np.prod(right))


def _doubt_of(each: Judged, image: NDArray[np.uint8]) -> str:
    if LEVEL < each.cocked < LEANING:
        return f"a {each.value} {MAY_LEAN}"
    if each.odds[0] > PRINTED or each.unlike > UNLIKE:
        return f"a {each.value} may be no die"
    if _half_seen(each):
        return f"a {each.value} may be half hidden"
    if (certain := float(each.odds[each.value] / each.odds[1:].sum())) < VALUE:
        return f"a {each.value} is only {certain:.0%} likely"
    return CUT_OFF.format(each.value) if cut_off(image, each.box) else ""


def _half_seen(each: Judged) -> bool:
    """Whether something may hide a part of a die that was read."""
    return bool(each.part - UNREADABLY * each.signs[SIGNS.index(READABLE)] > HALF_SEEN)


def _judged(known: Evidence, looks: Looks) -> list[Judged]:
    """Return the candidates, likeliest first."""
    values, likely = known.values.argmax(axis=1), known.likely
    colours = softmax(looks.colours)
    return [
        Judged(
            odds=known.odds[k],
            score=float(known.scores[k]),
            signs=known.signs[k],
            value=int(values[k]),
            likely=float(likely[k]),
            cocked=SELDOM,
            colours=colours[k],
            box=looks.boxes[k],
            turn=float(looks.angle_deg[k]),
            upright=looks.uprights[k],
            spread=float(looks.spreads[k]),
            unread=float(known.unread[k]),
            unread_signs=known.unread_signs[k],
            unlike=float(looks.unlike[k]),
            part=float(looks.part[k]),
            at_best=float(looks.at_best[k]),
        )
        for k in np.argsort(-likely, kind="stable")
    ]


def _each_once(judged: Sequence[Judged]) -> list[Judged]:
    """Leave out what lies on a likelier candidate: the same die boxed twice, or a part of it (a side, its pips)."""
    if not judged:
        return []
    boxes = np.stack([each.box for each in judged])
    taken = (overlap(boxes, boxes) > SAME) | (share(boxes, boxes) > INSIDE)
    kept: list[int] = []
    for k in range(len(judged)):
        if not taken[k, kept].any():
            kept.append(k)
    return [judged[k] for k in kept]


def cut_off(image: NDArray[np.uint8], box: Sequence[float] | Floats) -> bool:
    """Whether a die's box (4,) px reaches beyond the picture."""
    height, width = image.shape[:2]
    most = BEYOND * float(max(box[2] - box[0], box[3] - box[1]))
    return bool(min(box[0], box[1]) < -most or box[2] > width + most or box[3] > height + most)


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
