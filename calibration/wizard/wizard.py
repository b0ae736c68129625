"""The set-up of a tray, step by step, without a screen: takes pictures and answers, returns what is needed next.

It can be left at any time: `draft` is a profile of all results so far, and a wizard started with it continues.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from calibration.chart.detection import Sighting, find_chart
from calibration.chart.observations import Observation
from calibration.chart.page import Chart
from calibration.light.colours import colour_sample
from calibration.light.flicker import Film
from calibration.profile import update as profile_update
from calibration.profile.camera_name import public_name
from calibration.profile.tray_profile import TrayProfile
from calibration.profile.verdict import merged_verdict
from calibration.solve.chart_capture import HELD, Collector
from calibration.solve.plane import BadPlane
from calibration.solve.solver import BadSet, solve
from calibration.wizard.colour_enrolment import ColourEnrolment
from calibration.wizard.empty_check import EmptyCheck
from calibration.wizard.steps import HELD_LOOKS, STEPS, TITLES, Gathered, Step, first_open, may_go_on, needed
from catseye.text import NOTHING, Text, say


@dataclass(frozen=True)
class Progress:
    """State of the wizard. `needs` is what is still missing, `said` the sentence about the last picture or answer;
    `may`: the next step is possible; `share` is the progress of this step, 0 to 1.
    """

    step: Step
    title: Text
    needs: tuple[Text, ...]
    said: Text
    may: bool
    share: float


class Wizard:
    """The set-up of one tray. `kept` is the profile in use, `draft` an unfinished one.

    Each method may take up to a second (solving the lens), so a screen calls them from a separate thread, one at a
    time.
    """

    def __init__(
        self, camera: str, made_at: str, chart: Chart, kept: TrayProfile | None = None, draft: TrayProfile | None = None
    ) -> None:
        self._camera, self._chart, self._kept = public_name(camera), chart, kept
        fresh = TrayProfile(self._camera, 0, 0, made_at, chart=chart)
        self._profile = fresh if draft is None else replace(draft, made_at=made_at)
        self._collector = Collector(chart, self._profile.sightings())
        self._lying: list[Sighting] = []
        self._empty = EmptyCheck(chart)
        self._corners: list[tuple[float, float]] = []
        self._size_mm: tuple[float, float] | None = None  # the tray's inner size, if entered
        self._enrolment = ColourEnrolment()
        self._picture: NDArray[Any] | None = None
        self._said = NOTHING
        self.step: Step = first_open(self._profile)

    @property
    def progress(self) -> Progress:
        """The current state."""
        so_far = Gathered(self._profile, self._collector, len(self._lying), len(self._corners), self._empty.still)
        needs, share = needed(self.step, so_far)
        may = may_go_on(self.step, so_far)
        return Progress(self.step, TITLES[self.step], needs, self._said, may, min(1.0, share))

    @property
    def draft(self) -> TrayProfile:
        """All results so far; keep it only after a picture was seen."""
        if self._profile.lens is None and self._collector.kept:
            return replace(self._profile, observations=tuple(Observation.of(one) for one in self._collector.kept))
        return self._profile

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """The tapped corners, px."""
        return tuple(self._corners) or self._profile.region

    @property
    def sized(self) -> bool:
        """Whether the tray's inner size was entered."""
        plane = self._profile.plane
        return self._size_mm is not None or (plane is not None and plane.method == "corners")

    @property
    def seen_shares(self) -> tuple[tuple[float, float], ...]:
        """Places of the chart's corners in the last picture, as shares of its sides; none outside the steps with a
        chart.
        """
        found = self._collector.seen if self.step == "lens" else self._lying[-1] if self._lying else None
        if found is None or self.step not in ("lens", "plane"):
            return ()
        return tuple((float(x + 0.5) / found.width, float(y + 0.5) / found.height) for x, y in found.corners_px)

    def see(
        self, picture: NDArray[Any], film: Film | None = None, dice_in: Callable[[NDArray[Any]], int] | None = None
    ) -> Progress:
        """Process a picture (H, W, 3) uint8 of the live camera; `film` holds the frames before it, for flicker.
        `dice_in` counts the dice in a picture: a tray with dice is not empty.
        """
        self._picture = picture
        if self._accepts_size(picture):
            if self.step == "lens":
                self._see_lens(picture)
            elif self.step == "plane":
                self._see_plane(picture)
            elif self.step == "empty":
                self._profile = self._empty.see(self._profile, picture, film, dice_in)
                self._said = self._empty.said
        return self.progress

    def tap(self, x: float, y: float) -> Progress:
        """Add a corner of the tray, px of the camera's picture, clockwise from the upper left."""
        if self.step == "corners" and len(self._corners) < 4:
            self._corners.append((x, y))
            self._said = say("corner {n} of 4", n=len(self._corners))
            self._take_corners()
        return self.progress

    def untap(self) -> Progress:
        """Remove the tapped corners."""
        self._corners.clear()
        self._profile = profile_update.without_outline(self._profile)
        self._said = NOTHING
        return self.progress

    def size(self, width_mm: float, height_mm: float) -> Progress:
        """Enter the tray's inner size, for a tray without a plane by the chart; corners may be tapped before or
        after.
        """
        if self.step == "corners":
            self._size_mm = width_mm, height_mm
            self._corners = self._corners or list(self._profile.region)  # of a draft
            self._take_corners()
        return self.progress

    def scale(self, box: Sequence[float], angle_deg: float, die_mm: float) -> Progress:
        """Without a chart: set the scale by one die of known size, with the box of its top face and its rotation. A
        plane by the chart is kept.
        """
        if self.step == "plane" and (self._profile.plane is None or self._profile.plane.method == "die"):
            try:
                self._profile, self._said = profile_update.with_scale(self._profile, box, angle_deg, die_mm)
            except BadPlane as wrong:
                self._said = wrong.why
        return self.progress

    def die(self, owner: str, picture: NDArray[Any], box: Sequence[float]) -> Progress:
        """Add a throw of one die: the picture and the box of its top face. `owner` is its name from now on."""
        if self.step == "dice" and self._accepts_size(picture):
            seen = colour_sample(picture, box, self._profile.ground(picture))
            if seen is None:
                self._said = say("this die is too small in the picture")
            else:
                self._profile, self._said = self._enrolment.add(self._profile, owner, seen)
        return self.progress

    def forget_dice(self) -> Progress:
        """Remove all dice, those of the profile in use as well."""
        self._enrolment.clear()
        self._kept = None if self._kept is None else replace(self._kept, dice=())
        self._profile = replace(self._profile, dice=())
        self._said = NOTHING
        return self.progress

    def go_on(self) -> Progress:
        """Go to the next step, with this step's result or, where possible, without it."""
        before = self._profile.lens
        again = self._collector.enough and not self._profile.observations  # the lens is not from these positions
        if self.step == "lens" and (self._collector.kept if before is None else again):
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
        """Go to the next step without this one's result."""
        if self.step == "lens":
            self._collector.kept.clear()
        return self.go_on()

    def back(self) -> Progress:
        """Go to the previous step."""
        self.step = STEPS[max(0, STEPS.index(self.step) - 1)]
        self._said = NOTHING
        return self.progress

    def result(self) -> tuple[TrayProfile, bool, Text]:
        """Return the profile, with what is still valid of the one in use; whether it is better than that; and the
        verdict in a sentence.
        """
        return merged_verdict(self._profile, self._kept, self._picture)

    def in_use(self, profile: TrayProfile) -> None:
        """Set the profile in use."""
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
        found = find_chart(picture, self._chart, "tray")
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
        """Set the outline once all corners are there."""
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
            self._enrolment.clear()  # samples are relative to the ground, which changed

    # --- what the pictures are

    def _accepts_size(self, picture: NDArray[Any]) -> bool:
        """Adapt to the picture's size, and take the lens of this camera. Return False after a change of size, which
        restarts the set-up.
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
        """Restart for another size of pictures: earlier measurements are invalid."""
        first = self._profile.width == 0
        self._profile = TrayProfile(self._camera, width, height, self._profile.made_at, chart=self._chart)
        self._corners.clear()
        self._enrolment.clear()
        self._lying.clear()
        self._empty.clear()
        if not first:
            self._collector = Collector(self._chart)
            self.step = "lens"
            self._said = say("the camera's pictures are now {size}: start again", size=f"{width}x{height}")
