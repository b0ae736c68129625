"""The clips that bench/readings.py watches: the labelled ones, and sessions at the simulated tray by seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from reading_sets import COLOURS

from vision.frames import Frame, Image
from vision.sim import SimTray, StepClock
from vision.sources import open_source

AFTERWARDS_S = 1.2
"""Seconds of frames after each act."""


@dataclass(frozen=True)
class SetUp:
    """A tray that was set up: `corners_px` of its inside, clockwise from the top left, its size, the
    focal length, and pictures: one without dice, and some with one red and one blue die each.
    """

    corners_px: tuple[tuple[float, float], ...]
    focal_px: float
    empty: Image
    dice: tuple[Image, ...]
    size_mm: tuple[float, float] = (300.0, 190.0)


@dataclass(frozen=True)
class Clip:
    """A clip of a set. `frames` yields frames, and a str where the source is lost. `rests` are labelled: `first` and
    `last` frame, sorted `values`, `cocked`, `partly` (a die is cut by the border); all are there once all frames are.
    """

    set_name: str
    name: str
    frames: Callable[[], Iterator[Frame | str]]
    rests: list[dict[str, Any]]
    set_up: Callable[[], SetUp | None] = lambda: None


def clips(folder: Path) -> Iterator[Clip]:
    """Yield the clips listed in a folder's labels.jsonl."""
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        if "rests" in label:
            yield Clip("clips", label["file"], partial(_film, folder / label["file"]), _rests_of(label))


def sessions() -> Iterator[Clip]:
    """Yield sessions at simulated trays that were not set up."""
    for seed, size in ((1, (640, 480)), (3, (640, 480)), (4, (960, 540))):
        rests: list[dict[str, Any]] = []
        yield Clip("sessions", f"seed {seed}", partial(_session, seed, size, rests), rests)


def set_up_sessions() -> Iterator[Clip]:
    """Yield sessions at simulated trays that were set up."""
    for seed, (size, focal_px, corners_px) in SET_UP.items():
        rests: list[dict[str, Any]] = []
        known = partial(_set_up, seed, size, focal_px, corners_px)
        yield Clip("set-up sessions", f"seed {seed}", partial(_session, seed, size, rests), rests, known)


SET_UP = {
    11: ((960, 540), 1159.1, ((168.9, 76.4), (776.2, 55.7), (827.2, 436.6), (144.0, 459.9))),
    12: ((640, 480), 842.7, ((77.5, 71.9), (568.6, 82.6), (575.4, 398.9), (56.9, 387.5))),
    14: ((640, 480), 810.0, ((78.5, 83.5), (550.1, 68.5), (590.2, 366.9), (57.4, 383.9))),
}
"""For a seed of the simulated tray the pictures' size, the focal length and the corners of the tray's inside, px."""


def _film(path: Path) -> Iterator[Frame | str]:
    source = open_source(f"clip:{path}")
    while not source.ended:
        if (frame := source.read(1.0)) is not None:
            yield frame
    source.close()


def _rests_of(label: dict[str, Any]) -> list[dict[str, Any]]:
    visible = {
        roll["settle_frame"]: roll.get("settle_visible_frame") or roll["settle_frame"] for roll in label["rolls"]
    }
    return [
        {
            "first": visible.get(rest["from_frame"], rest["from_frame"]),
            "last": rest["to_frame"],
            "values": sorted(die["value"] for die in rest["dice"] if die.get("in_frame", 1) > 0.9),
            "cocked": bool(rest.get("any_cocked")),
            "partly": any(0.05 < die.get("in_frame", 1) <= 0.9 for die in rest["dice"]),
        }
        for rest in label["rests"]
    ]


def _opened(seed: int, size: tuple[int, int]) -> tuple[SimTray, StepClock]:
    clock = StepClock()
    return SimTray(seed=seed, size=size, now=clock.now, sleep=clock.sleep), clock


def _set_up(seed: int, size: tuple[int, int], focal_px: float, corners_px: tuple[tuple[float, float], ...]) -> SetUp:
    tray, clock = _opened(seed, size)
    pictures = []
    for number in range(5):
        if number:
            tray.hand.throw(["red", "blue"], values=[number, 7 - number])
            clock.sleep(tray.hand.calm_at() + 0.2 - clock.now())
        frame = tray.read(1.0)
        assert frame is not None
        pictures.append(frame.image)
    return SetUp(corners_px, focal_px, pictures[0], tuple(pictures[1:]))


