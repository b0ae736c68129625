"""What the last reading shows of a tray that is being set up: where dice lie, and how one is turned."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from calibration.profile.tray_profile import DIE_MM
from companion.i18n import word

if TYPE_CHECKING:
    from calibration.profile.tray_profile import TrayProfile
    from companion.referee.signals import DiceSeen

PixelBox = tuple[float, float, float, float]
MOST_PLACES = 3
"""The places of at most this many dice are shown."""
CORNERS = 4


def only_box(seen: DiceSeen, height: int, width: int) -> PixelBox:
    """Where the one die that was read lies: x0, y0, x1, y1 in pixels of a picture of this size."""
    (die,) = seen.dice
    x0, y0, x1, y1 = die.box
    return x0 * width, y0 * height, x1 * width, y1 * height


def turn_of(seen: DiceSeen) -> float:
    """How the first die that was read is turned, in degrees; 0 where the reading does not say."""
    try:
        return float(json.loads(seen.reading)["dice"][0]["angle_deg"])
    except (ValueError, KeyError, IndexError, TypeError):
        return 0.0


def places_of(profile: TrayProfile, seen: DiceSeen) -> str:
    """Where the first dice lie, in mm from the middle of the tray, as words; "" where the profile does not know."""
    places = []
    for die in seen.dice[:MOST_PLACES]:
        middle = ((die.box[0] + die.box[2]) / 2 * profile.width, (die.box[1] + die.box[3]) / 2 * profile.height)
        found = profile.to_mm([middle], DIE_MM / 2)
        if found is not None:
            places.append(f"({found[0][0]:+.0f}, {found[0][1]:+.0f})")
    return word("at {places} mm", places=" ".join(places)) if places else ""


def known_size(profile: TrayProfile) -> tuple[int, int] | None:
    """How wide and deep the tray is inside, in mm, where its scale comes from a size that was entered."""
    if profile.plane is None or profile.plane.method != "corners" or len(profile.region) != CORNERS:
        return None
    places = profile.to_mm(profile.region)
    assert places is not None
    wide, deep = places.max(axis=0) - places.min(axis=0)
    return round(float(wide)), round(float(deep))
