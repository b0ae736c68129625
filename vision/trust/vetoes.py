"""Rules by which one trait of a reading keeps it from being accepted without a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.boxes import share, typical_size
from vision.reading import Reason, ReasonKind
from vision.trust.features import DIE, ODD_SIZE, READABLE, SIGNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.detection.detector import Floats
    from vision.objects.new_objects import BackgroundChange
    from vision.reading import Box
    from vision.trust.features import Candidate

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
LEVEL, LEANING = 0.07, 0.9999
"""Between these probabilities of leaning a die is neither level nor cocked for certain."""


def vetoes(image: NDArray[np.uint8], judged: Sequence[Candidate]) -> tuple[Reason, ...]:
    """Return why the picture should not be accepted without a question, () if it may. Of several doubtful dice each has
    its reason.
    """
    dice = [each for each in judged if each.likely > DIE]
    if not dice:
        return (Reason(ReasonKind.NONE_FOUND),)
    others = [each for each in judged if each.likely <= DIE]
    if found := next((each for each in others if _perhaps(each, dice)), None):
        return (_unexplained(found),)
    each_die = [(number, die_veto(die, image)) for number, die in enumerate(dice)]
    if reasons := tuple(_about(kind, number, dice[number]) for number, kind in each_die if kind is not None):
        return reasons
    if _all_unlike(dice, image):
        return (Reason(ReasonKind.NO_DICE),)
    least = min(range(len(dice)), key=lambda number: dice[number].likely)
    likely = dice[least].likely
    if likely < SURE_OF_EACH or certainty(dice, others) < SURE:
        likeliest = max(others, key=lambda each: each.likely, default=None)
        if likeliest is not None and likeliest.likely > 1.0 - likely:
            return (_unexplained(likeliest),)
        return (Reason(ReasonKind.LOW_CONFIDENCE, least, dice[least].value, likely),)
    return ()


def _about(kind: ReasonKind, number: int, die: Candidate) -> Reason:
    probability = _value_probability(die) if kind is ReasonKind.LOW_CONFIDENCE else None
    return Reason(kind, number, die.value, probability)


def _unexplained(other: Candidate) -> Reason:
    return Reason(ReasonKind.UNEXPLAINED_OBJECT, box=box_of(other.box))


def box_of(box: Floats) -> Box:
    """Return a box (4,) as numbers, rounded to a tenth of a pixel."""
    x0, y0, x1, y1 = (round(float(v), 1) for v in box)
    return x0, y0, x1, y1


def _all_unlike(dice: Sequence[Candidate], image: NDArray[np.uint8]) -> bool:
    """Whether all that is taken for dice together looks as if it were none."""
    odd = np.median([each.unlike for each in dice]) * np.sqrt(len(dice))
    near = typical_size(np.stack([each.box for each in dice])) > CLOSE * max(image.shape[:2])
    return bool(odd > (UNLIKE if near else ALL_UNLIKE))


def _perhaps(other: Candidate, dice: Sequence[Candidate]) -> bool:
    """Whether what was not taken for a die may be one all the same."""
    if other.score * (1.0 - other.odds[0]) > BOTH or other.unread > UNREAD:
        return True
    as_large = other.signs[SIGNS.index(ODD_SIZE)] == 0.0
    seen = other.at_best > ONCE or other.score > PLAINLY
    return bool(seen and as_large) and not _on_another(other, dice)


def _on_another(other: Candidate, dice: Sequence[Candidate]) -> bool:
    """Whether a good part of its box is a die's that was read."""
    return bool(share(other.box[None], np.stack([each.box for each in dice])).max() > PARTLY)


def certainty(dice: Sequence[Candidate], others: Sequence[Candidate]) -> float:
    """Return the probability that every die is one and shows its value and nothing else is a die, each taken by
    itself.
    """
    right = [each.likely for each in dice] + [1.0 - each.likely for each in others]
    return float(np.prod(right))


def die_veto(die: Candidate, image: NDArray[np.uint8]) -> ReasonKind | None:
    """Return why this die alone keeps the picture from being accepted without a question."""
    if LEVEL < die.cocked < LEANING:
        return ReasonKind.MAY_LEAN
    if die.odds[0] > PRINTED or die.unlike > UNLIKE:
        return ReasonKind.MAY_BE_NO_DIE
    if _half_seen(die):
        return ReasonKind.HALF_HIDDEN
    if _value_probability(die) < VALUE:
        return ReasonKind.LOW_CONFIDENCE
    return ReasonKind.CUT_OFF if cut_off(image, die.box) else None


def _value_probability(die: Candidate) -> float:
    """The probability of the die's value among 1 to 6."""
    return float(die.odds[die.value] / die.odds[1:].sum())


def _half_seen(each: Candidate) -> bool:
    """Whether something may hide a part of a die that was read."""
    return bool(each.part - UNREADABLY * each.signs[SIGNS.index(READABLE)] > HALF_SEEN)


def vetoes_since_empty(
    change: BackgroundChange, image: NDArray[np.uint8], judged: Sequence[Candidate]
) -> tuple[Reason, ...]:
    """Return the vetoes for a picture since the table was empty: what lies as it lay then is none of the dice."""
    old = change.as_it_lay(np.stack([each.box for each in judged]))
    dice = [(each, lies) for each, lies in zip(judged, old, strict=True) if each.likely > DIE]
    lain = tuple(
        Reason(ReasonKind.LAY_THERE_BEFORE, number, die.value) for number, (die, lies) in enumerate(dice) if lies
    )
    return lain or vetoes(image, [each for each, lies in zip(judged, old, strict=True) if not lies])


def cut_off(image: NDArray[np.uint8], box: Sequence[float] | Floats) -> bool:
    """Whether a die's box (4,) px reaches beyond the picture."""
    height, width = image.shape[:2]
    most = BEYOND * float(max(box[2] - box[0], box[3] - box[1]))
    return bool(min(box[0], box[1]) < -most or box[2] > width + most or box[3] > height + most)
