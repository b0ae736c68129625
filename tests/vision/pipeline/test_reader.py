"""The whole reader: on ray-traced stills with labels, and on invalid pictures."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection.detector import detected
from vision.frames import unreadable
from vision.pipeline.reader import Reader
from vision.reading import ReasonKind
from vision.trust.features import CandidateFeatures

DATA = Path(__file__).parents[1] / "data"
STILLS = json.loads((DATA / "labels.json").read_text())["stills"]
CLOSE = sorted((DATA / "close").glob("*_is_[1-6].jpg"))
"""Crops of stills with one die, 1.5 times its size."""


@pytest.fixture(scope="module", name="reader")
def _reader():
    return Reader()


@pytest.fixture(scope="module", name="readings")
def _readings(reader):
    return {name: reader.read(cv2.imread(str(DATA / name))) for name in STILLS}


@pytest.mark.parametrize("name", STILLS)
def test_no_still_is_silently_wrong(name, readings):
    reading = readings[name]
    assert not reading.sure or list(reading.values) == sorted(die["value"] for die in STILLS[name])
    assert reading.sure == (not reading.reasons)


def test_stills_are_read_right(readings):
    right = [n for n, r in readings.items() if list(r.values) == sorted(d["value"] for d in STILLS[n])]
    assert len(right) >= len(STILLS) - 1


def test_ordinary_stills_are_sure(readings):
    assert sum(reading.sure for reading in readings.values()) >= 0.75 * len(readings)


def test_dice_are_found_with_place_and_colour(readings):
    matched = total = 0
    for name, reading in readings.items():
        for die in STILLS[name]:
            total += 1
            x, y = die["centre"]
            here = [d for d in reading.dice if d.box[0] < x < d.box[2] and d.box[1] < y < d.box[3]]
            matched += any(d.value == die["value"] and d.colour == die["colour"] for d in here)
    assert matched >= 0.9 * total


@pytest.mark.parametrize(
    "picture",
    [
        None,
        "a.jpg",
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((480, 640), np.uint8),
        np.zeros((480, 640, 4), np.uint8),
        np.zeros((480, 640, 3), np.float32),
        np.zeros((8, 4000, 3), np.uint8),
    ],
)
def test_what_is_no_picture_is_reported(reader, picture):
    reading = reader.read(picture, at=3.0, frame=7)
    assert (reading.dice, reading.sure, reading.at, reading.frame) == ((), False, 3.0, 7)
    assert reading.has(ReasonKind.NO_PICTURE, ReasonKind.TOO_SMALL)


@pytest.mark.parametrize("size", [(40, 40000), (40000, 40), (32, 200000)])
def test_very_long_picture_is_too_small(size, reader):
    reading = reader.read(np.random.default_rng(1).integers(0, 255, (*size, 3), np.uint8), at=3.0, frame=7)
    assert (reading.dice, reading.sure, reading.at, reading.frame) == ((), False, 3.0, 7)
    assert reading.reasons == (unreadable(np.zeros((8, 8, 3), np.uint8)),)


@pytest.mark.parametrize("seed", range(6))
def test_no_noise_or_texture_is_sure_of_dice(reader, seed):
    rng = np.random.default_rng(seed)
    rough = rng.integers(0, 256, (30 + 40 * seed, 40 + 50 * seed, 3), np.uint8)
    picture = cv2.resize(rough, (640, 480), interpolation=cv2.INTER_CUBIC)
    reading = reader.read(picture)
    assert not (reading.sure and reading.dice)


@pytest.mark.parametrize("size", [(33, 40), (61, 1280), (1080, 1920), (2160, 3840)])
def test_any_size_is_read(reader, size):
    assert reader.read(np.full((*size, 3), 128, np.uint8)).dice == ()


def test_boxes_are_in_pixels_of_the_picture(reader):
    still = cv2.imread(str(DATA / "d0071.jpg"))
    small = reader.read(still)
    large = reader.read(cv2.resize(still, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC))
    assert large.values == small.values
    for one, other in zip(small.dice, large.dice, strict=True):
        assert np.array(other.box) / 3 == pytest.approx(np.array(one.box), abs=8)


@pytest.mark.parametrize(("brightest", "dark"), [(90, False), (44, False), (36, True), (5, True)])
def test_dark_picture_is_not_sure(reader, brightest, dark):
    """Brightness is that of the brightest hundredth: the reflection of one lamp does not change it."""
    picture = cv2.imread(str(DATA / "d0071.jpg"))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    picture = cv2.convertScaleAbs(picture, alpha=brightest / np.percentile(grey, 99))
    picture[200:216, 300:316] = 255
    reading = reader.read(picture)
    assert reading.has(ReasonKind.TOO_DARK) == dark
    assert not (dark and reading.sure)


class TestCandidateFeatures:
    def features(self, *candidates):
        """The features of candidates, each a dict of size, score, value and odds."""
        odds, columns = [], []
        for given in candidates:
            own = {"size": 40.0, "score": 0.6, "value": 4, "odds": 0.95} | given
            spread = np.full(7, (1 - own["odds"]) / 6, np.float32)
            spread[own["value"]] = own["odds"]
            odds.append(spread)
            columns.append([own[name] for name in ("score", "size")])
        return CandidateFeatures.of(np.stack(odds), *np.array(columns, np.float32).T)

    def test_more_of_everything_is_likelier(self):
        plain, seen, clear, nothing = (
            self.features(given).probability[0]
            for given in ({}, {"score": 0.9}, {"odds": 0.99}, {"odds": 0.5, "value": 0})
        )
        assert nothing < plain < min(seen, clear)

    def test_what_is_four_times_as_large_as_the_dice_is_less_likely(self):
        sizes = ({"size": size} for size in (38, 42, 45, 190))
        among, alone = self.features(*sizes), self.features({"size": 190})
        assert among.odd_sizes[:3].tolist() == [0, 0, 0]
        assert among.odd_sizes[3] == pytest.approx(np.log2(190 / 42) - 0.6, abs=0.15)
        assert among.probability[3] < alone.probability[0]

    def test_the_values_are_probabilities_without_the_chance_of_no_die(self):
        values = self.features({"value": 0, "odds": 0.7}, {"value": 3}).given_die
        assert values.sum(axis=1) == pytest.approx([1, 1])
        assert values[:, 0].tolist() == [0, 0]
        assert values[1].argmax() == 3


class Heat:
    """A net that answers one heat map, with boxes of 16 px round each cell's own middle but for a few."""

    def __init__(self, heat, shifts):
        self.cells = np.zeros((1, 11, *heat.shape), np.float32)
        self.cells[0, 0] = np.log(heat / (1 - heat))
        for (row, column), (dx, dy) in shifts.items():
            self.cells[0, 1:3, row, column] = dx, dy

    def setInput(self, blob):
        assert blob.shape[2:] == (4 * self.cells.shape[2], 4 * self.cells.shape[3])

    def forward(self):
        return self.cells


