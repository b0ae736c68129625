"""Open button boxes by name: `open_boxes` gives all the boxes of a name, `open_box` one.

``serial:PATH`` is one port; ``auto`` any box that is plugged in; ``auto:FOLDER`` the same, found by the links in this
folder instead of /dev/serial/by-id; ``soft:`` or ``soft:seats=3`` a box in this program; ``avr:`` the real firmware in
an emulator; ``avr:PATH`` another build of it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from firmware_bridge.host.discovery import PortFinder
from firmware_bridge.host.ports import (
    AutoConnector,
    BoxConnector,
    BoxConnectors,
    DiscoveredConnectors,
    Emulated,
    NamedConnectors,
    SerialConnector,
)

NAMES = "serial:PORT, auto, auto:FOLDER, soft:, soft:seats=3, avr: or avr:FILE.elf"
"""The names, for people."""


def open_boxes(name: str, **settings: Any) -> BoxConnectors:
    """Return the connectors of this name: "auto" stands for every box. Raise ValueError as `open_box` does."""
    connector = open_box(name, **settings)
    return (
        DiscoveredConnectors(name, connector.finder)
        if isinstance(connector, AutoConnector)
        else NamedConnectors(connector)
    )


def open_box(name: str, **settings: Any) -> BoxConnector:
    """Return the connector of this name. Raise ValueError, with a plain sentence, for an unknown name or setting."""
    kind, colon, rest = name.partition(":")
    if "\0" in name:
        raise ValueError(f"no port, folder or file is called {rest!r}")
    try:
        if kind == "serial" and rest:
            return SerialConnector(name, rest, **settings)
        if name == "auto":
            return AutoConnector(name, PortFinder(**settings))
        if kind == "auto" and rest:
            return AutoConnector(name, PortFinder(**{"by_id": Path(rest), "ports": list, **settings}))
        if kind == "soft" and colon:
            from firmware_bridge.sim.soft_box import SoftConnector  # noqa: PLC0415 - a simulator is loaded only when named

            return SoftConnector(name, **_soft_settings(rest), **settings)
        if kind == "avr" and colon:
            return _emulated(name, rest, **settings)
    except TypeError as fault:
        raise ValueError(f"the box {name!r} does not take these settings: {sorted(settings)}") from fault
    raise ValueError(f"no box is called {name!r}: use {NAMES}")


def open_emulated(firmware: str = "", **settings: Any) -> Emulated:
    """Return the emulator of `open_box("avr:")` with everything only an emulator can do, for tools."""
    return _emulated(f"avr:{firmware}", firmware, **settings)


def _emulated(name: str, firmware: str, **settings: Any) -> Emulated:
    if sys.platform != "linux":
        raise ValueError(f"{name}: the button box's emulator runs on Linux only; soft: is a box in this program")
    from firmware_bridge.sim.avr import AvrConnector  # noqa: PLC0415 - a simulator is loaded only when named

    return AvrConnector(name, firmware, **settings)


def _soft_settings(rest: str) -> dict[str, Any]:
    if not rest:
        return {}
    key, _, value = rest.partition("=")
    if key != "seats" or not value.isdecimal():
        raise ValueError(f"a soft box takes seats=1 to seats=6, not {rest!r}")
    return {"seats": int(value)}
