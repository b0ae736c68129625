"""The settings: a small TOML file in the platform's folder, read strictly."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
import tomli_w

from catseye import kept_files
from catseye.folders import platform_folder
from companion.core.text import NOTHING, Text, say
from companion.i18n import system_language

_GONE = frozenset({"profile"})
"""Obsolete settings of earlier versions: a tray's profile is found by its camera."""


class BadSettings(ValueError):  # noqa: N818  it names the file's fault
    """The settings file is invalid; the message says what and where."""


@dataclass(frozen=True)
class Settings:
    """Devices by name, theme, language, and the button map (see `firmware_bridge.host.button_map`).

    `volume` of all sounds is in per cent, 0 for quiet; `voice`: speak sentences. `cameras` are addresses of network
    cameras that were entered. `text_size` enlarges text, 1.0 to 1.5. `full_screen`: by touch fills the screen if the
    device has a touch screen; with `motion` calm nothing moves by itself, by desktop as the desktop is set. `archived`
    are ids of sessions that home hides. `seats` has the table edge of each seat by the number of players, if people sit
    in an unusual way. `films`: keep those of doubtful throws. `timer_s`: nudge a player after this many seconds, 0 for
    never.
    """

    tray: str = "usb:0"
    box: str = "auto"
    theme: str = "dark"
    language: str = ""
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 70
    voice: bool = True
    cameras: list[str] = field(default_factory=list)
    text_size: float = 1.0
    full_screen: Literal["by touch", "on", "off"] = "by touch"
    motion: Literal["by desktop", "lively", "calm"] = "by desktop"
    archived: list[str] = field(default_factory=list)
    seats: dict[str, list[str]] = field(default_factory=dict)
    films: bool = True
    timer_s: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    buttons: dict[str, Any] = field(default_factory=dict)

    def save(self, path: Path | None = None) -> None:
        """Write the file whole or not at all. Raises OSError."""
        kept_files.write(path or settings_file(), tomli_w.dumps(asdict(self)).encode())


class _Buttons(msgspec.Struct, forbid_unknown_fields=True):
    """The shape of the button map. The content of rows is checked on use, and the app starts without a bad map."""

    buttons: list[dict[str, Any]] = []


class _Assigned(msgspec.Struct):
    buttons: _Buttons


def _first() -> Settings:
    return Settings(language=system_language())


def load(path: Path | None = None) -> Settings:
    """Return the settings; without a file, the defaults in the system's language.

    Raises BadSettings naming the file and what is wrong.
    """
    path = path or settings_file()
    try:
        found = read_toml(path)
    except FileNotFoundError:
        return _first()
    found = {name: value for name, value in found.items() if name not in _GONE}
    stray = found.keys() - Settings.__dataclass_fields__.keys()
    if stray:
        raise BadSettings(f"{path}: there is no setting {min(stray)!r}")
    try:
        settings = msgspec.convert(found, Settings)
        msgspec.convert({"buttons": settings.buttons}, _Assigned)
    except msgspec.ValidationError as wrong:
        raise BadSettings(f"{path}: {wrong}") from None
    return settings


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file. Raises FileNotFoundError, and BadSettings naming the file and the place."""
    try:
        return tomllib.loads(kept_files.read(path).decode())
    except FileNotFoundError:
        raise
    except RecursionError:
        raise BadSettings(f"{path}: it is nested too deeply") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as wrong:
        raise BadSettings(f"{path}: {wrong}") from None
    except ValueError:  # Python refuses numbers with thousands of digits
        raise BadSettings(f"{path}: a number in it has too many digits") from None


def load_or_begin_anew() -> tuple[Settings, Text]:
    """Return the settings and NOTHING, or the defaults and a report of an unusable file."""
    try:
        return load(), NOTHING
    except BadSettings as wrong:
        return _first(), unusable(settings_file(), wrong)


def unusable(file: Path, why: Exception) -> Text:
    """Set an unusable file aside, and return a sentence about it."""
    said = str(why).removeprefix(f"{file}: ")
    try:
        aside = kept_files.set_aside(file)
    except OSError as wrong:
        return say("{file} cannot be used: {why}; {and_why}", file=file, why=said, and_why=wrong.strerror or str(wrong))
    return say(
        "{file} cannot be used ({why}). It is kept as {aside}; the app continues without it.",
        file=file,
        why=said,
        aside=aside.name,
    )


def settings_file() -> Path:
    """Return the path of the settings on this platform."""
    return platform_folder(platformdirs.user_config_dir) / "settings.toml"
