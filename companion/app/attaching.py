"""The camera and the boxes of the settings: made and handed to the table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from catseye.text import error_text
from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.core.text import Text, say
from companion.devices.factory import make_box, make_tray

_log = logging.getLogger(__name__)


def attach(controller: TableController, settings: Settings) -> None:
    """Attach the devices, not yet started. Raises ValueError for an unknown device name."""
    inbox = controller.inbox
    controller.devices.attach(make_tray(settings.tray, inbox), make_box(settings.box, inbox, settings.buttons))


def attach_later(controller: TableController, settings: Settings, after: Callable[..., object]) -> None:
    """Make the devices on this thread, and attach them on the screen's thread. Any error is shown, as the other device
    may work, and an exception would end this thread unnoticed.
    """
    made: list[Any] = []
    lacking: list[tuple[str, str, Text]] = []
    makers: tuple[tuple[str, str, Callable[[], object]], ...] = (
        ("tray", settings.tray, partial(make_tray, settings.tray, controller.inbox)),
        ("box", settings.box, partial(make_box, settings.box, controller.inbox, settings.buttons)),
    )
    for device, name, make in makers:
        try:
            made.append(make())
        except Exception as wrong:  # noqa: BLE001  shown, and logged
            made.append(None)
            lacking.append((device, name, _reason(wrong)))

    def hand_over() -> None:
        controller.devices.attach(*made)
        for device, name, why in lacking:
            controller.devices.lack(device, name, why)
            controller.notify_trouble(why)
        controller.start()
        controller.inbox.wake()

    after(0, hand_over)


def _reason(wrong: Exception) -> Text:
    """Return what went wrong as a text; log an unexpected exception as well."""
    if isinstance(wrong, ValueError):
        return error_text(wrong)
    _log.error("a device cannot be made", exc_info=wrong)
    return say("it cannot be started ({why})", why=error_text(wrong))
