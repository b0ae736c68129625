"""Setting the tray up step by step, without a screen: pictures and answers in, what is needed next out.

It can be left at any time: `draft` is a profile that holds all there is so far, and a wizard begun with it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from calibration import profile_update
from calibration.camera_name import printable
from calibration.chart import Chart
from calibration.chart_capture import HELD, Collector
from calibration.chart_detection import Sighting, look
from calibration.colour_enrolment import Lessons
from calibration.colours import look_at
from calibration.empty_check import EmptyCheck
from calibration.flicker import Film
from calibration.observations import observations_of, sightings_of
from calibration.plane import BadPlane
from calibration.profile import TrayProfile
from calibration.sentences import NOTHING, Sentence, say
from calibration.solve import BadSet, solve
from calibration.verdict import judged
from calibration.wizard_steps import HELD_LOOKS, STEPS, TITLES, Gathered, Step, first_open, may_go_on, needed


@dataclass(frozen=True)
class Progress:
    """Where the wizard stands. `needs` is what is still wanted, `said` what the last picture or answer led to; `may` is
    whether one can go on; `share` how far this step is, 0 to 1.
    """

    step: Step
    title: Sentence
    needs: tuple[Sentence, ...]
    said: Sentence
    may: bool
    share: float


class Wizard:
    """One tray being set up. `kept` is the profile in use, `draft` one that was left half done.

    All methods may take up to a second (finding the lens), so a screen calls them from a thread of its own, one at a
    time.
    """

    def __init__(
        self, camera: str, made_at: str, chart: Chart, kept: TrayProfile | None = None, draft: TrayProfile | None = None
    ) -> None:
        self._camera, self._chart, self._kept = printable(camera), chart, kept
        fresh = TrayProfile(self._camera, 0, 0, made_at, chart=chart)
        self._profile = fresh if draft is None else replace(draft, made_at=made_at)
        self._collector = Collector(chart, sightings_of(self._profile))
        self._lying: list[Sighting] = []
        self._empty = EmptyCheck(chart)
        self._corners: list[tuple[float, float]] = []
        self._size_mm: tuple[float, float] | None = None  # the tray's inside, where it was told
        self._lessons = Lessons()
        self._picture: NDArray[Any] | None = None
        self._said = NOTHING
        self.step: Step = first_open(self._profile)

    @property
    def progress(self) -> Progress:
        """Where things stand."""
        so_far = Gathered(self._profile, self._collector, len(self._lying), len(self._corners), self._empty.still)
        needs, share = needed(self.step, so_far)
        may = may_go_on(self.step, so_far)
        return Progress(self.step, TITLES[self.step], needs, self._said, may, min(1.0, share))

    @property
    def draft(self) -> TrayProfile:
        """All there is so far; a picture must have been seen for it to be worth keeping."""
        if self._profile.lens is None and self._collector.kept:
            return replace(self._profile, observations=observations_of(self._collector.kept))
        return self._profile

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """The tray's corners so far, in pixels."""
        return tuple(self._corners) or self._profile.region

    @property
    def sized(self) -> bool:
        """Whether somebody has said how large the tray is inside."""
        plane = self._profile.plane
        return self._size_mm is not None or (plane is not None and plane.method == "corners")

    @property
    def seen_shares(self) -> tuple[tuple[float, float], ...]:
        """Where the chart's corners were in the last picture, as shares of it; nothing where none is looked for."""
        found = self._collector.seen if self.step == "lens" else self._lying[-1] if self._lying else None
        if found is None or self.step not in ("lens", "plane"):
            return ()
        return tuple((float(x + 0.5) / found.width, float(y + 0.5) / found.height) for x, y in found.corners_px)

    def see(
        self, picture: NDArray[Any], film: Film | None = None, dice_in: Callable[[NDArray[Any]], int] | None = None
    ) -> Progress:
        """A picture from the live camera, (H, W, 3) uint8; `film` is what the frames before it tell of flicker.
        `dice_in` counts the dice in a picture: a tray with dice in it is not empty.
        """
        self._picture = picture
        if self._goes_by(picture):
            if self.step == "lens":
                self._see_lens(picture)
            elif self.step == "plane":
                self._see_plane(picture)
            elif self.step == "empty":
                self._profile = self._empty.see(self._profile, picture, film, dice_in)
                self._said = self._empty.said
        return self.progress

    def tap(self, x: float, y: float) -> Progress:
        """A corner of the tray, in pixels of the camera's picture, clockwise from the top left."""
        if self.step == "corners" and len(self._corners) < 4:
            self._corners.append((x, y))
            self._said = say("corner {n} of 4", n=len(self._corners))
            self._take_corners()
        return self.progress

    def untap(self) -> Progress:
        """Take the tapped corners back."""
        self._corners.clear()
        self._profile = profile_update.without_outline(self._profile)
        self._said = NOTHING
        return self.progress

    def size(self, width_mm: float, height_mm: float) -> Progress:
        """The tray's inside, where no chart lay in it: gives the millimetres to the four corners, also to corners that
        are tapped later.
        """
        if self.step == "corners":
            self._size_mm = width_mm, height_mm
            self._corners = self._corners or list(self._profile.region)  # of a draft
            self._take_corners()
        return self.progress

    def scale(self, box: Sequence[float], angle_deg: float, die_mm: float) -> Progress:
        """Without a chart: millimetres from one die of known size, the box of its top face and how it is turned there.

        A plane from the chart is not given up for this.
        """
        if self.step == "plane" and (self._profile.plane is None or self._profile.plane.method == "die"):
            try:
                self._profile, self._said = profile_update.with_scale(self._profile, box, angle_deg, die_mm)
            except BadPlane as wrong:
                self._said = wrong.why
        return self.progress

    def die(self, owner: str, picture: NDArray[Any], box: Sequence[float]) -> Progress:
        """A throw of one die: the picture and the box of its top face. `owner` is the name it shall go by."""
        if self.step == "dice" and self._goes_by(picture):
            seen = look_at(picture, box, self._profile.ground(picture))
            if seen is None:
                self._said = say("this die is too small in the picture")
            else:
                self._profile, self._said = self._lessons.teach(self._profile, owner, seen)
        return self.progress

    def forget_dice(self) -> Progress:
        """Teach all dice anew; those of the profile in use are not taken over either."""
        self._lessons.clear()
        self._kept = None if self._kept is None else replace(self._kept, dice=())
        self._profile = replace(self._profile, dice=())
        self._said = NOTHING
        return self.progress

    def go_on(self) -> Progress:
        """To the next step: with what was found, or without it where that can be done without."""
        before = self._profile.lens
        anew = self._collector.enough and not self._profile.observations  # the lens there is not by these positions
        if self.step == "lens" and (self._collector.kept if before is None else anew):
            self._find_lens()
            if self._profile.lens is before:
                return self.progress
        if self.step == "lens":
            self._profile = profile_update.with_lens_of_before(self._profile, self._kept)
        at = STEPS.index(self.step)
        self.step = STEPS[min(at + 1, len(STEPS) - 1)]
        self._said = NOTHING
        self._lying.clear()
        self._empty.clear()
        return self.progress

    def skip(self) -> Progress:
        """To the next step without this one's result."""
        if self.step == "lens":
            self._collector.kept.clear()
        return self.go_on()

    def back(self) -> Progress:
        """To the step before."""
        self.step = STEPS[max(0, STEPS.index(self.step) - 1)]
        self._said = NOTHING
        return self.progress

    def result(self) -> tuple[TrayProfile, bool, Sentence]:
        """The profile, with what still holds of the one in use; whether it is better than that; and the verdict in a
        sentence.
        """
        return judged(self._profile, self._kept, self._picture)

    def in_use(self, profile: TrayProfile) -> None:
        """From now on this is the profile in use."""
        self._kept = profile

    # --- the steps

    def _see_lens(self, picture: NDArray[Any]) -> None:
        if self._collector.feed(picture) and self._collector.complete:
            self._find_lens()
        else:
            self._said = self._collector.said

    def _find_lens(self) -> None:
        try:
            found = solve(self._collector.kept, self._chart)
        except BadSet as wrong:
            self._said = wrong.why
            return
        self._profile, self._said = profile_update.with_lens(self._profile, found)

    def _see_plane(self, picture: NDArray[Any]) -> None:
        found = look(picture, self._chart, "tray")
        if not isinstance(found, Sighting):
            self._lying.clear()
            self._said = found.why
            return
        if self._lying and found.differs_from(self._lying[-1], HELD):
            self._lying.clear()
        self._lying = [*self._lying, found][-HELD_LOOKS:]
        if len(self._lying) < HELD_LOOKS:
            self._said = say("let it lie still")
            return
        try:
            self._profile, self._said = profile_update.with_plane(self._profile, found, self._chart)
        except BadPlane as wrong:
            self._said = wrong.why

    def _take_corners(self) -> None:
        """The outline, once all corners are there."""
        if len(self._corners) < 4:
            return
        before = self._profile.region
        try:
            self._profile, self._said = profile_update.with_outline(self._profile, self._corners, self._size_mm)
        except BadPlane as wrong:
            self._corners.clear()
            self._said = wrong.why
            return
        if self._profile.region != before:
            self._lessons.clear()  # a die is compared by the ground around it, and that is another now

    # --- what the pictures are

    def _goes_by(self, picture: NDArray[Any]) -> bool:
        """Sees to the picture's size, and to the lens of a camera that gives such pictures. False where all begins
        anew, as the camera gave others before.
        """
        height, width = picture.shape[:2]
        first = self._profile.width == 0
        if (width, height) != (self._profile.width, self._profile.height):
            self._restart(width, height)
            if not first:
                return False
        if self.step != "lens":
            self._profile = profile_update.with_lens_of_before(self._profile, self._kept)
        return True

    def _restart(self, width: int, height: int) -> None:
        """Another picture size than before: what was measured at the old one does not hold."""
        first = self._profile.width == 0
        self._profile = TrayProfile(self._camera, width, height, self._profile.made_at, chart=self._chart)
        self._corners.clear()
        self._lessons.clear()
        self._lying.clear()
        self._empty.clear()
        if not first:
            self._collector = Collector(self._chart)
            self.step = "lens"
            self._said = say("the camera now gives {size}: begin again", size=f"{width}x{height}")
