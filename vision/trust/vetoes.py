"""Rules by which one trait of a reading keeps it from being accepted without a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.boxes import share, typical_size
from vision.reading import Reason, ReasonKind
from vision.trust.features import DIE, ODD_SIZE, VALUE_MODEL
from vision.trust.whole import READING_MODEL, occlusion_of, reading_features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats, Image
    from vision.objects.new_objects import BackgroundChange
    from vision.objects.unexplained import Unexplained
    from vision.reading import Box
    from vision.trust.features import Candidate


@dataclass(frozen=True)
class VetoLimits:
    """The operating point: chosen on photographs, ray-traced stills and altered copies of both so that no reading is
    silently wrong (bench/VISION.md, what each is worth: bench/vision_ablation.py). Probabilities if nothing else is
    said.
    """

    confidence: float = 0.65
    """The least probability of each die, and that all dice are right and nothing else is one, each by itself."""
    whole: float = 0.2
    """The least probability that the reading as a whole is right (`READING_MODEL`). Of the scenes it is fitted on,
    far harder than a table, little more than a third is read right; what they lose below this point is nearly all
    wrong."""
    value: float = 0.77
    """The least probability of a die's value among 1 to 6."""
    level: float = 0.07
    """A die that leans with a greater probability may lean,"""
    leaning: float = 0.9999
    """and with this one it is marked as leaning."""
    impostor_logit: float = 4.5
    """A die with a greater logit may be another thing: a domino's half, a tile, a card."""
    impostor_logit_all: float = 2.6
    """So may all dice if the median of their logits, times the root of their number, is greater: one that looks odd
    says little, several say more."""
    close: float = 0.4
    """Dice that fill more of the picture's longer side look odd, being so near: `impostor_logit` counts for them."""
    half_hidden_logit: float = -1.8
    """Something may hide a part of a die if `occlusion_of` it is greater: a four half under a card looks like a two."""
    beyond: float = 0.1
    """A die is cut off if its box reaches further, in its sides, beyond the picture."""
    on_die: float = 0.3
    """A candidate that shares more of the smaller box with a die is no other die."""
    any_value: float = 0.3
    """A candidate is unexplained if the detector's score times the probability of any value is greater,"""
    unread: float = 0.75
    """if it is a die that cannot be read with a greater probability,"""
    one_crop: float = 0.5
    """if any crop gave it a value with a greater probability, and it is as large as the dice and on none of them,"""
    score: float = 0.65
    """or, in the same place, if the detector gives it a greater score: the two networks disagree."""
    occluded: float = 0.8
    """A strip of the dice's colour is unexplained if it is a part of a die with a greater probability."""
    unexplained: float = 0.4
    """An object that the object network sees beside the dice is unexplained if it is a die with a greater
    probability,"""
    unexplained_alone: float = 0.6
    """and with this one where no die was read: what lies about beside an empty tray is mostly none."""
    new_object: float = 0.65
    """A new object is unexplained if it is a die with a greater probability."""


VETO_LIMITS = VetoLimits()


def vetoes(
    image: Image, candidates: Sequence[Candidate], unexplained: Unexplained, limits: VetoLimits = VETO_LIMITS
) -> tuple[Reason, ...]:
    """Return why the picture should not be accepted without a question, () if it may. Of several doubtful dice each has
    its reason. `unexplained` is what may be a die beside them by the object network.
    """
    dice = [each for each in candidates if each.probability > DIE]
    if not dice:
        return (Reason(ReasonKind.NONE_FOUND),)
    others = [each for each in candidates if each.probability <= DIE]
    if found := next((each for each in others if _may_be_die(each, dice, limits)), None):
        return (Reason(ReasonKind.UNEXPLAINED_OBJECT, box=box_of(found.box)),)
    if unexplained.probability > limits.unexplained:
        return (unexplained_reason(unexplained),)
    each_die = [(number, die_veto(die, image, limits)) for number, die in enumerate(dice)]
    if reasons := tuple(_about(kind, number, dice[number]) for number, kind in each_die if kind is not None):
        return reasons
    if _all_impostors(dice, image, limits):
        return (Reason(ReasonKind.NO_DICE),)
    return _confidence_veto(dice, others, unexplained, limits)


