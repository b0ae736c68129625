"""Why a picture should not be accepted unasked, in plain words, from what was judged of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.boxes import share, typical_size
from vision.pipeline.refinement import DIE
from vision.reading import NONE_FOUND
from vision.trust.features import ODD_SIZE, READABLE, SIGNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.detection.detector import Floats
    from vision.objects.new_objects import Change
    from vision.trust.model import Judged

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
ARRIVED = 0.65
"""What came with the dice, was read as none and is one all the same with more than this probability is a doubt."""
MAY_LEAN, CUT_OFF = "may lean", "a {} is cut off by the picture's edge"
"""What doubts about how a die stands end with, and the doubt about one (its value) that is not whole in the picture."""
NO_DICE, UNREADABLE = "these may be no dice", "something that may be a die cannot be read"
"""What the doubts about all dice of a picture and about anything beside them say."""
LAY_THERE = "a {} lay there before"
"""The doubt about a die (its value) on a table that was empty, where nothing changed since."""
LEVEL, LEANING = 0.07, 0.9999
"""Between these probabilities of leaning a die is neither level nor cocked for certain."""


def doubt(image: NDArray[np.uint8], judged: Sequence[Judged]) -> str:
    """Return in plain words why the picture should not be accepted unasked, "" if it may."""
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return NONE_FOUND
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


def doubt_since(change: Change, image: NDArray[np.uint8], judged: Sequence[Judged]) -> str:
    """Return the doubt about a picture since the table was empty: what lies as it lay then is none of the dice."""
    old = change.as_it_lay(np.stack([each.box for each in judged]))
    if lain := next((each for each, lies in zip(judged, old, strict=True) if lies and each.likely > DIE), None):
        return LAY_THERE.format(lain.value)
    return doubt(image, [each for each, lies in zip(judged, old, strict=True) if not lies])


def cut_off(image: NDArray[np.uint8], box: Sequence[float] | Floats) -> bool:
    """Whether a die's box (4,) px reaches beyond the picture."""
    height, width = image.shape[:2]
    most = BEYOND * float(max(box[2] - box[0], box[3] - box[1]))
    return bool(min(box[0], box[1]) < -most or box[2] > width + most or box[3] > height + most)
