"""A tray that was set up: millimetres, only what lies in the tray, and no trust in a camera that has moved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.light import LightWatch
from calibration.outline import place_of
from calibration.profile import DIE_MM, BadProfile, TrayProfile
from calibration.sentences import NOTHING
from vision.pipeline.context import ExpectedDice
from vision.pose.table_pose import TablePose
from vision.reading import DieReading, Reading, Reason, ReasonKind

if TYPE_CHECKING:
    from calibration.drift import Drift, DriftWatch
    from vision.frames import Image

TOP_OFFSET_SIGMA = 0.03
"""How well a profile knows the top offset of a level die, in half edges (1.7 degrees): plane, lens, and the edge that
is assumed for every die.
"""
SLOPE_STEP = 0.25
"""Where the change of top offsets is measured: this share of the picture's longer side from its middle."""
BESIDE_THE_DICE = (ReasonKind.UNEXPLAINED_OBJECT, ReasonKind.OCCLUDED_DIE, ReasonKind.NEW_OBJECT)
"""Reasons about what is none of the dice that were read: it may lie in the tray where those do not."""
STANDINGS = {
    "steady": ReasonKind.MAY_HAVE_MOVED,
    "moved": ReasonKind.CAMERA_MOVED,
    "hidden": ReasonKind.TRAY_HIDDEN,
    "lost": ReasonKind.TRAY_LOST,
}
"""The reason for each way in which the tray may stand while readings may not be trusted."""


@dataclass(frozen=True, eq=False)
class TrayView:
    """What a set-up tray is in one picture. `profile` in the picture's size, None where it does not fit; `moved` is how
    the tray stands if readings may not be trusted; `table` and `expected` as in `ReadContext`.
    """

    profile: TrayProfile | None
    moved: Drift | None = None
    table: TablePose | None = None
    expected: ExpectedDice | None = None

    def in_tray(self, reading: Reading) -> Reading:
        """Return what lies in the tray. Dice at its edge are kept, and asked about. Where the tray has moved all dice
        of the picture are kept, and are not sure.
        """
        if self.profile is None:
            return reading
        return self._inside(self.profile, reading) if self.moved is None else self._anywhere(self.moved, reading)

    def _inside(self, profile: TrayProfile, reading: Reading) -> Reading:
        places = [place_of(profile, die.box) for die in reading.dice]
        kept = [number for number, place in enumerate(places) if place != "outside"]
        reasons = reading.reasons
        if reading.dice and not kept and not reading.sure and not reading.has(*BESIDE_THE_DICE):
            reasons = (Reason(ReasonKind.NONE_FOUND),)  # the doubtful die lies beside the tray, too
        if reading.sure:
            at_edge = (number for number, place in enumerate(places) if place == "edge")
            reasons = tuple(Reason(ReasonKind.AT_TRAY_EDGE, number, reading.dice[number].value) for number in at_edge)
        numbers: dict[int | None, int] = {old: new for new, old in enumerate(kept)}
        reasons = tuple(replace(reason, die=numbers.get(reason.die)) for reason in reasons)
        dice = tuple(_placed(profile, reading.dice[number]) for number in kept)
        return replace(reading, dice=dice, sure=reading.sure and not reasons, reasons=reasons)

    def _anywhere(self, moved: Drift, reading: Reading) -> Reading:
        """Where the tray itself may be out of sight, no dice are not an empty tray."""
        if reading.empty and moved.standing not in ("hidden", "lost"):
            return reading
        return reading.vetoed(Reason(STANDINGS[moved.standing]))


class SetUpTray:
    """A tray by its profile, followed from picture to picture. Pictures of another size than the profile's are read
    with the profile scaled, or without it where that would be wrong; `without` then says why.
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
        """How the tray stands in the picture; None where there is nothing to watch it by."""
        return None if self._watch is None else self._watch.state

    def light_watch(self) -> LightWatch | None:
        """A watch over the light, compared with what it was when the tray was set up; None where that is not known."""
        made = self._made
        return None if made.light is None else LightWatch(made.light, made.region_mask())

    def watch(self, image: Image, at: float) -> Drift | None:
        """Show every frame here: a camera that moves is noticed between the rolls too. `at` in seconds."""
        self._fit(image)
        return None if self._watch is None else self._watch.feed(image, at)

    def look(self, image: Image, at: float) -> TrayView:
        """Return what the tray is in a picture that is going to be read."""
        self._fit(image)
        drift = None if self._watch is None else self._watch.look(image, at)
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
    """Return how the tray stands before the camera, so that even a lone die's lean shows, and a die seen edge on is
    read for the face that is on top; None without a plane or a lens, and where one die gave no more than the scale.
    """
    if profile.plane is not None and profile.plane.method == "die":
        return None  # such a plane only supposes that the camera looks straight down
    beside = SLOPE_STEP * max(profile.width, profile.height)
    x, y = 0.5 * profile.width, 0.5 * profile.height
    seen = [profile.level_upright(place, DIE_MM) for place in ((x, y), (x + beside, y), (x, y + beside))]
    if any(top_offset is None for top_offset in seen):
        return None
    middle, right, down = (np.asarray(top_offset, np.float32) for top_offset in seen)
    slope = 0.5 * float((right - middle)[0] + (down - middle)[1]) / SLOPE_STEP
    return TablePose.set_up(middle, slope, TOP_OFFSET_SIGMA)


def _placed(profile: TrayProfile, die: DieReading) -> DieReading:
    """The die with its place on the table, where that is known."""
    x0, y0, x1, y1 = die.box
    place = profile.to_mm([((x0 + x1) / 2, (y0 + y1) / 2)], DIE_MM / 2)
    if place is None:
        return die
    return replace(die, centre_mm=(round(float(place[0][0]), 1), round(float(place[0][1]), 1)))
