"""People play at a table whose camera and box fail again and again; every event that counts is compared with what was
really thrown and pressed. All is on a virtual clock and repeats exactly for a seed.

Real are the controller with its parts, both devices with their threads, the watcher, the box's host and the journal.
"""

from __future__ import annotations

import time as real_time
from collections import Counter
from dataclasses import dataclass, field
from importlib import import_module
from random import Random

import companion.devices.box as box_module
import companion.devices.tray as tray_module
import firmware_bridge.host.box as host_box_module
import firmware_bridge.host.boxes as host_boxes_module
import firmware_bridge.sim.soft_box as soft_box_module
import vision.sources.latest_frame as latest_frame_module
from companion.app.controller import TableController
from companion.core.asks import Key
from companion.core.bots import decided
from companion.core.events import Event, Face, Rolled
from companion.core.table import Table
from companion.devices.box import BoxDevice
from companion.devices.tray import TrayDevice
from companion.devices.tray_watch import TrayMonitor
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.dice_matching import dice_asked, match, rolls_due
from companion.referee.stale_presses import TOO_LATE_S
from companion.referee.verdicts import Accepted
from firmware_bridge.host.button_map import default_mapping
from tests.e2e.table_truth import Press, TableTruth
from tests.support import faulty_boxes, faulty_camera
from tests.support.drawn_dice import BlockReader, DrawnTray
from tests.support.faulty_boxes import FaultyBoxes
from tests.support.faulty_camera import FaultyCamera
from tests.support.virtual_time import VirtualTime
from vision.pipeline.tray_reader import TrayReader, TrayWatcher

NAMES = ("Ann", "Bo", "Cy", "Di")
COLOURS = ("red", "blue", "white", "green")
STEP_S = 0.05
"""How often the screen's thread looks into the inbox."""
SEEN_S = 0.3
"""Nobody answers sooner than this after the table has changed."""
LONGEST = 40
"""Events after which people begin another game."""
THREADED = (
    box_module,
    tray_module,
    host_box_module,
    host_boxes_module,
    soft_box_module,
    latest_frame_module,
)


@dataclass
class Figures:
    """What came of it."""

    faults: Counter[str] = field(default_factory=Counter)
    origins: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    presses: int = 0
    throws: int = 0
    reviews: int = 0
    undone: int = 0
    longest_tick_s: float = 0.0
    waited_s: float = 0.0
    wrong: list[str] = field(default_factory=list)