def die_veto(die: Candidate, image: Image, limits: VetoLimits = VETO_LIMITS) -> ReasonKind | None:
    """Return why this die alone keeps the picture from being accepted without a question."""
    if limits.level < die.lean < limits.leaning:
        return ReasonKind.MAY_LEAN
    if die.impostor_logit > limits.impostor_logit:
        return ReasonKind.MAY_BE_NO_DIE
    if occlusion_of(die) > limits.half_hidden_logit:
        return ReasonKind.HALF_HIDDEN
    if _value_probability(die) < limits.value:
        return ReasonKind.LOW_CONFIDENCE
    return ReasonKind.CUT_OFF if cut_off(image, die.box, limits) else None


def vetoes_since_empty(
    change: BackgroundChange, image: Image, candidates: Sequence[Candidate], unexplained: Unexplained
) -> tuple[Reason, ...]:
    """Return the vetoes for a picture since the table was empty: what lies as it lay then is none of the dice."""
    old = change.as_it_lay(np.stack([each.box for each in candidates]))
    dice = [(each, lies) for each, lies in zip(candidates, old, strict=True) if each.probability > DIE]
    reasons = tuple(
        Reason(ReasonKind.LAY_THERE_BEFORE, number, die.value) for number, (die, lies) in enumerate(dice) if lies
    )
    return reasons or vetoes(image, [each for each, lies in zip(candidates, old, strict=True) if not lies], unexplained)


def cut_off(image: Image, box: Sequence[float] | Floats, limits: VetoLimits = VETO_LIMITS) -> bool:
    """Whether a die's box (4,) px reaches beyond the picture."""
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
    """Whether the reading as a whole is right, and why not most of all."""
    whole = float(READING_MODEL.probability(reading_features(dice, others, unexplained.probability)[None])[0])
    right = [each.probability for each in dice] + [1.0 - each.probability for each in others]
    if whole >= limits.whole and float(np.prod(right)) >= limits.confidence:
        return ()
    least = min(range(len(dice)), key=lambda number: dice[number].probability)
    best = max(others, key=lambda each: each.probability, default=None)
    if best is not None and best.probability > 1.0 - dice[least].probability:
        return (Reason(ReasonKind.UNEXPLAINED_OBJECT, box=box_of(best.box)),)
    probability = min(whole, dice[least].probability)
    return (Reason(ReasonKind.LOW_CONFIDENCE, least, dice[least].value, probability),)


def _may_be_die(other: Candidate, dice: Sequence[Candidate], limits: VetoLimits) -> bool:
    """Whether what was not taken for a die may be one."""
    if other.score * (1.0 - other.value_probabilities[0]) > limits.any_value:
        return True
    if other.unread_probability > limits.unread:
        return True
    seen = other.best_probability > limits.one_crop or other.score > limits.score
    if not seen or other.features[VALUE_MODEL.index(ODD_SIZE)] != 0.0:
        return False
    return not share(other.box[None], np.stack([each.box for each in dice])).max() > limits.on_die


def _all_impostors(dice: Sequence[Candidate], image: Image, limits: VetoLimits) -> bool:
    """Whether all dice together look like other things."""
    odd = np.median([each.impostor_logit for each in dice]) * np.sqrt(len(dice))
    near = typical_size(np.stack([each.box for each in dice])) > limits.close * max(image.shape[:2])
    return bool(odd > (limits.impostor_logit if near else limits.impostor_logit_all))


def _about(kind: ReasonKind, number: int, die: Candidate) -> Reason:
    probability = _value_probability(die) if kind is ReasonKind.LOW_CONFIDENCE else None
    return Reason(kind, number, die.value, probability)


def _value_probability(die: Candidate) -> float:
    """The probability of the die's value among 1 to 6."""
    return float(die.value_probabilities[die.value] / die.value_probabilities[1:].sum())


def unexplained_reason(unexplained: Unexplained) -> Reason:
    """Return the reason about something that may be a die and was passed over."""
    box = None if unexplained.box is None else box_of(unexplained.box)
    return Reason(ReasonKind.UNEXPLAINED_OBJECT, probability=round(unexplained.probability, 3), box=box)
