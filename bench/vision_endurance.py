"""The reader in a long game: does it keep up with 60 frames a second, and do hours of watching and playing cost memory?

usage: python bench/vision_endurance.py [--seconds 20] [--frames 108000] [--hours 8] [CLIP]

The pictures are those of a clip, 1280x720 (that of the tests, or any other), repeated. Lag: a thread yields them at 60
Hz, like a camera; for each frame that the watcher takes, the number of newer ones. Memory: the same pictures (108,000
are an hour at 30 Hz) without a delay; all rests are read. With --hours it plays instead: the whole app on a virtual
clock, the rendered tray and the real reader, the firmware in its emulator. The program ends with 1 if memory grows by
more than 5 % after the first tenth.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from vision import open_watcher
from vision.frames import Frame, Image, Picture
from vision.sources.latest_frame import LatestFrames
from vision.tracking.watcher import Rest

SIZE = (1280, 720)
FLAT = 0.05
"""Largest growth of memory in hours of play after the first tenth, as a share."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--frames", type=int, default=108_000)
    parser.add_argument("--hours", type=float, default=0.0, help="of virtual play, instead of the others")
    parser.add_argument("--size", default="480x360", help="of the rendered tray, for --hours")
    parser.add_argument("--fps", type=int, default=6, help="the same")
    parser.add_argument("clip", nargs="?", type=Path, default=ROOT / "tests" / "vision" / "data" / "dc00.mp4")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.hours:
        return play(options.hours, options.size, options.fps)
    pictures = _pictures(options.clip)
    if not pictures:
        print(f"{options.clip} holds no pictures")
        return 1
    lag(pictures, options.seconds)
    memory(pictures, options.frames)
    return 0


def _pictures(path: Path) -> list[Image]:
    clip = cv2.VideoCapture(str(path))
    found = []
    while True:
        there, picture = clip.read()
        if not there:
            return found
        found.append(np.asarray(cv2.resize(picture, SIZE), np.uint8))


def lag(pictures: list[Image], seconds: float, fps: float = 60.0) -> None:
    """Print the number of newer frames when the watcher took one, and the age of that."""
    handed, begun = [0], time.monotonic()

    def grab() -> Picture:
        number = handed[0] + 1
        time.sleep(max(0.0, begun + number / fps - time.monotonic()))
        handed[0] = number
        return Picture(pictures[number % len(pictures)])

    source = LatestFrames("sixty a second", grab, threading.Event().set, fps=fps)
    watcher, behind, age_ms, busy_ms = open_watcher(), [], [], []
    while time.monotonic() - begun < seconds:
        frame = source.read(1.0)
        if frame is None:
            continue
        taken = time.monotonic()
        behind.append(handed[0] - 1 - frame.number)
        age_ms.append(1000 * (taken - frame.at))
        watcher.feed(frame)
        busy_ms.append(1000 * (time.monotonic() - taken))
    source.close()
    counts = ", ".join(
        f"{int(n)} behind: {int(k)}" for n, k in zip(*np.unique(behind, return_counts=True), strict=True)
    )
    print(f"60 frames a second for {seconds:.0f} s: {len(behind)} of {handed[0]} taken up; {counts}")
    print(f"  age when taken up: median {np.median(age_ms):.2f}, p99 {np.percentile(age_ms, 99):.2f} ms")
    print(f"  work on a frame: median {np.median(busy_ms):.2f}, p99 {np.percentile(busy_ms, 99):.1f} ms")


def memory(pictures: list[Image], frames: int) -> None:
    """Print the resident memory over time, and its growth after the first tenth."""
    watcher, rests, marks = open_watcher(), 0, []
    begun = time.monotonic()
    for number in range(frames):
        frame = Frame(pictures[number % len(pictures)], number / 30, number)
        rests += sum(isinstance(seen, Rest) for seen in watcher.feed(frame))
        if number % max(frames // 10, 1) == frames // 10 - 1:
            marks.append(resident_kb())
    took = time.monotonic() - begun
    print(f"{frames} frames ({frames / 1800:.0f} min at 30 a second) in {took:.0f} s, {rests} rests read")
    print(f"  resident memory at each tenth, MB: {', '.join(f'{kb / 1024:.0f}' for kb in marks)}")
    print(f"  grown after the first tenth: {marks[-1] - marks[0]} KB")


def play(hours: float, size: str, fps: int) -> int:
    """Play, print the resident memory of the app and the emulator at each tenth, and return 1 if it grows."""
    from virtual_play import VirtualPlay  # noqa: PLC0415  it replaces the threads and the clock of the devices

    with tempfile.TemporaryDirectory() as folder:
        table = VirtualPlay(1, size, fps, Path(folder) / "journal.sqlite")
        begun, cpu, marks = time.monotonic(), time.process_time(), []
        for tenth in range(1, 11):
            table.run(hours * 360)
            marks.append((resident_kb(), resident_kb(table.emulator_pid)))
            mb = " and ".join(f"{kb / 1024:.1f}" for kb in marks[-1])
            took = f"{(time.monotonic() - begun) / 60:.1f} min, {(time.process_time() - cpu) / 60:.1f} of CPU"
            print(f"{hours * tenth / 10:.2f} h played in {took}: {mb} MB; events {dict(table.events)}", flush=True)
        table.stop()
    grown = [max(kb for kb in each[1:]) / each[0] - 1 for each in zip(*marks, strict=True)]
    print(
        f"games {dict(table.games)}, {table.given_up} given up; a tray of {size} at {fps} a second; crashed: ", end=""
    )
    print(f"{table.time.crashed}; memory grew by {100 * grown[0]:.1f} % (app) and {100 * grown[1]:.1f} % (emulator)")
    return int(max(grown) > FLAT or bool(table.time.crashed))


def resident_kb(process: int | str = "self") -> int:
    """Return the resident memory of a process."""
    with Path(f"/proc/{process}/status").open(encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


if __name__ == "__main__":
    raise SystemExit(main())
