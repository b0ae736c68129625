"""Software boxes at ports that come and go, on cables that fail in every way a cable does."""

from __future__ import annotations

from random import Random

from catseye.text import plain
from firmware_bridge.host.links import LinkLost
from firmware_bridge.sim.soft_box import SoftBox, SoftConnector, SoftLink
from tests.support.virtual_time import VirtualTime

FAULTS = ("unplugged", "loose", "babbling", "noisy", "deaf", "late", "silent", "replaced", "rebooting", "renumbered")
LATEST_S = 0.15
NUMBER = 3
"""Boxes that there are; one of them is in use."""


class FaultyBoxes:
    """What `firmware_bridge.factory.open_boxes` gives; one box is in use. One fault at a time, begun by `fail`,
    ended by `work`. `fingers` presses the buttons of the box in use, whether it is plugged in or not.
    """

    name, lasting = "auto", False

    def __init__(self, time: VirtualTime, random: Random) -> None:
        self.time, self.random = time, random
        self.fault = ""
        self.since = 0.0
        self._boxes = [SoftConnector(f"soft:{number}", now=time.now) for number in range(NUMBER)]
        for number in range(NUMBER):
            self._reboot(number)
        self._in_use, self._port = 0, "port 0"

    @property
    def fingers(self) -> SoftConnector:
        """See `BoxConnectors.fingers`."""
        return self._boxes[self._in_use]

    def fail(self, fault: str) -> None:
        """From now on this is wrong with the box in use or its cable."""
        self.fault, self.since = fault, self.time.now()
        if fault in ("unplugged", "loose", "replaced", "renumbered"):
            self.fingers.unplug()
        if fault == "rebooting":
            self._reboot(self._in_use)
            if self.random.random() < 0.5:
                self.fingers.unplug()

    def work(self) -> None:
        """From now on it works: the cable is in, and nothing spoils what it carries."""
        if self.fault == "replaced":
            self._in_use = self.random.choice([each for each in range(NUMBER) if each != self._in_use])
        if self.fault in ("renumbered", "replaced"):
            self._port = f"port {self.random.randrange(4)}"
        self.fault = ""
        self.fingers.replug()

    def step(self) -> None:
        """A loose plug comes and goes; call this often."""
        if self.fault == "loose":
            is_out = int((self.time.now() - self.since) / 0.2) % 2 == 0
            (self.fingers.unplug if is_out else self.fingers.replug)()

    def look(self) -> dict[str, _Port]:
        """See `BoxConnectors.look`."""
        return {self._port: _Port(self, self._port)} if self.fingers.plugged_in else {}

    def connect(self, path: str) -> _Cable:
        """The cable at this port. Raises LinkLost."""
        if path != self._port:
            raise LinkLost(plain(f"{path} is not there"))
        return _Cable(self, self.fingers.connect())

    def close(self) -> None:
        """See `BoxConnectors.close`."""

    def _reboot(self, number: int) -> None:
        old = self._boxes[number].box.hello
        box = SoftBox(old.device, self.random.getrandbits(32), now=self.time.now())
        with self._boxes[number].bell:
            self._boxes[number].box = box
            self._boxes[number].bell.notify_all()


class _Port:
    fingers = None

    def __init__(self, boxes: FaultyBoxes, path: str) -> None:
        self._boxes, self.name = boxes, path

    def connect(self):
        return self._boxes.connect(self.name)

    def close(self) -> None:
        pass


class _Cable:
    """An open cable whose bytes suffer from the fault there is."""

    def __init__(self, boxes: FaultyBoxes, link: SoftLink) -> None:
        self._boxes, self._link = boxes, link
        self._late: list[tuple[float, bytes]] = []

    def read(self, timeout: float) -> bytes:
        boxes, data = self._boxes, self._link.read(timeout)
        if boxes.fault == "silent":
            return b""
        if boxes.fault == "babbling":
            noise = boxes.random.randbytes(boxes.random.randrange(1, 200))
            return noise if boxes.random.random() < 0.8 else data + noise
        return self._spoiled(self._delayed(data))

    def _delayed(self, data: bytes) -> bytes:
        """A slow hub holds portions back, by less than anybody's reaction time; their order stays."""
        now = self._boxes.time.now()
        delay = self._boxes.random.uniform(0.0, LATEST_S) if self._boxes.fault == "late" else 0.0
        last = self._late[-1][0] if self._late else now
        self._late.append((max(last, now + delay), data))
        due = b"".join(portion for at, portion in self._late if at <= now)
        self._late = [each for each in self._late if each[0] > now]
        return due

    def write(self, data: bytes) -> None:
        if self._boxes.fault not in ("deaf", "silent", "babbling"):
            self._link.write(self._spoiled(data))

    def wake(self) -> None:
        self._link.wake()

    def close(self) -> None:
        self._link.close()

    def _spoiled(self, data: bytes) -> bytes:
        """Every 50th byte is flipped, dropped or doubled while the cable is noisy."""
        if self._boxes.fault != "noisy":
            return data
        random, found = self._boxes.random, bytearray()
        for byte in data:
            chance = random.random()
            if chance < 0.01:
                found.append(byte ^ 1 << random.randrange(8))
            elif chance < 0.015:
                found += bytes((byte, byte))
            elif chance >= 0.02:
                found.append(byte)
        return bytes(found)
