"""Fit the trust models on pictures that no network learned from, and show what each operating point would accept.

usage: python bench/fit_trust.py [--scenes 400] FOLDER...

The FOLDERs hold tables (`training.tables`); scenes are drawn besides, with seeds of their own. UNEXPLAINED_MODEL (an
object is a die), ARRIVED_MODEL (the same of what came into a set-up tray) and READING_MODEL (the reading is right) are
printed as they stand in the code; READING_MODEL is fitted with the shipped other two. Each throw is read with nothing
known, with the number of dice, and in a tray that was set up; each scene in the first two ways. The table shows, by the
least probability of an accepted reading, how many are accepted, how many of these are wrong, and the bound at 95 % on
their share. What is fitted here reports nothing: `python -m training.tables` on other seeds does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import trust_sets as sets

from training.tables import Table, Throw, picture, tables, upper_bound
from training.truth import Scene
from vision.frames import Floats, Image
from vision.imaging.boxes import NO_BOXES, middles, typical_size
from vision.objects.arrived import ARRIVED_MODEL, arrived_features, as_large_as_dice
from vision.objects.unexplained import UNEXPLAINED_MODEL, Unexplained, unexplained_features, unexplained_objects
from vision.pipeline.context import ReadContext
from vision.pipeline.networks import Networks
from vision.pipeline.reader import Reader
from vision.pipeline.stages import STAGES, survey
from vision.probability import LogisticModel
from vision.reading import Reading
from vision.trust.asked import AskedDice
from vision.trust.features import DIE, Candidate
from vision.trust.vetoes import VETO_LIMITS
from vision.trust.whole import READING_MODEL, reading_features

LEAST = (0.6, 0.7, 0.75, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.96)
OTHER_RULES = replace(VETO_LIMITS, whole=-1.0)
"""All rules but the probability of the whole reading."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A reading with dice: the `features` (5,) of READING_MODEL, whether it is `right`, whether no other rule asks
    about it (`free`), and whether the tray was `set_up`.
    """

    features: Floats
    right: bool
    free: bool
    set_up: bool


Told = tuple[Floats, bool]
"""The features of an object, and whether it is a die."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    networks = Networks()
    every = [(table, throw) for folder in options.folders for table in tables(folder) for throw in table.throws]
    scenes = list(sets.drawn(sets.FIT, options.scenes))
    objects = [one for table, throw in every for one in _objects(networks, picture(throw.picture), _boxes(throw))]
    objects += [one for drawn in scenes for one in _drawn_objects(networks, drawn.scene)]
    print_model("UNEXPLAINED_MODEL", fitted(UNEXPLAINED_MODEL, objects, ridge=0.5))
    arrivals = [one for table, throw in every for one in _arrivals(networks, table, throw)]
    print_model("ARRIVED_MODEL", fitted(ARRIVED_MODEL, arrivals, ridge=0.1))
    reader = Reader(networks)
    with (
        patch("vision.pipeline.stages.VETO_LIMITS", OTHER_RULES),
        patch("vision.pipeline.stages.SET_UP_LIMITS", OTHER_RULES),
    ):
        known = [one for table, throw in every if not throw.faint for one in _of_throw(reader, table, throw)]
        known += [one for drawn in scenes for one in _of_scene(reader, drawn.scene)]
    model = fitted(READING_MODEL, [(one.features, one.right) for one in known])
    print_model("READING_MODEL", model)
    for set_up in (False, True):
        print("set up" if set_up else "not set up")
        show([one for one in known if one.set_up is set_up], model)
    return 0


def _of_throw(reader: Reader, table: Table, throw: Throw) -> Iterator[Sample]:
    image = picture(throw.picture)
    set_up = ReadContext(background=table.empty, confirmed=True, outline=table.outline, asked=throw.asked)
    for known, beside in ((ReadContext(), True), (ReadContext(asked=throw.asked), True), (set_up, False)):
        reading, features = _read(reader, image, known)
        if features is not None:
            yield Sample(features, throw.exact(reading, beside=beside), reading.sure, set_up=not beside)


def _of_scene(reader: Reader, scene: Scene) -> Iterator[Sample]:
    asked = AskedDice(("",) * len(scene.dice))
    for known in (ReadContext(), ReadContext(asked=asked))[: 2 if scene.dice else 1]:
        reading, features = _read(reader, scene.picture, known)
        right = sets.judged(scene, [(die.value, die.box) for die in reading.dice if not die.cocked])
        if features is not None and right is not None:
            yield Sample(features, right, reading.sure, set_up=False)


