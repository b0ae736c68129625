"""Which candidates are looked at, how often, and what the reading network is told of the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.detector import Detections, certainty
from vision.detection.proposals import MOST, ON_A_DIE, OVERLAP, PLAIN, apart, beside, fainter, hinted, plain, rivals
from vision.imaging.boxes import as_large, grown, most_overlap, sizes, typical_size
from vision.pose.ellipses import round_things, table_told
from vision.pose.table_pose import PoseComparison, TablePose, places_of
from vision.probability import softmax
from vision.trust.features import DIE, CandidateFeatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detection.detector import CropPredictions, Floats, Networks
    from vision.detection.pyramid import PyramidSearch

BELIEVED = 0.5
"""What the finder believes in more than this is looked at whatever the first look says."""
HARDLY = 0.98
"""What the look holds for no die with more than this probability is not looked at further."""
NO_DIE, CLEAR = 0.03, 0.98
"""What is a die and shows its value with less or more than these probabilities after the first look is not looked at
again."""
AGAIN = ((1.0, True), (1.12, False), (0.92, True))
"""How it is looked at again: so many times the box, and whether mirrored."""
HINT, SEEN = 0.02, 0.95
"""What is faint, and of which the first look gives its best value a probability between these, is looked at again in a
better place: under that there is no die, over it the place was right.
"""
TELL_LITTLE = 2
"""So few dice do not tell how the table lies: round things on it are asked."""
ROUND = 1.1
"""What is round in so many times the box of what may be a die is a pip."""
VAGUE = 0.2
"""Where a level die's upright would point is told in these looks if it is known up to less than this deviation."""


def looked_over(
    image: NDArray[np.uint8], networks: Networks, search: PyramidSearch, table: TablePose | None = None
) -> tuple[CandidateFeatures, CropPredictions, TablePose | None]:
    """Return what is known of those of the boxes that the `search` finds that are worth a look, and the looks; what is
    faint is looked at also in a box as large as the dice and about the place that the first look gave; what was not
    clear again, in the box that it gave: mirrored, a little smaller and a little larger, and told where up is by the
    other dice and the `table`. How a die stands is left to the first look, which was not told what to see. Also return
    what is known of the table: where there are few dice, round things that lie on it tell more.
    """
    best, others = plain(apart(search.begin()))
    seen, looks, _ = _looked_at(image, networks, best.chosen(slice(MOST)), Detections.none())
    again, clear, likely = _unclear(seen, looks)
    if len(late := beside(search.go_on(looks.boxes[clear]), best.boxes)):
        others = apart(others.joined(late))
    new = rivals(search.found, seen.boxes[again], looks.boxes[clear])
    dice = looks.boxes[likely > DIE]
    own = fainter(others.chosen(slice(max(0, MOST - len(best)))), dice).joined(new)
    more, elsewhere, hints = _looked_at(image, networks, own, hinted(others, dice, len(own)))
    elsewhere = _centred(image, networks, more, elsewhere, dice)
    weak = np.concatenate([np.zeros(len(seen), np.bool_), hints])
    seen, looks = seen.joined(more), looks.joined(elsewhere)
    again, clear, likely = _unclear(seen, looks)
    again &= most_overlap(looks.boxes, looks.boxes[clear]) < OVERLAP
    table = _informed(image, looks, likely, table)
    if again.any():
        levels = levels_told(image, looks, likely, table)[again]
        steady = {"uprights": looks.uprights[again], "spreads": looks.spreads[again]}
        told = [replace(each, **steady) for each in _looks_again(image, networks, looks.boxes[again], levels)]
        looks = looks.averaged(told, again)
    known = known_of(seen, looks)
    return known, _hardly(known, looks, weak), table


def _looks_again(image: NDArray[np.uint8], networks: Networks, boxes: Floats, levels: Floats) -> list[CropPredictions]:
    """Return further looks at the boxes (N, 4), one for each way of AGAIN, told `levels` (N, 3)."""
    ways = np.concatenate([grown(boxes, times) for times, _ in AGAIN])
    mirrored = np.repeat([mirrored for _, mirrored in AGAIN], len(boxes))
    looks = networks.look(image, ways, mirrored=mirrored, levels=np.tile(levels, (len(AGAIN), 1)))
    return [looks.chosen(each) for each in np.arange(len(ways)).reshape(len(AGAIN), -1)]


