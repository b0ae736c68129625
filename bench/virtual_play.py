"""Hours of play in minutes: the app with all its threads on a virtual clock, the real reader over a rendered tray, and
the real firmware in the emulator. bench/vision_endurance.py measures it.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

import companion.devices.box as box_module
import companion.devices.tray as tray_module
import firmware_bridge.host.box as host_box_module
import firmware_bridge.host.boxes as host_boxes_module
from companion.app.controller import TableController
from companion.bots.players import SimulatedPlayers
from companion.core.table import Table
from companion.devices.box import BoxDevice
from companion.devices.tray import TrayDevice
from companion.games import shelf
from companion.record.journal import Journal
from firmware_bridge.host.button_map import default_mapping
from firmware_bridge.host.ports import NamedConnectors
from firmware_bridge.sim.avr import Emulator
from firmware_bridge.sim.hand import Hand
from tests.support.virtual_time import VirtualTime
from vision.sim.source import open_sim

NAMES = ("Ann", "Bo", "Cy")
COLOURS = ("red", "blue", "white")
STEP_S = 0.05
"""Period of the screen's tick, seconds."""
SLICE_S = 0.02
"""Virtual time per step of the firmware, seconds."""
ACT_S = 1.0
"""Period of the players' actions, seconds: people press a button or throw every few seconds."""
STUCK_S = 600.0
"""Virtual seconds without an event after which a game is given up."""


class EmulatedBox:
    """The emulated box as a connector and its own simulated input, in step with a virtual clock."""

    name = "avr:"

    def __init__(self, time: VirtualTime, seed: int) -> None:
        self._time, self._begun = time, time.now()
        self.emulator = Emulator(seed=seed, boots=seed)
        self._hand = Hand(self.emulator, Random(seed))
        self._now_us, self._sent = 0, b""
        self.fingers = self

    def connect(self) -> EmulatedBox:
        """See `BoxConnector.connect`; it is its own link."""
        return self

    def read(self, timeout: float) -> bytes:
        """See `Link.read`."""
        end = self._time.now() + timeout
        self._follow()
        while not self._sent and self._time.now() < end:
            self._time.wait(min(SLICE_S, end - self._time.now()), on=self)
            self._follow()
        sent, self._sent = self._sent, b""
        return sent

    def write(self, data: bytes) -> None:
        """See `Link.write`."""
        self._follow()
        self.emulator.line(data)

    def wake(self) -> None:
        """See `Link.wake`."""
        self._time.wake(self)

    def close(self) -> None:
        """See `Link.close`: the emulator goes on."""

    def press(self, button: int) -> None:
        """See `SimulatedInput.press`."""
        self._follow()
        self._hand.press(button)

    def _follow(self) -> None:
        behind = round((self._time.now() - self._begun) * 1e6) - self._now_us
        if behind > 0:
            self._now_us, sent = self.emulator.step(behind)
            self._sent += sent


class VirtualPlay:
    """All games of the shelf, one after the other, by simulated players. `events` counts what counted, by origin."""

    def __init__(self, seed: int, size: str, fps: int, journal: Path) -> None:
        self.time, self._random = VirtualTime(), Random(seed)
        for module in (box_module, tray_module, host_box_module, host_boxes_module):
            module.threading = self.time.threading  # type: ignore[attr-defined]
        name = f"seed={seed}&size={size}&fps={fps}"
        tray_module.open_source = lambda _name: open_sim(name, now=self.time.now, sleep=self.time.sleep)
        self.box = EmulatedBox(self.time, seed)
        box_module.open_boxes = lambda _name: NamedConnectors(self.box)  # type: ignore[arg-type]
        self.controller = TableController(Journal(journal), shelf(), now=self.time.now)
        self.controller.devices.attach(
            TrayDevice(f"sim:{name}", self.controller.inbox, now=self.time.now),
            BoxDevice("avr:", self.controller.inbox, default_mapping(), now=self.time.now),
        )
        self.players = SimulatedPlayers(self.controller, self._random, now=self.time.now)
        self.events: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self.given_up = 0
        self._counted, self._moved_at, self._acts_at = 0, 0.0, 0.0
        self._begin()
        self.controller.start()

    def run(self, seconds: float) -> None:
        """Play for this many seconds of the virtual clock."""
        end = self.time.now() + seconds
        while self.time.now() < end:
            self.time.sleep(STEP_S)
            self.controller.tick()
            if self.time.now() >= self._acts_at:
                self._acts_at = self.time.now() + ACT_S
                self.players.step()
            self._count()

    @property
    def emulator_pid(self) -> int:
        """The emulator's process."""
        return self.box.emulator._process.pid  # noqa: SLF001  nobody else needs it

    def stop(self) -> None:
        """End the threads and the emulator."""
        self.controller.stop()
        self.time.sleep(5.0)
        self.box.emulator.close()

    def _count(self) -> None:
        entries = self.controller.session.entries  # type: ignore[union-attr]
        if len(entries) != self._counted:
            self.events.update(entry.origin for entry in entries[self._counted :])
            self._counted, self._moved_at = len(entries), self.time.now()
        is_stuck = self.time.now() - self._moved_at > STUCK_S
        if self.players.done or is_stuck:
            self.given_up += is_stuck
            self._begin()

    def _begin(self) -> None:
        games = list(shelf().values())
        game = games[self.games.total() % len(games)]
        seats = self._random.choice([count for count in game.player_counts if count <= len(NAMES)])
        self.controller.begin(game.id, Table(NAMES[:seats], COLOURS[:seats]))
        self.games[game.id] += 1
        self._counted, self._moved_at = 0, self.time.now()
