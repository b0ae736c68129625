"""The reader for a tray that was set up: millimetres, whose die it is, only what lies in the tray, and no trust in a
camera that has moved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.colours import look_at, whose
from calibration.light import LightWatch
from calibration.outline import place_of
from calibration.profile import DIE_MM, BadProfile, TrayProfile
from vision.frames import unreadable
from vision.pose.table_pose import TablePose
from vision.reading import DieReading, Reading, Reason, ReasonKind
from vision.tracking.watcher import Seen, Watcher, in_colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.colours import Lab
    from calibration.drift import Drift, DriftWatch
    from calibration.light import Advice
    from vision.frames import Frame
    from vision.reading import TableReader
    from vision.tracking.motion import StillnessParams

SET_UP = 0.03
"""How far, in half edges, a level die's upright may be from where the profile has it (1.7 degrees): plane, lens and the
edge that is taken for every die's.
"""
BESIDE = 0.25
"""Where, from the picture's middle and over its longer side, it is seen how level dice's uprights change."""
CLEARLY = 0.9
"""From this likeness on the taught colour counts instead of the one the reader names."""
BESIDE_THE_DICE = (ReasonKind.UNEXPLAINED_OBJECT, ReasonKind.OCCLUDED_DIE, ReasonKind.NEW_OBJECT)
"""Reasons about what is none of the dice that were read: it may lie in the tray where those do not."""
STANDINGS = {
    "steady": ReasonKind.MAY_HAVE_MOVED,
    "moved": ReasonKind.CAMERA_MOVED,
    "hidden": ReasonKind.TRAY_HIDDEN,
    "lost": ReasonKind.TRAY_LOST,
}
"""The reason for each way in which the tray may stand while readings may not be trusted."""


class CalibratedReader:
    """Reads with another reader and adds what the tray's profile knows. Pictures of another size than the profile's are
    read with the profile scaled, or without it where that would be wrong; `without` then says why.
    """

    def __init__(self, reader: TableReader, profile: TrayProfile) -> None:
        self._reader, self._made = reader, profile
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

    def watch(self, image: NDArray[np.uint8], at: float) -> Drift | None:
        """Show every frame here: a camera that moves is noticed between the rolls too."""
        self._fit(image)
        return None if self._watch is None else self._watch.feed(image, at)

    def read(self, image: object, *, at: float = 0.0, frame: int = 0) -> Reading:
        """Return what lies in the tray. Never raises."""
        if unreadable(image):
            return self._reader.read(image, at=at, frame=frame)
        assert isinstance(image, np.ndarray)
        self._fit(image)
        drift = None if self._watch is None else self._watch.look(image, at)
        moved = None if drift is None or drift.sure else drift
        reading = self._reader.read(image, at=at, frame=frame, table=None if moved else self._table)
        if self._profile is None:
            return reading
        if moved is not None:
            return self._unsettled(self._profile, image, reading, moved)
        return self._settled(self._profile, image, reading)

    def _settled(self, profile: TrayProfile, image: NDArray[np.uint8], reading: Reading) -> Reading:
        """What lies in the tray that stands as it did. Dice at its edge are kept, and asked about."""
        lying = [(die, place_of(profile, die.box)) for die in reading.dice]
        kept = [number for number, (_, place) in enumerate(lying) if place != "outside"]
        reasons = reading.reasons
        if reading.dice and not kept and not reading.sure and not reading.has(*BESIDE_THE_DICE):
            reasons = (Reason(ReasonKind.NONE_FOUND),)  # what is doubted lies beside the tray, too
        if reading.sure:
            reasons = tuple(
                Reason(ReasonKind.AT_TRAY_EDGE, number, die.value)
                for number, (die, place) in enumerate(lying)
                if place == "edge"
            )
        numbers = {old: new for new, old in enumerate(kept)}
        reasons = tuple(
            replace(reason, die=numbers.get(reason.die)) if reason.die is not None else reason for reason in reasons
        )
        known = self._known(profile, image, [reading.dice[number] for number in kept])
        dice = tuple(_placed(profile, die) for die in known)
        return replace(reading, dice=dice, sure=reading.sure and not reasons, reasons=reasons)

    def _unsettled(self, profile: TrayProfile, image: NDArray[np.uint8], reading: Reading, moved: Drift) -> Reading:
        """What lies anywhere in the picture: nobody knows where the tray is, nor where the dice are on the table. Where
        the tray itself may be out of sight, no dice are not an empty tray.
        """
        if reading.empty and moved.standing not in ("hidden", "lost"):
            return reading
        reason = Reason(STANDINGS[moved.standing])
        return replace(reading, dice=self._known(profile, image, reading.dice)).vetoed(reason)

    def _known(
        self, profile: TrayProfile, image: NDArray[np.uint8], dice: Sequence[DieReading]
    ) -> tuple[DieReading, ...]:
        """The dice with the colours of those that were taught."""
        ground = profile.ground(image) if profile.dice else None
        return tuple(_owned(profile, image, die, ground) for die in dice)

    def _fit(self, image: NDArray[np.uint8]) -> None:
        """Take the profile in the picture's size."""
        height, width = image.shape[:2]
        if (width, height) == self._size:
            return
        try:
            self._take(self._made.for_camera(self._made.camera, width, height))
        except BadProfile as wrong:
            self._profile, self._table, self._watch, self.without = None, None, None, str(wrong)
        self._size = (width, height)

    def _take(self, profile: TrayProfile) -> None:
        self._profile, self._table, self._watch = profile, table_of(profile), profile.drift_watch()
        self.without = ""


