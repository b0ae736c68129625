"""The steps of the set-up: their order, what each still needs, and whether the next one is possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calibration.light.colours import FEWEST_SAMPLES
from calibration.profile.tray_profile import TrayProfile
from calibration.solve.chart_capture import WANTED, Collector
from catseye.colours import colour
from catseye.text import Commas, Text, say

Step = Literal["lens", "plane", "corners", "empty", "dice", "result"]
STEPS: tuple[Step, ...] = ("lens", "plane", "corners", "empty", "dice", "result")
WITH_CHART: tuple[Step, ...] = ("lens", "plane")
"""The steps that need the printed chart: a tray can be set up without them."""
TITLES: dict[Step, Text] = {
    "lens": say("Show the chart from all sides"),
    "plane": say("Lay the chart into the tray"),
    "corners": say("Tap the tray's four inner corners"),
    "empty": say("Take everything out of the tray"),
    "dice": say("Teach the dice, one after the other"),
    "result": say("Ready"),
}
HELD_LOOKS = 3
"""Number of successive pictures in which the chart, or the empty tray, must be still."""
_CORNERS = (
    say("tap the upper left corner"),
    say("tap the upper right corner"),
    say("tap the lower right corner"),
    say("tap the lower left corner"),
)


@dataclass(frozen=True)
class Gathered:
    """Results so far: the profile, the chart's positions for the lens, how often the chart was still in the tray, how
    many corners were tapped, and how often the tray was empty and at rest.
    """

    profile: TrayProfile
    positions: Collector
    lying: int
    corners: int
    still: int


def first_open(profile: TrayProfile) -> Step:
    """Return the first step whose result the profile lacks."""
    if profile.lens is None:
        return "lens"
    if profile.plane is None:
        return "plane"
    if not profile.region:
        return "corners"
    if profile.light is None:
        return "empty"
    return "dice" if not profile.dice else "result"


def may_go_on(step: Step, so_far: Gathered) -> bool:
    """Return whether a step has its result, or enough data for it."""
    profile = so_far.profile
    done = {
        "lens": profile.lens is not None or so_far.positions.enough,
        "plane": profile.plane is not None,
        "corners": len(profile.region) == len(_CORNERS),
        "empty": profile.light is not None,
        "dice": bool(profile.dice),
        "result": False,
    }
    return done[step]


def needed(step: Step, so_far: Gathered) -> tuple[tuple[Text, ...], float]:
    """Return what a step still needs, and its progress: 0 to 1, or more if there is more than enough."""
    profile = so_far.profile
    match step:
        case "lens":
            if profile.lens is not None:
                return (), 1.0
            return so_far.positions.needs, len(so_far.positions.kept) / WANTED
        case "plane":
            if profile.plane is not None and profile.plane.method == "chart":
                return (), 1.0
            wanted = say("the whole chart flat in the tray, then no hands")
            instead = say("or, without a chart: throw one die of the size below")
            return (wanted, instead), so_far.lying / HELD_LOOKS
        case "corners":
            return _corners_needed(so_far)
        case "empty":
            if profile.light is not None:
                return (), 1.0
            return (say("the empty tray, for a moment"),), so_far.still / HELD_LOOKS
        case "dice":
            return _dice_needed(profile)
        case "result":
            return (), 1.0


def _corners_needed(so_far: Gathered) -> tuple[tuple[Text, ...], float]:
    if len(so_far.profile.region) == len(_CORNERS):
        inside = say("how wide and deep the tray is inside")
        return () if so_far.profile.plane is not None else (inside,), 1.0
    return (_CORNERS[min(so_far.corners, len(_CORNERS) - 1)],), so_far.corners / len(_CORNERS)


def _dice_needed(profile: TrayProfile) -> tuple[tuple[Text, ...], float]:
    if profile.dice:
        owners = tuple(die.owner for die in profile.dice)
        return (say("known: {owners}. Throw the next die alone, or go on", owners=Commas(map(colour, owners))),), 1.0
    return (say("throw one die alone, {n} times; then the next one", n=FEWEST_SAMPLES),), 0.0
