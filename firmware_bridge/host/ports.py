"""Connectors to button boxes: a named port, any box that is plugged in, and what simulators add."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from catseye.text import Text, joined, say
from firmware_bridge.host.discovery import FoundPort, PortFinder
from firmware_bridge.host.links import Link, LinkLost, SerialLink
from firmware_bridge.host.messages import Led

NO_BOX = say("no button box is plugged in")


class SimulatedInput(Protocol):
    """Presses the buttons of a simulated box."""

    def press(self, button: int) -> None:
        """Press and release a button; return at once."""

    def down(self, button: int) -> None:
        """Press a button and hold it."""

    def up(self, button: int) -> None:
        """Release a button."""

    def leds(self) -> tuple[Led, ...]:
        """Return what a person would see, a led per seat."""

    def unplug(self) -> None:
        """Pull the cable."""

    def replug(self) -> None:
        """Put the cable back."""


class BoxConnector(Protocol):
    """Finds a box and opens its cable, again and again."""

    name: str

    @property
    def fingers(self) -> SimulatedInput | None:
        """Simulated input of this box, or None for a real one."""

    def connect(self) -> Link:
        """Open the cable. Raises LinkLost if there is none now; never blocks for over 0.5 s."""

    def close(self) -> None:
        """Release everything the connector holds."""


class BoxConnectors(Protocol):
    """The connectors of a name: always the same one, or one per box that is plugged in."""

    name: str

    lasting: bool
    """Whether the connector stays even without a box, because it was named."""

    @property
    def fingers(self) -> SimulatedInput | None:
        """Simulated input of these boxes, or None for real ones."""

    def look(self) -> dict[str, BoxConnector]:
        """Return the present connectors by port; a port keeps its connector."""

    def close(self) -> None:
        """Release everything the connectors hold."""


class Emulated(BoxConnector, SimulatedInput, Protocol):
    """An emulated box: its connector, its simulated input, and what only an emulator can do."""

    port: str
    """The serial port that other programs can open."""

    def power_cycle(self) -> None:
        """Switch the box off and on."""


class SerialConnector:
    """One named serial port."""

    fingers = None

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path

    def connect(self) -> Link:
        """See `BoxConnector.connect`."""
        return SerialLink(self.path)

    def close(self) -> None:
        """See `BoxConnector.close`."""


class AutoConnector:
    """Any box that is plugged in: each `connect` goes on to the next port that may have one."""

    fingers = None

    def __init__(self, name: str, finder: PortFinder) -> None:
        self.name = name
        self.finder = finder
        self._last = ""

    def connect(self) -> Link:
        """See `BoxConnector.connect`."""
        try:
            paths = [found.path for found in _look(self.name, self.finder)]
        except OSError as fault:
            raise LinkLost(say("the ports cannot be looked through: {why}", why=str(fault))) from fault
        _, _, folder = self.name.partition(":")
        if folder and not Path(folder).is_dir():
            raise LinkLost(say("no button box is plugged in: there is no folder {folder}", folder=folder))
        if not paths:
            raise LinkLost(NO_BOX)
        if self._last in paths:
            turn = paths.index(self._last) + 1
            paths = paths[turn:] + paths[:turn]
        faults = list[Text]()
        for path in paths:
            self._last = path
            try:
                return SerialLink(path)
            except LinkLost as fault:
                faults.append(fault.why)
        raise LinkLost(joined(faults))

    def close(self) -> None:
        """See `BoxConnector.close`."""


class NamedConnectors:
    """The one connector that was named."""

    lasting = True

    def __init__(self, connector: BoxConnector) -> None:
        self.name = connector.name
        self._connector = connector

    @property
    def fingers(self) -> SimulatedInput | None:
        """See `BoxConnectors.fingers`."""
        return self._connector.fingers

    def look(self) -> dict[str, BoxConnector]:
        """See `BoxConnectors.look`."""
        return {self._connector.name: self._connector}

    def close(self) -> None:
        """See `BoxConnectors.close`."""
        self._connector.close()


class DiscoveredConnectors:
    """Every port that may have a box, by its real name: boards without a serial number share one lasting name."""

    fingers = None
    lasting = False

    def __init__(self, name: str, finder: PortFinder) -> None:
        self.name = name
        self._finder = finder
        self._connectors: dict[str, BoxConnector] = {}

    def look(self) -> dict[str, BoxConnector]:
        """See `BoxConnectors.look`."""
        paths = [_real(found.path) for found in _look(self.name, self._finder)]
        self._connectors = {
            path: self._connectors.get(path) or SerialConnector(f"serial:{path}", path) for path in paths if path
        }
        return dict(self._connectors)

    def close(self) -> None:
        """See `BoxConnectors.close`."""


def _look(name: str, finder: PortFinder) -> tuple[FoundPort, ...]:
    """Return the candidates. Raise OSError if a named folder cannot be read; the system's own is optional."""
    return (finder if ":" in name else finder.readable()).look()


def _real(path: str) -> str:
    """Return the port a link leads to, or "" if it leads nowhere. Other names stay: COM5 is not a file."""
    if not Path(path).is_symlink():
        return path
    real = os.path.realpath(path)  # Path.resolve would raise RuntimeError for links in a circle
    return real if Path(real).exists() else ""
