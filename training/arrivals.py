"""Fits the model of what came into a tray and was not read (`vision.objects.arrived.ARRIVED_MODEL`).

    python -m training.arrivals FOLDER...

The FOLDERs are those of `training.tables`. Each die that was read is taken out of the reading in turn: what is left of
it came and is a die. What came beside all dice is none: shadows, light thrown on the floor, crumbs of compression.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.tables import picture, tables
from vision.imaging.boxes import middles, sizes, typical_size
from vision.objects.arrived import ARRIVED_MODEL, arrived_features, as_large_as_dice
from vision.pipeline.context import ReadContext
from vision.pipeline.networks import Networks
from vision.pipeline.stages import STAGES, survey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from training.tables import Table, Throw
    from vision.frames import Floats

RIDGE = 0.05
"""Weight of the squares of the weights, so that separable data have finite ones."""


def fitted(features: NDArray[np.float64], is_die: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the weights (k,) of a logistic regression on features (N, k); both classes weigh the same."""
    weights, each = np.zeros(features.shape[1]), np.where(is_die, 0.5 / is_die.mean(), 0.5 / (~is_die).mean())
    for _ in range(40):
        odds = 1.0 / (1.0 + np.exp(-features @ weights))
        slope = features.T @ (each * (is_die - odds)) / len(is_die) - RIDGE * weights / len(is_die)
        bend = (features.T * (each * odds * (1.0 - odds))) @ features / len(is_die)
        weights = weights + np.linalg.solve(bend + RIDGE / len(is_die) * np.eye(len(weights)), slope)
    return weights


def arrivals(networks: Networks, table: Table, throw: Throw) -> Iterator[tuple[Floats, bool]]:
    """Yield the features of what came into a tray, and whether it is a die."""
    image = picture(throw.picture)
    known = ReadContext(background=table.empty, outline=table.outline, confirmed=True)
    within, scaled = known.within(image, 1.0)
    change = scaled.change(within, STAGES.usual_size * max(image.shape[:2]))
    boxes = np.array([die["bbox"] for die in throw.label["dice"]], np.float32)
    if change is None or not len(boxes):
        return
    _, found = survey(within, networks)
    size = typical_size(boxes)
    for left_out in (None, *range(len(boxes))):
        dice = boxes if left_out is None else np.delete(boxes, left_out, axis=0)
        came = [each for each in change.arrivals(dice) if table.outline.depths(middles(each.box[None]))[0] > 0.0]
        came = as_large_as_dice(came, size)
        features, places = arrived_features(within, networks.classifier, found, came, size)
        for row, place in zip(features, middles(places), strict=True):
            on_die = np.hypot(*(middles(boxes) - place).T) < 0.5 * sizes(boxes)
            if left_out is None or on_die[left_out]:
                yield row, bool(on_die.any())


def main() -> None:
    """Fit on the folders of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    networks = Networks()
    every = [(table, throw) for folder in options.folders for table in tables(folder) for throw in table.throws]
    seen = [pair for table, throw in every if not throw.faint for pair in arrivals(networks, table, throw)]
    features, is_die = np.array([row for row, _ in seen], float), np.array([die for _, die in seen])
    weights = fitted(features, is_die)
    odds = 1.0 / (1.0 + np.exp(-features @ weights))
    for name, weight in zip(ARRIVED_MODEL.names, weights, strict=True):
        print(f"{name}: {weight:.2f}")
    for least in (0.02, 0.05, 0.1, 0.2, 0.5):
        print(f"from {least}: {(odds[is_die] > least).mean():.3f} of dice, {(odds[~is_die] > least).sum()} others")
    print(f"{is_die.sum()} dice, {(~is_die).sum()} others in {len(every)} throws")


if __name__ == "__main__":
    main()
