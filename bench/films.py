"""What films cost play: time of a frame on the camera's thread, and from the frame at rest to its signal, with films
and without, in turns in one run. With films every one is also encoded on a thread beside it, which in play few are.

usage: bench/films.py [THROWS]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.devices.film import FilmRing, film_file
from companion.devices.tray import PREVIEW_PERIOD_S, PREVIEW_WIDTH
from companion.devices.tray_signals import at_most, signal_of
from vision import Rest, open_watcher
from vision.sim import StepClock, open_sim

COLOURS = ("white", "red", "blue", "green")


def main() -> None:
    """Print medians and 95th percentiles, ms."""
    throws = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    random, clock, ring, waiting = Random(7), StepClock(), FilmRing(), SimpleQueue[tuple[bytes, ...]]()
    source, watcher = open_sim("seed=7", now=clock.now, sleep=clock.sleep), open_watcher()
    written: list[float] = []

    def write() -> None:
        while film := waiting.get():
            began = time.perf_counter()
            film_file(film)
            written.append(1000 * (time.perf_counter() - began))

    writer = Thread(target=write, daemon=True)
    writer.start()
    frames: dict[bool, list[float]] = {False: [], True: []}
    rests: dict[bool, list[float]] = {False: [], True: []}
    assert source.hand is not None
    for at in range(throws):
        films, due = bool(at % 2), 0.0
        source.hand.throw(random.sample(COLOURS, 3))
        until = source.hand.calm_at() + 1.0
        while clock.now() < until:
            frame = source.read(1.0)
            if frame is None:
                continue
            began = time.perf_counter()
            if frame.at >= due:
                due, shown = frame.at + PREVIEW_PERIOD_S, at_most(frame.image, PREVIEW_WIDTH)
                if films:
                    ring.add(shown, frame.at, None)
            signals = [signal_of(seen, watcher.tray, ring.film() if films else ()) for seen in watcher.feed(frame)
                       if isinstance(seen, Rest)]  # fmt: skip
            took = 1000 * (time.perf_counter() - began)
            (rests if signals else frames)[films].append(took)
            if films and signals:
                waiting.put(ring.film())
    waiting.put(())
    writer.join()
    for films in (False, True):
        p50, p95 = np.percentile(frames[films], (50, 95))
        q50, q95 = np.percentile(rests[films], (50, 95))
        print(f"films {'on ' if films else 'off'}: frame {p50:5.2f} / {p95:5.2f} ms of {len(frames[films])}, "
              f"rest to signal {q50:6.1f} / {q95:6.1f} ms of {len(rests[films])}")  # fmt: skip
    print(f"a film is encoded beside it in {np.median(written):.0f} ms")


if __name__ == "__main__":
    main()
