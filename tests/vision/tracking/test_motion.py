"""The rest detector alone, on drawn pictures: quivering is no motion, and a shift of less than a pixel is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.grain import grain
from vision.imaging.background import differing, shrink
from vision.tracking.motion import RestDetector, RestParams, changed

FPS = 30
SIZE = (640, 480)
DICE = ((200.0, 150.0), (330.0, 300.0))
PACE = round(RestParams().rest_s * FPS) + 1
"""Frames from the first that is still to the one that says so."""


def drawn(dice, table=80.0, face=210.0, side=26.0):
    """A grey float picture of squares with antialiased edges and a pip each, at subpixel places."""
    x, y = np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32)
    picture = np.full((SIZE[1], SIZE[0]), table, np.float32)
    for cx, cy in dice:
        for wide, level in ((side, face), (side / 4, table)):
            across = np.clip(wide / 2 - np.abs(x - cx) + 0.5, 0, 1)
            along = np.clip(wide / 2 - np.abs(y - cy) + 0.5, 0, 1)
            share = along[:, None] * across[None, :]
            picture = picture * (1 - share) + level * share
    return picture


def shot(grey, seed=0, noise=0.0, at_edges=0.0):
    """A frame of it, with new noise everywhere and at edges."""
    slope = np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    grey = grey + grain(grey.shape, seed) * (noise + at_edges * cv2.blur(slope, (5, 5)) / 8)
    return cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def states(pictures):
    stillness = RestDetector()
    return [stillness.feed(picture, k / FPS) for k, picture in enumerate(pictures)]


def rolling(frames=8):
    return [shot(drawn([(x - 20 * (frames - k), y) for x, y in DICE]), k, 5.0) for k in range(frames)]


@pytest.mark.parametrize("seed", range(8))
def test_edges_that_quiver_in_dim_video_put_the_rest_off_by_two_frames_at_most(seed):
    lying = drawn(DICE)
    seen = states(rolling() + [shot(lying, 100 * seed + k + 50, 5.0, at_edges=0.5) for k in range(40)])
    first = seen.index("still")
    assert 8 + PACE - 1 <= first <= 8 + PACE + 1
    assert set(seen[first:]) == {"still"}


@pytest.mark.parametrize("noise", [0.0, 5.0])
@pytest.mark.parametrize("speed", [0.2, 0.35, 0.6])
def test_a_creeping_die_never_lies_still(speed, noise):
    seen = states([shot(drawn([(200 + speed * k, 150), DICE[1]]), k, noise) for k in range(45)])
    assert "still" not in seen


def test_a_die_that_slips_by_half_a_pixel_is_seen_a_frame_later_and_lies_still_from_the_slip():
    slip, frames = 20, 40
    seen = states([shot(drawn([(200.0 + 0.5 * (k >= slip), 150), DICE[1]]), k, 3.0) for k in range(frames)])
    assert [k for k, state in enumerate(seen) if state == "moves"] == [slip + 1]
    assert seen.index("still", slip + 1) == slip + PACE


def test_a_rest_is_not_said_on_a_frame_that_may_show_a_new_motion():
    slip = PACE  # the very frame in which the first rest would be said
    seen = states([shot(drawn([(200.0 + 0.5 * (k >= slip), 150), DICE[1]]), k, 3.0) for k in range(2 * PACE + 4)])
    assert seen.index("still") == slip + PACE


def test_what_is_there_for_one_frame_and_faint_is_noise():
    pictures = [shot(drawn([(200.0 + 0.5 * (k == 20), 150), DICE[1]]), k, 3.0) for k in range(40)]
    assert set(states(pictures)[PACE:]) == {"still"}


@pytest.mark.parametrize("face", [98.0, 64.0])
def test_a_die_hardly_other_than_its_cloth_moves_while_it_rolls(face):
    path = [shot(drawn([(120 + 14 * k, 200)], face=face), k, 2.0) for k in range(25)]
    seen = states([shot(drawn([]), 99 + k, 2.0) for k in range(10)] + path)
    assert set(seen[11:]) == {"moves"}


def test_two_specks_at_the_border_are_two_and_no_more():
    old = shrink(shot(drawn(DICE)))
    new = old.copy()
    new[-1, -2:] += 20.0
    assert changed(old, new, RestParams()) is None
    new[-2, -1] += 20.0
    change = changed(old, new, RestParams())
    assert change is not None
    assert change.plain


@pytest.mark.parametrize(
    "share", [0.1, 0.39, 0.4, 0.41, 0.49, 0.495, 0.498, 0.5, 0.502, 0.505, 0.51, 0.59, 0.6, 0.61, 0.8]
)
def test_what_covers_whole_rows_is_no_light(share):
    table = drawn(DICE)
    covered = table.copy()
    covered[round(SIZE[1] * (1 - share)) :] = 45.0
    found = float(differing(shrink(shot(table)), shrink(shot(covered, 1, 2.0))).mean())
    assert found > 0.8 * min(share, 1 - share)


@pytest.mark.parametrize("light", [0.4, 1.7])
def test_light_that_changes_row_by_row_is_no_difference(light):
    rows = np.linspace(0.85, 1.15, SIZE[1], dtype=np.float32)[:, None]
    bands = 1 + 0.15 * np.sin(np.arange(SIZE[1], dtype=np.float32) / 20)[:, None]
    for shape in (rows, bands):
        assert differing(shrink(shot(drawn(DICE))), shrink(shot(drawn(DICE) * light * shape, 1, 2.0))).mean() < 0.02