class FaultyTable:
    """`run` plays on with this many faults; `figures` say what came of it."""

    def __init__(self, seed: int, journal: Journal, monkeypatch) -> None:
        self.random, self.time = Random(seed), VirtualTime()
        for module in THREADED:
            monkeypatch.setattr(module, "threading", self.time.threading)
        self.tray = DrawnTray(Random(seed + 1))
        self.camera = FaultyCamera(self.time, self.tray, Random(seed + 2))
        self.boxes = FaultyBoxes(self.time, Random(seed + 3))
        monkeypatch.setattr(tray_module, "open_source", self.camera.open)
        monkeypatch.setattr(box_module, "open_boxes", lambda _name: self.boxes)
        self.controller = TableController(journal, shelf(), now=self.time.now)
        watcher = lambda _name: TrayMonitor(TrayWatcher(TrayReader(BlockReader())))  # noqa: E731
        self.controller.devices.attach(
            TrayDevice("usb:0", self.controller.inbox, watcher, now=self.time.now),
            BoxDevice("auto", self.controller.inbox, default_mapping(), now=self.time.now),
        )
        self.figures = Figures()
        self._games = list(shelf().values())
        self._until: dict[str, float] = {"camera": 0.0, "box": 0.0}
        self._begin()
        self._screen(self.controller.start)

    def run(self, faults: int) -> None:
        """Play until this many faults have been, and a little longer."""
        goal = self.figures.faults.total() + faults
        while self.figures.faults.total() < goal:
            self._faults()
            self._step()
        for device in (self.camera, self.boxes):
            device.work()
        for _ in range(round(10 / STEP_S)):
            self._step()

    def stop(self) -> None:
        """End all threads."""
        self.controller.stop()
        self.time.sleep(30.0)

    def _step(self) -> None:
        self.boxes.step()
        self.time.sleep(STEP_S)
        self._screen(self.controller.tick)
        self._compare()
        self._people()

    def _compare(self) -> None:
        """Is what counts what somebody did?"""
        session = self.controller.session
        for entry, wrong in self._truth.new(session, self.time.now()):
            self.figures.origins[entry.origin] += 1
            if wrong:
                place = f"{session.game.id} {entry.seq} at {self.time.now():.2f}"
                self.figures.wrong.append(f"{place}: {entry.origin} {entry.event}: {wrong}")

    def _screen(self, call, *given):
        """Do something on the screen's thread, and note how long that takes."""
        began, at = real_time.thread_time(), self.time.now()
        answer = call(*given)
        self.figures.longest_tick_s = max(self.figures.longest_tick_s, real_time.thread_time() - began)
        self.figures.waited_s = max(self.figures.waited_s, self.time.now() - at)
        return answer

    # --- faults

    def _faults(self) -> None:
        for name, device, kinds in (
            ("camera", self.camera, faulty_camera.FAULTS),
            ("box", self.boxes, faulty_boxes.FAULTS),
        ):
            if self.time.now() < self._until[name]:
                continue
            if device.fault:
                device.work()
                self._until[name] = self.time.now() + self.random.uniform(0.0, 4.0)
                continue
            fault = self.random.choice(kinds)
            device.fail(fault)
            self.figures.faults[f"{name} {fault}"] += 1
            self._until[name] = self.time.now() + self.random.choice((0.1, 0.5, 1.0, 2.0, 2.0, 4.0, 8.0))

    # --- people

    def _begin(self) -> None:
        """The next game of the shelf, with some of the people."""
        game = self._games[self.figures.games.total() % len(self._games)]
        seats = self.random.choice([count for count in game.player_counts if count <= len(NAMES)])
        self._screen(self.controller.begin, game.id, Table(NAMES[:seats], COLOURS[:seats]))
        self.figures.games[game.id] += 1
        session = self.controller.session
        self._bot = import_module(game.bot).make(session.table, session.options, self.random)
        self._seq, self._truth = -1, TableTruth()
        self._wanted: Event | None = None
        self._acts_at = self._patience = 0.0
        self._owed: dict[int, tuple[int | None, float]] = {}

    def _people(self) -> None:
        """One of them does the next thing, if it is time."""
        session, now = self.controller.session, self.time.now()
        if session.outcome() is not None or session.seq >= LONGEST:
            self._begin()
            return
        if session.seq != self._seq:
            self._seq = session.seq
            self._wanted = decided(self._bot, session.state, session.asks()[0])
            self._acts_at = now + SEEN_S + self.random.expovariate(2.0)
            self._patience = now + self.random.uniform(4.0, 9.0)
        if now < self._acts_at:
            return
        self._acts_at = now + 0.4
        if self.controller.pending_review is not None:
            self._answer()
        elif self._takes_back(session):
            self.figures.undone += 1
            self._screen(self.controller.undo)
            self._truth.undone(session)
        elif self._wanted is None:
            self._roll(session, now)
        else:
            self._choose(session, self._wanted, now)

    def _takes_back(self, session) -> bool:
        """Now and then a roll is taken back; bots would forget cards."""
        is_roll = bool(session.entries) and isinstance(session.entries[-1].event, Rolled)
        return is_roll and self.random.random() < 0.03

    def _answer(self) -> None:
        """People look at the dice that are asked about: they are the throw that is due, or none."""
        self.figures.reviews += 1
        throw, due = self._truth.throw, rolls_due(self.controller.session.asks())
        faces = tuple(throw.left.elements()) if self.time.now() >= throw.rests_at else ()
        if faces and {roll.seat for roll in match(faces, due).rolls} <= throw.seats and match(faces, due).rolls:
            self._screen(self.controller.settle, faces)
        else:
            self._screen(self.controller.dismiss)

    def _roll(self, session, now: float) -> None:
        due = rolls_due(session.asks())
        throw = self._truth.throw
        if not throw.left or not throw.seats & {seat for seat, _ in due}:
            colours = dice_asked(session)
            faces = tuple(Face(self.random.randint(1, 6), colour or "white") for colour in colours)
            self.tray.throw(faces, now)
            seats = tuple(seat for seat, roll in due if roll.colours) or (due[0][0],)
            self._truth.thrown(faces, seats, self.tray.rests_at())
            self._patience = now + self.random.uniform(2.0, 8.0)
            self.figures.throws += 1
        elif now >= self._patience:
            for roll in match(tuple(throw.left.elements()), due).rolls[:1]:
                self._screen(self.controller.touch, roll)

    def _choose(self, session, wanted: Event, now: float) -> None:
        """By the buttons where they have it, on the screen where they do not or nothing comes of them."""
        choices = [choice for ask in session.asks() if ask.seat == wanted.seat for choice in ask.choices]
        index = next((number for number, choice in enumerate(choices) if choice.event == wanted), None)
        if self.random.random() < 0.03 and not (self._truth.presses or self._owed or self.camera.fault):
            self.tray.throw([Face(self.random.randint(1, 6), self.random.choice(COLOURS))], now)
            self._truth.thrown((), (), self.tray.rests_at())
            self._acts_at = now + 4.0  # nobody asked for these; people wait until all have seen that
            return
        if index is None or now >= self._patience or self.random.random() < 0.02:
            assert isinstance(self._screen(self.controller.touch, wanted), Accepted), wanted
            return
        pointer = self.controller.pointers.get(wanted.seat)
        owed = self._owed.get(wanted.seat)
        if owed is not None and pointer != owed[0]:
            owed = self._owed.pop(wanted.seat, None) and None
        if owed is not None:  # a step that was not seen: it may still come, so the buttons are left alone
            if now > owed[1] + TOO_LATE_S + 1.0:
                del self._owed[wanted.seat]
            return
        key, is_only = choices[index].key, len(choices) == 1 and choices[0].key is None
        if pointer == index or (pointer is None and is_only):
            key = Key.YES
        elif pointer is not None or key is None:
            key = Key.NEXT
            self._owed[wanted.seat] = pointer, now
        is_direct = pointer is None and key is choices[index].key
        if key is Key.YES or is_direct:
            self._truth.presses.append(Press(wanted.seat, wanted, now))
        self.figures.presses += 1
        self.boxes.fingers.press(self.controller.devices.box_device.button(wanted.seat, key))
        self._acts_at = now + (0.3 if not is_direct and key is Key.NEXT else self.random.choice((0.3, 1.0, 3.0)))