@dataclass
class _Camera:
    """Faults of the simulated camera: `cover` is on the lens, `repeats` is the share of pictures that are repeated in
    place of the next, `shift` the shift of the camera, `trembles` the amplitude of its tremble, both in px.
    """

    random: np.random.Generator
    gain: float = 1.0
    cover: tuple[int, int, int] | None = None
    repeats: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    trembles: float = 0.0
    last: Image | None = field(default=None, repr=False)

    def taken(self, frame: Frame) -> Frame:
        """Return the frame as it arrives."""
        if self.last is None or self.random.random() >= self.repeats:
            self.last = self._picture(frame.image, frame.at)
        return replace(frame, image=self.last)

    def _picture(self, drawn: Image, at: float) -> Image:
        noise = drawn & 3  # the drawn picture's own, so that a covered lens gives no frozen stream
        covered = np.full_like(drawn, 0 if self.cover is None else self.cover) + noise
        seen = np.asarray(covered if self.cover else cv2.convertScaleAbs(drawn, alpha=self.gain), np.uint8)
        x, y = (away + self.trembles * np.sin(often * at) for away, often in zip(self.shift, (46, 32), strict=True))
        if not x and not y:
            return seen
        moved = np.array([[1, 0, x], [0, 1, y]], np.float32)
        return np.asarray(cv2.warpAffine(seen, moved, seen.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


ACTS = (
    "throw", "throw", "hand", "push", "tip", "throw and hand", "cover", "throw under cover", "dim", "throw", "shift",
    "repeats", "stuck", "lost", "take up", "tremble", "dark", "push",
)  # fmt: skip
"""The acts of a session, in an order drawn by its seed."""


class _Session:
    def __init__(self, seed: int, size: tuple[int, int], rests: list[dict[str, Any]]) -> None:
        self.random = np.random.default_rng((seed, 5))
        self.tray, self.clock = _opened(seed, size)
        self.camera = _Camera(self.random)
        self.rests = rests
        self.number, self.lying = 0, 0
        self.calm_at = 0.0

    def until(self, second: float) -> Iterator[Frame]:
        while self.clock.now() < second:
            if (frame := self.tray.read(1.0)) is not None:
                self.number = frame.number
                yield self.camera.taken(frame)

    def throw(self) -> None:
        self.lying = int(self.random.integers(1, 6))
        colours = self.random.choice(COLOURS, self.lying).tolist()
        self.tray.hand.throw(colours, values=self.random.integers(1, 7, self.lying).tolist())
        self.calm_at = self.tray.hand.calm_at()

    def rest(self) -> Iterator[Frame]:
        """Wait until all acts are over, and a little longer: a labelled rest."""
        yield from self.until(self.tray.hand.calm_at())
        first = round(self.calm_at * self.tray.fps)
        yield from self.until(self.clock.now() + AFTERWARDS_S)
        values = list(self.tray.hand.values)
        self.rests.append({"first": first, "last": self.number, "values": values, "cocked": False, "partly": False})

    def act(self, name: str) -> Iterator[Frame | str]:
        """Do one of ACTS."""
        camera, hand, now, which = self.camera, self.tray.hand, self.clock.now(), int(self.random.integers(0, 6))
        if name in {"push", "tip"} and self.lying:
            hand.nudge(which % self.lying, value=None if name == "push" else which + 1)
            self.calm_at = hand.calm_at()
            yield from self.rest()
            return
        throws = {"throw", "throw and hand", "throw under cover", "repeats", "stuck", "tremble", "dark"}
        if name in throws:
            self.throw()
        if "hand" in name:
            hand.pass_over()
        if name == "take up":
            hand.clear()
            self.lying = 0
        if "cover" in name:
            yield from self.until(now + self.random.uniform(0.1, 1.5))
            camera.cover = ((5, 5, 5), (90, 120, 170), (128, 128, 128), (250, 250, 250))[which % 4]
            yield from self.until(self.clock.now() + self.random.uniform(0.3, 2.5))
            camera.cover = None
        if name == "dim":
            for gain in np.linspace(camera.gain, self.random.choice((0.6, 0.8, 1.2)), 12):
                camera.gain = gain
                yield from self.until(self.clock.now() + 0.05)
        if name == "shift":
            camera.shift = self.random.uniform(-9, 9), self.random.uniform(-9, 9)
        if name == "lost":
            yield "the cable is out"
            self.clock.sleep(self.random.uniform(0.1, 2.0))
        camera.repeats = {"repeats": 0.4, "stuck": 1.0}.get(name, 0.0)
        camera.trembles = 0.5 if name == "tremble" else 0.0
        gain, camera.gain = camera.gain, 0.12 if name == "dark" else camera.gain
        if name not in throws or name in {"stuck", "dark"}:
            yield from self.until(max(hand.calm_at(), self.clock.now()) + 2.0)
            camera.repeats, camera.gain = 0.0, gain
        if name in throws:
            yield from self.rest()
        camera.repeats, camera.trembles = 0.0, 0.0


def _session(seed: int, size: tuple[int, int], rests: list[dict[str, Any]]) -> Iterator[Frame | str]:
    it = _Session(seed, size, rests)
    yield from it.until(1.0)
    for name in it.random.permutation(np.array(ACTS)):
        yield from it.act(str(name))
