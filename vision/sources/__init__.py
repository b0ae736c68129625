"""Opens cameras by name. Frames of a rendered tray and of a real one have one interface."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from catseye.text import Commas, say
from vision.sim import open_sim
from vision.sources.camera_url import full_name, parted, shown
from vision.sources.mjpeg import open_mjpeg
from vision.sources.phone import FEED
from vision.sources.rotation import TURNS, TurnedSource
from vision.sources.rtsp import open_rtsp
from vision.sources.usb import open_camera
from vision.sources.video_file import Clip

if TYPE_CHECKING:
    from catseye.text import Text
    from vision.frames import FrameSource

SOURCE_KINDS = say('"usb:0", "http://host:port/path", "rtsp://host/path", "phone:", "clip:FILE" or "sim:"')
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


def open_source(name: str, **settings: object) -> FrameSource:
    """Open the camera called `name`: "usb:0?size=1280x720&exposure=-6", "http://...", "phone:",
    "clip:FILE?pace=1" or "sim:seed=7".

    Settings follow a "?" in the name (for http that part is the camera's own, but for "turn" and "mirror") or are
    keywords, which take precedence. "turn=180" (or 90, 270) is for a rotated camera, "mirror=1" for a mirrored one.
    Raises ValueError for an invalid name or setting, SourceLost for a missing camera; both are made with a `Text`.
    """
    name = full_name(name)
    scheme, colon, rest = name.partition(":")
    if not colon:
        raise _unknown(name)
    if scheme in {"http", "https"}:
        return _network(open_mjpeg, name, settings, _HTTP)
    if scheme == "rtsp":
        return _network(open_rtsp, name, settings, _TURN)
    if scheme == "sim":
        return _sim(rest, settings)
    if scheme not in _PLACES:
        raise _unknown(name)
    place, _, query = rest.partition("?")
    pattern, expected, opened, readers = _PLACES[scheme]
    if not re.fullmatch(pattern, place, re.DOTALL):
        raise _wrong(name, expected)
    given: dict[str, object] = {**dict(parse_qsl(query, keep_blank_values=True)), **settings}
    return _turned(opened, place, _checked(name, given, readers))


def _unknown(name: str) -> ValueError:
    return ValueError(say("{name} is not the name of a camera: {kinds}", name=repr(shown(name)), kinds=SOURCE_KINDS))


def _wrong(name: str, why: Text) -> ValueError:
    return ValueError(say("{name}: {why}", name=repr(shown(name)), why=why))


def _network(
    opened: Callable[..., FrameSource], name: str, settings: dict[str, object], readers: _Readers
) -> FrameSource:
    """The settings in an address are the camera's own, but for those of how the picture is turned."""
    address, ours = parted(name)
    return _turned(opened, address, _checked(name, {**ours, **settings}, readers))


def _turned(opened: Callable[..., FrameSource], place: object, given: dict[str, Any]) -> FrameSource:
    """Open a source with the settings `given`, rotated and mirrored if they say so."""
    degrees, mirrored = given.pop("turn", 0), given.pop("mirror", False)
    source = opened(place, **given)
    return TurnedSource(source, degrees, mirrored=mirrored) if degrees or mirrored else source


def _clip(place: str, **given: Any) -> FrameSource:
    return Clip(Path(place), **given)


def _phone(_place: str) -> FrameSource:
    return FEED.open()


def _sim(rest: str, settings: dict[str, object]) -> FrameSource:
    given = {**dict(parse_qsl(rest.lstrip("?"), keep_blank_values=True)), **settings}
    if isinstance(given.get("size"), tuple | list):
        given["size"] = "{}x{}".format(*size(given["size"]))
    return open_sim("&".join(f"{key}={value}" for key, value in given.items()))


def size(value: object) -> tuple[int, int]:
    """Parse (width, height) from "1280x720" or a pair. Raises ValueError."""
    if isinstance(value, str) and (found := re.fullmatch(r"([1-9]\d{0,8})x([1-9]\d{0,8})", value)):
        return int(found[1]), int(found[2])
    if isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(v, int) and v > 0 for v in value):
        return int(value[0]), int(value[1])
    raise ValueError(say("{value} is not a size like 1280x720", value=repr(value)))


def yes_or_no(value: object) -> bool:
    """Parse a truth value from True, 1, "yes", "off", ... Raises ValueError."""
    word = str(value).lower()
    if word in _TRUE | _FALSE:
        return word in _TRUE
    raise ValueError(say("{value} is neither yes nor no", value=repr(value)))


def number(value: object) -> float:
    """Parse a number. Raises ValueError."""
    try:
        it = float(str(value))
    except ValueError:
        it = math.nan
    if math.isfinite(it):
        return it
    raise ValueError(say("{value} is not a number", value=repr(value)))


def positive(value: object) -> float:
    """Parse a number above 0. Raises ValueError."""
    if (it := number(value)) > 0:
        return it
    raise ValueError(say("{value} is not above 0", value=repr(value)))


def turn(value: object) -> int:
    """Parse the clockwise rotation in degrees: 0, 90, 180 or 270. Raises ValueError."""
    if (it := number(value)) in {0, *TURNS}:
        return int(it)
    raise ValueError(say("{value} is none of 0, 90, 180, 270", value=repr(value)))


_Readers = dict[str, "Callable[[object], object]"]
_TURN: _Readers = {"turn": turn, "mirror": yes_or_no}
_USB = _TURN | {"size": size, "fps": positive, "exposure": number, "autofocus": yes_or_no, "driver": str}
_CLIP = _TURN | {"fps": positive, "pace": yes_or_no, "loop": yes_or_no}
_HTTP = _TURN | {"fps": positive, "timeout": positive}
_PLACES: dict[str, tuple[str, Text, Callable[..., FrameSource], _Readers]] = {
    "usb": (
        r"[0-9]{1,4}|id/.+|/dev/.+",
        say("after usb: comes the camera's number, its id or its path, as in usb:0"),
        open_camera,
        _USB,
    ),
    "clip": (".+", say("after clip: comes a video file or a folder of pictures"), _clip, _CLIP),
    "phone": ("", say("after phone: comes nothing: it is the phone that sends pictures"), _phone, _TURN),
}
"""By the beginning of a camera's name: what may follow, what is said of anything else, what opens it, its settings."""


def _checked(name: str, given: dict[str, object], readers: _Readers) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    for key, value in given.items():
        if key not in readers:
            known = Commas(sorted(readers))
            raise ValueError(
                say("{name} knows no setting {key}, only {known}", name=repr(shown(name)), key=repr(key), known=known)
            )
        try:
            checked[key] = readers[key](value)
        except ValueError as error:
            raise _wrong(name, say("{name}: {why}", name=key, why=error.args[0])) from error
    return checked
