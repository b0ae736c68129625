"""The quality of a profile, and whether it is better than the one in use."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from calibration.light.colours import conflicts
from calibration.profile.merge import PARTS, at_size, less_exact, losses, merged, same_camera
from calibration.profile.tray_profile import TrayProfile
from calibration.solve.lens import Lens
from catseye.text import NOTHING, Commas, Text, joined, say

_NUMBERS = (say("two"), say("three"), say("four"), say("five"), say("six"))


def verdict(profile: TrayProfile) -> Text:
    """Return the quality of a profile in a line: "ready: +-0.4 mm, six dice apart"."""
    plane = profile.plane
    places = say("no places in millimetres") if plane is None else say("+-{error} mm", error=f"{plane.error_mm:.1f}")
    dice = _dice(profile)
    return say("ready: {parts}", parts=Commas((places, dice) if dice else (places,)))


def _dice(profile: TrayProfile) -> Text:
    count, alike = len(profile.dice), conflicts(profile.dice)
    if alike:
        return alike[0].text
    if count < 2:
        return say("one die known") if count else NOTHING
    return say("{number} dice apart", number=_NUMBERS[count - 2] if count < 7 else count)


def merged_verdict(
    new: TrayProfile, old: TrayProfile | None, picture: NDArray[Any] | None = None
) -> tuple[TrayProfile, bool, Text]:
    """Return `new` merged with what is still valid of the one in use; whether it is better; and the verdict in a
    sentence. `picture` (H, W, 3) uint8 is the camera's latest.
    """
    if not new.width:
        return new, False, say("No picture was seen: there is nothing to keep.")
    if not _fresh(new, None if old is None else at_size(old, new)):
        if old is None:
            return new, False, say("Nothing was measured: there is nothing to keep.")
        return new, False, say("Nothing was measured: the one in use stays.")
    if old is None:
        return new, True, verdict(new)
    result = merged(new, old, picture)
    better, why = better_than(result.profile, old, holds=result.stands != "other")
    said = verdict(result.profile)
    if better and result.parts:
        said = joined((said, say("from before: {parts}", parts=Commas(result.parts))))
    if better and result.stands == "unknown" and new.plane is None and result.profile.plane is not None:
        said = say("{said} (if nothing was moved since: there was no watch to tell)", said=said)
    return result.profile, better, joined((said, why))


def better_than(new: TrayProfile, old: TrayProfile | None, *, holds: bool = True) -> tuple[bool, Text]:
    """Return whether `new` should replace `old`, and a sentence: why not, or what is lost. An old one of another camera
    or aspect ratio, or that no longer `holds` because the camera was moved, is always replaced.
    """
    if not _fresh(new, None):
        return False, say("nothing was measured")
    if old is None:
        return True, NOTHING
    lost = losses(new, old)
    gone = say("this would be lost: {parts}", parts=Commas(lost)) if lost else NOTHING
    here = at_size(old, new)
    if not same_camera(new, old):
        return True, joined((say("the one there is of the camera {camera}", camera=old.camera), gone))
    if here is None:
        size = f"{old.width}x{old.height}"
        return True, joined((say("the one in use is for pictures of {size}", size=size), gone))
    if not holds:
        return True, joined((say("the camera or the tray was moved since"), gone))
    if here.plane is not None and (new.plane is None or less_exact(new.plane, here.plane)):
        return False, say("the one in use is more exact (+-{error} mm)", error=f"{here.plane.error_mm:.1f}")
    if here.lens is not None and new.lens is None:
        return False, say("the one in use knows the lens too")
    if here.lens is not None and new.lens is not None and _less_certain(new.lens, here.lens):
        return False, say("the one in use knows the lens more surely")
    if len(conflicts(new.dice)) > len(conflicts(old.dice)):
        return False, say("in the one in use the dice are easier to tell apart")
    return True, gone


def _fresh(new: TrayProfile, old: TrayProfile | None) -> bool:
    """Return whether anything was measured other than the lens of the old profile."""
    lens_of_before = old is not None and new.lens == old.lens
    return any(getattr(new, part) for part in (*PARTS, "dice") if part != "lens" or not lens_of_before)


def _less_certain(new: Lens, old: Lens) -> bool:
    """Return whether the focal length or the centre of a lens is clearly less certain than another's."""
    centre = 0.15 * new.width / 1280
    return new.focal_sd > 2.0 * old.focal_sd + 0.0002 or new.centre_sd_px > 2.0 * old.centre_sd_px + centre
