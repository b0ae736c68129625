"""Pips, faces and bodies on drawn dice: places, values and views that are known exactly."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from vision.geometry_fallback.faces import PLACES, find_faces, table_of, tilt_between
from vision.geometry_fallback.geometry import read_by_geometry
from vision.geometry_fallback.pips import find_pips

GREEN_FELT, WHITE, BLACK = (70, 110, 50), (232, 236, 238), (25, 22, 22)


def draw(dice, *, size=(640, 480), view=None, body=WHITE, pip=BLACK, felt=GREEN_FELT, noise=2.0, seed=0):
    """Flat dice seen through the affine `view` (2, 3): `dice` are (x, y, turn in degrees, edge px, value) on the
    table."""
    view = np.array([[1, 0, 0], [0, 1, 0]], float) if view is None else np.asarray(view, float)
    fine = 4
    picture = np.full((size[1] * fine, size[0] * fine, 3), felt, np.uint8)

    def seen(points):
        return np.rint((points @ view[:, :2].T + view[:, 2]) * fine).astype(np.int32)

    for x, y, turn, edge, value in dice:
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        place = lambda p: np.array([x, y]) + edge * (np.asarray(p) @ np.array([[c, s], [-s, c]]))  # noqa: B023, E731
        cv2.fillConvexPoly(picture, seen(place(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2)), body)
        ring = np.stack([np.cos(np.linspace(0, 2 * np.pi, 40)), np.sin(np.linspace(0, 2 * np.pi, 40))], 1)
        for spot in PLACES[value]:
            cv2.fillConvexPoly(picture, seen(place(spot * 0.25 + ring * 0.095)), pip)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(float)
    return np.clip(small + np.random.default_rng(seed).normal(0, noise, small.shape), 0, 255).astype(np.uint8)


TILTED = [[1.0, 0.0, 0], [0.0, 0.72, 60]]
SHEARED = [[0.9, 0.25, 0], [-0.1, 0.8, 80]]


class TestPips:
    def test_place_radius_and_kind(self):
        pips = find_pips(draw([(200, 150, 20, 60, 5)], noise=1))
        strong = pips.chosen(pips.step > 60)
        strong = strong.chosen((strong.quality > 0.6) & strong.dark)  # the white die as a whole is a light spot too
        assert len(strong) == 5
        assert strong.radius == pytest.approx(np.full(5, 5.7), abs=0.5)
        assert np.hypot(*(strong.at - (199.5, 149.5)).T).min() < 0.4

    def test_a_round_spot_seen_askew_is_measured_as_the_ellipse_it_is(self):
        pips = find_pips(draw([(300, 200, 0, 90, 1)], view=TILTED, noise=0))
        shape = pips.shape[np.argmax(pips.step * pips.quality)]
        assert np.sqrt(shape[1, 1] / shape[0, 0]) == pytest.approx(0.72, abs=0.05)

    def test_light_pips_on_a_dark_die(self):
        pips = find_pips(draw([(200, 150, 20, 60, 4)], body=BLACK, pip=WHITE))
        strong = pips.chosen((pips.step > 60) & (pips.quality > 0.6))
        assert len(strong) == 4
        assert not strong.dark.any()

    @pytest.mark.parametrize("level", [0, 128, 255])
    def test_an_empty_picture_has_none(self, level):
        assert len(find_pips(np.full((120, 160, 3), level, np.uint8))) == 0


class TestFaces:
    @pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
    @pytest.mark.parametrize("view", [None, TILTED, SHEARED], ids=["overhead", "tilted", "sheared"])
    def test_the_face_is_among_those_found_where_it_lies(self, value, view):
        picture = draw([(300, 200, 33, 64, value)], view=view)
        pips = find_pips(picture)
        there = np.array([300, 200.0])
        if view is not None:
            there = np.array(view)[:, :2] @ there + np.array(view)[:, 2]
        right = [f for f in find_faces(pips) if f.value == value and np.hypot(*(f.centre + 0.5 - there)) < 1.5]
        assert right

    def test_the_table_is_seen_as_its_tops_are(self):
        dice = [(150, 120, 10, 60, 5), (320, 150, 55, 60, 6), (250, 300, 75, 60, 4)]
        pips = find_pips(draw(dice, view=SHEARED))
        linear = np.array(SHEARED)[:, :2]
        table = table_of(pips, find_faces(pips))
        assert tilt_between(table, linear @ linear.T) < 0.08

    def test_no_large_face_no_table(self):
        pips = find_pips(draw([(150, 120, 10, 60, 1)]))
        assert table_of(pips, find_faces(pips)) is None

    def test_tilt_is_the_log_of_the_stretch(self):
        squeezed = np.diag([1.0, 0.5**2]).astype(np.float32)
        assert tilt_between(np.eye(2, dtype=np.float32), squeezed) == pytest.approx(np.log(2), abs=1e-3)
        assert tilt_between(squeezed, 9 * squeezed) == pytest.approx(0, abs=1e-2)


class TestWholePicture:
    def test_all_six_values_at_once(self):
        spots = itertools.product((100, 300, 500), (120, 340))
        dice = [(x, y, 17 * k, 56, k + 1) for k, (x, y) in enumerate(spots)]
        found, _ = read_by_geometry(draw(dice))
        assert sorted(die.value for die in found) == [1, 2, 3, 4, 5, 6]
        for die in found:
            x, y, _, edge, _ = dice[die.value - 1]
            assert ((die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2) == pytest.approx((x, y), abs=edge / 4)
            assert die.colour == "white"

    @pytest.mark.parametrize("seed", range(4))
    def test_polka_dots_are_never_sure(self, seed):
        rng = np.random.default_rng(seed)
        picture = np.full((480, 640, 3), 225, np.uint8)
        gap = int(rng.integers(14, 40))
        for x, y in itertools.product(range(gap, 640, gap), range(gap, 480, gap)):
            cv2.circle(picture, (x, y), gap // 5, (40, 30, 90), -1, cv2.LINE_AA)
        _, why = read_by_geometry(picture)
        assert why

    def test_a_table_without_dice_has_none(self):
        assert read_by_geometry(draw([])) == ((), "no dice found")
