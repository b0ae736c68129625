"""What a camera is called, and the file its tray's profile belongs into."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from urllib.parse import parse_qsl

import platformdirs

ANY_CAMERA = "unknown"
"""The camera of a profile that was made from pictures of an unnamed camera."""
READABLE = 80
"""Bytes of a camera's name, at most, that its file's name repeats. File systems take 255, endings included."""

_PLAIN = re.compile(r"[^\W_]*|[a-z]+:[^\W_]*(\?turn=\d+)?")
"""Names of cameras that can be read back from the name of their file."""
_WHO = re.compile(r"^(https?://)(?:[^/?#@]*@|[^/?#:@]*:(?!\d{0,5}(?:[/?#]|$)).*@)")
"""The user and password in the address of a network camera, also a password with a "/" in it."""


def printable(name: str) -> str:
    """A name that can be shown and stored: what is no letter, or would steer a terminal, is written out, and who asks
    for a network camera's pictures is left out: it is the same camera with another password.
    """
    text = _WHO.sub(r"\1", name.encode("utf-8", "backslashreplace").decode("utf-8"))
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def bare_name(camera: str) -> str:
    """A camera's name without its settings: "usb:0?size=1280x720" is usb:0. Network addresses keep theirs, and a camera
    whose pictures are turned ("usb:0?turn=180") sees another tray than one that hangs as usual.
    """
    camera = printable(camera)
    if camera.startswith(("http://", "https://")):
        return camera
    name, _, settings = camera.partition("?")
    turn = dict(parse_qsl(settings)).get("turn", "0")
    return name if turn == "0" else f"{name}?turn={turn}"


def profile_path(camera: str) -> Path:
    """Where the profile of a camera belongs: the platform's own folder for settings. No two cameras share a file: where
    a name does not go into a file's name as it is, a sum of it is added.
    """
    bare = bare_name(camera)
    name = "".join(letter if letter.isalnum() else "-" for letter in bare).strip("-") or "camera"
    short = name.encode()[:READABLE].decode(errors="ignore")
    folder = Path(platformdirs.user_config_dir("catseye", appauthor=False)) / "trays"
    plain, summed = folder / f"{name}.json", f"{zlib.crc32(bare.encode()):08x}"
    if (short == name and _PLAIN.fullmatch(bare)) or _is_of(plain, bare):  # of before there were sums
        return plain
    whole = folder / f"{name}-{summed}.json"  # of before names were cut
    return whole if short == name or _is_of(whole, bare) else folder / f"{short}-{summed}.json"


def _is_of(path: Path, camera: str) -> bool:
    """Whether a profile of this camera is kept there, or one that holds where somebody puts it."""
    try:
        return bare_name(str(json.loads(path.read_bytes())["camera"])) in (camera, ANY_CAMERA)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return False
