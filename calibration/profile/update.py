"""Updates of a profile by one measurement: parts that it invalidates are removed; each returns a sentence as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.chart.detection import Sighting
from calibration.chart.page import Chart
from calibration.drift.reference import drift_reference_of
from calibration.light.colours import FEWEST_SAMPLES, ColourSample, conflicts, enrol
from calibration.light.flicker import Film
from calibration.light.measurement import advise, measure, with_flicker
from calibration.profile.merge import at_size
from calibration.profile.tray_profile import TrayProfile
from calibration.solve.plane import plane_from_chart, plane_from_corners, plane_from_die, size_misfit
from calibration.solve.solver import Solved
from catseye.colours import colour
from catseye.text import Text, joined, say

Measured = tuple[TrayProfile, Text]
Corners = Sequence[tuple[float, float]]
USUAL_MM = (280.0, 190.0)
"""Inner size of a tray for which only the order of its corners is checked."""


def with_lens(profile: TrayProfile, found: Solved) -> Measured:
    """Set the lens solved from the chart's positions; remove a plane, which was measured with another lens."""
    said = say("the lens is known: corners fall within {error} pixels", error=f"{found.lens.rms_px:.2f}")
    if profile.plane is not None:
        said = joined((said, say("now measure the millimetres again")))
    return replace(profile, lens=found.lens, observations=found.observations, plane=None), said


def with_lens_of_before(profile: TrayProfile, kept: TrayProfile | None) -> TrayProfile:
    """Set the lens of the profile in use, unless there is a lens, or a plane measured without one."""
    if kept is None or profile.lens is not None or profile.plane is not None:
        return profile
    here = at_size(kept, profile)
    return (
        profile if here is None else replace(profile, lens=here.lens, observations=())
    )  # observations belong to the earlier set-up


def with_plane(profile: TrayProfile, lying: Sighting, chart: Chart) -> Measured:
    """Set the plane by the chart in the tray. Raises BadPlane."""
    plane = plane_from_chart(lying, chart, profile.lens)
    said = say("places in the tray are known to +-{error} mm", error=f"{plane.error_mm:.1f}")
    return replace(profile, plane=plane), said


def with_scale(profile: TrayProfile, box: Sequence[float], angle_deg: float, die_mm: float) -> Measured:
    """Set the plane by one die: the box of its top face, and its rotation. Raises BadPlane."""
    x0, y0, x1, y1 = box
    turned = np.radians(angle_deg % 90.0)
    edge = ((x1 - x0) + (y1 - y0)) / 2 / float(np.cos(turned) + np.sin(turned))
    plane = plane_from_die(edge, die_mm, profile.width, profile.height)
    said = say(
        "by the die alone, places are known to +-{error} mm; the chart does better", error=f"{plane.error_mm:.0f}"
    )
    return replace(profile, plane=plane), said


def with_outline(profile: TrayProfile, corners: Corners, size_mm: tuple[float, float] | None) -> Measured:
    """Set the tray's four inner corners, and the plane by its inner size, if that was entered and there is no plane by
    the chart. A changed outline changes the ground, so enrolled dice are removed. Raises BadPlane.
    """
    plane, lens, outline = profile.plane, profile.lens, tuple(corners)
    tapped = plane_from_corners(corners, *(size_mm or USUAL_MM), lens, profile.width)
    said = say("the tray's outline is known")
    if size_mm is not None and (plane is None or plane.method != "chart"):
        misfit = size_misfit(corners, *size_mm, lens, profile.width)
        by_die = plane if plane is not None and plane.method == "die" else None
        plane = by_die if misfit else tapped  # keep the corners: another size may be entered
        said = misfit or said
    dice = profile.dice if outline == profile.region else ()
    return replace(profile, region=outline, plane=plane, dice=dice), said


def without_outline(profile: TrayProfile) -> TrayProfile:
    """Remove the corners, and a plane that was measured by them."""
    of_them = profile.plane is not None and profile.plane.method == "corners"
    return replace(profile, region=(), plane=None if of_them else profile.plane)


def with_empty(profile: TrayProfile, picture: NDArray[Any], film: Film | None = None) -> Measured:
    """Set light and drift reference by the empty tray, flicker by the frames before; the sentence advises on the
    light.
    """
    figures = measure([picture], mask=profile.region_mask())
    if figures is not None and film is not None:
        figures = with_flicker(figures, film.flicker())
    advice = [one.text for one in advise(figures) if one.grade != "good"] if figures is not None else []
    found = replace(profile, light=figures, backdrop=drift_reference_of(picture, profile.region))
    if not advice:
        return found, say("the light is good")
    return found, reduce(lambda first, then: say("{first} {then}", first=first, then=then), advice)


def with_die(profile: TrayProfile, owner: str, samples: Sequence[ColourSample]) -> Measured:
    """Enrol the owner's die by samples of several throws, if they are enough. Raises BadEnrolment."""
    if len(samples) < FEWEST_SAMPLES:
        return profile, say("{owner}: {n} more", owner=colour(owner), n=FEWEST_SAMPLES - len(samples))
    others = tuple(die for die in profile.dice if die.owner != owner)
    found = replace(profile, dice=(*others, enrol(owner, samples)))
    alike = [one.text for one in conflicts(found.dice) if owner in (one.one, one.other)]
    if alike:
        return found, alike[0]
    if len(samples) > FEWEST_SAMPLES:  # the number reveals a second equal die
        return found, say("{owner} is known, by {n} throws", owner=colour(owner), n=len(samples))
    return found, say("{owner} is known", owner=colour(owner))
