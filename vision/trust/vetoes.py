"""Vetoes: rules by which one property of a reading is enough to ask about the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.boxes import typical_size
from vision.reading import Reason, ReasonKind
from vision.trust.features import DIE
from vision.trust.whole import READING_MODEL, die_probability, occlusion_of, reading_features, value_probability

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats, Image
    from vision.imaging.change import Change
    from vision.objects.unexplained import Unexplained
    from vision.reading import Box
    from vision.trust.features import Candidate


@dataclass(frozen=True)
class VetoLimits:
    """The operating point (bench/VISION.md; bench/vision_ablation.py measures each rule). `confidence` and `whole` were
    chosen on drawn scenes and on pictures that may be trained on (bench/fit_trust.py), the limits of unexplained
    objects on the same; the others earlier on photographs, ray-traced stills and altered copies of both, so that no
    reading is silently wrong. Probabilities unless stated.
    """

    confidence: float = 0.85
    """Least product of the probabilities that each die is right and that no other candidate is a die."""
    whole: float = 0.88
    """Least probability that the whole reading is right (`READING_MODEL`)."""
    value: float = 0.77
    """Least probability of a die's value among 1 to 6."""
    level: float = 0.07
    """Largest probability of leaning of a die that is level,"""
    leaning: float = 0.9999
    """and the least of one that is marked as leaning; between the two it may lean."""
    impostor_logit: float = 4.5
    """Largest logit that a die is another thing: half a domino, a tile, a card."""
    impostor_logit_all: float = 2.6
    """The same for the median of all dice times the square root of their number."""
    close: float = 0.4
    """Dice larger than this share of the picture's longer side are too near for `impostor_logit_all`; `impostor_logit`
    applies to their median as well."""
    half_hidden_logit: float = -1.8
    """Largest `occlusion_of` a die that is not occluded: a four half under a card looks like a two."""
    beyond: float = 0.1
    """Largest part of a die's side beyond the picture's edge."""
    unread: float = 0.75
    """Largest probability that a rejected candidate is a die whose value cannot be read."""
    unexplained: float = 0.1
    """Largest probability that an object of the object network is a die,"""
    unexplained_alone: float = 0.12
    """and the same where no die was read: most objects around an empty tray are none."""


VETO_LIMITS = VetoLimits()
SET_UP_LIMITS = replace(VETO_LIMITS, whole=0.6)
"""The operating point of a set-up tray in which as many dice as are asked for came since it was empty, and nothing else
that may be a die: then a reading can be wrong in a value only. Chosen on tables rendered for it by the bound on the
share of wrong readings (`python -m training.tables --choose`, bench/VISION.md).
"""


def vetoes(
    image: Image, candidates: Sequence[Candidate], unexplained: Unexplained, limits: VetoLimits = VETO_LIMITS
) -> tuple[Reason, ...]:
    """Return the reasons to ask about the picture, () if there is none; one for each die with a veto. `unexplained` is
    the object of the object network that is most probably another die.
    """
    dice = [each for each in candidates if each.probability > DIE]
    if not dice:
        return (Reason(ReasonKind.NONE_FOUND),)
    others = [each for each in candidates if each.probability <= DIE]
    if unread := next((each for each in others if each.unread_probability > limits.unread), None):
        return (Reason(ReasonKind.UNEXPLAINED_OBJECT, box=box_of(unread.box)),)
    if unexplained.probability > limits.unexplained:
        return (unexplained_reason(unexplained),)
    each_die = [(number, die_veto(die, image, limits)) for number, die in enumerate(dice)]
    if reasons := tuple(_about(kind, number, dice[number]) for number, kind in each_die if kind is not None):
        return reasons
    if _all_impostors(dice, image, limits):
        return (Reason(ReasonKind.NO_DICE),)
    return _confidence_veto(dice, others, unexplained, limits)


