"""The effects of light, lens, sensor and file format on a rendered picture."""

from __future__ import annotations

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from training import webcam
from vision.frames import Image
from vision.sim.render_die import Light, Panel, lit

_WEBCAM = 0.35
"""Probability of a webcam's picture."""


def random_light(rng: np.random.Generator, *, mirrored: bool = True) -> Light:
    """Return the light of a lamp, a window or an overcast sky: direction, warmth, strength and the sharpness of its
    shadows. If `mirrored` it includes what polished dice reflect.
    """
    low = rng.uniform(15, 75) if rng.random() < 0.75 else rng.uniform(75, 89)
    azimuth = rng.uniform(0, 2 * np.pi)
    c = np.cos(np.radians(low))
    towards = np.array([c * np.cos(azimuth), c * np.sin(azimuth), np.sin(np.radians(low))])
    share = rng.uniform(0.2, 0.8)
    warm = rng.normal(0, 0.1)
    tint = np.array([1 - warm * 1.3, 1 - abs(rng.normal(0, 0.02)), 1 + warm])
    total = rng.uniform(0.75, 1.1)
    main, around = total * share * tint, total * (1 - share) * (1 + (tint - 1) * rng.uniform(0, 1))
    return Light(
        towards,
        tuple(main),
        tuple(around),
        blur=float(10 ** rng.uniform(-1.6, 0.2)),
        shadow=float(rng.uniform(0.2, 0.85)),
        panels=_panels(rng) if mirrored else (),
    )


def _panels(rng: np.random.Generator) -> tuple[Panel, ...]:
    """Return the lamps and windows that polished dice reflect: mostly high up, some of them long tubes."""
    count = int(rng.choice((0, 1, 2, 3), p=(0.4, 0.35, 0.15, 0.1)))
    made = []
    for _ in range(count):
        high, around = np.radians(rng.uniform(25, 90)), rng.uniform(0, 2 * np.pi)
        towards = np.array([np.cos(high) * np.cos(around), np.cos(high) * np.sin(around), np.sin(high)])
        tube = rng.random() < 0.35
        wide = float(rng.uniform(0.3, 1.2) if tube else np.exp(rng.uniform(np.log(0.04), np.log(0.7))))
        tall = float(rng.uniform(0.03, 0.12) if tube else wide * rng.uniform(0.5, 1.6))
        strength = float(np.exp(rng.uniform(np.log(3), np.log(60))))
        round_one = not tube and rng.random() < 0.5
        made.append(Panel(towards, wide, tall, float(rng.uniform(0, 3.14)), strength, round_one))
    return tuple(made)


def across(canvas: NDArray[np.float32], rng: np.random.Generator) -> None:
    """Vary the light across the picture: a gradual slope, and sometimes the hard edge of a shadow; in place."""
    h, w = canvas.shape[:2]
    y, x = (each.astype(np.float32) for each in np.ogrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j])
    angle = rng.uniform(0, 6.28)
    slope = x * np.cos(angle) + y * np.sin(angle)
    gain = 1 + rng.uniform(0, 0.25) * slope - rng.uniform(0, 0.15) * (x * x + y * y)
    if rng.random() < 0.15:
        edge = (
            slope
            + 0.4 * np.sin(3 * (x * np.sin(angle) - y * np.cos(angle))) * rng.uniform(0, 1)
            - rng.uniform(-0.6, 0.6)
        )
        gain *= 1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-edge * rng.uniform(6, 60)))
    canvas[:] = lit(canvas, gain.astype(np.float32))


def taken(canvas: NDArray[np.float32], rng: np.random.Generator, *, fair: bool = False, webcams: bool = True) -> Image:
    """Return the canvas (h, w, 3) float32 as stored by a camera: exposure, white balance, blur, tone, noise,
    sharpening, JPEG. `fair`: in focus, and neither dim nor far too bright; `webcams`: sometimes as sent by a webcam.
    """
    dim = rng.random() < 0.12 and not fair
    measured = canvas[::4, ::4].max(2)
    exposure = min(
        rng.uniform(75, 150) / (float(measured.mean()) + 1),
        rng.uniform(190, 330) / (float(np.percentile(measured, 99)) + 1),
    )
    brightest = 1.5 if fair else 3.0 if webcams else 2.4
    exposure *= rng.uniform(0.12, 0.45) if dim else rng.uniform(1.2, brightest) if rng.random() < 0.16 else 1.0
    balance = np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    gains = balance * np.float32(exposure)
    picture: NDArray[Any] = cv2.multiply(canvas, np.array([*gains, 0.0], np.float64))
    if rng.random() < 0.6:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.8 if fair or rng.random() < 0.75 else 2.4))
    if rng.random() < 0.06 and not fair:
        n = int(rng.integers(3, 8))
        kernel = np.zeros((n, n), np.float32)
        kernel[n // 2] = 1 / n
        turn = cv2.getRotationMatrix2D(((n - 1) / 2, (n - 1) / 2), rng.uniform(0, 180), 1)
        kernel = np.asarray(cv2.warpAffine(kernel, turn, (n, n)), np.float32)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    picture = np.clip(picture, 0, 255)
    if rng.random() < 0.5:
        picture = 255 * (picture / 255) ** np.float32(rng.uniform(0.7, 1.4))
    if rng.random() < 0.3:
        blue, green, red = cv2.split(picture)
        grey = (blue + green + red) / np.float32(3)
        grey = np.asarray(cv2.merge([grey, grey, grey]))
        picture = grey + (picture - grey) * np.float32(rng.uniform(0.3, 1.5))
    sigma = rng.uniform(0, 4) if not dim else rng.uniform(1, 9)
    grain = np.empty(picture.shape, np.float32)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(grain, cast("Any", 0.0), cast("Any", float(sigma)))  # OpenCV accepts numbers, its type hints do not
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.6
    picture = picture + grain
    if rng.random() < 0.2:
        picture = picture + rng.uniform(0.2, 0.9) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    stored = np.clip(picture, 0, 255).astype(np.uint8)
    if webcams and rng.random() < _WEBCAM:
        return webcam.sent(stored, rng)
    if rng.random() < 0.8:
        return webcam.packed(stored, int(rng.integers(45, 97)))
    return stored
