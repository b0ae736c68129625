"""What an older profile of the same tray still gives to a new one, and what would be lost with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.colours import DieColour, conflicts
from calibration.plane import Plane
from calibration.profile import ANY_CAMERA, BadProfile, TrayProfile, bare_name
from calibration.sentences import Sentence, say

Stands = Literal["same", "unknown", "doubtful", "other"]
"""Whether camera and tray stand as when the older profile was made: seen to; nothing speaks against it; perhaps; no."""
APART = 0.015
"""Outlines tapped twice differ by less than this share of the picture's width."""
ELSEWHERE = 0.045
"""Outlines that differ by more than this share are not of one tray, whatever stands still around it."""
PARTS = {
    "lens": say("the lens"),
    "plane": say("the millimetres"),
    "region": say("the outline"),
    "backdrop": say("the watch for moves"),
    "light": say("the light"),
}
"""What a profile may know apart from the dice, by its field name and in words."""


@dataclass(frozen=True)
class Carried:
    """`profile` is the new one with what still holds of the older one, named in `parts`. `stands` says whether that was
    made of the tray as it stands now.
    """

    profile: TrayProfile
    parts: tuple[Sentence, ...] = ()
    stands: Stands = "other"


def carried_over(new: TrayProfile, old: TrayProfile, picture: NDArray[Any] | None = None) -> Carried:
    """`new` with what was not measured this time and still holds. `picture` (H, W, 3) uint8 shows the tray of now.

    A lens holds for its camera, and so does a die's colour while the ground it is compared with is the same: the tray's
    inside, or the whole picture. The rest holds while nothing speaks against camera and tray standing as they did.
    """
    if not same_camera(new, old):
        return Carried(new)
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
    return Carried(
        found, _named_parts(found, [part for part in PARTS if getattr(found, part) != getattr(new, part)], new), stands
    )


def losses(new: TrayProfile, old: TrayProfile) -> tuple[Sentence, ...]:
    """What `old` knows and `new` does not, in words."""
    return _named_parts(old, [part for part in PARTS if getattr(old, part) and not getattr(new, part)], new)


def same_camera(one: TrayProfile, other: TrayProfile) -> bool:
    """Whether both are of one camera; a profile of which nobody said whose it is may be anybody's."""
    names = {bare_name(one.camera), bare_name(other.camera)} - {ANY_CAMERA}
    return len(names) < 2


def at_size(old: TrayProfile, new: TrayProfile) -> TrayProfile | None:
    """The older profile for the new one's pictures; None where those show another part of the tray, or another tray."""
    try:
        return None if not same_camera(new, old) else old.for_camera(old.camera, new.width, new.height)
    except BadProfile:
        return None


def less_exact(new: Plane, old: Plane) -> bool:
    """Whether places are known clearly worse by the new plane."""
    return new.error_mm > 2.0 * old.error_mm + 0.1


def _with_places(found: TrayProfile, here: TrayProfile, *, sure: bool) -> TrayProfile:
    """With the plane, outline, watch and light of a tray that stands as it did. A plane holds with its own lens only;
    one of before that is more exact is taken where it is `sure` that nothing moved.
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
    """The dice taught now, and those of before that are none of them, by their names and by their looks."""
    owners = {die.owner for die in taught}
    others = [die for die in before if die.owner not in owners]
    return (*taught, *(die for die in others if not any(conflicts((die, one)) for one in taught)))


def _stands(new: TrayProfile, here: TrayProfile, picture: NDArray[Any] | None) -> Stands:
    """By the watch for moves, best with the tray as it was just seen empty; else by how the outlines agree."""
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
    """How far the outlines are from each other, in pixels; 0 where there are no two to compare."""
    if not new.region or len(new.region) != len(here.region):
        return 0.0
    return float(np.linalg.norm(np.subtract(new.region, here.region), axis=1).max())


def _named_parts(more: TrayProfile, parts: list[str], less: TrayProfile) -> tuple[Sentence, ...]:
    """These parts in words, and the dice that only the first profile knows. The light is measured with the watch."""
    known = {die.owner for die in less.dice}
    owners = tuple(die.owner for die in more.dice if die.owner not in known)
    named = [PARTS[part] for part in parts if part != "light" or "backdrop" not in parts]
    if len(owners) == 1:
        named.append(say("the die {owner}", owner=owners[0]))
    elif owners:
        named.append(say("the dice {owners}", owners=owners))
    return tuple(named)


def _camera(new: TrayProfile, old: TrayProfile) -> str:
    return old.camera if new.camera == ANY_CAMERA else new.camera
