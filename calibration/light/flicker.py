"""Flicker: the swing of a lamp's light from frame to frame, and the frequency of its mains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

MAINS_HZ = (100.0, 120.0)
"""Frequencies at which lamps on 50 and 60 Hz mains brighten: twice in each cycle."""
SLOWEST_FPS, FASTEST_FPS = 1.0, 1000.0
"""Range of frame rates at which flicker can be measured."""
FEWEST_FRAMES, FRAMES = 12, 24
"""Least number of frames of a measurement, and the number that `Film` keeps."""
ROWS, COLUMNS = 48, 80
"""Size of the reduced frame: rows are exposed one after the other, columns at once."""
MISSED = 1.5
"""Largest ratio to the usual interval between two successive frames; more means a missing frame."""
LONGEST_S = 3.0
"""Longest measurement, seconds: over a longer time the light changes for other reasons than the mains."""

Strip = NDArray[np.float32]


class Film:
    """The last frames of a camera, reduced to what flicker needs. One thread may add while another one measures."""

    def __init__(self, most: int = FRAMES) -> None:
        self._most = most
        self._run: tuple[tuple[Strip, float], ...] = ()  # replaced, never changed

    def add(self, picture: NDArray[Any], at: float) -> None:
        """Add a frame (H, W, 3) uint8 and its time in seconds. An invalid frame is ignored."""
        if picture.ndim != 3 or picture.shape[2] != 3 or min(picture.shape[:2]) < ROWS or picture.dtype != np.uint8:
            return
        run = self._run if self._run and at > self._run[-1][1] else ()
        self._run = (*run, (strip_of(picture), at))[-self._most :]

    def flicker(self) -> tuple[float | None, float]:
        """Return the flicker as `flicker_in` does; None without enough successive frames."""
        run = self._run
        if len(run) < self._most:
            return None, 0.0
        apart = np.diff([at for _, at in run])
        if apart.max() > MISSED * float(np.median(apart)) or apart.sum() > LONGEST_S:
            return None, 0.0
        return flicker_in([strip for strip, _ in run], len(apart) / float(apart.sum()))


def strip_of(picture: NDArray[Any]) -> Strip:
    """Return the brightness (ROWS, COLUMNS) float32 of a picture (H, W, 3) uint8, with ROWS single rows."""
    keep = np.linspace(0, picture.shape[0] - 1, ROWS).astype(int)
    small = cv2.resize(picture[keep], (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    return np.asarray(small.mean(axis=2), np.float32)


def flicker_in(strips: Sequence[Strip], fps: float) -> tuple[float | None, float]:
    """Return the peak-to-peak swing of the rows' brightness over time, as a share, and the mains frequency whose beat
    with `fps` fits it, 0 for none. None for too few frames or an impossible `fps`.

    Each row is compared with its own mean by the median over its columns, so that dice or a hand in a part of it do no
    harm; with a rolling shutter the beat appears as travelling bands.
    """
    if len(strips) < FEWEST_FRAMES or not SLOWEST_FPS <= fps <= FASTEST_FPS:
        return None, 0.0
    stack = np.stack(strips)
    usual = np.maximum(np.median(stack, axis=0), 4.0)
    rows = np.median(stack / usual, axis=2)
    rows -= rows.mean(axis=0)
    times = np.arange(len(rows)) / fps
    drift = np.polynomial.polynomial.polyfit(times, rows, 1)
    rows -= (drift[0][:, None] + drift[1][:, None] * times).T
    power = (np.abs(np.fft.rfft(rows * np.hanning(len(rows))[:, None], axis=0)) ** 2).sum(axis=1)
    power[0] = 0.0
    swing = float(2 * np.sqrt(2) * rows.std())
    peak = int(power.argmax())
    window = power[max(peak - 1, 1) : peak + 2].sum()
    if swing < 0.01 or window < 0.5 * power.sum():
        return swing if window >= 0.5 * power.sum() else min(swing, 0.02), 0.0
    beat, bin_hz = peak * fps / len(rows), fps / len(rows)
    aliases = {mains: abs(mains - round(mains / fps) * fps) for mains in MAINS_HZ}
    fits = [mains for mains in MAINS_HZ if abs(aliases[mains] - beat) <= 1.5 * bin_hz]
    return swing, fits[0] if len(fits) == 1 else 0.0


def frame_rate(fps: float) -> float:
    """Return a frame rate that was entered, 0 for unknown. Raises ValueError for an impossible one."""
    if fps == 0 or SLOWEST_FPS <= fps <= FASTEST_FPS:
        return fps
    raise ValueError(f"films have {SLOWEST_FPS:g} to {FASTEST_FPS:g} frames a second, not {fps:g}")
