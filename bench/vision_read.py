"""The reader on labelled folders: exact readings, reliability and speed, side by side with the tutorial method.

usage: python bench/vision_read.py [--step N] [FOLDER ...]      (folders with index.csv or labels.jsonl; default
../shared/dice/*)

Prints a table that leaves each source out in turn, and draws the reliability curve into the file of --plot.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from vision_tutorial import TutorialReader

from catseye.image_files import decode_file
from training.pictures import TRAINABLE
from vision.evaluation.metrics import Labelled, labelled, score
from vision.frames import Frame, Image
from vision.pipeline.reader import Reader
from vision.reading import Reading
from vision.tracking.motion import RestDetector
from vision.tracking.watcher import Watcher

BINS = np.array([0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", type=Path, help="a .png")
    options, sets = given(parser)
    everything = []
    for pictures in sets:
        ours = answers(Reader(), pictures)
        everything += ours
        show("ours", ours)
        show("tutorial", answers(TutorialReader(), pictures))
        _leave_one_out(ours)
    if options.plot is not None:
        draw_reliability(everything, options.plot)
    speed(everything)
    return 0


def given(parser: argparse.ArgumentParser) -> tuple[argparse.Namespace, Iterator[list[Labelled]]]:
    """Return the options, and the labelled pictures of each folder, whose name is printed first. Ends the program if
    there is none.
    """
    parser.add_argument("--step", type=int, default=1, help="every Nth picture only")
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    folders = options.folders or [
        folder for folder in sorted((ROOT / ".." / "shared" / "dice").glob("*")) if folder.is_dir()
    ]
    if not folders:
        print("no labelled folders here: give some")
        sys.exit(1)
    return options, (_labelled(folder, options.step) for folder in folders)


def _labelled(folder: Path, step: int) -> list[Labelled]:
    pictures = list(labelled(folder))[::step]
    print(f"{folder.name}: {len(pictures)} pictures")
    return pictures


def answers(
    reader: Reader | TutorialReader, pictures: list[Labelled], changed: Callable[[Image], Image] = lambda image: image
) -> list[tuple[Labelled, Reading]]:
    """Return the readings of the pictures, each altered by `changed` first."""
    return [(label, reader.read(changed(decode_file(label.path).image))) for label in pictures]


def show(name: str, read: list[tuple[Labelled, Reading]]) -> None:
    """Print a row of figures."""
    s = score(read)
    print(
        f"  {name:11} exact {s.exact:6.1%}  macro {s.macro:6.1%}  sure of {s.coverage:6.1%}"
        f"  silently wrong {s.silent_wrong:3d}"
        f"  colours {s.colours_right:6.1%}  cocked {s.cocked_caught}  ms {s.ms_median:.1f} (p95 {s.ms_p95:.1f})"
    )


def _leave_one_out(answers: list[tuple[Labelled, Reading]]) -> None:
    """Each source by itself and all the others without it: one that carries the figure shows here. The photographs
    of the sources marked * and most of the stills took part in training.
    """
    print("  left out                                   its own exact  without it   sure  silently wrong in it")
    for group in sorted({label.group for label, _ in answers}):
        own = score([a for a in answers if a[0].group == group])
        rest = score([a for a in answers if a[0].group != group])
        name = group + (" *" if group in TRAINABLE else "")
        print(f"    {name:40} {own.exact:12.1%} {rest.exact:11.1%} {own.coverage:6.0%} {own.silent_wrong:21d}")


def draw_reliability(answers: list[tuple[Labelled, Reading]], path: Path) -> None:
    """Draw what share of pictures was right against the least confidence in them, and print the bins."""
    points = [
        (min(die.value_confidence for die in reading.dice), reading.values == label.values, reading.sure)
        for label, reading in answers
        if reading.dice and label.special == "" and label.values is not None
    ]
    if not points:
        return
    confidence, right, sure = (np.array(column, float) for column in zip(*points, strict=True))
    canvas = np.full((520, 560, 3), 255, np.uint8)
    at = lambda x, y: (int(50 + 460 * x), int(470 - 430 * y))  # noqa: E731
    cv2.line(canvas, at(0, 0), at(1, 1), (200, 200, 200), 1, cv2.LINE_AA)
    cv2.rectangle(canvas, at(0, 1), at(1, 0), (0, 0, 0), 1)
    previous = None
    print("reliability: least confidence in the picture -> share right (pictures; of them sure)")
    for low, high in pairwise(BINS):
        inside = (confidence >= low) & ((confidence < high) | (high == 1.0))
        if not inside.any():
            continue
        x, y, n = confidence[inside].mean(), right[inside].mean(), int(inside.sum())
        print(f"  {low:.2f}-{high:.2f}: {x:.3f} -> {y:.3f} ({n}; {int(sure[inside].sum())})")
        if previous is not None:
            cv2.line(canvas, previous, at(x, y), (180, 90, 20), 2, cv2.LINE_AA)
        previous = at(x, y)
        cv2.circle(canvas, previous, 3 + int(np.sqrt(n)) // 2, (180, 90, 20), -1, cv2.LINE_AA)
        cv2.putText(canvas, str(n), (previous[0] + 6, previous[1] + 14), 0, 0.4, (90, 90, 90), 1, cv2.LINE_AA)
    for tick in (0.0, 0.5, 1.0):
        cv2.putText(canvas, f"{tick:.1f}", (at(tick, 0)[0] - 10, 490), 0, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
        cv2.putText(canvas, f"{tick:.1f}", (12, at(0, tick)[1] + 4), 0, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(canvas, "least confidence of a die in the picture", (120, 512), 0, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(canvas, "share of pictures right", (60, 30), 0, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.imwrite(str(path), canvas)
    print(f"  drawn into {path.name}")


def _print_read_times(name: str, pictures: list[Image]) -> None:
    print(f"full read, six dice, 1280x720, {len(pictures)} {name}:")
    for method, reader in (("ours", Reader()), ("tutorial", TutorialReader())):
        times = [reader.read(picture).ms for _ in range(4) for picture in pictures]
        print(f"  {method:9} median {np.median(times):.1f} ms, p95 {np.percentile(times, 95):.1f} ms")


def speed(answers: list[tuple[Labelled, Reading]]) -> None:
    """Print the times of a still frame and of a full read at 1280x720 on one core, and the growth of memory."""
    pictures: list[Image] = []
    for still in (True, False):
        six = [label for label, _ in answers if label.values is not None and len(label.values) == 6]
        paths = [label.path for label in six if (label.path.parent.name == "stills") == still]
        pictures = [cv2.resize(decode_file(path).image, (1280, 720)) for path in paths[:20]]
        if pictures:
            _print_read_times("ray-traced stills" if still else "photographs brought to that size", pictures)
    if not pictures:
        return
    reader = Reader()
    noise = np.random.default_rng(1)
    frames = [np.clip(pictures[0] + noise.normal(0, 3, pictures[0].shape), 0, 255).astype(np.uint8) for _ in range(4)]
    stillness, clock = RestDetector(), cv2.TickMeter()
    for k in range(600):
        if k >= 60:
            clock.start()
        stillness.feed(frames[k % 4], k / 30)
        if k >= 60:
            clock.stop()
    print(f"still frame, 1280x720: {clock.getAvgTimeMilli():.2f} ms")
    watcher, before = Watcher(reader), 0
    for k in range(6000):
        watcher.feed(Frame(frames[k % 4], k / 30, k))
        if k == 1000:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"memory grown over 5000 watched frames: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before} KB")


if __name__ == "__main__":
    raise SystemExit(main())
