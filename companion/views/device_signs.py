"""The small signs of camera, box and journal. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.app.device_manager import Device
    from companion.i18n import Translate


@dataclass(frozen=True, slots=True)
class Glyph:
    """One of the signs; only noticed when wrong, or (`ok` with a `why`) partly so.

    `absent`: the device was never there; play does without it.
    """

    name: str
    ok: bool
    why: str = ""
    absent: bool = False


def glyphs(controller: TableController, words: Translate = str) -> tuple[Glyph, ...]:
    """Return the signs. A device that nobody chose, or that was never there, is not wrong."""
    devices = controller.devices
    return (
        _glyph("camera", devices.tray, words, made=devices.tray_device is not None),
        _glyph("box", devices.box, words, made=devices.box_device is not None),
        Glyph("journal", not controller.paused, words(controller.paused)),
    )


def _glyph(name: str, device: Device, words: Translate, *, made: bool) -> Glyph:
    if not device.name:
        return Glyph(name, ok=True, absent=True)
    absent = (made or device.starting) and not device.ok and not device.worked
    return Glyph(name, device.ok, words(device.why), absent=absent)
