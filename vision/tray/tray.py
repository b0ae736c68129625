"""The tray: the one owner of what is known of a table this evening, used before a picture is watched and read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.light.colours import ground_of
from vision.imaging.background import BACKGROUND, differing, reduced_mask, shrink
from vision.imaging.outline import Outline
from vision.reading import Reason, ReasonKind
from vision.tray.empty import EmptyPictures
from vision.tray.facts import Fact, Origin
from vision.tray.furniture import Furniture
from vision.tray.looks import DiceOfTonight
from vision.tray.pose import LearnedPose
from vision.tray.profiled import ProfiledTray, TrayView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.light.colours import Lab
    from calibration.profile.tray_profile import TrayProfile
    from vision.frames import Image
    from vision.imaging.background import Small
    from vision.reading import Box, Reading
    from vision.tray.empty import EmptyPicture
    from vision.trust.asked import AskedDice


@dataclass(frozen=True, eq=False)
class Known:
    """What is known about one picture: the tray's `view` by its profile, its `outline`, the picture of the tray when it
    was `empty`, the boxes of `furniture` px, and the size of dice, `die_px`. Not `here`: it shows another view.
    """

    here: bool
    view: TrayView
    outline: Outline | None
    empty: EmptyPicture | None
    furniture: tuple[Box, ...]
    die_px: float | None


class Tray:
    """What is known of the tray before one camera: by its `profile` if it was set up with the wizard, else by an
    `outline` and a picture of it `empty` if people gave them, and by what was seen and answered since. Everything that
    belongs to a view is dropped when the view changes. `asked` are the dice that a game asks for.
    """

    def __init__(
        self, profile: TrayProfile | None = None, *, outline: Outline | None = None, empty: Image | None = None
    ) -> None:
        self.profiled = None if profile is None else ProfiledTray(profile)
        self.asked: AskedDice | None = None
        self._outline: tuple[Outline, float] | None = None
        self._small: Small | None = None  # of the last picture in this view
        self._size: tuple[int, ...] = ()  # of the pictures of this view
        self._other: Small | None = None  # of the last picture, if it showed another view
        self._shown: tuple[Image, Reading] | None = None
        self._forget()
        if outline is not None:
            self._outline = (outline, 0.0)
        if empty is not None:
            self.is_empty(empty)

    def _forget(self) -> None:
        """Drop what belongs to a view."""
        self._empties, self._pose, self._dice = EmptyPictures(), LearnedPose(), DiceOfTonight()
        self._furniture: tuple[Furniture, ...] = ()
        self._outline = self._shown = None

    # set-up and answers

    def set_up(self, outline: Outline, image: Image, at: float = 0.0) -> None:
        """People drew this `outline`, and say that the tray in the picture is empty. A profile is of before that."""
        self._forget()
        self.profiled, self._outline = None, (outline, at)
        self._small, self._size = shrink(image), image.shape
        self._empties.learn(image, Origin.SET_UP, at, whole=True)

    def is_empty(self, image: Image, at: float = 0.0) -> None:
        """People say that there are no dice in the tray, whatever a reading doubts."""
        self._follow(shrink(image), image.shape)
        self._empties.learn(image, Origin.CONFIRMED, at, whole=True)

    def is_no_die(self, box: Box) -> None:
        """People say that what lies in the `box`, shares of the picture that was read last, is no die."""
        if self._shown is not None:
            image, reading = self._shown
            height, width = image.shape[:2]
            x0, y0, x1, y1 = box
            place = x0 * width, y0 * height, x1 * width, y1 * height
            self._furniture = (*self._furniture, Furniture.seen(image, place, reading.at))

    def confirm(self, values: Sequence[int], at: float) -> None:
        """People say that the dice of the picture that was read at the time `at` show these values. Where as many were
        read, they are dice, whatever was doubted; where fewer were, the others may be none.
        """
        if self._shown is None or self._shown[1].at != at:
            return
        image, reading = self._shown
        if len(reading.dice) == len(values):
            self._dice.learn(image, reading.dice, self._ground(image), Origin.CONFIRMED, reading.at)
        elif not values:
            self.is_empty(image, reading.at)

    def other_dice_may_come(self) -> None:
        """Note that another game begins: its dice may be others."""
        self._dice.others_may_come()

    # pictures

    @property
    def outline(self) -> Outline | None:
        """The outline in pictures of the size that was seen last; None if it is unknown."""
        drawn = None if self.profiled is None else self.profiled.outline
        return drawn or (None if self._outline is None else self._outline[0])

    def known(self, image: Image, at: float) -> Known:
        """Return what is known about a picture that is about to be read."""
        small = shrink(image)
        here = self._follow(small, image.shape)
        if self.profiled is None:
            view = TrayView(None, table=self._pose.pose if here else None)
        else:
            view = self.profiled.view(image, at)
        if not here or view.moved is not None:
            return Known(False, view, None, None, (), None)
        self._furniture = tuple(each for each in self._furniture if each.still_there(image))
        furniture = tuple(each.box for each in self._furniture)
        outline = self.outline
        within = None if outline is None else reduced_mask(outline.mask(image.shape), small.shape)
        return Known(True, view, outline, self._empties.of(small, within), furniture, self._dice.size())

    def judged(self, image: Image, known: Known, reading: Reading) -> Reading:
        """Return the reading of a picture, not sure if a die is none of tonight's, and learn from it."""
        doubt = known.here and reading.sure
        if doubt and (strange := self._dice.strangers(image, reading.dice, self._ground(image))):
            reasons = tuple(Reason(ReasonKind.NOT_OURS, k, reading.dice[k].value) for k in strange)
            reading = replace(reading, sure=False, reasons=reasons)
        if self.profiled is None:
            self._pose.learn(image, reading)
        if known.here and reading.empty:
            self._empties.learn(image, Origin.LEARNED, reading.at, whole=known.outline is not None)
        if known.here and reading.sure and reading.dice:
            self._dice.learn(image, reading.dice, self._ground(image), Origin.LEARNED, reading.at)
        self._shown = image, reading
        return known.view.in_tray(reading)

    def facts(self) -> tuple[Fact, ...]:
        """Return everything that is known, for people to see."""
        found = []
        if self.profiled is not None:
            found.append(Fact("profile", self.profiled.described, Origin.SET_UP, 0.0))
        elif self._outline is not None:
            outline, at = self._outline
            found.append(Fact("outline", f"{len(outline.points)} corners", Origin.SET_UP, at))
        found += [*self._empties.facts(), *self._pose.facts(), *self._dice.facts()]
        return (*found, *(each.fact() for each in self._furniture))

    def _follow(self, small: Small, size: tuple[int, ...]) -> bool:
        """Return whether a picture shows the known view, and an outline that was drawn fits its `size`. If two in a row
        do not, the camera was moved, and what belongs to the old view is dropped.
        """
        before, self._other = self._other, None
        fits = size == self._size or self._outline is None
        if self._small is None or (fits and _same_view(self._small, small)):
            if before is not None:
                self._pose = LearnedPose()  # that of the other view
            self._small, self._size = small, size
            return True
        if before is None or not _same_view(before, small):
            self._other, self._pose = small, LearnedPose()
            return False
        pose = self._pose
        self._forget()
        self._small, self._size, self._pose = small, size, pose
        return True

    def _ground(self, image: Image) -> Lab:
        mask = None if self.outline is None else self.outline.mask(image.shape)
        return ground_of(image, None if mask is None else np.asarray(mask))


def _same_view(before: Small, now: Small) -> bool:
    return before.shape == now.shape and float(differing(before, now).mean()) < BACKGROUND.other_view_share
