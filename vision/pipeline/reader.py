"""A picture in, a Reading out."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.detector import Networks
from vision.frames import SMALLEST, TOO_SMALL, unreadable
from vision.imaging.quality import flaw
from vision.pose.deskew import Turn
from vision.reading import DieReading, Reading
from vision.trust.model import read_by_network
from vision.trust.reasons import CUT_OFF, MAY_LEAN, cut_off

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.pose.table_pose import Table
    from vision.trust.model import Noted

TWO_WAYS = "the camera hangs askew, and upright the dice look otherwise"
"""Why a picture is not sure that was read both ways and shows other dice each time."""
LARGEST = 2560
"""Larger pictures are reduced to this before the networks find dice in a smaller copy and read them in this one."""


class Reader:
    """Reads the dice in a picture. Holds no state between pictures and may be used from one thread at a time.

    Raises MissingModelsError where it is given no `networks` and the shipped ones are missing.
    """

    def __init__(self, networks: Networks | None = None, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self._networks = Networks() if networks is None else networks
        self._clock = clock

    def read(
        self,
        image: object,
        *,
        at: float = 0.0,
        frame: int = 0,
        table: Table | None = None,
        empty: NDArray[np.uint8] | None = None,
        noted: Noted | None = None,
    ) -> Reading:
        """Return what lies in `image` (H, W, 3) uint8 BGR, on a `table` of which it may be known how it stands before
        the camera, and what it looked like while it was `empty`, in a picture of the same view (which may be smaller).
        Never raises: what is no picture gives no dice, not sure, and why. What the networks were shown and what was
        judged of it is `noted` besides, once for each way in which the picture is read.
        """
        began = self._clock()
        if (why := unreadable(image)) is not None:
            return Reading(why=why, at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        scale = min(1.0, LARGEST / max(image.shape[:2]))
        if min(image.shape[:2]) * scale < SMALLEST:
            return Reading(why=TOO_SMALL, at=at, frame=frame)
        small = _reduced(image, scale)
        dice, why = _read_upright(small, self._networks, table, noted, empty)
        why = flaw(small, dice) or why
        ms = (self._clock() - began) * 1000.0
        if scale < 1.0:
            dice = tuple(_enlarged(die, 1.0 / scale) for die in dice)
        return Reading(dice=dice, sure=not why, why=why, at=at, frame=frame, ms=round(ms, 2))


def _read_upright(
    image: NDArray[np.uint8],
    networks: Networks,
    table: Table | None,
    noted: Noted | None,
    empty: NDArray[np.uint8] | None,
) -> tuple[tuple[DieReading, ...], str]:
    """Return what `read_by_network` does, of the picture turned until level dice point up in it, if the `table` says
    how far. If only the dice say so, it is read both ways: what both read is sure if one way is sure of it, but whether
    dice lean is told by the turned one.
    """
    height, width = image.shape[:2]
    if (turn := Turn.needed(table, width, height)) is not None:
        return _read_turned(image, networks, turn, table, noted, empty)
    dice, why = read_by_network(image, networks, table, noted, empty)
    if (turn := Turn.told_by(dice, width, height, table)) is None:
        return dice, why
    again, doubt = _read_turned(image, networks, turn, table, noted, empty)
    if _shown(dice) != _shown(again):
        return again, doubt or TWO_WAYS
    return (dice, why) if not why and not doubt.endswith(MAY_LEAN) else (again, doubt)


def _shown(dice: Sequence[DieReading]) -> list[tuple[int, bool]]:
    return sorted((die.value, die.cocked) for die in dice)


def _read_turned(
    image: NDArray[np.uint8],
    networks: Networks,
    turn: Turn,
    table: Table | None,
    noted: Noted | None,
    empty: NDArray[np.uint8] | None,
) -> tuple[tuple[DieReading, ...], str]:
    bare = None if empty is None else turn.of(empty).picture(empty)
    seen, why = read_by_network(turn.picture(image), networks, turn.table(table), noted, bare)
    dice = tuple(turn.back(die) for die in seen)
    over = next((die for die in dice if cut_off(image, die.box)), None)
    return dice, why or ("" if over is None else CUT_OFF.format(over.value))


def _reduced(image: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    if scale == 1.0:
        return np.ascontiguousarray(image)
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _enlarged(die: DieReading, scale: float) -> DieReading:
    x0, y0, x1, y1 = (round(value * scale, 1) for value in die.box)
    return replace(die, box=(x0, y0, x1, y1))
