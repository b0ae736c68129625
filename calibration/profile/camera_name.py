"""The name of a camera, and the file of its profile."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from urllib.parse import parse_qsl

import platformdirs

from catseye.folders import platform_folder
from catseye.names import printable

ANY_CAMERA = "unknown"
"""The camera of a profile that was made from pictures without a camera's name."""
READABLE = 80
"""Largest number of bytes of a camera's name in a file's name. File systems allow 255, with extensions."""

_PLAIN = re.compile(r"[^\W_]*|[a-z]+:[^\W_]*(\?turn=\d+)?")
"""Names of cameras that can be recovered from the name of their file."""
_WHO = re.compile(r"^(https?://)(?:[^/?#@]*@|[^/?#:@]*:(?!\d{0,5}(?:[/?#]|$)).*@)")
"""User and password in the address of a network camera, also a password with a "/" in it."""


def public_name(camera: str) -> str:
    """Return a camera's name for display and storage: printable, and without the user and password of a network camera.
    With another password it is the same camera.
    """
    return _WHO.sub(r"\1", printable(camera))


def bare_name(camera: str) -> str:
    """Return a camera's name without its settings: "usb:0?size=1280x720" is usb:0. Network addresses keep theirs, and a
    rotated or mirrored camera ("usb:0?turn=180") has its own tray.
    """
    camera = public_name(camera)
    if camera.startswith(("http://", "https://")):
        return camera
    name, _, settings = camera.partition("?")
    given = dict(parse_qsl(settings))
    kept = [f"turn={given['turn']}"] if given.get("turn", "0") != "0" else []
    kept += [f"mirror={given['mirror']}"] if "mirror" in given else []
    return f"{name}?{'&'.join(kept)}" if kept else name


def profile_path(camera: str) -> Path:
    """Return the file for the profile of a camera, in the platform's folder for settings. No two cameras share a file:
    a name that must be changed for a file gets a checksum. Raises NoHomeFolder.
    """
    bare = bare_name(camera)
    name = "".join(letter if letter.isalnum() else "-" for letter in bare).strip("-") or "camera"
    short = name.encode()[:READABLE].decode(errors="ignore")
    folder = platform_folder(platformdirs.user_config_dir) / "trays"
    plain, summed = folder / f"{name}.json", f"{zlib.crc32(bare.encode()):08x}"
    if (short == name and _PLAIN.fullmatch(bare)) or _is_of(plain, bare):  # of before there were sums
        return plain
    whole = folder / f"{name}-{summed}.json"  # of before names were cut
    return whole if short == name or _is_of(whole, bare) else folder / f"{short}-{summed}.json"


def _is_of(path: Path, camera: str) -> bool:
    """Return whether the file is that of this camera, or a custom one."""
    try:
        return bare_name(str(json.loads(path.read_bytes())["camera"])) in (camera, ANY_CAMERA)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return False