def _looked_at(
    image: NDArray[np.uint8], networks: Networks, found: Detections, hints: Detections
) -> tuple[Detections, CropPredictions, NDArray[np.bool_]]:
    """Return what of the candidates and hints may be a die after a first look, the look, and which are hints."""
    both, hint = found.joined(hints), np.arange(len(found) + len(hints)) >= len(found)
    looks = networks.look(image, both.boxes)
    maybe = softmax(looks.values)[:, 0] < HARDLY
    worth = maybe | (both.scores > BELIEVED) | (looks.there > 0.0) | (looks.part > 0.0)
    return both.chosen(worth), looks.chosen(worth), hint[worth]


def _centred(
    image: NDArray[np.uint8], networks: Networks, found: Detections, looks: CropPredictions, dice: Floats
) -> CropPredictions:
    """Return the looks; of what is faint and was not clear it is the look about the place in which the first one saw a
    die, in a box as large as the other `dice` (N, 4), where that sees more of one.
    """
    if not len(dice):
        return looks
    near = as_large(looks.boxes, typical_size(dice))
    best = softmax(looks.values)[:, 1:].max(axis=1)
    faint = (found.scores <= PLAIN) & (best > HINT) & (best < SEEN) & (most_overlap(near, dice) < ON_A_DIE)
    if not faint.any():
        return looks
    nearer = networks.look(image, near[faint])
    better = _of_a_die(nearer) > _of_a_die(looks.chosen(faint))
    return looks.put(nearer.chosen(better), np.flatnonzero(faint)[better])


def _of_a_die(looks: CropPredictions) -> Floats:
    """Return (N,) by how much the best value's logit is over that of "no die"."""
    return np.asarray(looks.values[:, 1:].max(axis=1) - looks.values[:, 0], np.float32)


def _hardly(known: CandidateFeatures, looks: CropPredictions, weak: NDArray[np.bool_]) -> CropPredictions:
    """Return the looks; what any one of them read in `weak` candidates counts only where all together may see a die."""
    none = weak & (known.likely < NO_DIE)
    return replace(looks, at_best=np.where(none, np.float32(0.0), looks.at_best))


def _unclear(found: Detections, looks: CropPredictions) -> tuple[NDArray[np.bool_], NDArray[np.bool_], Floats]:
    """Return which candidates may be dice and have not said so clearly, which have, and how likely each is one."""
    known = known_of(found, looks)
    likely = known.likely
    clear = (likely >= CLEAR) & (known.values.max(axis=1) >= CLEAR)
    return (likely > NO_DIE) & ~clear, clear, likely


def _informed(
    image: NDArray[np.uint8], looks: CropPredictions, likely: Floats, table: TablePose | None
) -> TablePose | None:
    dice = likely > DIE
    if not 0 < dice.sum() <= TELL_LITTLE or (table is not None and table.firm):
        return table
    places = places_of(looks.boxes[dice], image.shape[1], image.shape[0])
    seen = (places, looks.uprights[dice], looks.spreads[dice])
    rounds = round_things(image, grown(looks.boxes[likely > NO_DIE], ROUND))
    return table_told(rounds, table or TablePose.about(seen[1], places), seen) or table


def levels_told(image: NDArray[np.uint8], looks: CropPredictions, likely: Floats, table: TablePose | None) -> Floats:
    """Return (N, 3) for `Networks.look` where a level die's upright would point at each of the places looked at: as the
    table and the other dice, as far as they are `likely` (N,) dice, have it.
    """
    height, width = image.shape[:2]
    stances = PoseComparison(looks.uprights, looks.spreads, looks.boxes, width, height, table)
    levels, spread = stances.expected(likely)
    off = np.sqrt(0.5 * np.trace(spread, axis1=1, axis2=2))
    known = (off < VAGUE)[:, None]
    return np.where(known, np.column_stack([levels, certainty(off)]), 0.0).astype(np.float32)


def known_of(found: Detections, looks: CropPredictions) -> CandidateFeatures:
    """Return the evidence for all candidates."""
    return CandidateFeatures.of(softmax(looks.values), found.scores, sizes(looks.boxes), looks.there, looks.part)
