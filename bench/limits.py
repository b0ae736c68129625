"""What the program may cost: processor time, memory and turns of threads, each figure beside its limit.

usage: bench/limits.py [faults | inbox | light | multipart | watch ...]      (all of them if none is named)

It ends with 1 if a figure is above its limit. Run it on a quiet machine: other programs take time of the processor's
caches. How long screens take is in bench/app.py, what hours of watching cost in bench/vision_endurance.py.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from calibration.light.measurement import measure
from companion.core.asks import Key
from companion.devices.inbox import Inbox
from companion.record.journal import Journal
from companion.referee.signals import KeyPressed
from tests.e2e.faulty_table import FaultyTable
from vision import __main__ as command_line
from vision.frames import Frame
from vision.sources.multipart import Multipart

WARM_UP, FAULTS = 60, 300
"""Faults of devices after which memory is first measured (all that is loaded once is loaded), and all of them."""


class Figure(NamedTuple):
    """What was measured, and the most that it may be."""

    what: str
    value: float
    limit: float
    unit: str


def faults() -> Iterator[Figure]:
    """Cameras and boxes that fail all the time, while all games are played on a virtual clock."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        table = FaultyTable(3, Journal(Path(folder) / "journal.sqlite"), patched)
        try:
            table.run(WARM_UP)
            memory, cpu, clock, switches = _resident_mb(), time.process_time(), table.time.now(), table.time.switches
            table.run(FAULTS - WARM_UP)
            grown, cost = _resident_mb() - memory, (time.process_time() - cpu) / (FAULTS - WARM_UP)
            turns = (table.time.switches - switches) / (table.time.now() - clock)
        finally:
            table.stop()
    logging.disable(logging.NOTSET)
    yield Figure("memory grows by", grown, 32, "MB")  # an endless list of frames takes as much within 20 s
    yield Figure("processor time a fault, with its 2.3 s of play", 1000 * cost, 250, "ms")
    yield Figure("longest work of the screen's thread", 1000 * table.figures.longest_tick_s, 1000, "ms")
    yield Figure("turns of threads a second of play", turns, 150, "")  # one that never waits would have thousands


def _resident_mb() -> float:
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def light() -> Iterator[Figure]:
    """Measuring the light of a large picture: the same number of pixels is looked at."""
    small = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8), (0, 0), 2)
    took = _processor_time(lambda: measure([small]))
    for times in (3, 6):
        large = cv2.resize(small, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
        factor = _processor_time(lambda large=large: measure([large])) / took
        yield Figure(f"light of a picture {times} x {times} times as large", factor, 4, "times as long")


def multipart() -> Iterator[Figure]:
    """Streams of a camera that are no pictures: twice the bytes take about twice the time."""
    streams = {
        "no delimiter": b"--cut\r\n\r\n" + b"x" * (1 << 21),
        "no part": b"x" * (1 << 21),
        "no end of the head": b"--cut\r\n" + b"x" * (1 << 21),
        "delimiters within a line": b"--cut\r\n\r\n" + b"--cut" * (1 << 18),
    }

    def fed(stream: bytes) -> None:
        parts = Multipart(b"--cut")
        for at in range(0, len(stream), 512):
            parts.feed(stream[at : at + 512])

    for what, stream in streams.items():
        whole = _processor_time(lambda stream=stream: fed(stream))
        half = _processor_time(lambda stream=stream: fed(stream[: len(stream) // 2]))
        yield Figure(f"a stream with {what}, twice as long", whole / max(half, 0.01), 3, "times as long")


def inbox() -> Iterator[Figure]:
    """Presses that wait in the inbox of a busy app: each costs as much as the first."""

    def put(count: int) -> None:
        waiting = Inbox()
        for number in range(count):
            waiting.put(KeyPressed(0, Key.YES, float(number)))

    few, many = (_processor_time(lambda count=count: put(count)) for count in (2_000, 20_000))
    yield Figure("a press among 20,000 that wait", 1e6 * many / 20_000, 20, "us")
    yield Figure("the same, compared with one among 2,000", many / 10 / few, 3, "times as long")


def watch() -> Iterator[Figure]:
    """`vision watch` for ten minutes of frames."""

    class Camera:
        ended, count, held = False, 0, ()

        def read(self, _timeout: float) -> Frame:
            self.count += 1
            if self.count in {3000, 18_000}:
                self.held = (*self.held, tracemalloc.get_traced_memory()[0])
            self.ended = self.count == 18_000
            return Frame(np.zeros((48, 64, 3), np.uint8), self.count / 30, self.count)

        def close(self) -> None:
            """Nothing to let go of."""

    class Watcher:
        def feed(self, _frame: Frame) -> tuple[object, ...]:
            return ()

    camera = Camera()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(command_line, "open_source", lambda _name: camera)
        patched.setattr(command_line, "open_watcher", Watcher)
        tracemalloc.start()
        CliRunner().invoke(command_line.app, ["watch", "usb:0"], catch_exceptions=False)
        tracemalloc.stop()
    yield Figure("memory of vision watch over 15,000 frames", (camera.held[1] - camera.held[0]) / 1000, 50, "kB")


def _processor_time(work: Callable[[], object]) -> float:
    """Seconds, the best of three."""
    took = []
    for _ in range(3):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)


ROWS = {"faults": faults, "inbox": inbox, "light": light, "multipart": multipart, "watch": watch}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS])
    above = 0
    for name in parser.parse_args().rows or ROWS:
        for figure in ROWS[name]():
            over = figure.value > figure.limit
            print(f"{figure.what:55} {figure.value:8.2f} {figure.unit:14} at most {figure.limit:g}{'  ABOVE' * over}")
            above += over
    return above > 0


if __name__ == "__main__":
    sys.exit(main())
