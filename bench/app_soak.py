"""A table with a rendered camera, the real reader and a real controller, for bench/vision_soak.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random

import cv2
import numpy as np

from companion.app.controller import TableController
from companion.core.bots import decided
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.devices.tray import signal_of
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import Signal
from vision import open_watcher
from vision.frames import Frame, Image
from vision.sim.source import StepClock, open_sim

COLOURS = ("red", "blue", "green", "white", "yellow", "black")
THINGS = ((5, 5, 5), (90, 120, 170), (128, 128, 128), (250, 250, 250))
"""Colours of covers of the lens, blue-green-red: black, skin, grey, paper."""
GAINS = (0.6, 0.8, 1.0, 1.2)
NOISE = 1.5
"""Deviation of the camera's noise, grey levels."""
AFTERWARDS_S = 1.5


@dataclass
class Camera:
    """Faults of the rendered camera: `cover` lies on the lens, `repeats` is the share of pictures that are repeated in
    place of the next one, `shift` the displacement of the camera in pixels.
    """

    random: Random
    gain: float = 1.0
    cover: tuple[int, int, int] | None = None
    repeats: float = 0.0
    shift: tuple[int, int] = (0, 0)
    last: Image | None = None

    def picture(self, drawn: Image) -> Image:
        """The picture as it arrives."""
        if self.last is not None and self.random.random() < self.repeats:
            return self.last
        plain = cv2.convertScaleAbs(drawn, alpha=self.gain) if self.cover is None else np.full_like(drawn, self.cover)
        noise = cv2.randn(np.empty(drawn.shape, np.int16), (0.0, 0.0, 0.0), (NOISE, NOISE, NOISE))
        seen = cv2.add(plain, noise, dtype=cv2.CV_8U).astype(np.uint8, copy=False)
        if any(self.shift):
            place = np.array([[1, 0, self.shift[0]], [0, 1, self.shift[1]]], np.float32)
            seen = cv2.warpAffine(seen, place, seen.shape[1::-1], borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
        self.last = seen
        return seen


class RenderedTable:
    """The table, its reader and the controller; `thrown` is what the last act threw, None for nothing."""

    def __init__(self, seed: int, size: str) -> None:
        self.random, self.clock = Random(seed), StepClock()
        cv2.setRNGSeed(seed)
        self.source = open_sim(f"seed={seed}&size={size}&fps=30", now=self.clock.now, sleep=self.clock.sleep)
        self.hand, self.camera = self.source.hand, Camera(self.random)
        self.watcher, self.controller = (
            open_watcher(),
            TableController(Journal(":memory:"), shelf(), now=self.clock.now),
        )
        self.thrown: tuple[int, ...] | None = None
        self.lying = 0
        self._sit_down()
        self.watch(1.0)

    def play_on(self) -> int:
        """Play everything that is asked for except dice; returns the number of events."""
        while True:
            session = self.controller.session
            assert session is not None
            if session.outcome() is not None:
                self._sit_down()
                continue
            asks = session.asks()
            wanted = decided(self._bot, session.state, asks[0])
            rolls = [ask.roll.count for ask in asks if ask.roll is not None]
            if rolls and (wanted is None or isinstance(wanted, Rolled)):
                return rolls[0]
            assert wanted is not None
            self.controller.touch(wanted)

    def throw(self) -> None:
        """Throw the dice that are asked for, all white or each in its own colour."""
        count = self.lying = self.play_on()
        values = tuple(self.random.randint(1, 6) for _ in range(count))
        colours = self.random.choice((["white"] * count, self.random.sample(COLOURS, count)))
        self.hand.throw(colours, values=values)
        self.thrown = tuple(sorted(values))

    def watch(self, until: float, before: Callable[[float], None] = lambda _at: None) -> None:
        """Let time pass until `until`; `before` is called before each frame and may change the camera."""
        while self.clock.now() < until:
            frame = self.source.read(1.0)
            if frame is None:
                continue
            before(frame.at)
            for seen in self.watcher.feed(Frame(self.camera.picture(frame.image), frame.at, frame.number)):
                self._say(signal_of(seen))

    def settle(self) -> None:
        """Watch until the dice rest, and a little longer."""
        self.watch(max(self.hand.calm_at(), self.clock.now()) + AFTERWARDS_S)

    def lose(self) -> None:
        """Unplug the camera for a while."""
        for seen in self.watcher.lost("the cable is out"):
            self._say(signal_of(seen))
        self.clock.sleep(self.random.uniform(0.1, 2.0))

    def covered(self, begins: float, ends: float) -> Callable[[float], None]:
        """Return a function for `watch` that covers the lens between two times."""
        thing = self.random.choice(THINGS)

        def lay(at: float) -> None:
            self.camera.cover = thing if begins <= at < ends else None

        return lay

    def dims(self, begins: float, takes: float) -> Callable[[float], None]:
        """Return a function for `watch` that changes the light from a time on."""
        old, new = self.camera.gain, self.random.choice(GAINS)

        def change(at: float) -> None:
            self.camera.gain = old + (new - old) * min(1.0, max(0.0, (at - begins) / takes))

        return change

    def rolls(self) -> list[tuple[int, ...]]:
        """All rolls that counted in this game."""
        assert self.controller.session is not None
        events = [entry.event for entry in self.controller.session.entries]
        return [tuple(sorted(face.value for face in event.faces)) for event in events if isinstance(event, Rolled)]

    def tell(self, values: tuple[int, ...]) -> None:
        """Enter by hand the dice that lie there."""
        assert self.controller.session is not None
        faces = tuple(Face(value) for value in values)
        if self.controller.pending_review is not None:
            self.controller.settle(faces)
        else:
            seat = next(ask.seat for ask in self.controller.session.asks() if ask.roll is not None)
            self.controller.touch(Rolled(seat, faces))

    def _sit_down(self) -> None:
        self.controller.begin("catch-up", Table(("Ann", "Bo")))
        session = self.controller.session
        assert session is not None
        assert session.game.bot is not None
        self._bot = import_module(session.game.bot).make(session.table, session.options, self.random)

    def _say(self, signal: Signal) -> None:
        self.controller.inbox.put(signal)
        self.controller.tick()
