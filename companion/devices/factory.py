"""Make devices by their names, with late imports: OpenCV takes a third of a second to load."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.devices.inbox import Inbox

if TYPE_CHECKING:
    from companion.devices.box import BoxDevice
    from companion.devices.tray import TrayDevice


def make_tray(name: str, inbox: Inbox) -> TrayDevice | None:
    """Return the camera of this name, not yet started; None for "". Raises ValueError for an unknown name."""
    # the screen reports a missing camera; OpenCV would print it twice a second
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
    from companion.devices.tray import TrayDevice  # noqa: PLC0415  see above

    return TrayDevice(name, inbox) if name else None


def make_box(name: str, inbox: Inbox, buttons: Mapping[str, Any]) -> BoxDevice | None:
    """Return the boxes of this name, not yet started; None for "". Raises ValueError for an unknown name."""
    from companion.devices.box import BoxDevice  # noqa: PLC0415  see above
    from companion.devices.button_map import kept  # noqa: PLC0415  see above

    return BoxDevice(name, inbox, kept(dict(buttons))[0]) if name else None
