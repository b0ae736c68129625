"""A picture in, a Reading out."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.detector import Networks
from vision.frames import SMALLEST, unreadable
from vision.imaging.quality import flaw
from vision.pose.deskew import ImageRotation
from vision.reading import DieReading, Reading, Reason, ReasonKind
from vision.trust.model import read_by_network
from vision.trust.vetoes import cut_off

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.pose.table_pose import TablePose
    from vision.reading import Box
    from vision.trust.model import Noted

    _Read = tuple[tuple[DieReading, ...], tuple[Reason, ...]]

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
        table: TablePose | None = None,
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
            return Reading(reasons=(why,), at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        scale = min(1.0, LARGEST / max(image.shape[:2]))
        if min(image.shape[:2]) * scale < SMALLEST:
            return Reading(reasons=(Reason(ReasonKind.TOO_SMALL),), at=at, frame=frame)
        small = _reduced(image, scale)
        dice, reasons = _read_upright(small, self._networks, table, noted, empty)
        if (kind := flaw(small, dice)) is not None:
            reasons = (Reason(kind),)
        ms = (self._clock() - began) * 1000.0
        if scale < 1.0:
            dice = tuple(replace(die, box=_enlarged(die.box, 1.0 / scale)) for die in dice)
            reasons = tuple(
                reason if reason.box is None else replace(reason, box=_enlarged(reason.box, 1.0 / scale))
                for reason in reasons
            )
        return Reading(dice=dice, sure=not reasons, reasons=reasons, at=at, frame=frame, ms=round(ms, 2))


def _read_upright(
    image: NDArray[np.uint8],
    networks: Networks,
    table: TablePose | None,
    noted: Noted | None,
    empty: NDArray[np.uint8] | None,
) -> _Read:
    """Return what `read_by_network` does, of the picture turned until level dice point up in it, if the `table` says
    how far. If only the dice say so, it is read both ways: what both read is sure if one way is sure of it, but whether
    dice lean is told by the turned one.
    """
    height, width = image.shape[:2]
    if (turn := ImageRotation.needed(table, width, height)) is not None:
        return _read_turned(image, networks, turn, table, noted, empty)
    dice, reasons = read_by_network(image, networks, table, noted, empty)
    if (turn := ImageRotation.told_by(dice, width, height, table)) is None:
        return dice, reasons
    again, doubts = _read_turned(image, networks, turn, table, noted, empty)
    if _shown(dice) != _shown(again):
        return again, doubts or (Reason(ReasonKind.READ_TWO_WAYS),)
    may_lean = any(reason.kind is ReasonKind.MAY_LEAN for reason in doubts)
    return (dice, reasons) if not reasons and not may_lean else (again, doubts)


def _shown(dice: Sequence[DieReading]) -> list[tuple[int, bool]]:
    return sorted((die.value, die.cocked) for die in dice)


def _read_turned(
    image: NDArray[np.uint8],
    networks: Networks,
    turn: ImageRotation,
    table: TablePose | None,
    noted: Noted | None,
    empty: NDArray[np.uint8] | None,
) -> _Read:
    bare = None if empty is None else turn.of(empty).picture(empty)
    seen, doubts = read_by_network(turn.picture(image), networks, turn.table(table), noted, bare)
    dice = tuple(turn.back(die) for die in seen)
    reasons = tuple(
        reason if reason.box is None else replace(reason, box=turn.box_back(reason.box)) for reason in doubts
    )
    over = (number for number, die in enumerate(dice) if cut_off(image, die.box))
    return dice, reasons or tuple(Reason(ReasonKind.CUT_OFF, number, dice[number].value) for number in over)


def _reduced(image: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    if scale == 1.0:
        return np.ascontiguousarray(image)
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _enlarged(box: Box, scale: float) -> Box:
    x0, y0, x1, y1 = (round(value * scale, 1) for value in box)
    return x0, y0, x1, y1
