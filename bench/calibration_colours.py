"""Owners of dice by colour: six enrolled dice in rendered trays under warm, cold, dim and changed light.

usage: python bench/calibration_colours.py [THROWS]      (150 throws of six dice for each light by default)
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from unittest import mock

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from calibration.light.colours import colour_sample, conflicts, enrol, ground_of, whose
from vision.sim import render_die
from vision.sim import scene as stages

DICE = ("red", "blue", "green", "yellow", "black", "white")
LIGHTS = {  # main and surrounding light, multiplied as blue, green, red
    "plain": (1.0, 1.0, 1.0),
    "warm": (0.52, 0.8, 1.12),
    "cold": (1.2, 1.0, 0.74),
    "dim": (0.34, 0.36, 0.38),
}


def stage(seed, light):
    """The rendered tray of a seed under a light."""
    tint = LIGHTS[light]

    def tinted(towards, main, around, blur):
        main, around = (tuple(float(a * b) for a, b in zip(part, tint, strict=True)) for part in (main, around))
        return render_die.Light(towards, main=main, around=around, blur=blur)

    with mock.patch.object(stages, "Light", tinted):
        return stages.Stage(seed, (640, 360), 30.0)


def boxes(tray):
    """(colour, box of the top face in pixels) of every die that lies in the tray."""
    for die in tray._lying:  # noqa: SLF001  the bench knows the truth from the renderer
        corners = die.pose.corners(die.look.size_mm / 2)
        top = tray._camera.project(corners[np.argsort(corners[:, 2])[-4:]])  # noqa: SLF001
        yield die.look.name, (*top.min(axis=0), *top.max(axis=0))


def throws(tray, count, since=0.0):
    """(picture, boxes) of `count` throws of the six dice."""
    t = since
    for _ in range(count):
        tray.throw(DICE, None, t)
        t += 8.0
        yield tray.picture(t), dict(boxes(tray))


def taught(tray, count=4):
    samples = {name: [] for name in DICE}
    for picture, found in throws(tray, count):
        ground = ground_of(picture)
        for name, box in found.items():
            samples[name].append(colour_sample(picture, box, ground))
    return tuple(enrol(name, [sample for sample in found if sample]) for name, found in samples.items())


def right(tray, dice, count, since=100.0):
    """How many dice were given to their owner, how many there were, and the mistakes."""
    good, all_, wrong = 0, 0, []
    for picture, found in throws(tray, count, since):
        ground = ground_of(picture)
        for name, box in found.items():
            sample = colour_sample(picture, box, ground)
            likeness = None if sample is None else whose(sample, dice)
            all_ += 1
            if likeness is not None and likeness.owner == name:
                good += 1
            else:
                wrong.append((name, likeness))
    return good, all_, wrong


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    short = False
    trays = 4
    for light in LIGHTS:
        good = all_ = 0
        wrong, alike = [], []
        for seed in range(trays):
            tray = stage(seed, light)
            dice = taught(tray)
            alike += [dataclasses.astuple(one) for one in conflicts(dice)]
            part = right(tray, dice, count // trays)
            good, all_, wrong = good + part[0], all_ + part[1], wrong + part[2]
        short |= good < 0.995 * all_
        print(
            f"taught and read under {light:5} light: {good}/{all_} = {good / all_:.2%} {wrong[:4]} alike: {alike[:3]}"
        )
    for before, after in (("plain", "warm"), ("warm", "plain"), ("plain", "cold"), ("plain", "dim")):
        good = all_ = 0
        wrong = []
        for seed in range(trays):
            part = right(stage(seed, after), taught(stage(seed, before)), max(2, count // 15), 0.0)
            good, all_, wrong = good + part[0], all_ + part[1], wrong + part[2]
        print(f"taught under {before}, read under {after}: {good}/{all_} = {good / all_:.2%} {wrong[:4]}")
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
