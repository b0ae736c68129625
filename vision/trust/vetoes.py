"""Vetoes: which properties of a reading are enough to ask about the picture, and what is doubtful about all of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.reading import Reason, ReasonKind
from vision.trust.features import DIE
from vision.trust.whole import READING_MODEL, reading_features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats, Image
    from vision.imaging.change import Change
    from vision.objects.unexplained import Unexplained
    from vision.reading import Box
    from vision.trust.features import Candidate


@dataclass(frozen=True)
class VetoLimits:
    """The operating point (bench/VISION.md says how it was chosen). Probabilities unless stated."""

    whole: float = 0.85
    """Least probability that the whole reading is right (`READING_MODEL`)."""
    level: float = 0.07
    """Largest probability of leaning of a die that is level; one with more may lean, unless it is marked."""
    beyond: float = 0.1
    """Largest part of a die's side beyond the picture's edge."""
    unexplained: float = 0.1
    """Largest probability that an object that was not read is a die."""


VETO_LIMITS = VetoLimits()
SET_UP_LIMITS = replace(VETO_LIMITS, whole=0.88, level=0.15)
"""The operating point of a set-up tray: fewer readings are doubtful there, so that it can be stricter with all of a
reading, in which a lean counts too, and less strict with the lean by itself.
"""


def vetoes(
    image: Image, candidates: Sequence[Candidate], unexplained: Unexplained, limits: VetoLimits = VETO_LIMITS
) -> tuple[Reason, ...]:
    """Return the reasons to ask about the picture, () if there is none; one for each die with a veto. `unexplained` is
    the object that is most probably another die.
    """
    dice = [each for each in candidates if each.probability > DIE]
    if not dice:
        return (Reason(ReasonKind.NONE_FOUND),)
    if unexplained.probability > limits.unexplained:
        return (unexplained_reason(unexplained),)
    each_die = [(number, die_veto(die, image, limits)) for number, die in enumerate(dice)]
    if reasons := tuple(Reason(kind, number, dice[number].value) for number, kind in each_die if kind is not None):
        return reasons
    others = [each for each in candidates if each.probability <= DIE]
    features = reading_features(dice, others, unexplained.probability)
    whole = float(READING_MODEL.probability(features[None])[0])
    return () if whole >= limits.whole else (_doubt(dice, others, unexplained, whole),)


def die_veto(die: Candidate, image: Image, limits: VetoLimits = VETO_LIMITS) -> ReasonKind | None:
    """Return the reason to ask about this die, None if there is none."""
    if die.lean > limits.level and not die.marked:
        return ReasonKind.MAY_LEAN
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


def _doubt(dice: Sequence[Candidate], others: Sequence[Candidate], unexplained: Unexplained, whole: float) -> Reason:
    """Return the reason that makes up more than half of the doubt about a reading: a die whose value is uncertain or
    that may lean, or something that may be a die. Without one it is the reading as a `whole`.
    """
    doubts = []
    for number, die in enumerate(dice):
        certain = min(die.probability, die.value_probability)
        doubts.append((1.0 - certain, Reason(ReasonKind.LOW_CONFIDENCE, number, die.value, certain)))
        doubts.append((0.0 if die.marked else die.lean, Reason(ReasonKind.MAY_LEAN, number, die.value)))
    doubts += [(each.probability, Reason(ReasonKind.UNEXPLAINED_OBJECT, box=box_of(each.box))) for each in others]
    doubts.append((unexplained.probability, unexplained_reason(unexplained)))
    largest, reason = max(doubts, key=lambda doubt: doubt[0])
    alone = largest > 0.5 * sum(doubt for doubt, _ in doubts)
    return reason if alone else Reason(ReasonKind.UNLIKELY, probability=whole)


def unexplained_reason(unexplained: Unexplained) -> Reason:
    """Return the reason that goes with an object that may be a die."""
    box = None if unexplained.box is None else box_of(unexplained.box)
    return Reason(ReasonKind.UNEXPLAINED_OBJECT, probability=round(unexplained.probability, 3), box=box)
