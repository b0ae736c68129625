"""Find serial ports that may have a button box: every one at USB. Only the handshake tells whether there is one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from serial.tools import list_ports

BY_ID = Path("/dev/serial/by-id")

KNOWN: dict[tuple[int, int], str] = {
    (0x16C0, 0x05E1): "Cat's Eye box (ATmega32U4)",
    (0x2341, 0x0043): "Arduino Uno",
    (0x2341, 0x0001): "Arduino Uno, first series",
    (0x2341, 0x0243): "Arduino Uno",
    (0x2A03, 0x0043): "Arduino Uno",
    (0x1A86, 0x7522): "CH340",
    (0x1A86, 0x7523): "CH340 (most Nano copies)",
    (0x1A86, 0x5523): "CH341 (some Nano copies)",
    (0x1A86, 0x55D3): "CH343",
    (0x1A86, 0x55D4): "CH9102",
    (0x0403, 0x6001): "FTDI (the first Nano)",
    (0x0403, 0x6015): "FT231X",
    (0x067B, 0x2303): "PL2303",
    (0x067B, 0x23A3): "PL2303GC",
    (0x10C4, 0xEA60): "CP2102",
}
"""Common names of boards and USB chips by (vendor, product), for messages and to tell how a board is flashed."""
BOOT_LOADERS: dict[tuple[int, int], str] = {
    (0x2341, 0x0036): "Arduino Leonardo boot loader",
    (0x2341, 0x0037): "Arduino Micro boot loader",
    (0x1B4F, 0x9205): "SparkFun Pro Micro boot loader",
    (0x1B4F, 0x9203): "SparkFun Pro Micro boot loader, 3.3 V",
}
BARE: dict[tuple[int, int], str] = {
    (0x2341, 0x8036): "Arduino Leonardo",
    (0x2341, 0x8037): "Arduino Micro",
    (0x1B4F, 0x9206): "SparkFun Pro Micro",
}
"""New boards: they are no box until they are flashed."""
NO_BOX = BARE | BOOT_LOADERS
"""Ids that are never a box: the firmware has its own."""


@dataclass(frozen=True)
class FoundPort:
    """A port that may have a box. `place` is its USB socket, which stays the same when the board changes into another
    device, or "" if unknown.
    """

    path: str
    what: str
    serial_number: str = ""
    place: str = ""


@dataclass(frozen=True)
class PortFinder:
    """Looks for ports: links in `by_id` (None: ignore them) first, then USB ids. Tests replace `by_id` and `ports`."""

    by_id: Path | None = BY_ID
    ports: Callable[[], Iterable[Any]] = list_ports.comports

    def look(self) -> tuple[FoundPort, ...]:
        """Return every port that may have a box, in a fixed order, those with a lasting name first and by that name."""
        return self._candidates(lambda ids: None not in ids and ids not in NO_BOX)

    def boards(self) -> tuple[FoundPort, ...]:
        """Return the boards that can be flashed: only known ones, so that nothing else is written to."""
        return self._candidates(lambda ids: ids in KNOWN | BARE)

    def readable(self) -> PortFinder:
        """Return this finder, or one that goes by USB ids alone if the folder of lasting names cannot be read."""
        try:
            self._by_id_paths()
        except OSError:
            return replace(self, by_id=None)
        return self

    def boot_loaders(self) -> tuple[FoundPort, ...]:
        """Return the boards that are now in their boot loader."""
        return tuple(
            FoundPort(port.device, BOOT_LOADERS[port.vid, port.pid], port.serial_number or "", _place(port))
            for port in self.serial_ports()
            if (port.vid, port.pid) in BOOT_LOADERS
        )

    def port(self, path: str) -> Any | None:
        """Return pyserial's record of this port, by its own or its lasting name, or None."""
        real = os.path.realpath(path)
        return next((port for port in self.serial_ports() if os.path.realpath(port.device) == real), None)

    def place(self, path: str) -> str:
        """Return the USB socket of this port, or "" if unknown."""
        return _place(self.port(path))

    def ids(self, path: str) -> tuple[int, int] | None:
        """Return the USB (vendor, product) of this port's device, or None if unknown."""
        port = self.port(path)
        return _ids(port) if port else None

    def board(self, path: str) -> str:
        """Return the name `flash` has for the board at this port, or "" if unknown."""
        ids = self.ids(path)
        return flashed_as(ids) if ids else ""

    def serial_ports(self) -> tuple[Any, ...]:
        """Return all serial ports, or none if listing fails: pyserial raises on a port that is just being unplugged."""
        try:
            return tuple(self.ports())
        except (OSError, TypeError, ValueError):
            return ()

    def _candidates(self, wanted: Callable[[tuple[int, int]], bool]) -> tuple[FoundPort, ...]:
        ports = {os.path.realpath(port.device): port for port in self.serial_ports()}
        named = {os.path.realpath(path): path for path in self._by_id_paths()}
        named = {real: path for real, path in named.items() if real not in ports or wanted(_ids(ports[real]))}
        found = [FoundPort(str(path), f"named {path.name}") for path in named.values()]
        for real, port in sorted(ports.items(), key=lambda item: str(item[1].device)):
            if wanted(_ids(port)) and real not in named:
                found.append(FoundPort(port.device, called(_ids(port)), port.serial_number or ""))
        return tuple(found)

    def _by_id_paths(self) -> list[Path]:
        try:
            paths = [] if self.by_id is None else sorted(self.by_id.iterdir())
        except (FileNotFoundError, NotADirectoryError):  # the folder exists only while there is a port
            return []
        return [path for path in paths if path.name.startswith("usb-") and _leads_somewhere(path)]


def called(ids: tuple[int, int]) -> str:
    """Return the common name of the board or chip with these USB ids."""
    return (KNOWN | NO_BOX).get(ids) or "USB device {:04x}:{:04x}".format(*ids)


def flashed_as(ids: tuple[int, int]) -> str:
    """Return the name `flash` has for the board with these USB ids, or "" if unknown."""
    if ids in NO_BOX:
        return "leonardo" if ids[0] == 0x2341 else "promicro"
    if ids not in KNOWN:
        return ""
    return {0x16C0: "promicro", 0x2341: "uno", 0x2A03: "uno"}.get(ids[0], "nano")  # the others are converters


def _leads_somewhere(path: Path) -> bool:
    """Return whether a lasting name still leads to a port."""
    return not path.is_symlink() or Path(os.path.realpath(path)).exists()


def _ids(port: Any) -> tuple[int, int]:
    return port.vid, port.pid


def _place(port: Any) -> str:
    """Return the USB socket without the interface (1-2 for 1-2:1.0): the boot loader may have others."""
    return str(getattr(port, "location", None) or "").partition(":")[0]
