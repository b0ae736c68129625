"""Pictures a second and delay of a phone's browser as the camera: Chromium with a fake camera, on this machine alone.

usage: .venv/bin/python bench/phone_camera.py [SECONDS]

The delay is from drawing the camera's picture in the page to the answer that the tray's camera has taken it: encoding,
network (loopback, encrypted) and waiting. What a phone's own camera takes before is not in it.
"""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import itertools

from tests.e2e.test_phone_camera import dice_clip, fake_camera, link
from tests.support.browsers import CHROMIUM, chromium
from tests.support.served_table import served
from vision import open_source


def main(seconds: float) -> None:
    folder = Path(tempfile.mkdtemp())
    clip = dice_clip(folder / "dice.mjpeg")
    with (
        served(certificate=folder / "own.pem") as table,
        chromium(*fake_camera(clip), ignore_https_errors=True) as page,
    ):
        page.goto(link(table))
        page.click("#encrypted")
        page.click("#start")
        page.wait_for_selector("body[data-state=unused]")
        with closing(open_source("phone:")) as source:
            page.wait_for_selector("body[data-state=used]")
            at, worked, figures = [], time.process_time(), set()
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                frame = source.read(1.0)
                if frame is not None:
                    at.append(frame.at)
                figures.add(page.inner_text("#figures") if len(at) % 15 == 0 else "")
            busy = (time.process_time() - worked) / seconds
    gaps = sorted(1000 * (b - a) for a, b in itertools.pairwise(at))
    print(f"{(len(at) - 1) / (at[-1] - at[0]):.1f} pictures a second of {frame.image.shape[1]}x{frame.image.shape[0]}")
    print(f"between two: median {statistics.median(gaps):.0f} ms, 95 % {gaps[int(0.95 * len(gaps))]:.0f} ms")
    delays = sorted(int(re.findall(r"\d+", said)[1]) for said in figures - {""})
    print(f"drawn to taken: {delays[0]} to {delays[-1]} ms, median of seconds {statistics.median(delays):.0f} ms")
    print(f"the program: {100 * busy:.0f} % of a core")


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit(print("not measured: chromium is not installed"))
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)
