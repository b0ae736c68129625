"""What is no throw must not keep a tray from coming to rest: a soft shadow, a stand that trembles, drifting exposure. A
throw during each is seen, and comes to rest.
"""

from __future__ import annotations

import functools

import cv2
import numpy as np
import pytest

from tests.support.grain import grain
from vision.tracking.motion import RestDetector, RestParams

FPS = 30
SIZE = (900, 668)
"""About 600,000 px."""
FRAMES = 66
THROW, ROLLS = 20, 10
"""Frame in which dice begin to roll, and for how many they do."""
BEFORE = ((300.0, 250.0), (520.0, 400.0))
AFTER = ((380.0, 330.0), (600.0, 260.0))
PACE = RestParams().rest_s * FPS
"""Frames from the last motion to the rest."""


@functools.cache
def tray(cloth):
    """An empty tray seen from above: a cloth with `cloth` levels of weave, darker walls and a lighter table around."""
    weave = np.random.default_rng(5).normal(0, 1, (SIZE[1] // 3, SIZE[0] // 3)).astype(np.float32)
    ground = 92 + cloth * cv2.resize(weave, SIZE, interpolation=cv2.INTER_CUBIC)
    for border, level in ((60, 55.0), (40, 150.0)):
        rim = np.full_like(ground, level)
        rim[border:-border, border:-border] = ground[border:-border, border:-border]
        ground = rim
    return ground


@functools.cache
def with_dice(cloth, places, face, side=38.0):
    ground = tray(cloth)
    x, y = np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32)
    for across, down in places:
        for wide, level in ((side, face), (side / 4, 30.0)):
            columns = np.clip(wide / 2 - np.abs(x - across) + 0.5, 0, 1)
            rows = np.clip(wide / 2 - np.abs(y - down) + 0.5, 0, 1)
            share = rows[:, None] * columns[None, :]
            ground = ground * (1 - share) + level * share
    return cv2.GaussianBlur(ground, (0, 0), 0.8)


def lying(frame, thrown):
    """The places of the dice in a frame."""
    if not thrown or frame < THROW:
        return BEFORE
    left = max(0, THROW + ROLLS - frame)
    return tuple((x + 11.0 * left, y - 9.0 * left) for x, y in AFTER)


def shadow_of_an_arm(scene, frame, deepest):
    """A soft shadow that moves about a corner far from the dice; some 1,000 px get more than 7 levels darker."""
    x, y = np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32)[:, None]
    middle = 140 + 25 * np.sin(frame / 4.0), 560 + 25 * np.cos(frame / 5.0)
    depth = deepest * np.exp(-0.5 * ((x - middle[0]) / 26) ** 2) * np.exp(-0.5 * ((y - middle[1]) / 20) ** 2)
    return scene - depth * scene / 92.0


def wobble(scene, frame, pixels):
    """A stand that swings: the picture moves by up to `pixels`."""
    at = frame / FPS
    shift = pixels * np.sin(2 * np.pi * 7.3 * at), pixels * np.sin(2 * np.pi * 5.1 * at + 1)
    matrix = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]]])
    return cv2.warpAffine(scene, matrix, SIZE, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


def drift(scene, frame, share):
    """An exposure that drifts by this share in a second."""
    return scene * (1.0 + share) ** (frame / FPS)


CASES = [
    pytest.param(functools.partial(shadow_of_an_arm, deepest=12.0), id="shadow"),
    pytest.param(functools.partial(shadow_of_an_arm, deepest=16.0), id="deeper-shadow"),
    pytest.param(functools.partial(wobble, pixels=0.3), id="wobble"),
    pytest.param(functools.partial(drift, share=0.01), id="brighter"),
    pytest.param(functools.partial(drift, share=-0.01), id="darker"),
]


def shot(grey, seed, noise):
    grey = grey + noise * grain(SIZE[::-1], seed % 5)
    return cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def filmed(disturbance, cloth, *, thrown, noise=2.0, face=225.0):
    still = RestDetector()
    return [
        still.feed(shot(disturbance(with_dice(cloth, lying(k, thrown), face), k), k, noise), k / FPS)
        for k in range(FRAMES)
    ]


@pytest.mark.parametrize("disturbance", CASES)
def test_a_tray_in_which_nothing_is_thrown_lies_still(disturbance):
    seen = filmed(disturbance, 3.0, thrown=False)
    assert set(seen[round(2 * PACE) :]) == {"still"}


@pytest.mark.parametrize("face", [225.0, 112.0])
@pytest.mark.parametrize("disturbance", CASES)
def test_a_throw_is_seen_and_comes_to_rest_once(disturbance, face):
    seen = filmed(disturbance, 3.0, thrown=True, face=face)
    moves = [k for k, state in enumerate(seen) if state == "moves"]
    assert moves
    assert THROW <= moves[0] <= THROW + 1
    assert THROW + ROLLS - 1 <= moves[-1] <= THROW + ROLLS + 1
    first = seen.index("still", moves[-1])
    assert first <= moves[-1] + PACE + 2
    assert set(seen[first:]) == {"still"}
