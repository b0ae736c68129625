"""The baseline: the method of most dice tutorials, threshold, blobs and clusters.

A picture is made grey and blurred, a blob detector finds round dark or light spots of fixed size limits, spots nearer
than a fixed distance belong to one die, and a die's value is the number of its spots.
"""

from __future__ import annotations

import time

import cv2
import numpy as np

from vision.reading import DieReading, Reading

WIDTH = 1280
FAR = 40.0
"""Largest distance between spots of one die, px."""


def _detector() -> cv2.SimpleBlobDetector:
    params = cv2.SimpleBlobDetector_Params()
    params.filterByInertia, params.minInertiaRatio = True, 0.6
    return cv2.SimpleBlobDetector_create(params)


class TutorialReader:
    """The tutorials' method with the reader's interface. It is always sure."""

    def __init__(self) -> None:
        self._blobs = _detector()

    def read(self, image: np.ndarray, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return one die for every cluster of one to six spots."""
        began = time.perf_counter()
        scale = min(1.0, WIDTH / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        grey = cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 3)
        spots = np.array([point.pt for point in self._blobs.detect(grey)], np.float32).reshape(-1, 2)
        dice = []
        for cluster in _clusters(spots):
            if len(cluster) <= 6:
                x0, y0 = (cluster.min(axis=0) - 10) / scale
                x1, y1 = (cluster.max(axis=0) + 10) / scale
                dice.append(DieReading(len(cluster), "", (float(x0), float(y0), float(x1), float(y1)), 1.0, 0.0))
        ms = (time.perf_counter() - began) * 1000
        return Reading(tuple(dice), sure=bool(dice), at=at, frame=frame, ms=ms)


def _clusters(spots: np.ndarray) -> list[np.ndarray]:
    """Single linkage within FAR: the same as DBSCAN with one point a core."""
    group = np.arange(len(spots))
    if len(spots):
        near = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)) < FAR
        for _ in range(len(spots)):
            lowest = np.where(near, group[None], len(spots)).min(axis=1)
            if (lowest == group).all():
                break
            group = lowest
    return [spots[group == g] for g in np.unique(group)]
