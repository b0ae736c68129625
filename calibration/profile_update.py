"""A profile with what was just measured: what goes in, what no longer holds beside it, and a sentence about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.chart import Chart
from calibration.chart_detection import Sighting
from calibration.colours import FEWEST_LOOKS, Look, conflicts, enrol
from calibration.drift_reference import backdrop_of
from calibration.flicker import Film
from calibration.light import advise, measure, with_flicker
from calibration.plane import plane_from_chart, plane_from_corners, plane_from_die, size_doubt
from calibration.profile import TrayProfile
from calibration.profile_merge import at_size
from calibration.sentences import Sentence, joined, say
from calibration.solve import Solved

Measured = tuple[TrayProfile, Sentence]
Corners = Sequence[tuple[float, float]]
USUAL_MM = (280.0, 190.0)
"""A tray's inside where only the order of its corners is to be judged."""


def with_lens(profile: TrayProfile, found: Solved) -> Measured:
    """The lens by the chart's positions. A plane was measured through another one: it goes."""
    said = say("the lens is known: corners fall within {error} pixels", error=f"{found.lens.rms_px:.2f}")
    if profile.plane is not None:
        said = joined(said, say("now the millimetres anew"))
    return replace(profile, lens=found.lens, observations=found.observations, plane=None), said


def with_lens_of_before(profile: TrayProfile, kept: TrayProfile | None) -> TrayProfile:
    """Where no lens was found and nothing rests on there being none: the one in use has this camera's."""
    if kept is None or profile.lens is not None or profile.plane is not None:
        return profile
    here = at_size(kept, profile)
    return profile if here is None else replace(profile, lens=here.lens, observations=())  # none of them is of now


def with_plane(profile: TrayProfile, lying: Sighting, chart: Chart) -> Measured:
    """The millimetres by the chart lying in the tray. Raises BadPlane."""
    plane = plane_from_chart(lying, chart, profile.lens)
    said = say("places in the tray are known to +-{error} mm", error=f"{plane.error_mm:.1f}")
    return replace(profile, plane=plane), said


def with_scale(profile: TrayProfile, box: Sequence[float], angle_deg: float, die_mm: float) -> Measured:
    """The millimetres by one die: the box of its top face and how it is turned there. Raises BadPlane."""
    x0, y0, x1, y1 = box
    turned = np.radians(angle_deg % 90.0)
    edge = ((x1 - x0) + (y1 - y0)) / 2 / float(np.cos(turned) + np.sin(turned))
    plane = plane_from_die(edge, die_mm, profile.width, profile.height)
    said = say(
        "by the die alone, places are known to +-{error} mm; the chart does better", error=f"{plane.error_mm:.0f}"
    )
    return replace(profile, plane=plane), said


def with_outline(profile: TrayProfile, corners: Corners, size_mm: tuple[float, float] | None) -> Measured:
    """The tray's four inner corners, and the millimetres by its inside size, where that was entered and the chart did
    not give them. Another outline has another ground: the dice that were compared with it go. Raises BadPlane.
    """
    plane, lens, outline = profile.plane, profile.lens, tuple(corners)
    tapped = plane_from_corners(corners, *(size_mm or USUAL_MM), lens, profile.width)
    said = say("the tray's outline is known")
    if size_mm is not None and (plane is None or plane.method != "chart"):
        misfit = size_doubt(corners, *size_mm, lens, profile.width)
        by_die = plane if plane is not None and plane.method == "die" else None
        plane = by_die if misfit else tapped  # the taps stay: another size may be entered
        said = misfit or said
    dice = profile.dice if outline == profile.region else ()
    return replace(profile, region=outline, plane=plane, dice=dice), said


def without_outline(profile: TrayProfile) -> TrayProfile:
    """No corners, and no millimetres that were by them."""
    of_them = profile.plane is not None and profile.plane.method == "corners"
    return replace(profile, region=(), plane=None if of_them else profile.plane)


def with_empty(profile: TrayProfile, picture: NDArray[Any], film: Film | None = None) -> Measured:
    """Light and backdrop by the empty tray, flicker by the frames before it; the sentence is what could be better."""
    figures = measure([picture], mask=profile.region_mask())
    if figures is not None and film is not None:
        figures = with_flicker(figures, film.flicker())
    advice = [one.text for one in advise(figures) if one.grade != "good"] if figures is not None else []
    found = replace(profile, light=figures, backdrop=backdrop_of(picture, profile.region))
    if not advice:
        return found, say("the light is good")
    return found, reduce(lambda first, then: say("{first} {then}", first=first, then=then), advice)


def with_die(profile: TrayProfile, owner: str, looks: Sequence[Look]) -> Measured:
    """A die as it looked in some throws, by the name it goes by, if they are enough. Raises BadEnrolment."""
    if len(looks) < FEWEST_LOOKS:
        return profile, say("{owner}: {n} more", owner=owner, n=FEWEST_LOOKS - len(looks))
    others = tuple(die for die in profile.dice if die.owner != owner)
    found = replace(profile, dice=(*others, enrol(owner, looks)))
    alike = [one.text for one in conflicts(found.dice) if owner in (one.one, one.other)]
    if alike:
        return found, alike[0]
    if len(looks) > FEWEST_LOOKS:  # a second die just like it is noticed by that
        return found, say("{owner} is known, by {n} throws", owner=owner, n=len(looks))
    return found, say("{owner} is known", owner=owner)