class CalibratedWatcher(Watcher):
    """A watcher that also shows every frame to the drift watch and the light watch.

    `drift` is how the tray stands; `advice` what the light watch had to say at the last frame, mostly nothing.
    """

    def __init__(self, reader: CalibratedReader, *, params: StillnessParams | None = None) -> None:
        super().__init__(reader, params=params)
        self._calibrated = reader
        self._light = reader.light_watch()
        self.advice: tuple[Advice, ...] = ()

    @property
    def drift(self) -> Drift | None:
        """How the tray stands in the picture; None where there is nothing to watch it by."""
        return self._calibrated.drift

    @property
    def without(self) -> str:
        """Why the profile does not count for the last frame, "" where it does."""
        return self._calibrated.without

    def feed(self, frame: Frame) -> tuple[Seen, ...]:
        """Return what `frame` shows to have happened, mostly nothing."""
        frame = in_colour(frame)
        self.advice = ()
        if not frame.damaged and not unreadable(frame.image):
            self._calibrated.watch(frame.image, frame.at)
            self.advice = () if self._light is None else self._light.feed(frame.image, frame.at)
        return super().feed(frame)


def table_of(profile: TrayProfile) -> TablePose | None:
    """Return how the tray stands before the camera, so that even a lone die's lean shows, and a die seen edge on is
    read for the face that is on top; None without a plane or a lens, and where one die gave no more than the scale.
    """
    if profile.plane is not None and profile.plane.method == "die":
        return None  # such a plane only supposes that the camera looks straight down
    beside = BESIDE * max(profile.width, profile.height)
    x, y = 0.5 * profile.width, 0.5 * profile.height
    seen = [profile.level_upright(place, DIE_MM) for place in ((x, y), (x + beside, y), (x, y + beside))]
    if any(upright is None for upright in seen):
        return None
    middle, right, down = (np.asarray(upright, np.float32) for upright in seen)
    slope = 0.5 * float((right - middle)[0] + (down - middle)[1]) / BESIDE
    return TablePose.set_up(middle, slope, SET_UP)


def _placed(profile: TrayProfile, die: DieReading) -> DieReading:
    """The die with its place on the table, where that is known."""
    x0, y0, x1, y1 = die.box
    place = profile.to_mm([((x0 + x1) / 2, (y0 + y1) / 2)], DIE_MM / 2)
    return (
        die if place is None else replace(die, centre_mm=(round(float(place[0][0]), 1), round(float(place[0][1]), 1)))
    )


def _owned(profile: TrayProfile, image: NDArray[np.uint8], die: DieReading, ground: Lab | None) -> DieReading:
    """The die in the colour of the taught one that it looks like."""
    seen = look_at(image, die.box, ground) if profile.dice else None
    likeness = None if seen is None else whose(seen, profile.dice)
    if likeness is None or not likeness.owner:
        return die
    clear = likeness.confidence >= CLEARLY
    confidence = likeness.confidence if clear else min(likeness.confidence, 0.5)
    return replace(die, colour=likeness.owner, colour_confidence=confidence)
