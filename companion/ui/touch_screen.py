"""Whether this device is pointed at with fingers."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_DEVICES = Path("/proc/bus/input/devices")
_DIRECT = 1 << 1
"""INPUT_PROP_DIRECT of Linux: a finger touches what it points at."""
_DIGITIZER, _INTEGRATED_TOUCH = 94, 1
"""SM_DIGITIZER and NID_INTEGRATED_TOUCH of Windows."""


def has_touch_screen() -> bool:
    """Return whether the device has a touch screen; False if nobody can say."""
    if "ANDROID_ARGUMENT" in os.environ:
        return True
    if sys.platform == "win32":
        return bool(ctypes.windll.user32.GetSystemMetrics(_DIGITIZER) & _INTEGRATED_TOUCH)
    try:
        return is_direct(_DEVICES.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False


def is_direct(listed: str) -> bool:
    """Return whether one of the input devices in Linux's list is touched directly."""
    properties = (line.removeprefix("B: PROP=") for line in listed.splitlines() if line.startswith("B: PROP="))
    return any(int(each, 16) & _DIRECT for each in properties)
