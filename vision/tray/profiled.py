"""Applies the profile of a tray: places in millimetres, only dice in the tray, no sure reading after the camera
moved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.light.measurement import LightWatch
from calibration.profile.outline import place_of
from calibration.profile.tray_profile import DIE_MM, BadProfile, TrayProfile
from catseye.text import NOTHING
from vision.imaging.outline import Outline
from vision.pose.table_pose import TablePose
from vision.reading import DieReading, Reading, Reason, ReasonKind
from vision.tray.expected import ExpectedDice

if TYPE_CHECKING:
    from calibration.drift.watch import Drift, DriftWatch
    from vision.frames import Image


@dataclass(frozen=True, slots=True)
class ProfilePoseParams:
    """The pose of the table by a profile."""

    sigma: float = 0.03
    """Deviation of a level die's top offset, half edges (1.7 degrees), by plane, lens and the edge assumed for all
    dice."""
    step: float = 0.25
    """Distance over the picture's longer side at which the change of the top offset is measured."""


PROFILE_POSE = ProfilePoseParams()
STANDINGS = {
    "steady": ReasonKind.MAY_HAVE_MOVED,
    "moved": ReasonKind.CAMERA_MOVED,
    "hidden": ReasonKind.TRAY_HIDDEN,
    "lost": ReasonKind.TRAY_LOST,
}
"""The reason for each state of the drift watch in which readings are not sure."""


@dataclass(frozen=True, eq=False)
class TrayView:
    """A tray in one picture. `profile` is scaled to the picture, None where it does not fit; `moved` is the drift if
    readings are not sure; `table` and `expected` are those of `ReadContext`.
    """

    profile: TrayProfile | None
    moved: Drift | None = None
    table: TablePose | None = None
    expected: ExpectedDice | None = None

    def in_tray(self, reading: Reading) -> Reading:
        """Return the dice in the tray. Dice at its edge are kept and asked about. If the tray has moved, all dice of
        the picture are kept, not sure.
        """
        if self.profile is None:
            return reading
        return self._inside(self.profile, reading) if self.moved is None else self._anywhere(self.moved, reading)

    def _inside(self, profile: TrayProfile, reading: Reading) -> Reading:
        places = [place_of(profile, die.box) for die in reading.dice]
        kept = [number for number, place in enumerate(places) if place != "outside"]
        reasons = reading.reasons
        if reading.dice and not kept and not reading.sure and not reading.has(ReasonKind.UNEXPLAINED_OBJECT):
            reasons = (Reason(ReasonKind.NONE_FOUND),)  # the die of the reason is outside the tray as well
        if reading.sure:
            at_edge = (number for number, place in enumerate(places) if place == "edge")
            reasons = tuple(Reason(ReasonKind.AT_TRAY_EDGE, number, reading.dice[number].value) for number in at_edge)
        numbers: dict[int | None, int] = {old: new for new, old in enumerate(kept)}
        reasons = tuple(replace(reason, die=numbers.get(reason.die)) for reason in reasons)
        dice = tuple(_placed(profile, reading.dice[number]) for number in kept)
        return replace(reading, dice=dice, sure=reading.sure and not reasons, reasons=reasons)

    def _anywhere(self, moved: Drift, reading: Reading) -> Reading:
        """Return the reading, not sure: with the tray out of view a picture without dice is no empty tray."""
        if reading.empty and moved.standing not in ("hidden", "lost"):
            return reading
        return reading.vetoed(Reason(STANDINGS[moved.standing]))


class ProfiledTray:
    """A tray by its profile, tracked from picture to picture. For pictures of another size the profile is scaled, or
    not used where that would be wrong; `without` then holds why.
    """

    def __init__(self, profile: TrayProfile) -> None:
        self._made = profile
        self._profile: TrayProfile | None = None
        self._table: TablePose | None = None
        self._watch: DriftWatch | None = None
        self._size = (profile.width, profile.height)
        self._take(profile)

    @property
    def drift(self) -> Drift | None:
        """The drift of the tray; None if the profile has no reference picture."""
        return None if self._watch is None else self._watch.state

    @property
    def outline(self) -> Outline | None:
        """The tray's outline in pictures of the size that was seen last; None if it is unknown there."""
        region = () if self._profile is None else self._profile.region
        return Outline(tuple((float(x), float(y)) for x, y in region)) if region else None

    @property
    def described(self) -> str:
        """What the profile holds, in words."""
        made = self._made
        parts = {
            "outline": bool(made.region),
            "lens": made.lens is not None,
            "plane": made.plane is not None,
            "light": made.light is not None,
            f"{len(made.dice)} dice": bool(made.dice),
        }
        return ", ".join(name for name, there in parts.items() if there) or "nothing"

    def light_watch(self) -> LightWatch | None:
        """Return a watch that compares the light with that at set-up; None where that is unknown."""
        made = self._made
        return None if made.light is None else LightWatch(made.light, made.region_mask())

    def watch(self, image: Image, at: float) -> Drift | None:
        """Update the drift with a frame; give it every frame, so that motion between rolls is noticed. `at` in
        seconds.
        """
        self._fit(image)
        return None if self._watch is None else self._watch.feed(image, at)

    def view(self, image: Image, at: float) -> TrayView:
        """Return the tray in a picture that is about to be read."""
        self._fit(image)
        drift = None if self._watch is None else self._watch.check(image, at)
        moved = None if drift is None or drift.sure else drift
        profile = self._profile
        expected = None
        if profile is not None and profile.dice:
            expected = ExpectedDice(profile.dice, profile.ground(image))
        return TrayView(profile, moved, None if moved else self._table, expected)

    def _fit(self, image: Image) -> None:
        """Take the profile in the picture's size."""
        height, width = image.shape[:2]
        if (width, height) == self._size:
            return
        try:
            self._take(self._made.for_camera(self._made.camera, width, height))
        except BadProfile as wrong:
            self._profile, self._table, self._watch, self.without = None, None, None, wrong.why
        self._size = (width, height)

    def _take(self, profile: TrayProfile) -> None:
        self._profile, self._table, self._watch = profile, table_of(profile), profile.drift_watch()
        self.without = NOTHING


def table_of(profile: TrayProfile) -> TablePose | None:
    """Return the pose of the table by the profile: with it the lean of a single die can be measured. None without plane
    or lens, and where a single die gave the scale only.
    """
    if profile.plane is not None and profile.plane.method == "die":
        return None  # this plane assumes a camera straight above
    step = PROFILE_POSE.step * max(profile.width, profile.height)
    x, y = 0.5 * profile.width, 0.5 * profile.height
    seen = [profile.level_top_offset(place, DIE_MM) for place in ((x, y), (x + step, y), (x, y + step))]
    if any(top_offset is None for top_offset in seen):
        return None
    middle, right, down = (np.asarray(top_offset, np.float32) for top_offset in seen)
    slope = 0.5 * float((right - middle)[0] + (down - middle)[1]) / PROFILE_POSE.step
    return TablePose.set_up(middle, slope, PROFILE_POSE.sigma)


def _placed(profile: TrayProfile, die: DieReading) -> DieReading:
    """Return the die with its place in millimetres, where that is known."""
    x0, y0, x1, y1 = die.box
    place = profile.to_mm([((x0 + x1) / 2, (y0 + y1) / 2)], DIE_MM / 2)
    if place is None:
        return die
    return replace(die, centre_mm=(round(float(place[0][0]), 1), round(float(place[0][1]), 1)))
