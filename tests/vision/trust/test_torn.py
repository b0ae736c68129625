"""Pictures of which parts are out of place."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.io.image_files import load
from vision.imaging.quality import flaw
from vision.trust.vetoes import torn

STILL = load(Path(__file__).parents[1] / "data" / "d0071.jpg")


def shuffled(image, side, seed=0):
    """The picture cut into squares of `side` px, put together in another order."""
    rows, columns = image.shape[0] // side, image.shape[1] // side
    squares = image[: rows * side, : columns * side].reshape(rows, side, columns, side, 3).transpose(0, 2, 1, 3, 4)
    mixed = np.random.default_rng(seed).permutation(squares.reshape(-1, side, side, 3))
    return np.ascontiguousarray(
        mixed.reshape(rows, columns, side, side, 3).transpose(0, 2, 1, 3, 4).reshape(rows * side, columns * side, 3)
    )


@pytest.mark.parametrize("side", [8, 16, 40, 80, 160])
def test_a_picture_whose_parts_were_mixed_up_is_torn_however_large_they_are(side):
    mixed = shuffled(STILL, side)
    assert torn(mixed)
    assert flaw(mixed, ()) == "parts of the picture are out of place"


def test_it_still_is_after_it_was_packed():
    _, packed = cv2.imencode(".jpg", shuffled(STILL, 80), [cv2.IMWRITE_JPEG_QUALITY, 50])
    assert torn(cv2.imdecode(packed, cv2.IMREAD_COLOR))


@pytest.mark.parametrize("times", [0.25, 0.5, 1.0, 2.0])
def test_a_picture_as_it_was_taken_is_whole_at_any_size(times):
    image = cv2.resize(STILL, None, fx=times, fy=times, interpolation=cv2.INTER_AREA if times < 1 else cv2.INTER_LINEAR)
    assert not torn(image)


def test_a_tray_that_lies_quite_straight_before_the_camera_is_whole():
    grain = np.random.default_rng(1).normal(0, 3, (720, 1280, 1))
    table = np.full((720, 1280, 3), 60.0)
    table[100:620, 200:1080] = 150.0
    for box in ((0, 90), (630, 720)):
        table[box[0] : box[1], 300:310] = 20.0
    assert not torn(np.clip(table + grain, 0, 255).astype(np.uint8))


def test_strips_that_slipped_sideways_only_may_be_edges_of_things():
    slipped = STILL.copy()
    slipped[200:400] = np.roll(slipped[200:400], 37, axis=1)
    assert not torn(slipped)


@pytest.mark.parametrize("size", [(1, 1), (3, 500), (40, 8), (47, 47)])
def test_what_is_too_small_to_tell_is_whole(size):
    assert not torn(np.random.default_rng(0).integers(0, 256, (*size, 3), np.uint8))
