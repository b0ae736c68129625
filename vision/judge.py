"""The whole picture read by the networks: which candidates are dice, how far to trust each, and whether all of it may
be accepted unasked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.boxes import overlap, share
from vision.evidence import ODD_SIZE, SIGNS
from vision.looking import DIE, known_of, looked_over
from vision.network import COLOURS
from vision.odds import logistic, logit_of, softmax
from vision.reading import DieReading
from vision.search import Search
from vision.stance import Stances
from vision.tops import Tops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.evidence import Evidence
    from vision.network import Floats, Looks, Networks
    from vision.poser import Poses
    from vision.stance import Table

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
UNREAD = 0.6
"""What is not read but a die with more than this probability is a doubt."""
PRINTED = 0.7
"""What is taken for a die although the look says "no die" with more than this probability is a doubt: a mark in a
board's field may look so."""
VALUE = 0.77
"""The least probability, among 1 to 6, of the value of a die that is surely one."""
LEVEL, LEANING = 0.07, 0.9999
"""Between these probabilities of leaning a die is neither level nor cocked for certain."""
CERTAIN = 15.0
"""A die that stands unlike the others by more than this (see `Stances`) is marked as leaning; under that it is asked
about: in 2,600 pictures level dice came to 12.
"""
UNLIKE = -1.0
"""At dice that stand unlike the others by more than this (see `Stances`) the poser looks twice."""
FROM_ABOVE = 0.25
"""What has a shorter upright is seen nearly from above, where up may be on any side: the second look is at the crop
turned round, in which the networks' leaning to where up is in most pictures is the other way. Else it is mirrored.
"""
POSED = 0.67
"""Of a die's upright the poser's word counts so much; the rest is the reader's first look."""
STEADIER = 0.9
"""The deviation of an upright that is reckoned with over the one that is told in the mean by both: chosen with LEVEL,
so that more leans are asked about."""
TOPS_STEADIER, TOPS_LEAST = 1.25, 0.02
"""The same of top faces' shapes, and the least deviation of these that is reckoned with."""
SELDOM = 0.02
"""How many dice lean, before anything is seen of them."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A candidate after all evidence: the reading network's `odds` (7,), the finder's `score` and the `signs` (7,) that
    vision/evidence.py weighs; its `value` if it is a die, how `likely` it is one and shows that, `cocked` and `colours`
    (10,) odds, its `box` px, `turn` of its top face in degrees, and its `upright` (2,) in half edges with the deviation
    `spread`; if it is not read, how likely it is a die all the same (`unread`), with the `unread_signs` (4,) for that,
    and the most that any one look gave any one value (`at_best`).
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
    at_best: float


def read_by_network(
    image: NDArray[np.uint8], networks: Networks, table: Table | None = None
) -> tuple[tuple[DieReading, ...], str]:
    """Return the dice of `image` (H, W, 3), boxes in its pixels, and why the picture should not be accepted unasked
    ("" if it may). An empty table is sure only where nothing on it is even a little like a die. `table` is where the
    table stands before the camera, if that is known.
    """
    search = Search(networks.levels(image))
    judged = _judge(image, networks, search, table)
    if not len(search.found):  # nothing here is even a little like a die: the tray is empty, and that is sure
        return (), ""
    return tuple(_die(each) for each in judged if each.likely > DIE), doubt(image, judged)


def judge(image: NDArray[np.uint8], networks: Networks, table: Table | None = None) -> list[Judged]:
    """Return what is known of each candidate, likeliest dice first, no two of one die."""
    return _judge(image, networks, Search(networks.levels(image)), table)


def _judge(image: NDArray[np.uint8], networks: Networks, search: Search, table: Table | None) -> list[Judged]:
    found, looks, table = looked_over(image, networks, search, table)
    return stood(_each_once(_judged(known_of(found, looks), looks)), image, networks, table) if len(found) else []


def stood(
    judged: list[Judged], image: NDArray[np.uint8], networks: Networks, table: Table | None = None
) -> list[Judged]:
    """Return the candidates with `cocked` as how the dice among them stand says, which the poser has a word in; of two
    that stand differently nobody knows which one leans. Without a table a lone one is compared with what usual cameras
    see. A `table` that only other dice told of makes a die doubtful, but marks none as leaning: the camera may have
    been moved.
    """
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return judged
    dice, tops, unlike = _posed(dice, image, networks, table)
    firm = table is not None and table.firm
    by_itself = unlike if table is None or firm else _unlike(dice, tops, image, None)
    marked = (by_itself > CERTAIN) & (firm or len(dice) != 2)
    cocked = np.where(marked, 1.0, np.minimum(_leaning(unlike), 0.5))
    others = [each for each in judged if each.likely <= DIE]
    return [replace(each, cocked=float(leans)) for each, leans in zip(dice, cocked, strict=True)] + others


def _posed(
    dice: list[Judged], image: NDArray[np.uint8], networks: Networks, table: Table | None
) -> tuple[list[Judged], Tops, Floats]:
    """Return the dice with their uprights as the poser too says, in two looks of those that seem to stand otherwise;
    the shapes of their tops; and (N,) how unlike the others each is.
    """
    boxes = np.stack([each.box for each in dice])
    said = networks.poser.poses(image, boxes)
    posed, tops = _told(dice, said)
    unlike = _unlike(posed, tops, image, table)
    again = np.flatnonzero(unlike > UNLIKE)
    if len(again):
        flat = np.hypot(*said.uprights[again].T) < FROM_ABOVE
        other_ways = np.where(flat[:, None], (-1, -1), (-1, 1))
        posed, tops = _told(dice, said.averaged(networks.poser.poses(image, boxes[again], other_ways), again))
        unlike = _unlike(posed, tops, image, table)
    return posed, tops, unlike


def _told(dice: list[Judged], said: Poses) -> tuple[list[Judged], Tops]:
    """Return the dice with the means of the reader's word and the poser's, and the shapes of their tops."""
    posed = [
        replace(
            each,
            upright=POSED * upright + (1.0 - POSED) * each.upright,
            spread=STEADIER * float(POSED * spread + (1.0 - POSED) * each.spread),
        )
        for each, upright, spread in zip(dice, said.uprights, said.spreads, strict=True)
    ]
    return posed, Tops(said.tops, np.hypot(TOPS_STEADIER * said.tops_off, TOPS_LEAST))


def _leaning(unlike: Floats) -> Floats:
    """Return (N,) the probabilities that dice lean which stand so much unlike the others."""
    return logistic(logit_of(SELDOM) + unlike)


def _unlike(dice: list[Judged], tops: Tops, image: NDArray[np.uint8], table: Table | None) -> Floats:
    height, width = image.shape[:2]
    uprights, boxes = np.stack([each.upright for each in dice]), np.stack([each.box for each in dice])
    spreads = np.array([each.spread for each in dice])
    return Stances(uprights, spreads, boxes, width, height, table, tops).leanings()


def doubt(image: NDArray[np.uint8], judged: Sequence[Judged]) -> str:
    """Return in plain words why the picture should not be accepted unasked, "" if it may."""
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return "no dice found"
    others = [each for each in judged if each.likely <= DIE]
    if any(_perhaps(each, dice) for each in others):
        return "something that may be a die cannot be read"
    if why := next((why for each in dice if (why := _doubt_of(each, image))), ""):
        return why
    least = min(dice, key=lambda each: each.likely)
    if least.likely < SURE_OF_EACH or certainty(dice, others) < SURE:
        if others and max(each.likely for each in others) > 1.0 - least.likely:
            return "something that may be a die cannot be read"
        return f"a {least.value} is only {least.likely:.0%} likely"
    return ""


def _perhaps(other: Judged, dice: Sequence[Judged]) -> bool:
    """Whether what was not taken for a die may be one all the same."""
    if other.score * (1.0 - other.odds[0]) > BOTH or other.unread > UNREAD:
        return True
    as_large = other.signs[SIGNS.index(ODD_SIZE)] == 0.0
    return bool(other.at_best > ONCE and as_large) and not _on_another(other, dice)


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
        return f"a {each.value} may lean"
    if each.odds[0] > PRINTED:
        return f"a {each.value} may be no die"
    if (certain := float(each.odds[each.value] / each.odds[1:].sum())) < VALUE:
        return f"a {each.value} is only {certain:.0%} likely"
    return f"a {each.value} is cut off by the picture's edge" if _cut_off(image, each.box) else ""


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


def _cut_off(image: NDArray[np.uint8], box: Floats) -> bool:
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
