"""Fit the trust models and choose the operating point, on sets of new rendered scenes.

usage: python bench/fit_trust.py [--fit 1500] [--choose 2500] [--report 1500] [--plot FILE] [--keep FOLDER] [DICE]

All models of trust have one form, `vision.probability.LogisticModel`. On the first set VALUE_MODEL (a candidate is a
die and shows its value), UNEXPLAINED_MODEL (an object is a die; with the pictures in DICE that may be trained on) and
READING_MODEL (the reading is right) are fitted, in this order; their weights are printed as they stand in the code.
On the second the least probability of a reading that is accepted without a question is chosen: the smallest for which
Clopper and Pearson's bound at 95 % is at most 0.3 % wrong accepted readings. That takes a thousand accepted readings;
with fewer it is the one with the smallest bound, and the program says so. The plot shows on a third set how probable
readings were and how many were right; bench/trust_report.py reports the shipped reader on that set. No picture that
others may measure on takes part. All sets have seeds of their own, other than all training data.

The surveyed scenes are kept in the FOLDER, if one is given, and not surveyed again. Weights of VALUE_MODEL are printed,
but everything after it uses the shipped ones. UNREAD_MODEL has the weights of an earlier detector and classifier.
"""

from __future__ import annotations

import argparse
import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import trust_sets as sets
from trust_plot import plot

from vision.frames import Floats, Image
from vision.imaging.quality import flaw
from vision.objects.unexplained import (
    UNEXPLAINED_MODEL,
    Unexplained,
    unexplained_features,
    unexplained_objects,
)
from vision.pipeline.networks import Networks
from vision.pipeline.stages import NO_BOXES, reading_of, survey
from vision.probability import LogisticModel
from vision.trust.features import DIE, VALUE_MODEL, Candidate
from vision.trust.vetoes import VETO_LIMITS, VetoLimits, vetoes
from vision.trust.whole import READING_MODEL, reading_features

MOST_WRONG, CONFIDENCE = 0.003, 0.95
"""Largest share of wrong accepted readings, and the confidence of the bound on it."""
DRAWN, DRAWN_VALUE = 0.3, 0.03
"""Weights of an object and of a candidate of a drawn scene beside one of a photograph. Drawn scenes are harder: dice
are missed more often, and most candidates are none.
"""
PIECE = 100
"""Scenes that are kept together."""
NO_LIMITS = VetoLimits(whole=-1.0)
"""All rules but the models that are fitted here."""


@dataclass(frozen=True, eq=False)
class Surveyed:
    """A scene and its survey: the `candidates`, the `objects` (M, 8) beside the dice and whether each is a die, whether
    the reading is `right` (None: ambiguous), and whether another rule asks about it.
    """

    candidates: list[Candidate]
    values: list[tuple[Floats, bool]]
    objects: Floats
    are_dice: list[bool | None]
    right: bool | None
    asked: bool

    @property
    def dice(self) -> list[Candidate]:
        """The candidates read as dice."""
        return [each for each in self.candidates if each.probability > DIE]

    def features(self, model: LogisticModel) -> Floats:
        """Return the features (5,) of READING_MODEL with this `model` for the objects."""
        most = float(model.probability(self.objects).max(initial=0.0)) if len(self.objects) else 0.0
        return reading_features(self.dice, [each for each in self.candidates if each.probability <= DIE], most)

    def unexplained(self, model: LogisticModel) -> float:
        """Return the greatest probability that an object is a die."""
        return float(model.probability(self.objects).max(initial=0.0)) if len(self.objects) else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fit", type=int, default=1500)
    parser.add_argument("--choose", type=int, default=2500)
    parser.add_argument("--report", type=int, default=1500, help="scenes of the plot")
    parser.add_argument("--plot", type=Path, default=ROOT / "bench" / "vision_reliability.png")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("dice", nargs="?", type=Path, default=ROOT / ".." / "shared" / "dice")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    look = partial(_surveyed, networks=Networks(), keep=options.keep)
    fitting = look(sets.FIT, options.fit)
    learned = [_survey(one, look.keywords["networks"]) for one in sets.labelled(options.dice)]
    drawn, real = ([pair for one in some for pair in one.values] for some in (fitting, learned))
    print_model("VALUE_MODEL", fitted(VALUE_MODEL, drawn, real, DRAWN_VALUE))
    objects = fitted(UNEXPLAINED_MODEL, _objects(fitting), _objects(learned), DRAWN)
    print_model("UNEXPLAINED_MODEL", objects)
    # also readings that another rule asks about: this model does not decide them, but most wrong readings are there
    known = [one for one in [*fitting, *learned] if one.dice and one.right is not None]
    reading = fitted(READING_MODEL, [(one.features(objects), bool(one.right)) for one in known])
    print_model("READING_MODEL", reading)
    choosing = look(sets.CHOOSE, options.choose)
    least = chosen(choosing, objects, reading)
    print(f"confidence: {least:.4f}")
    reporting = look(sets.REPORT, options.report)
    plot(options.plot, _said(reporting, objects, reading), least)
    return 0


def _surveyed(first: int, count: int, networks: Networks, keep: Path | None) -> list[Surveyed]:
    """Return the survey of this number of scenes with seeds from `first` on, in pieces that are kept."""
    seen: list[Surveyed] = []
    for start in range(first, first + count, PIECE):
        path = None if keep is None else keep / f"{start}.pickle"
        if path is not None and path.is_file():
            seen += pickle.loads(path.read_bytes())
            continue
        piece = [_survey(drawn, networks) for drawn in sets.drawn(start, min(PIECE, first + count - start))]
        print(f"  {start - first + len(piece)} of {count} scenes from seed {first}", file=sys.stderr, flush=True)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pickle.dumps(piece))
        seen += piece
    return seen


