"""What the tray's watcher saw, as signals for the referee, each with the picture it is from."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2

from companion.core.text import say
from companion.record import codec
from companion.record.journal import LARGEST_PICTURE
from companion.record.throws import Setting
from companion.referee.signals import (
    MOTION,
    DeviceChanged,
    DeviceSaid,
    DiceSeen,
    ReviewReason,
    SeenDie,
    Signal,
    TrayMoved,
    TraySettled,
)
from vision import Disturbed, Lost, Motion, Reading, Rest, Seen, Tray, Unsettled
from vision.frames import Image
from vision.reading import Box

STIRS = say("something in the tray keeps moving: dice are read once it stops")
STIRS_SOMEWHERE = say("something in the picture keeps moving: if the tray's outline is set, only what is in it counts")
EVIDENCE_WIDTH = 960


def signal_of(seen: Seen, tray: Tray | None = None, film: tuple[bytes, ...] = ()) -> Signal:
    """Return what the watcher saw as a signal; a reading is kept with what is known of the `tray`, a throw has a
    `film`.
    """
    if isinstance(seen, Motion):
        return TrayMoved()
    if isinstance(seen, Lost):
        return DeviceChanged("tray", ok=False, why=seen.why)
    if isinstance(seen, Unsettled):
        return DeviceSaid("tray", STIRS if seen.in_outline else STIRS_SOMEWHERE, MOTION)
    dice = dice_seen(seen.reading, seen.image, tray, disturbed=isinstance(seen, Disturbed))
    return TraySettled(dice) if isinstance(seen, Rest) and seen.again else replace(dice, film=film)


def dice_seen(reading: Reading, image: Image, tray: Tray | None = None, *, disturbed: bool) -> DiceSeen:
    """Return a reading as a signal, with its picture, uint8 (H, W, 3) BGR."""
    dice = tuple(
        SeenDie(
            die.value,
            die.colour,
            die.value_confidence,
            die.colour_confidence,
            die.cocked,
            shares_of(die.box, image),
        )
        for die in reading.dice
    )
    sure = reading.sure or reading.empty
    reasons = tuple(
        ReviewReason(each.kind.value, each.value, each.probability, each.box and shares_of(each.box, image))
        for each in reading.reasons
    )
    return DiceSeen(dice, sure, reasons, reading.at, disturbed, evidence_jpeg(image), _kept(reading, image, tray))


def _kept(reading: Reading, image: Image, tray: Tray | None) -> bytes:
    """Return a reading as the journal keeps it (see `StoredReading`): it can be repeated and its boxes be placed."""
    height, width = image.shape[:2]
    outline = () if tray is None or tray.outline is None else tray.outline.points
    asked = () if tray is None or tray.asked is None else tray.asked.colours
    setting = Setting((width, height), asked, tuple((x / width, y / height) for x, y in outline))
    return codec.to_json({**json.loads(reading.to_json()), "tray": setting})


def shares_of(box: Box, image: Image) -> Box:
    """Return a box (x0, y0, x1, y1) px of a picture as shares of it."""
    height, width = image.shape[:2]
    return box[0] / width, box[1] / height, box[2] / width, box[3] / height


def evidence_jpeg(image: Image, limit: int = LARGEST_PICTURE) -> bytes | None:
    """Encode a JPEG of at most `limit` bytes, by lower quality and then smaller size; None if OpenCV cannot."""
    width = EVIDENCE_WIDTH
    while width >= 80:
        small = at_most(image, width)
        for quality in (85, 70, 55):
            done, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
            if not done:
                return None
            if len(jpeg) <= limit:
                return jpeg.tobytes()
        width = width * 3 // 4
    return None


def at_most(image: Image, width: int) -> Image:
    """Return the picture, reduced to at most this width."""
    if image.shape[1] <= width:
        return image
    size = (width, max(1, round(image.shape[0] * width / image.shape[1])))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]
