"""Reads one picture: from pixels to a Reading."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frames import SMALLEST, unreadable
from vision.imaging.quality import flaw
from vision.pipeline.context import ReadContext
from vision.pipeline.networks import Networks
from vision.pipeline.stages import STAGES, read_dice
from vision.pose.deskew import ImageRotation
from vision.reading import DieReading, Reading, Reason, ReasonKind
from vision.trust.vetoes import cut_off

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.frames import Image
    from vision.pipeline.stages import Observer
    from vision.reading import Box

    _Read = tuple[tuple[DieReading, ...], tuple[Reason, ...]]

NOTHING_KNOWN = ReadContext()


class Reader:
    """Reads the dice in a picture. Has no state between pictures; not thread-safe.

    Raises MissingModelsError without `networks` if the shipped ones are missing.
    """

    def __init__(self, networks: Networks | None = None, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self._networks = Networks() if networks is None else networks
        self._clock = clock

    def read(
        self,
        image: object,
        context: ReadContext = NOTHING_KNOWN,
        *,
        at: float = 0.0,
        frame: int = 0,
        observer: Observer | None = None,
    ) -> Reading:
        """Return the dice in `image` (H, W, 3) uint8 BGR, given the `context`. `at` (s) and `frame` are copied to the
        reading. The `observer` gets what is judged (see `read_dice`), twice if the picture is also read rotated. Never
        raises: an invalid picture gives a reading without dice, not sure, with the reason.
        """
        began = self._clock()
        if (why := unreadable(image)) is not None:
            return Reading(reasons=(why,), at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        scale = min(1.0, STAGES.longest_px / max(image.shape[:2]))
        if min(image.shape[:2]) * scale < SMALLEST:
            return Reading(reasons=(Reason(ReasonKind.TOO_SMALL),), at=at, frame=frame)
        small, known = context.within(_reduced(image, scale), scale)
        dice, reasons = _read_aligned(small, self._networks, known, observer)
        if (kind := flaw(small, dice)) is not None:
            reasons = (Reason(kind),)
        ms = (self._clock() - began) * 1000.0
        if scale < 1.0:
            dice = tuple(replace(die, box=_enlarged(die.box, 1.0 / scale)) for die in dice)
            reasons = tuple(
                reason if reason.box is None else replace(reason, box=_enlarged(reason.box, 1.0 / scale))
                for reason in reasons
            )
        if context.expected is not None:
            dice = tuple(context.expected.named(image, die) for die in dice)
        if context.asked is not None and dice:
            reasons += context.asked.reasons(dice)
        return Reading(dice=dice, sure=not reasons, reasons=reasons, at=at, frame=frame, ms=round(ms, 2))


def _read_aligned(image: Image, networks: Networks, context: ReadContext, observer: Observer | None) -> _Read:
    """Read the picture rotated so that the top offsets of level dice point up, if the pose of the table requires it. If
    only the dice require it, read it both ways: equal values are sure if either reading is sure, but the rotated one
    decides whether dice lean.
    """
    height, width = image.shape[:2]
    if (rotation := ImageRotation.needed(context.table, width, height)) is not None:
        return _read_rotated(image, networks, rotation, context, observer)
    dice, reasons = read_dice(image, networks, context, observer)
    if (rotation := ImageRotation.by_dice(dice, width, height, context.table)) is None:
        return dice, reasons
    again, reasons_again = _read_rotated(image, networks, rotation, context, observer)
    if _shown(dice) != _shown(again):
        return again, reasons_again or (Reason(ReasonKind.READ_TWO_WAYS),)
    may_lean = any(reason.kind is ReasonKind.MAY_LEAN for reason in reasons_again)
    return (dice, reasons) if not reasons and not may_lean else (again, reasons_again)


def _shown(dice: Sequence[DieReading]) -> list[tuple[int, bool]]:
    return sorted((die.value, die.cocked) for die in dice)


def _read_rotated(
    image: Image, networks: Networks, rotation: ImageRotation, context: ReadContext, observer: Observer | None
) -> _Read:
    empty = context.background
    known = replace(
        context,
        table=rotation.table(context.table),
        background=None if empty is None else rotation.of(empty).picture(empty),
        outline=rotation.outline(context.outline),
    )
    seen, found = read_dice(rotation.picture(image), networks, known, observer)
    dice = tuple(rotation.back(die) for die in seen)
    reasons = tuple(
        reason if reason.box is None else replace(reason, box=rotation.box_back(reason.box)) for reason in found
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
