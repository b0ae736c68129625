"""Pictures and crops as the networks take them."""

import numpy as np

from vision.imaging.crops import FOLDED, folded, planes


def picture(side=64):
    return np.random.default_rng(0).integers(0, 256, (side, side, 3), np.uint8)


def test_the_planes_of_a_picture_are_its_colours():
    seen = planes(picture()[:32])
    assert seen.shape == (1, 3, 32, 64)
    assert seen.dtype == np.uint8
    assert np.array_equal(seen[0].transpose(1, 2, 0), picture()[:32])


def test_folded_crop_keeps_pixel_blocks():
    crop = picture()
    seen = folded(crop)
    assert seen.shape == FOLDED
    assert seen.dtype == np.uint8
    assert seen[:, 3, 5].tolist() == [*crop[6, 10], *crop[6, 11], *crop[7, 10], *crop[7, 11]]


def test_a_mirrored_crop_is_folded_as_it_looks():
    crop = picture()[:, ::-1]
    assert np.array_equal(folded(crop), folded(np.ascontiguousarray(crop)))
