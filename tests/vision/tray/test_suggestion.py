"""Where the tray may lie: found as the largest plain region, or left to people."""

import cv2
import numpy as np
import pytest

from vision.tray.suggestion import INSET, suggested_corners


def things(seed=3):
    """A picture (720, 1280, 3) full of things."""
    tiles = np.random.default_rng(seed).integers(0, 255, (18, 32, 3)).astype(np.uint8)
    return cv2.resize(tiles, (1280, 720), interpolation=cv2.INTER_NEAREST)


def share_in_both(corners, floor):
    masks = [np.zeros((720, 1280), np.uint8) for _ in range(2)]
    for mask, points in zip(masks, (np.array(corners) * (1280, 720), floor), strict=True):
        cv2.fillPoly(mask, [np.rint(points).astype(np.int32)], 1)
    return (masks[0] & masks[1]).sum() / (masks[0] | masks[1]).sum()


@pytest.mark.parametrize(
    "floor",
    [
        [(220, 150), (1060, 130), (1120, 600), (160, 620)],
        [(500, 90), (1000, 300), (800, 650), (260, 420)],  # turned
    ],
)
def test_a_plain_floor_among_things_is_found(floor):
    picture = things()
    cv2.fillPoly(picture, [np.array(floor)], (60, 110, 60))
    noisy = np.clip(picture + np.random.default_rng(1).normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
    assert share_in_both(suggested_corners(noisy), floor) > 0.9


@pytest.mark.parametrize("picture", [things(), np.full((720, 1280, 3), 90, np.uint8)])
def test_where_no_tray_is_seen_the_corners_lie_a_tenth_inside(picture):
    assert sorted(suggested_corners(picture)) == sorted(
        [(INSET, INSET), (1 - INSET, INSET), (1 - INSET, 1 - INSET), (INSET, 1 - INSET)]
    )
