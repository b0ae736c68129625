"""The cameras of this computer: their names for people, names that stay the same, and where each is now."""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

_QUERY_CAPABILITIES, _ENUMERATE_INPUTS = 0x80685600, 0xC050561A
"""VIDIOC_QUERYCAP and VIDIOC_ENUMINPUT of linux/videodev2.h, and the sizes of their structures below."""
_CAPABILITY, _INPUT = struct.Struct("<16s32s32sIII12x"), 80
_HAS_OWN, _CAPTURES = 0x8000_0000, 0x1001
"""V4L2_CAP_DEVICE_CAPS; V4L2_CAP_VIDEO_CAPTURE, with one plane or several."""
_NO_CAMERA = 0x2000_C000
"""V4L2_CAP_VIDEO_M2M (a codec), with several planes, and V4L2_CAP_IO_MC (a part of an image processor)."""
ID = "id/"
"""What precedes a name that stays the same, as in usb:id/usb-046d_C920-video-index0."""


class LocalCamera(NamedTuple):
    """A camera of this computer. `name` opens it and stays the same when it is plugged in elsewhere, if it has a number
    of its own; `label` is what its maker calls it; `place` is its number.
    """

    name: str
    label: str
    place: int


def gives_pictures(node: Path) -> bool:
    """Return whether a video node is a camera: it captures, is no codec nor a part of an image processor, and has an
    input. One that may not be opened may be a camera: opening it says what to do.
    """
    import fcntl  # noqa: PLC0415  not on Windows

    try:
        with node.open("rb", buffering=0) as device:
            answer = bytearray(_CAPABILITY.size)
            fcntl.ioctl(device, _QUERY_CAPABILITIES, answer)
            *_, all_of_it, own = _CAPABILITY.unpack(answer)
            can = own if all_of_it & _HAS_OWN else all_of_it
            if not can & _CAPTURES or can & _NO_CAMERA:
                return False
            fcntl.ioctl(device, _ENUMERATE_INPUTS, bytearray(_INPUT))
    except PermissionError:
        return True
    except OSError:
        return False
    return True


class System(NamedTuple):
    """Where Linux lists its cameras, and what it says about a node."""

    nodes: Path = Path("/dev")
    described: Path = Path("/sys/class/video4linux")
    linux: bool = sys.platform.startswith("linux")
    is_camera: Callable[[Path], bool] = gives_pictures


def local_cameras(system: System | None = None) -> list[LocalCamera]:
    """Return the cameras of this computer in the order of their numbers."""
    system = system or System()
    if not system.linux:
        return _elsewhere()
    found = []
    for node in sorted(system.nodes.glob("video[0-9]*"), key=lambda node: (len(node.name), node.name)):
        if node.name[5:].isdecimal() and system.is_camera(node):
            number = int(node.name[5:])
            found.append(LocalCamera(f"usb:{_lasting(node, system) or number}", _label(node, system), number))
    return found


def _lasting(node: Path, system: System) -> str:
    """Return the name by which udev links to a node: by its maker's number, else its place on the bus, "" for none."""
    for folder in ("by-id", "by-path"):
        for link in sorted((system.nodes / "v4l" / folder).glob("*")):
            if link.resolve() == node.resolve():
                return ID + link.name
    return ""


def _label(node: Path, system: System) -> str:
    try:
        words = (system.described / node.name / "name").read_text(errors="replace").strip()
    except OSError:
        words = ""
    first, _, second = words.partition(": ")
    return first if second.startswith(first[:10]) else words  # the kernel cuts "C920: C920" after 32 letters


def _elsewhere() -> list[LocalCamera]:
    """Return the cameras of Windows and macOS, whose paths stay the same."""
    from cv2_enumerate_cameras import enumerate_cameras  # noqa: PLC0415  not on Linux

    return [
        LocalCamera(f"usb:{ID}{quote(info.path, safe='')}" if info.path else f"usb:{info.index}", info.name, info.index)
        for info in enumerate_cameras()
    ]


def place_of(camera: str, system: System | None = None) -> int | str | None:
    """Return where to open a camera called `usb:` and this; None if it is not plugged in. Raises ValueError for what
    cannot be one: it is a number, an `id/...` or a path in /dev.
    """
    system = system or System()
    if re.fullmatch(r"[0-9]{1,4}", camera):
        return int(camera)
    if camera.startswith(ID):
        return next((known.place for known in local_cameras(system) if known.name == f"usb:{camera}"), None)
    if system.linux and camera.startswith("/dev/"):
        node = Path(camera).resolve()
        if not node.exists():
            return None
        return int(node.name[5:]) if re.fullmatch(r"video[0-9]{1,4}", node.name) else None
    raise ValueError
