"""The rendered tray over time: its dice, the queue of actions, and the picture at a given second."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence

import cv2
import numpy as np

from vision.frames import Image
from vision.sim.actions import Act, Dice, Moment, Nudge, TakeUp, Throw, Wait
from vision.sim.camera import looking_at
from vision.sim.die import DieLook, look_of, value_on_top
from vision.sim.hand import hand_patch
from vision.sim.render_die import Light, darken, die_patch
from vision.sim.render_tray import INSIDE_MM, empty_picture
from vision.sim.trajectories import leaning, scatter, throw

_NOISE = 9
"""Largest deviation of the sensor noise, levels. The precomputed noise has values 0 to 2 * _NOISE, so _NOISE is
subtracted from the picture.
"""
_SHUTTER = 0.35
"""Exposure time as a share of the frame period, for motion blur."""
_MARGIN_MM = 26.0
"""Least distance of a die's centre from the inside of the rim."""


class Stage:
    """The dice, the queue of actions, and the picture at a given second. Times must not decrease."""

    def __init__(self, seed: int | None, size: tuple[int, int], fps: float) -> None:
        """Build the camera, the light and the empty tray of this seed, for pictures of `size` at `fps`. With None the
        tray always looks the same, and no two of them throw the same dice.
        """
        self._lock = threading.Lock()
        self._rng = np.random.default_rng(seed)
        rng = np.random.default_rng((1 if seed is None else seed, 1))
        azimuth = rng.uniform(-0.9, 0.9)
        towards = np.array([np.sin(azimuth) * 0.5, np.cos(azimuth) * 0.5, rng.uniform(0.75, 1.1)])
        warm = rng.uniform(-0.05, 0.05)
        self._light = Light(
            towards / np.linalg.norm(towards),
            main=(0.64 - warm, 0.66, 0.67 + warm),
            around=(0.33, 0.32, 0.31),
            blur=float(rng.uniform(0.1, 0.4)),
        )
        distance = rng.uniform(460, 560)
        tilt, aim = rng.uniform(6, 20), -10 + rng.uniform(-6, 6)
        hfov = 2 * np.degrees(np.arctan(max(190.0, 125.0 * size[0] / size[1]) / distance))
        self._camera = looking_at(
            (0, aim, 0), distance_mm=distance, tilt_deg=tilt, size=size, hfov_deg=hfov, roll_deg=rng.uniform(-2, 2)
        )
        self._empty = empty_picture(self._camera, self._light, rng)
        self._bank = np.clip(np.rint(rng.normal(_NOISE, 2.3, (size[1] + 64, size[0] + 64, 3))), 0, 2 * _NOISE).astype(
            np.uint8
        )
        self._jitter = rng
        self._frame_s = 1 / fps
        self._lying: Dice = ()
        self._acts: list[tuple[float, Act]] = []
        self._still: tuple[Dice, Image] = ((), self._empty)
        self._drawn_at = 0.0
        self._to_come: Dice = ()
        self._over = 0.0

    def add(self, now: float, *acts: Act) -> None:
        """Queue actions: each begins after the one before it, and not before `now`."""
        with self._lock:
            self._queue(now, acts)

    def _queue(self, now: float, acts: tuple[Act, ...]) -> None:
        for act in acts:
            free = self._acts[-1][0] + self._acts[-1][1].lasts if self._acts else 0.0
            begins = max(free, now, self._drawn_at)
            self._acts.append((begins, act))
            self._over = begins + act.lasts
            self._to_come = act.after(self._to_come)

    def throw(
        self, colours: Sequence[str], values: Sequence[int] | None, now: float, leans_deg: Sequence[float] = ()
    ) -> None:
        """Queue a throw, after the removal of the dice in the tray (see SimHand.throw)."""
        looks = tuple(look_of(c) for c in colours)
        with self._lock:
            faces = [int(v) for v in (values if values is not None else self._rng.integers(1, 7, len(looks)))]
            up = (TakeUp(), Wait(0.3)) if self._to_come else (Wait(0.1),)
            self._queue(now, (*up, self._throw(looks, faces, leans_deg)))

    def throw_again(self, at: Sequence[tuple[float, float]], now: float) -> None:
        """Queue another throw of single dice (see SimHand.throw_again)."""
        with self._lock:
            h, w = self._empty.shape[:2]
            centres = np.array([die.pose.centre_mm for die in self._to_come]).reshape(-1, 3)
            apart = self._camera.project(centres)[None] - np.array(at).reshape(-1, 1, 2) * (w, h)
            which = frozenset(int(i) for i in np.hypot(apart[..., 0], apart[..., 1]).argmin(1)) if len(centres) else ()
            up = TakeUp(frozenset(which))
            looks = tuple(self._to_come[i].look for i in sorted(which))
            faces = [int(v) for v in self._rng.integers(1, 7, len(looks))]
            self._queue(now, (up, Wait(0.3), self._throw(looks, faces, among=up.after(self._to_come))))

    def _throw(
        self, looks: tuple[DieLook, ...], faces: list[int], leans_deg: Sequence[float] = (), among: Dice = ()
    ) -> Throw:
        """Return a throw in which dice of these looks come to rest with these faces, apart from those lying there."""
        halves = [look.size_mm / 2 for look in looks]
        inside = (INSIDE_MM[0] / 2 - _MARGIN_MM, INSIDE_MM[1] / 2 - _MARGIN_MM)
        lying = [(die.pose, die.look.size_mm / 2) for die in among]
        rests = scatter(faces, halves, self._rng, inside_mm=inside, among=lying)
        for i, lean in enumerate(leans_deg[: len(rests)]):
            rests[i] = leaning(rests[i], halves[i], lean, self._rng.uniform(0, math.tau))
        return Throw(looks, tuple(throw(rests, halves, self._rng, reach_mm=(INSIDE_MM[0] / 2, INSIDE_MM[1] / 2))))

    def clear(self, now: float) -> None:
        """Queue the removal of all dice."""
        with self._lock:
            if self._to_come:
                self._queue(now, (TakeUp(),))

    def nudge(self, which: int, value: int | None, now: float) -> None:
        """Queue a push (see SimHand.nudge)."""
        with self._lock:
            if not 0 <= which < len(self._to_come):
                raise IndexError(f"no die {which}: {len(self._to_come)} will lie in the tray")
            away = -np.sign(self._to_come[which].pose.centre_mm[:2]) * self._rng.uniform(4, 9, 2)
            self._queue(
                now, (Nudge(which, (float(away[0]), float(away[1])), float(self._rng.uniform(0.3, 0.9)), value),)
            )

    def ends_at(self) -> float:
        """Return the second at which the last queued action ends, 0 without one."""
        with self._lock:
            return self._over

    def values(self) -> tuple[int, ...]:
        """Return the sorted values on top at the end of the queue."""
        with self._lock:
            return tuple(sorted(value_on_top(d.pose.turn) for d in self._to_come))

    def _moment(self, t: float) -> Moment:
        while self._acts and t >= self._acts[0][0] + self._acts[0][1].lasts:
            self._lying = self._acts.pop(0)[1].after(self._lying)
        if self._acts and t >= self._acts[0][0]:
            return self._acts[0][1].at(t - self._acts[0][0], self._lying)
        return Moment(self._lying)

    def picture(self, t: float) -> Image:
        """Return the frame taken at `t` seconds."""
        with self._lock:
            self._drawn_at = max(self._drawn_at, t)
            moment, earlier = self._moment(t), self._speeds(t)
        if moment.hand is None and moment.dice is self._lying:
            if self._still[0] is not moment.dice:
                self._still = (moment.dice, self._draw(moment, {}))
            clean = self._still[1]
        else:
            clean = self._draw(moment, earlier)
        gain = 1.0 + 0.012 * np.sin(2 * np.pi * t / 23)
        x, y = (int(v) for v in self._jitter.integers(0, 64, 2))
        h, w = clean.shape[:2]
        taken = np.asarray(cv2.convertScaleAbs(clean, alpha=gain, beta=-_NOISE))
        return np.asarray(cv2.add(taken, self._bank[y : y + h, x : x + w]), np.uint8)

    def _speeds(self, t: float) -> dict[int, tuple[float, float]]:
        """Return the motion of each die (by index) during the exposure, in pixels."""
        if not self._acts or t < self._acts[0][0]:
            return {}
        begun, act = self._acts[0]
        one, two = act.at(t - begun, self._lying).dice, act.at(t - begun + self._frame_s * _SHUTTER, self._lying).dice
        if len(one) != len(two):
            return {}
        moved = {}
        for i, (a, b) in enumerate(zip(one, two, strict=True)):
            p, q = self._camera.project(np.stack([a.pose.centre_mm, b.pose.centre_mm]))
            moved[i] = (float(q[0] - p[0]), float(q[1] - p[1]))
        return moved

    def _draw(self, moment: Moment, moved: dict[int, tuple[float, float]]) -> Image:
        canvas = self._empty.copy()
        for die in moment.dice:
            darken(canvas, self._camera, die.look, die.pose, self._light)
        far_first = sorted(
            range(len(moment.dice)),
            key=lambda i: -float(np.linalg.norm(moment.dice[i].pose.centre_mm - self._camera.eye_mm)),
        )
        for i in far_first:
            die = moment.dice[i]
            patch = die_patch(self._camera, die.look, die.pose, self._light)
            if patch is not None:
                patch.smeared(*moved.get(i, (0.0, 0.0))).blend(canvas)
        if moment.hand is not None:
            hand = hand_patch(self._camera, *moment.hand, self._light)
            if hand is not None:
                hand.blend(canvas)
        return canvas
