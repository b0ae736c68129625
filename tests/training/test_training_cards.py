"""Cards as the look-alikes have them: pips where cards have them, turned sheets, piles."""

import numpy as np
import pytest

from training.cards import LONG, card, pip_spots, turned
from training.solids import random_things


@pytest.mark.parametrize("value", range(1, 11))
def test_a_card_has_as_many_pips_as_it_counts_and_looks_the_same_upside_down_but_for_few(value):
    spots = pip_spots(value)
    assert len(spots) == len(set(spots)) == value
    assert all(0.1 < x < 0.9 and 0.1 < y < 0.9 for x, y in spots)
    assert sorted((round(1 - x, 2), y) for x, y in spots) == sorted((round(x, 2), y) for x, y in spots)
    round_ = sorted((round(1 - x, 2), round(1 - y, 2)) for x, y in spots)
    assert (round_ == sorted((round(x, 2), round(y, 2)) for x, y in spots)) == (value != 7)


def test_cards_are_as_wide_as_asked_and_show_something():
    sizes, plain = set(), 0
    for seed in range(60):
        sheet = card(np.random.default_rng(seed), 90)
        assert (sheet == card(np.random.default_rng(seed), 90)).all()
        assert sheet.shape[1:] == (90, 3)
        assert 0.8 < sheet.shape[0] / (90 * LONG) < 1.15
        sizes.add(sheet.shape[0])
        plain += np.ptp(sheet.reshape(-1, 3), axis=0).max() < 30
    assert len(sizes) > 5
    assert plain == 0


def test_a_turned_sheet_has_its_corners_where_it_says():
    sheet = np.zeros((40, 20, 3), np.float32)
    sheet[:, :10] = (0, 0, 200)
    quarter, corners = turned(sheet, np.pi / 2)
    assert quarter.shape[:2] == (20, 40)
    assert corners == pytest.approx(np.array([[40, 0], [40, 20], [0, 20], [0, 0]]), abs=1e-6)
    assert quarter[4, 20, 2] > 150 > quarter[16, 20, 2], "its left side is above now"
    slanting, corners = turned(sheet, 0.5)
    assert corners.min(0) == pytest.approx((0, 0), abs=1e-6)
    assert np.ceil(corners.max(0) - 1e-6).astype(int).tolist() == [slanting.shape[1], slanting.shape[0]]
    left, right = corners[[0, 3]].mean(0), corners[[1, 2]].mean(0)
    for end, red in ((left, True), (right, False)):
        x, y = np.rint(end + 0.3 * (corners.mean(0) - end)).astype(int)
        assert (slanting[y, x, 2] > 150) == red


def test_cards_lie_over_one_another_and_each_could_pass_for_a_die():
    things = [thing for seed in range(200) for thing in random_things(np.random.default_rng(seed), 2)]
    piles = [thing for thing in things if len(thing.prisms) > 1 and len(thing.fields) == len(thing.prisms)]
    assert piles
    for pile in piles:
        for low, high in zip(pile.prisms, pile.prisms[1:], strict=False):
            assert high.low == pytest.approx(low.high), "one on the other"
        for prism in pile.prisms:
            edges = np.roll(prism.outline, -1, axis=0) - prism.outline
            across = np.roll(edges, -1, axis=0)
            assert (edges[:, 0] * across[:, 1] - edges[:, 1] * across[:, 0] > 0).all(), "counterclockwise"