def _read(reader: Reader, image: Image, known: ReadContext) -> tuple[Reading, Floats | None]:
    """Return the reading, and the features of what was judged first; None without dice."""
    judged: list[tuple[Sequence[Candidate], Unexplained]] = []
    reading = reader.read(image, known, observer=lambda _, found, beside: judged.append((found, beside)))
    candidates, unexplained = judged[0]
    dice = [each for each in candidates if each.probability > DIE]
    if not dice:
        return reading, None
    others = [each for each in candidates if each.probability <= DIE]
    return reading, reading_features(dice, others, unexplained.probability)


def _boxes(throw: Throw) -> Floats:
    dice = [*throw.label["dice"], *throw.label["outside"]]
    return np.array([die["bbox"] for die in dice], np.float32).reshape(-1, 4)


def _objects(networks: Networks, image: Image, boxes: Floats) -> Iterator[Told]:
    """Yield the objects that are not read in a picture of dice in these boxes (N, 4) px."""
    for features, box in _unread(networks, image):
        yield features, _on(boxes, middles(box[None])[0])


def _drawn_objects(networks: Networks, scene: Scene) -> Iterator[Told]:
    for features, box in _unread(networks, scene.picture):
        if (is_die := sets.is_die(box.tolist(), scene)) is not None:
            yield features, is_die


def _unread(networks: Networks, image: Image) -> Iterator[tuple[Floats, Floats]]:
    dice = [each.box for each in survey(image, networks)[0] if each.probability > DIE]
    read = np.stack(dice) if dice else NO_BOXES
    seen = unexplained_objects(networks.object_net.maps(image), read)
    yield from zip(unexplained_features(image, networks.classifier, seen.boxes, read), seen.boxes, strict=True)


def _arrivals(networks: Networks, table: Table, throw: Throw) -> Iterator[Told]:
    """Yield what came into a tray and is not read."""
    image = picture(throw.picture)
    known = ReadContext(background=table.empty, outline=table.outline, confirmed=True)
    within, scaled = known.within(image, 1.0)
    change = scaled.change(within, STAGES.usual_size * max(image.shape[:2]))
    candidates, found = survey(within, networks)
    dice = [each.box for each in candidates if each.probability > DIE]
    if change is None or not dice:
        return
    size = typical_size(np.stack(dice))
    came = [each for each in change.arrivals(np.stack(dice)) if table.outline.depths(middles(each.box[None]))[0] > 0.0]
    features, places = arrived_features(within, networks.classifier, found, as_large_as_dice(came, size), size)
    for row, place in zip(features, middles(places), strict=True):
        yield row, _on(_boxes(throw), place)


def _on(boxes: Floats, place: Floats) -> bool:
    x, y = place
    return bool(((boxes[:, 0] < x) & (x < boxes[:, 2]) & (boxes[:, 1] < y) & (y < boxes[:, 3])).any())


def fitted(model: LogisticModel, told: Sequence[Told], ridge: float = 1.0) -> LogisticModel:
    """Return a model with the same features, fitted to features and truths by Newton's method; `ridge` keeps the
    weights of rare features small.
    """
    x, y = np.array([features for features, _ in told], float), np.array([truth for _, truth in told], float)
    print(f"{len(y)} samples, {y.mean():.1%} true")
    weights = np.zeros(x.shape[1])
    for _ in range(80):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        bend = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        weights -= np.linalg.solve(bend, x.T @ (p - y) + ridge * weights)
    return LogisticModel(dict(zip(model.names, weights.tolist(), strict=True)), model.fitted_on)


def print_model(name: str, model: LogisticModel) -> None:
    """Print weights as they stand in the code."""
    print(f"{name}:")
    for feature, weight in model.weights.items():
        print(f'        "{feature}": {weight:.2f},')


def show(known: Sequence[Sample], model: LogisticModel) -> None:
    """Print what each least probability accepts of the readings that no other rule asks about."""
    said = model.probability(np.array([one.features for one in known]))
    for least in LEAST:
        accepted = [
            one.right for one, probability in zip(known, said, strict=True) if one.free and probability >= least
        ]
        wrong = len(accepted) - sum(accepted)
        print(f"  from {least:.2f}: {len(accepted)}, {wrong} wrong, at most {upper_bound(wrong, len(accepted)):.2%}")


if __name__ == "__main__":
    raise SystemExit(main())
