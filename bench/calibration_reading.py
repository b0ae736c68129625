"""Compares reading with a profile and without, on the rendered clips and stills.

usage: python bench/calibration_reading.py [RENDERS]      (default: ../shared/dice/renders)

Each clip and still gets a profile of the whole picture: its lens, an outline just inside the frame, and (clips) the
drift reference of its first frame, so that the drift watch runs. Worse means: a rest or a sure reading that is lost, or
another value.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)

from calibration.drift.reference import drift_reference_of
from calibration.profile.tray_profile import TrayProfile
from calibration.solve.lens import Lens
from vision.pipeline.reader import Reader
from vision.pipeline.tray_reader import TrayReader, TrayWatcher
from vision.sources import open_source
from vision.tracking.watcher import Disturbed, Rest


def profile_of(label, picture=None):
    """A profile of a whole rendered picture."""
    width, height = label["width"], label["height"]
    focal = width / 2 / np.tan(np.radians(label["hfov_deg"]) / 2)
    lens = Lens(width, height, focal, focal, (width - 1) / 2, (height - 1) / 2)
    edge = ((2.0, 2.0), (width - 3.0, 2.0), (width - 3.0, height - 3.0), (2.0, height - 3.0))
    backdrop = None if picture is None else drift_reference_of(picture, edge)
    return TrayProfile("clip", width, height, "now", lens=lens, region=edge, backdrop=backdrop)


def watched(path, watcher):
    """Every rest and disturbance of a clip: (frame, values, sure)."""
    source, seen = open_source(f"clip:{path}"), []
    while (frame := source.read(1.0)) is not None or not source.ended:
        if frame is None:
            continue
        rests = [event.reading for event in watcher.feed(frame) if isinstance(event, Rest | Disturbed)]
        seen += [(frame.number, reading.values, reading.sure) for reading in rests]
    source.close()
    return seen


def compare(count, plain, calibrated):
    """Count equal, better and worse readings."""
    for one, other in zip(plain, calibrated, strict=False):
        if one == other:
            count["same"] += 1
        elif one[:2] == other[:2] and other[2]:
            count["surer"] += 1
        else:
            count["worse"] += 1
            print("   differs:", one, other)
    count["lost"] += max(0, len(plain) - len(calibrated))
    count["new"] += max(0, len(calibrated) - len(plain))


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "dice" / "renders"
    labels = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    reader = Reader()
    clips, stills = Counter(), Counter()
    for label in labels:
        path = folder / label["file"]
        if "rests" in label:
            first = open_source(f"clip:{path}")
            picture = first.read(5.0).image
            first.close()
            calibrated = TrayWatcher(TrayReader(reader, profile_of(label, picture)))
            compare(clips, watched(path, TrayWatcher(TrayReader(reader))), watched(path, calibrated))
        else:
            picture = cv2.imread(str(path))
            one, other = reader.read(picture), TrayReader(reader, profile_of(label)).read(picture)
            compare(stills, [(0, one.values, one.sure)], [(0, other.values, other.sure)])
    print("rests of the clips:", dict(clips))
    print("stills:", dict(stills))
    return 1 if clips["worse"] + clips["lost"] + stills["worse"] + stills["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
