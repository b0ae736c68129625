"""The watcher under a trembling camera: labelled clips, shifted and blurred as by a mount on a table in use.

usage: python bench/vision_stabilisation.py [--pixels 0 0.5 1 2] [--once 10] [FOLDER ...]      (folders with
labels.jsonl; default ../shared/dice/renders)

Each picture swings by `pixels` sideways (at 7.3 Hz) and along (5.1 Hz), rotates (6.2 Hz) so that its border moves as
far, and has the motion blur of a shutter of 1/60 s. `once` shifts the camera for good during the last rest of a clip.
Prints the labelled rests that were read right without a question, asked about, missed and silently wrong, those
reported before the dice rested, sure readings without a rest, and the time of a frame; and the same with a watcher
without registration (the baseline).
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from vision.frames import Frame, Image
from vision.imaging.background import Small
from vision.imaging.registration import Affine
from vision.pipeline.reader import Reader
from vision.pipeline.tray_reader import TrayReader
from vision.tracking.motion import Change, RestDetector, changed
from vision.tracking.watcher import Disturbed, Rest, Watcher

SLACK = 3
"""Frames by which a rest may be reported before its label begins, by rounding."""
SHUTTER_S = 1 / 60


class Untouched(RestDetector):
    """The baseline: pictures are compared without registration."""

    def _changed(self, small: Small) -> tuple[Change | None, Affine | None]:
        assert self._anchor is not None
        return changed(self._anchor, small, self.params), None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pixels", type=float, nargs="+", default=[0.0, 0.5, 1.0, 2.0])
    parser.add_argument("--once", type=float, nargs="*", default=[3.0, 10.0], help="pixels of a push that lasts")
    parser.add_argument("folders", nargs="*", type=Path, default=[ROOT.parent / "shared" / "dice" / "renders"])
    options = parser.parse_args()
    clips = [each for folder in options.folders for each in _clips(folder)]
    if not clips:
        print(f"no labelled clips in {', '.join(map(str, options.folders))}")
        return 1
    cv2.setNumThreads(1)
    reader = Reader()
    print("                            right asked missed wrong early phantom   ms a frame, median and p95")
    for pixels in options.pixels:
        for name, stillness in (("", RestDetector), ("  compared as they come", Untouched)):
            with mock.patch("vision.tracking.watcher.RestDetector", stillness):
                _report(f"{pixels:g} px{name}", [_watched(reader, *clip, pixels) for clip in clips])
    for push in options.once:
        _report(f"{push:g} px once", [_watched(reader, *clip, 0.0, push) for clip in clips])
    return 0


def _clips(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    labels = folder / "labels.jsonl"
    for line in labels.read_text(encoding="utf-8").splitlines() if labels.exists() else ():
        label = json.loads(line)
        if label["type"] == "clip":
            yield folder / label["file"], label


def _report(name: str, clips: list[tuple[Counter[str], list[float]]]) -> None:
    counts: Counter[str] = Counter()
    taken = sorted(ms for _, all_ms in clips for ms in all_ms)
    for count, _ in clips:
        counts += count
    figures = " ".join(f"{counts[kind]:6d}" for kind in ("right", "asked", "missed", "wrong", "early", "phantom"))
    print(f"{name:26s} {figures}   {statistics.median(taken):.2f} {taken[int(0.95 * len(taken))]:.2f}", flush=True)


def _watched(
    reader: Reader, path: Path, label: dict[str, Any], pixels: float, push: float = 0.0
) -> tuple[Counter[str], list[float]]:
    """Return how the rests of a clip were reported, and the milliseconds of frames that were not read."""
    watcher, reported, taken = Watcher(TrayReader(reader)), [], []
    pushed_at = (label["rests"][-1]["from_frame"] + label["rests"][-1]["to_frame"]) // 2 if push else label["n_frames"]
    for number, picture in enumerate(_pictures(path)):
        at = number / label["fps"]
        shown = _pushed(picture, push, number - pushed_at) if number >= pushed_at else _trembling(picture, pixels, at)
        begun = time.perf_counter()
        seen = watcher.feed(Frame(shown, at, number))
        took = time.perf_counter() - begun
        rests = [event for event in seen if isinstance(event, Rest | Disturbed)]
        reported += rests
        if not rests:
            taken.append(1000 * took)
    return _counted(reported, label), taken


def _pictures(path: Path) -> Iterator[Image]:
    clip = cv2.VideoCapture(str(path))
    while (shot := clip.read())[0]:
        yield np.asarray(shot[1], np.uint8)


def _counted(reported: list[Rest | Disturbed], label: dict[str, Any]) -> Counter[str]:
    counts: Counter[str] = Counter()
    within: set[int] = set()
    settled = {
        roll["settle_frame"]: roll.get("settle_visible_frame") or roll["settle_frame"] for roll in label["rolls"]
    }
    rests = [(event.reading.frame, event) for event in reported]
    for rest in label["rests"]:
        first, last = settled.get(rest["from_frame"], rest["from_frame"]), rest["to_frame"]
        here = [(frame, event) for frame, event in rests if first - SLACK <= frame <= last + SLACK]
        within |= {frame for frame, _ in here}
        sure = [event for _, event in here if event.reading.sure]
        values = tuple(sorted(die["value"] for die in rest["dice"] if die.get("in_frame", 1) > 0.9))
        counts["early"] += any(frame < first - 1 for frame, _ in here)
        if not sure:
            counts["asked" if here else "missed"] += 1
        else:
            counts["right" if all(event.reading.values == values for event in sure) else "wrong"] += 1
    counts["phantom"] = sum(bool(event.reading.sure and event.reading.dice) for at, event in rests if at not in within)
    return counts


def _trembling(picture: Image, pixels: float, at: float) -> Image:
    if not pixels:
        return picture
    total = sum(_moved(picture, pixels, at + late).astype(np.float32) for late in np.linspace(0, SHUTTER_S, 4))
    return np.asarray(np.round(total / 4), np.uint8)


def _moved(picture: Image, pixels: float, at: float) -> Image:
    width = picture.shape[1]
    swing = [pixels * np.sin(2 * np.pi * often * at + late) for often, late in ((7.3, 0.0), (5.1, 1.0), (6.2, 0.5))]
    return _warped(picture, swing[0], swing[1], 2 * swing[2] / width)


def _pushed(picture: Image, pixels: float, since: int) -> Image:
    """Half of the shift in one frame, with motion blur; all of it afterwards."""
    if since:
        return _warped(picture, pixels, -0.5 * pixels, 0.0)
    ways = [_warped(picture, share * pixels, -0.5 * share * pixels, 0.0) for share in np.linspace(0, 1, 5)]
    return np.asarray(np.round(np.mean(ways, axis=0)), np.uint8)


def _warped(picture: Image, dx: float, dy: float, turn: float) -> Image:
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), np.degrees(turn), 1.0)
    matrix[:, 2] += dx, dy
    how = cv2.INTER_CUBIC
    return np.asarray(
        cv2.warpAffine(picture, matrix, (width, height), flags=how, borderMode=cv2.BORDER_REFLECT), np.uint8
    )


if __name__ == "__main__":
    raise SystemExit(main())
