"""The drift watch: rendered bumps of 5 mm and more must be noticed in 2 s, undisturbed rolls never.

usage: python bench/calibration_drift.py [BUMPS] [MINUTES]      (100 bumps and 20 minutes by default)

Half of the bumps are small ones, as of an elbow; the others take the camera far away, turn it or change its zoom. Every
other tray is watched by the outline of its inside, as one that was set up is; the others by the whole picture.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from unittest import mock

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from calibration.drift.reference import drift_reference_of
from calibration.drift.watch import DriftWatch
from vision.sim import camera as cameras
from vision.sim import scene as stages
from vision.sim.render_tray import INSIDE_MM

FPS = 30.0
DICE = ("red", "blue", "green", "yellow", "black", "white")
NOTICED = ("moved", "lost")


def stage(seed, *, shift=(0.0, 0.0), roll=0.0, nearer=1.0, size=(640, 360)):
    """The rendered tray of a seed, with its camera moved (mm, degrees, share of its distance)."""

    def moved(target, **look):
        look["roll_deg"] += roll
        look["distance_mm"] *= nearer
        return cameras.looking_at((target[0] + shift[0], target[1] + shift[1], target[2]), **look)

    with mock.patch.object(stages, "looking_at", moved):
        return stages.Stage(seed, size, FPS)


def outline(tray):
    """The tray's inside in the picture, clockwise from the top left."""
    x, y = INSIDE_MM[0] / 2, INSIDE_MM[1] / 2
    flat = np.array([(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)])
    corners = tray._camera.project(flat)  # noqa: SLF001  the rendered tray knows where it is
    return tuple((float(across), float(down)) for across, down in corners)


def watched(tray, *, by_outline):
    """The watch over a tray that stands as it does now."""
    return DriftWatch(drift_reference_of(tray.picture(0.0), outline(tray) if by_outline else ()))


def a_bump(rng, *, large):
    """A way to disturb a camera that moves some place of the tray by at least 5 mm, and its name."""
    kind = rng.choice(["push", "turn", "zoom"])
    if kind == "push":
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(60, 250) if large else rng.uniform(5, 40)
        return f"push {far:.0f} mm", {"shift": (far * np.cos(angle), far * np.sin(angle))}
    if kind == "turn":
        angle = rng.choice([-1, 1]) * (rng.uniform(10.0, 180.0) if large else rng.uniform(2.0, 8.0))
        return f"turn {angle:.1f} deg", {"roll": angle}
    near, far = ((0.6, 0.88), (1.12, 1.5)) if large else ((0.88, 0.955), (1.045, 1.12))
    share = rng.choice([rng.uniform(*near), rng.uniform(*far)])
    return f"zoom {share:.2f}", {"nearer": share}


def bumps(count, seed=1):
    """Return the delays of the noticed bumps, the missed ones, and the number of sure checks after a bump."""
    rng = np.random.default_rng(seed)
    missed, delays, trusted = [], [], 0
    for number in range(count):
        tray = int(rng.integers(0, 40))
        before, (name, how) = stage(tray), a_bump(rng, large=number % 2 == 1)
        after = stage(tray, **how)
        for one in (before, after):
            one.throw([str(c) for c in rng.choice(DICE, 3)], None, 0.0)
        watch = watched(before, by_outline=number % 4 > 1)
        noticed = None
        for step in range(int(6 * FPS / 6)):
            t = step * 6 / FPS
            drift = watch.feed((before if t < 3 else after).picture(t), t)
            if t < 3 and drift.standing in NOTICED:
                missed.append((tray, name, "false alarm before the bump"))
                break
            trusted += t >= 3 and drift.sure
            if t >= 3 and drift.standing in NOTICED and noticed is None:
                noticed = t - 3
        if noticed is None or noticed > 2:
            missed.append((tray, name, noticed))
        else:
            delays.append(noticed)
        if (number + 1) % 25 == 0:
            print(f"  {number + 1} bumps, {len(missed)} missed", flush=True)
    return delays, missed, trusted


def rolls(minutes, seed=1):
    """False alarms, unsure moments and milliseconds a check in undisturbed rolls."""
    rng = np.random.default_rng(seed)
    alarms, unsure, checks, times = 0, 0, 0, []
    for part in range(4):
        tray = stage(20 + part)
        watch = watched(tray, by_outline=part % 2 == 1)
        next_throw = 0.5
        for step in range(int(minutes * 60 / 4 * 5)):
            t = step / 5
            if t >= next_throw:
                tray.throw([str(c) for c in rng.choice(DICE, int(rng.integers(1, 7)))], None, t)
                next_throw = t + rng.uniform(4, 9)
            picture = tray.picture(t)
            began = time.perf_counter()
            drift = watch.feed(picture, t)
            times.append(1000 * (time.perf_counter() - began))
            checks += 1
            alarms += drift.reported
            unsure += not drift.sure
    return alarms, unsure, checks, times


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    cv2.setNumThreads(1)
    delays, missed, trusted = bumps(count)
    print(f"{count} bumps of 5 mm and more: {len(delays)} noticed within 2 s, {len(missed)} not {missed}")
    print(f"  checks that trusted a bumped camera: {trusted}")
    if delays:
        print(f"  delay p50 {np.median(delays):.2f} s, longest {max(delays):.2f} s")
    alarms, unsure, checks, times = rolls(minutes)
    print(f"{minutes:g} minutes of undisturbed rolls, {checks} checks: {alarms} false alarms, {unsure} not sure")
    print(f"  a check takes p50 {np.percentile(times, 50):.1f} ms, p95 {np.percentile(times, 95):.1f} ms")
    return 1 if missed or alarms or trusted else 0


if __name__ == "__main__":
    sys.exit(main())
