"""Whether the desktop is set to show no animations: then motion is calm until people choose another."""

from __future__ import annotations

import subprocess
import sys

_ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "darwin": (("/usr/bin/defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
    "linux": (("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"),
}
"""What is asked on each platform, and the answer of one that wants no animations: macOS's "Reduce motion", GNOME's
"Animation Effects", which desktops based on it share."""
_LIMIT_S = 1.0
"""Time limit for the answer, seconds."""
_GET_ANIMATIONS = 0x1042
"""SPI_GETCLIENTAREAANIMATION of Windows: "Show animations in Windows"."""


def desktop_is_calm() -> bool:
    """Return whether the desktop wants no animations; False if it does not say. May take `_LIMIT_S`."""
    try:
        return _is_off_on_windows() if sys.platform == "win32" else _is_off()
    except (OSError, subprocess.SubprocessError):
        return False


def _is_off() -> bool:
    if sys.platform not in _ASKED:
        return False
    command, off = _ASKED[sys.platform]
    answer = subprocess.run(  # noqa: S603  a command of the table above
        command, capture_output=True, text=True, timeout=_LIMIT_S, check=False
    )
    return answer.stdout.strip() == off


def _is_off_on_windows() -> bool:
    import ctypes  # noqa: PLC0415  needed only on Windows

    shown = ctypes.c_int(1)
    ctypes.windll.user32.SystemParametersInfoW(_GET_ANIMATIONS, 0, ctypes.byref(shown), 0)  # type: ignore[attr-defined, unused-ignore]
    return not shown.value