def test_touching_die_without_peak_is_a_candidate():
    heat = np.full((16, 16), 0.001)
    heat[8, 4:9] = 0.7, 0.6, 0.45, 0.35, 0.02
    found = detected(Heat(heat, {(8, 5): (-1, 0), (8, 6): (2, 0), (8, 7): (1, 0)}), np.zeros((64, 64, 3), np.uint8))
    middles = sorted({round(float(x0 + x1) / 2) for x0, _, x1, _ in found.boxes})
    assert middles == [18, 34]
    assert found.scores.min() > 0.3


def test_faint_peak_is_the_only_candidate():
    heat = np.full((16, 16), 0.001)
    heat[8, 4:7] = 0.25, 0.2, 0.1
    assert len(detected(Heat(heat, {}), np.zeros((64, 64, 3), np.uint8)).boxes) == 1


def test_very_large_die_is_read(reader):
    """Close to the camera nothing around a die shows its size."""
    right = 0
    for path in CLOSE:
        near = cv2.resize(cv2.imread(str(path)), (800, 800), interpolation=cv2.INTER_CUBIC)
        value, reading = int(path.stem[-1]), reader.read(near)
        assert not reading.sure or reading.values == (value,)
        right += reading.values == (value,)
    assert len(CLOSE) == 8
    assert right >= 7
