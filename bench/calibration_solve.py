"""Calibration against synthetic truth: random cameras, good and careless sets of pictures, and how long `solve` takes.

usage: python bench/calibration_solve.py [CAMERAS [FIRST]]      (200 from number 0 by default)

For each camera: lens, distortion and poses are random; the pictures get noise, blur, dim or uneven light, and JPEG.
Right means: focal length within 0.5 %, principal point within 3 px, every point of a 300 x 190 mm tray at about 60 cm
within 0.5 mm. A silent failure is a result that is accepted and not right.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from calibration.chart.detection import Sighting, find_chart
from calibration.solve.plane import BadPlane, plane_from_chart, to_table
from calibration.solve.solver import BadSet, solve
from tests.support import rendered_charts as rendered


def spoiled(picture, rng):
    """Return the picture as a phone or a webcam records it."""
    if rng.random() < 0.4:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 1.6))
    gain = rng.uniform(0.35, 1.1)
    slope = np.linspace(rng.uniform(0.7, 1), 1, picture.shape[1], dtype=np.float32)
    noisy = picture * slope * gain + rng.normal(0, rng.uniform(1, 5), picture.shape)
    _, jpeg = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [1, int(rng.integers(70, 96))])
    return cv2.imdecode(jpeg, cv2.IMREAD_GRAYSCALE)


def pictures(table, rng, style):
    """A careful tour, or a careless set: few, flat, or only in one place."""
    if style == "careful":
        return [spoiled(picture, rng) for picture in table.tour(14)]
    if style == "few":
        return [spoiled(picture, rng) for picture in table.tour(int(rng.integers(5, 9)))]
    near = table.chart.size_mm[0] * table.lens.fx / table.lens.width / rng.uniform(0.5, 0.65)
    tilt = 12 if style == "flat" else 35
    spread = 0.22 if style == "flat" else 0.1
    found = []
    for _ in range(12):
        at = (rng.uniform(0.5 - spread, 0.5 + spread), rng.uniform(0.5 - spread, 0.5 + spread))
        pose = table.pose(near, rng.uniform(0, tilt), rng.uniform(0, 360), rng.uniform(-40, 40), at)
        found.append(spoiled(table.picture(*pose), rng))
    return found


def tray_error(table, rng, lens):
    """The worst and the promised error in mm over the tray."""
    turn, place = table.pose(rng.uniform(560, 640), rng.uniform(0, 25), rng.uniform(0, 360), rng.uniform(-15, 15))
    sighting = find_chart(spoiled(table.picture(turn, place), rng), table.chart)
    if not isinstance(sighting, Sighting):
        return None
    try:
        plane = plane_from_chart(sighting, table.chart, lens)
    except BadPlane:
        return None
    x, y = np.meshgrid(np.linspace(-150, 150, 13), np.linspace(-95, 95, 9))
    truth = np.stack([x.ravel(), y.ravel()], axis=1)
    scene = np.column_stack([truth + np.array(table.chart.size_mm) / 2, np.zeros(len(truth))])
    seen, _ = cv2.projectPoints(
        scene, cv2.Rodrigues(turn)[0], place, table.lens.matrix, np.array(table.lens.distortion)
    )
    seen = seen.reshape(-1, 2)
    within = (seen >= 0).all(axis=1) & (seen < (table.lens.width, table.lens.height)).all(axis=1)
    off = np.linalg.norm(to_table(plane, lens, seen[within]) - truth[within], axis=1)
    return float(off.max()), plane.error_mm


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    cv2.setNumThreads(1)
    results, focal, centre, trays, promised, silent = Counter(), [], [], [], [], []
    for number in range(first, first + count):
        rng = np.random.default_rng(1000 + number)
        style = "careful" if number % 2 == 0 else str(rng.choice(["few", "flat", "middle"]))
        table = rendered.Table(rendered.random_lens(rng), seed=number)
        sightings = [
            one
            for one in (find_chart(p, table.chart) for p in pictures(table, rng, style))
            if isinstance(one, Sighting)
        ]
        try:
            lens = solve(sightings, table.chart).lens
        except BadSet as refused:
            results[style, "refused"] += 1
            if style == "careful":
                print(f"  camera {number}: {refused}")
            continue
        off = tray_error(table, rng, lens)
        f, c = abs(lens.fx / table.lens.fx - 1), float(np.hypot(lens.cx - table.lens.cx, lens.cy - table.lens.cy))
        right = f < 0.005 and c < 3 and (off is None or off[0] < 0.5)
        results[style, "right" if right else "WRONG"] += 1
        focal.append(f)
        centre.append(c)
        if off is not None:
            trays.append(off[0])
            promised.append(off[0] <= 2 * off[1])
        if not right:
            silent.append((number, style, round(100 * f, 2), round(c, 1), off))
        if (number + 1) % 25 == 0:
            print(f"  {number + 1} cameras", flush=True)
    for key in sorted(results):
        print(f"{key[0]:8} {key[1]:8} {results[key]}")
    if not focal:
        return 1
    for name, values, unit in (("focal", 100 * np.array(focal), "%"), ("centre", centre, "px"), ("tray", trays, "mm")):
        p50, p95 = np.percentile(values, [50, 95])
        print(f"{name:7} p50 {p50:.3f} p95 {p95:.3f} worst {max(values):.3f} {unit}")
    print(f"the tray's error stays within twice what is promised in {np.mean(promised):.1%}")
    print(f"silent failures: {len(silent)} {silent}")
    return 1 if silent else 0


def timed():
    """`solve` on 30 pictures of 1280x720, finding the chart included."""
    table = rendered.Table(rendered.random_lens(np.random.default_rng(5)), seed=5)
    shots = list(table.tour(30))
    began = time.perf_counter()
    sightings = [find_chart(picture, table.chart) for picture in shots]
    found = time.perf_counter()
    solve([one for one in sightings if isinstance(one, Sighting)], table.chart)
    done = time.perf_counter()
    print(f"30 pictures: finding {found - began:.2f} s, solving {done - found:.2f} s")


if __name__ == "__main__":
    timed()
    sys.exit(main())
