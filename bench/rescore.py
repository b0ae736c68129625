"""How long `catseye rescore` takes for 500 throws (target: one minute on two cores).

usage: bench/rescore.py [NUMBER]      rendered throws of three to six dice, as the journal keeps them; no two alike
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.devices.evidence import Example, read_again
from companion.devices.tray_signals import evidence_jpeg
from vision.sim import StepClock, open_sim

COLOURS = ("white", "red", "blue", "green", "yellow", "black")


def thrown(number: int) -> Iterator[Example]:
    """Yield this number of throws in rendered trays, in a new tray after every 50."""
    random, clock = Random(56), StepClock()
    for at in range(number):
        if at % 50 == 0:
            source = open_sim(f"seed={at}", now=clock.now, sleep=clock.sleep)
        assert source.hand is not None
        values = tuple(random.randint(1, 6) for _ in range(random.randint(3, 6)))
        source.hand.throw(random.sample(COLOURS, len(values)), values=values)
        while clock.now() < source.hand.calm_at() + 0.2:
            clock.sleep(0.5)
        frame = source.read(1.0)
        picture = None if frame is None else evidence_jpeg(frame.image)
        assert picture is not None
        truth = tuple(sorted(values))
        yield Example(f"{at:03}", picture, truth, True, truth, asked=("",) * len(values))


def main() -> None:
    """Print the time of reading, and how the reader did."""
    examples = list(thrown(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
    began, worked = time.perf_counter(), time.process_time()
    answers = [(reading.values == example.truth, reading.sure) for example, reading in read_again(examples)]
    worked = time.process_time() - worked
    print(f"{len(examples)} throws read again in {time.perf_counter() - began:.1f} s, {worked:.1f} s of processors")
    print(f"{sum(right for right, _ in answers)} right, {sum(sure for _, sure in answers)} sure, "
          f"{sum(sure and not right for right, sure in answers)} silently wrong")  # fmt: skip


if __name__ == "__main__":
    main()
