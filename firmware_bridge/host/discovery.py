"""Which serial ports may have a button box behind them: all that are at USB. Only the handshake tells what is a box."""

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
"""What people call a board or its USB chip, for the sentences of the tools and to tell how it is flashed."""
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
"""Boards as they come out of the shop, which are no box before they are flashed."""
NO_BOX = BARE | BOOT_LOADERS
"""With these ids a board is no box: the firmware gives it others."""


@dataclass(frozen=True)
class FoundPort:
    """A port that may have a box behind it."""

    path: str
    what: str
    serial_number: str = ""
    place: str = ""
    """The USB socket, which stays the same when the board becomes another device; "" where the system does not tell."""


@dataclass(frozen=True)
class PortFinder:
    """Looks for ports, first by lasting name, then by USB id. `by_id` and `ports` are for tests and odd systems."""

    by_id: Path | None = BY_ID
    ports: Callable[[], Iterable[Any]] = list_ports.comports

    def look(self) -> tuple[FoundPort, ...]:
        """Return every port that a box may be behind, in a steady order, those with a lasting name first, under it."""
        return self._candidates(lambda ids: None not in ids and ids not in NO_BOX)

    def boards(self) -> tuple[FoundPort, ...]:
        """Return the boards that can be flashed: known ones only, for nothing else should be written to."""
        return self._candidates(lambda ids: ids in KNOWN | BARE)

    def readable(self) -> PortFinder:
        """This one; where the folder of the lasting names cannot be read, one that looks at USB ids alone."""
        try:
            self._by_id_paths()
        except OSError:
            return replace(self, by_id=None)
        return self

    def boot_loaders(self) -> tuple[FoundPort, ...]:
        """Boards now in their boot loader."""
        return tuple(
            FoundPort(port.device, BOOT_LOADERS[port.vid, port.pid], port.serial_number or "", _place(port))
            for port in self.serial_ports()
            if (port.vid, port.pid) in BOOT_LOADERS
        )

    def port(self, path: str) -> Any | None:
        """What the system tells of the port of this name, its lasting one or its own; None where that is nothing."""
        real = os.path.realpath(path)
        return next((port for port in self.serial_ports() if os.path.realpath(port.device) == real), None)

    def place(self, path: str) -> str:
        """The USB socket that this port is at; "" where the system does not tell."""
        return _place(self.port(path))

    def ids(self, path: str) -> tuple[int, int] | None:
        """Return the USB ids of what this port belongs to, or None if the system does not tell."""
        port = self.port(path)
        return _ids(port) if port else None

    def board(self, path: str) -> str:
        """What `flash` calls the board at this port; "" where that is not known."""
        ids = self.ids(path)
        return flashed_as(ids) if ids else ""

    def serial_ports(self) -> tuple[Any, ...]:
        """All the ports the system tells of; none where it cannot: pyserial stumbles over one that is just pulled."""
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
        except (FileNotFoundError, NotADirectoryError):  # the folder goes with the last box, and may do so just now
            return []
        return [path for path in paths if path.name.startswith("usb-") and _leads_somewhere(path)]


def called(ids: tuple[int, int]) -> str:
    """Return what people call the board or chip with these USB ids."""
    return (KNOWN | NO_BOX).get(ids) or "USB device {:04x}:{:04x}".format(*ids)


def flashed_as(ids: tuple[int, int]) -> str:
    """What `flash` calls the board with these USB ids; "" where they are not known."""
    if ids in NO_BOX:
        return "leonardo" if ids[0] == 0x2341 else "promicro"
    if ids not in KNOWN:
        return ""
    return {0x16C0: "promicro", 0x2341: "uno", 0x2A03: "uno"}.get(ids[0], "nano")  # the others are converters


def _leads_somewhere(path: Path) -> bool:
    """Whether a lasting name is one of a port: the link may outlast what it led to."""
    return not path.is_symlink() or Path(os.path.realpath(path)).exists()


def _ids(port: Any) -> tuple[int, int]:
    return port.vid, port.pid


def _place(port: Any) -> str:
    """Without the interface of a device that has several (1-2:1.0): the boot loader may have others."""
    return str(getattr(port, "location", None) or "").partition(":")[0]
