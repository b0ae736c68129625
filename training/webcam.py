"""The effects of webcams and their drivers on a picture: enlargement, noise reduction, sharpening, dark corners,
squeezing, compression.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Image

_QUALITIES = (15, 95)
"""Least and highest quality of their JPEG, with colours at half the resolution."""


def packed(picture: Image, quality: int) -> Image:
    """Return a picture after JPEG compression of this quality (1-100), with colours at half the resolution (4:2:0)."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def sent(picture: Image, rng: np.random.Generator) -> Image:
    """Return a picture (H, W, 3) as a webcam sends it. It keeps its size."""
    if rng.random() < 0.15:
        picture = np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    if rng.random() < 0.35:
        picture = _enlarged(picture, float(rng.uniform(1.2, 2.2)))
    if rng.random() < 0.3:
        picture = np.asarray(cv2.bilateralFilter(picture, 5, float(rng.uniform(8, 40)), 2.0), np.uint8)
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.8, 2.0)))
        amount = float(rng.uniform(0.3, 1.8))
        picture = np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)
    if rng.random() < 0.3:
        picture = _vignetted(picture, float(rng.uniform(0.2, 0.7)))
    least, most = _QUALITIES
    return packed(picture, int(least + (most - least) * rng.random() ** 0.7))


def _enlarged(picture: Image, times: float) -> Image:
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (int(width / times), int(height / times)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _vignetted(picture: Image, loss: float) -> Image:
    height, width = picture.shape[:2]
    y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    gain = (1 - 0.5 * loss * (x * x + y * y)).astype(np.float32)
    return np.asarray(np.clip(picture * gain[..., None], 0, 255), np.uint8)
