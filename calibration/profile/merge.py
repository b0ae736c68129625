"""Merges a new profile with an older one of the same tray, and lists what would be lost with the older one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.light.colours import DieColour, conflicts
from calibration.profile.tray_profile import ANY_CAMERA, BadProfile, TrayProfile, bare_name
from calibration.solve.plane import Plane
from catseye.colours import colour
from catseye.text import Commas, Text, say

Stands = Literal["same", "unknown", "doubtful", "other"]
"""Whether camera and tray are where they were for the older profile: verified; not contradicted; uncertain; moved."""
APART = 0.015
"""Largest difference between two tapped outlines of one tray, as a share of the picture's width."""
ELSEWHERE = 0.045
"""Least difference, as the same share, between outlines of different trays."""
PARTS = {
    "lens": say("the lens"),
    "plane": say("the millimetres"),
    "region": say("the outline"),
    "backdrop": say("the watch for moves"),
    "light": say("the light"),
}
"""The parts of a profile other than the dice: field name and English words."""


@dataclass(frozen=True)
class Merged:
    """The merged profile, with the names of the `parts` from the older one. `stands`: whether the tray is where it was
    for that one.
    """

    profile: TrayProfile
    parts: tuple[Text, ...] = ()
    stands: Stands = "other"


def merged(new: TrayProfile, old: TrayProfile, picture: NDArray[Any] | None = None) -> Merged:
    """Return `new` with those parts of `old` that were not measured again and are still valid. `picture` (H, W, 3)
    uint8 shows the tray now.

    A lens is valid for its camera, and a die's colour for an unchanged ground: the tray's inside, or the whole picture.
    Other parts are valid unless camera or tray have moved.
    """
    if not same_camera(new, old):
        return Merged(new)
    stands: Stands = "other"
    here, found = at_size(old, new), replace(new, camera=_camera(new, old))
    if here is not None:
        stands = _stands(new, here, picture)
        if found.lens is None and found.plane is None:
            found = replace(found, lens=here.lens)
        if found.lens is not None and found.lens == here.lens and not found.observations and found.chart == here.chart:
            found = replace(found, observations=here.observations)
        if stands in ("same", "unknown"):
            found = _with_places(found, here, sure=stands == "same")
    if bool(found.region) == bool(old.region):
        found = replace(found, dice=_dice(new.dice, old.dice))
    return Merged(
        found, _named_parts(found, [part for part in PARTS if getattr(found, part) != getattr(new, part)], new), stands
    )


def losses(new: TrayProfile, old: TrayProfile) -> tuple[Text, ...]:
    """Return the parts that `old` has and `new` has not, in words."""
    return _named_parts(old, [part for part in PARTS if getattr(old, part) and not getattr(new, part)], new)


def same_camera(one: TrayProfile, other: TrayProfile) -> bool:
    """Return whether both are of one camera; a profile without a camera's name may be any camera's."""
    names = {bare_name(one.camera), bare_name(other.camera)} - {ANY_CAMERA}
    return len(names) < 2


def at_size(old: TrayProfile, new: TrayProfile) -> TrayProfile | None:
    """Return the older profile for the new one's pictures; None for another camera or aspect ratio."""
    try:
        return None if not same_camera(new, old) else old.for_camera(old.camera, new.width, new.height)
    except BadProfile:
        return None


def less_exact(new: Plane, old: Plane) -> bool:
    """Return whether places are clearly less exact by the new plane."""
    return new.error_mm > 2.0 * old.error_mm + 0.1


def _with_places(found: TrayProfile, here: TrayProfile, *, sure: bool) -> TrayProfile:
    """Return the profile with plane, outline, drift reference and light of an unmoved tray. A plane is valid with its
    own lens only; a more exact older one is taken only if it is `sure` that nothing moved.
    """
    found = replace(
        found,
        region=found.region or here.region,
        backdrop=found.backdrop or here.backdrop,
        light=found.light or here.light,
    )
    if here.plane is None or found.lens != here.lens:
        return found
    if found.plane is None or (sure and less_exact(found.plane, here.plane)):
        return replace(found, plane=here.plane)
    return found


def _dice(taught: tuple[DieColour, ...], before: tuple[DieColour, ...]) -> tuple[DieColour, ...]:
    """Return the enrolled dice, and the older ones that differ from them in owner and colour."""
    owners = {die.owner for die in taught}
    others = [die for die in before if die.owner not in owners]
    return (*taught, *(die for die in others if not any(conflicts((die, one)) for one in taught)))


def _stands(new: TrayProfile, here: TrayProfile, picture: NDArray[Any] | None) -> Stands:
    """Return whether the tray is where it was: by the drift watch, preferably on the empty tray; else by the
    outlines.
    """
    away = _apart(new, here)
    if away > ELSEWHERE * new.width:
        return "other"
    empty = None if new.backdrop is None or new.backdrop == here.backdrop else new.backdrop.picture()
    shown, watch = picture if empty is None else empty, here.drift_watch()
    if shown is not None and watch is not None:
        for number in range(3):
            watch.feed(shown, number * 0.7)
        if watch.state.standing == "steady":
            return "same"
        unseen = watch.state.standing in ("covered", "hidden", "lost")
        if watch.state.standing == "moved" or (unseen and empty is not None):
            return "other"
        if unseen:
            return "doubtful"
    return "unknown" if away <= APART * new.width else "doubtful"


def _apart(new: TrayProfile, here: TrayProfile) -> float:
    """Return the largest distance between the outlines' corners, px; 0 without two outlines."""
    if not new.region or len(new.region) != len(here.region):
        return 0.0
    return float(np.linalg.norm(np.subtract(new.region, here.region), axis=1).max())


def _named_parts(more: TrayProfile, parts: list[str], less: TrayProfile) -> tuple[Text, ...]:
    """Return these parts in words, and the dice that only the first profile has. The light belongs to the drift
    reference.
    """
    known = {die.owner for die in less.dice}
    owners = tuple(die.owner for die in more.dice if die.owner not in known)
    named = [PARTS[part] for part in parts if part != "light" or "backdrop" not in parts]
    if len(owners) == 1:
        named.append(say("the die {owner}", owner=colour(owners[0])))
    elif owners:
        named.append(say("the dice {owners}", owners=Commas(map(colour, owners))))
    return tuple(named)


def _camera(new: TrayProfile, old: TrayProfile) -> str:
    return old.camera if new.camera == ANY_CAMERA else new.camera
