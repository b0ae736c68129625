"""Ways to a button box: a named port, whatever is plugged in, and what simulators offer instead."""

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
    """What can press the buttons of a box from the program."""

    def press(self, button: int) -> None:
        """Press and release a button; returns at once."""

    def down(self, button: int) -> None:
        """Press a button and hold it."""

    def up(self, button: int) -> None:
        """Release a button."""

    def leds(self) -> tuple[Led, ...]:
        """What a person would see, a led per seat."""

    def unplug(self) -> None:
        """Pull the cable."""

    def replug(self) -> None:
        """Put the cable back."""


class BoxConnector(Protocol):
    """Knows how to find a box and open its cable, again and again."""

    name: str

    @property
    def fingers(self) -> SimulatedInput | None:
        """What can press this box's buttons from the program; None where only people can."""

    def connect(self) -> Link:
        """The open cable. Raises LinkLost, in plain words, when there is none now; never blocks for over 0.5 s."""

    def close(self) -> None:
        """Release everything the connector holds."""


class BoxConnectors(Protocol):
    """The connectors of a name: always the same one, or one for each box that is plugged in."""

    name: str

    lasting: bool
    """Whether the connector stays without a box, because it was named."""

    @property
    def fingers(self) -> SimulatedInput | None:
        """Simulated input of these boxes; None for real ones."""

    def look(self) -> dict[str, BoxConnector]:
        """The connectors there are now, by port; the same port keeps its connector."""

    def close(self) -> None:
        """Release everything the connectors hold."""


class Emulated(BoxConnector, SimulatedInput, Protocol):
    """An emulated box: a connector, its simulated input, and what only an emulator can do."""

    port: str
    """The serial port another program can open."""

    def power_cycle(self) -> None:
        """Switch it off and on."""


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
    """Whatever box is plugged in: tries the ports that look like one in turn, each time another."""

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
    """Every port that may have a box behind it, under its real name: lasting names are not always unique.

    (Boards without a serial number of their own share one name in /dev/serial/by-id.) A box is known again by its own
    id, not by its port.
    """

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
    """The candidates. The system's lasting names can be done without; a folder that was named must be read: OSError."""
    return (finder if ":" in name else finder.readable()).look()


def _real(path: str) -> str:
    """The port itself, "" for a name that leads nowhere. Only names that are links are followed: COM5 is no file."""
    if not Path(path).is_symlink():
        return path
    real = os.path.realpath(path)  # where links lead in a circle, Path.resolve raises RuntimeError
    return real if Path(real).exists() else ""