def _survey(drawn: sets.Drawn, networks: Networks) -> Surveyed:
    scene, image = drawn.scene, drawn.scene.picture
    candidates, found = survey(image, networks)
    dice = [each for each in candidates if each.probability > DIE]
    boxes = np.stack([each.box for each in dice]) if dice else NO_BOXES
    seen = unexplained_objects(networks.object_net.maps(image), boxes)
    objects = unexplained_features(image, networks.classifier, found, seen, boxes)
    asked = bool(vetoes(image, candidates, Unexplained(), NO_LIMITS)) if dice else bool(len(found))
    if dice and not asked:
        asked = asked or flaw(image, [reading_of(each) for each in dice]) is not None
    right = sets.judged(scene, [(each.value, each.box) for each in dice if each.lean < VETO_LIMITS.leaning])
    values = list(_values(scene, image, candidates))
    are_dice = [sets.is_die(box, scene) for box in seen.boxes]
    return Surveyed(candidates, values, objects, are_dice, right, asked)


def _values(scene: sets.Scene, image: Image, candidates: Sequence[Candidate]) -> Iterator[tuple[Floats, bool]]:
    """Yield the features of each candidate, and whether it is a die that shows its value."""
    for each in candidates:
        right = sets.judged(sets.Scene(image, scene.dice, ()), [(each.value, each.box)])
        number = sets._at(each.box, scene.dice)  # noqa: SLF001  two files, one program
        if number is None:
            yield each.features, False
        elif sets.is_clear(scene.dice[number], image):
            yield each.features, bool(right is not False or scene.dice[number].value == each.value)


def _objects(some: Sequence[Surveyed]) -> list[tuple[Floats, bool]]:
    """Return the features of all objects that are known to be dice or not, and which they are."""
    return [
        (features, is_die)
        for one in some
        for features, is_die in zip(one.objects, one.are_dice, strict=True)
        if is_die is not None
    ]


def fitted(
    model: LogisticModel,
    drawn: Sequence[tuple[Floats, bool]],
    real: Sequence[tuple[Floats, bool]] = (),
    weight: float = 1.0,
) -> LogisticModel:
    """Return a model with the same features, fitted to features and truths; rendered ones have this weight."""
    pairs = [*drawn, *real]
    x, y = np.array([features for features, _ in pairs], float), np.array([truth for _, truth in pairs], float)
    weights = fit(x, y, np.concatenate([np.full(len(drawn), weight), np.ones(len(real))]))
    print(f"{len(y)} samples, {y.mean():.1%} true")
    return LogisticModel(dict(zip(model.names, weights.tolist(), strict=True)), model.fitted_on)


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Return logistic regression weights (Newton's method); `ridge` keeps the weights of rare features small."""
    found = np.zeros(x.shape[1])
    for _ in range(80):
        p = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        found -= np.linalg.solve(hessian, x.T @ (weight * (p - y)) + ridge * found)
    return found


def print_model(name: str, model: LogisticModel) -> None:
    """Print weights as they stand in the code."""
    print(f"{name}:")
    for feature, weight in model.weights.items():
        print(f'        "{feature}": {weight:.2f},')


def print_weights(name: str, found: np.ndarray) -> None:
    """Print weights in one line."""
    print(f"{name} = np.array([{', '.join(f'{weight:.2f}' for weight in found)}], np.float32)")


def upper_bound(wrong: int, count: int, confidence: float = CONFIDENCE) -> float:
    """Return Clopper and Pearson's upper bound on a share when `wrong` of `count` were observed: the share at which the
    probability of at most `wrong` is 1 - `confidence`.
    """
    if not count or wrong >= count:
        return 1.0
    low, high = wrong / count, 1.0
    for _ in range(60):
        share = 0.5 * (low + high)
        low, high = (share, high) if _at_most(wrong, count, share) > 1.0 - confidence else (low, share)
    return high


def _at_most(wrong: int, count: int, share: float) -> float:
    """Return the probability of at most `wrong` of `count` with this `share` each."""
    term = count * np.log1p(-share)
    total = np.exp(term)
    for k in range(1, wrong + 1):
        term += np.log((count - k + 1) / k) + np.log(share) - np.log1p(-share)
        total += np.exp(term)
    return float(total)


def _said(some: Sequence[Surveyed], objects: LogisticModel, reading: LogisticModel) -> list[tuple[float, bool]]:
    """Return, for each reading that no other rule asks about, its probability and whether it is right."""
    return [
        (float(reading.probability(one.features(objects)[None])[0]), bool(one.right))
        for one in some
        if one.dice and one.right is not None and not one.asked and one.unexplained(objects) <= VETO_LIMITS.unexplained
    ]


def chosen(some: Sequence[Surveyed], objects: LogisticModel, reading: LogisticModel) -> float:
    """Return the least probability of accepted readings, and print its cost: the smallest with a bound of at most
    MOST_WRONG or, with too few readings for that, the one with the smallest bound.
    """
    said = sorted(_said(some, objects, reading), reverse=True)
    wrong, best, least = 0, None, (1.0, 1.0)
    print(f"{len(said)} readings that no other rule asks about, {sum(not right for _, right in said)} wrong")
    for count, (probability, right) in enumerate(said, 1):
        wrong += not right
        bound = upper_bound(wrong, count)
        best = probability if bound <= MOST_WRONG else best
        least = min(least, (bound, probability))
        if count % max(1, len(said) // 20) == 0:
            print(f"  from {probability:.4f} on: {count}, {wrong} wrong, bound {bound:.2%}")
    if best is not None:
        return best
    print(f"too few readings for a bound of {MOST_WRONG:.1%}: the smallest is {least[0]:.2%}")
    return least[1]


if __name__ == "__main__":
    raise SystemExit(main())