def die_veto(die: Candidate, image: Image, limits: VetoLimits = VETO_LIMITS) -> ReasonKind | None:
    """Return the reason to ask about this die, None if there is none."""
    if limits.level < die.lean < limits.leaning:
        return ReasonKind.MAY_LEAN
    if die.impostor_logit > limits.impostor_logit:
        return ReasonKind.MAY_BE_NO_DIE
    if occlusion_of(die) > limits.half_hidden_logit:
        return ReasonKind.HALF_HIDDEN
    if value_probability(die) < limits.value:
        return ReasonKind.LOW_CONFIDENCE
    return ReasonKind.CUT_OFF if cut_off(image, die.box, limits) else None


def vetoes_since_empty(
    change: Change, image: Image, candidates: Sequence[Candidate], unexplained: Unexplained
) -> tuple[Reason, ...]:
    """Return the vetoes for a picture with a known background: candidates unchanged since then are not new dice."""
    old = change.unchanged(np.stack([each.box for each in candidates]))
    dice = [(each, lies) for each, lies in zip(candidates, old, strict=True) if each.probability > DIE]
    reasons = tuple(
        Reason(ReasonKind.LAY_THERE_BEFORE, number, die.value) for number, (die, lies) in enumerate(dice) if lies
    )
    return reasons or vetoes(image, [each for each, lies in zip(candidates, old, strict=True) if not lies], unexplained)


def cut_off(image: Image, box: Sequence[float] | Floats, limits: VetoLimits = VETO_LIMITS) -> bool:
    """Return whether a die's box (4,) px extends beyond the picture."""
    height, width = image.shape[:2]
    most = limits.beyond * float(max(box[2] - box[0], box[3] - box[1]))
    return bool(min(box[0], box[1]) < -most or box[2] > width + most or box[3] > height + most)


def box_of(box: Floats) -> Box:
    """Return a box (4,) as numbers, rounded to a tenth of a pixel."""
    x0, y0, x1, y1 = (round(float(v), 1) for v in box)
    return x0, y0, x1, y1


def _confidence_veto(
    dice: Sequence[Candidate], others: Sequence[Candidate], unexplained: Unexplained, limits: VetoLimits
) -> tuple[Reason, ...]:
    """Return the reason with the largest probability where the whole reading is not confident enough, else ()."""
    whole = float(READING_MODEL.probability(reading_features(dice, others, unexplained.probability)[None])[0])
    right = [each.probability for each in dice] + [1.0 - each.probability for each in others]
    if whole >= limits.whole and float(np.prod(right)) >= limits.confidence:
        return ()
    least = min(range(len(dice)), key=lambda number: dice[number].probability)
    best = max(others, key=die_probability, default=None)
    if best is not None and die_probability(best) > 1.0 - dice[least].probability:
        return (Reason(ReasonKind.UNEXPLAINED_OBJECT, box=box_of(best.box)),)
    probability = min(whole, dice[least].probability)
    return (Reason(ReasonKind.LOW_CONFIDENCE, least, dice[least].value, probability),)


def _all_impostors(dice: Sequence[Candidate], image: Image, limits: VetoLimits) -> bool:
    """Return whether all dice together may be other things."""
    odd = np.median([each.impostor_logit for each in dice]) * np.sqrt(len(dice))
    near = typical_size(np.stack([each.box for each in dice])) > limits.close * max(image.shape[:2])
    return bool(odd > (limits.impostor_logit if near else limits.impostor_logit_all))


def _about(kind: ReasonKind, number: int, die: Candidate) -> Reason:
    probability = value_probability(die) if kind is ReasonKind.LOW_CONFIDENCE else None
    return Reason(kind, number, die.value, probability)


def unexplained_reason(unexplained: Unexplained) -> Reason:
    """Return the reason that goes with an object that may be a die."""
    box = None if unexplained.box is None else box_of(unexplained.box)
    return Reason(ReasonKind.UNEXPLAINED_OBJECT, probability=round(unexplained.probability, 3), box=box)
