"""How a table is: its camera, its box, and how many questions its throws needed. A club is told, and Prometheus."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.views.tray_views import without_addresses

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.app.device_manager import Device


class Health:
    """Follows a controller, and counts throws and the questions about them."""

    def __init__(self, controller: TableController) -> None:
        self._controller = controller
        self._review: object = None
        self._seen: object = None
        self._questions = self._throws = 0
        controller.followers.append(self._follow)

    def close(self) -> None:
        """Follow no longer."""
        with suppress(ValueError):
            self._controller.followers.remove(self._follow)

    def now(self) -> dict[str, Any]:
        """Return the state of the devices, and the counts since the start. Any thread may call it."""
        devices = self._controller.devices
        return {
            "camera": _state(devices.tray),
            "box": _state(devices.box),
            "questions": self._questions,
            "throws": self._throws,
        }

    def _follow(self) -> None:
        review, seen = self._controller.pending_review, self._controller.seen
        if review is not None and review is not self._review:
            self._questions += 1
        if seen is not None and seen.dice and seen is not self._seen:
            self._throws += 1
        self._review, self._seen = review, seen


def _state(device: Device) -> dict[str, Any] | None:
    """Return what the organiser may know of a device: no address, which may hold a password."""
    if not device.name:
        return None
    return {"kind": device.name.partition(":")[0], "ok": device.ok, "why": without_addresses(str(device.why))}
