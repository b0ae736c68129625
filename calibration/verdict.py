"""The quality of a profile, and whether it is better than the one in use."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from calibration.colours import conflicts
from calibration.lens import Lens
from calibration.profile import TrayProfile
from calibration.profile_merge import PARTS, at_size, less_exact, losses, merged, same_camera


def verdict(profile: TrayProfile) -> str:
    """Return the quality of a profile in a line: "ready: +-0.4 mm, six dice apart"."""
    plane = profile.plane
    parts = ["no millimetres" if plane is None else f"+-{plane.error_mm:.1f} mm"]
    if profile.dice:
        alike = conflicts(profile.dice)
        count = len(profile.dice)
        number = ("no", "one", "two", "three", "four", "five", "six")[count] if count < 7 else str(count)
        parts.append(
            alike[0].text
            if alike
            else f"{number} {'die' if count == 1 else 'dice'} {'known' if count == 1 else 'apart'}"
        )
    return f"ready: {', '.join(parts)}"


def merged_verdict(
    new: TrayProfile, old: TrayProfile | None, picture: NDArray[Any] | None = None
) -> tuple[TrayProfile, bool, str]:
    """Return `new` merged with what is still valid of the one in use; whether it is better; and the verdict in a
    sentence. `picture` (H, W, 3) uint8 is the camera's latest.
    """
    if not new.width:
        return new, False, "No picture was seen: there is nothing to keep."
    if not _fresh(new, None if old is None else at_size(old, new)):
        stays = "there is nothing to keep" if old is None else "the one in use stays"
        return new, False, f"Nothing was measured: {stays}."
    if old is None:
        return new, True, verdict(new)
    joined = merged(new, old, picture)
    better, why = better_than(joined.profile, old, holds=joined.stands != "other")
    before = f"; from before: {', '.join(joined.parts)}" if better and joined.parts else ""
    if better and joined.stands == "unknown" and new.plane is None and joined.profile.plane is not None:
        before += " (if nothing was moved since: there was no watch to tell)"
    return joined.profile, better, f"{verdict(joined.profile)}{before}{why}"


def better_than(new: TrayProfile, old: TrayProfile | None, *, holds: bool = True) -> tuple[bool, str]:
    """Return whether `new` should replace `old`, and a half sentence: why not, or what is lost. An old one of another
    camera or aspect ratio, or that no longer `holds` because the camera was moved, is always replaced.
    """
    if not _fresh(new, None):
        return False, "; nothing was measured"
    if old is None:
        return True, ""
    lost = losses(new, old)
    gone = f"; this would be lost: {', '.join(lost)}" if lost else ""
    here = at_size(old, new)
    if not same_camera(new, old):
        return True, f"; the one there is of the camera {old.camera}{gone}"
    if here is None:
        return True, f"; the one in use is for pictures of {old.width}x{old.height}{gone}"
    if not holds:
        return True, f"; the camera or the tray was moved since{gone}"
    if here.plane is not None and (new.plane is None or less_exact(new.plane, here.plane)):
        return False, f"; the one in use is more exact (+-{here.plane.error_mm:.1f} mm)"
    if here.lens is not None and new.lens is None:
        return False, "; the one in use knows the lens too"
    if here.lens is not None and new.lens is not None and _less_certain(new.lens, here.lens):
        return False, "; the one in use knows the lens more surely"
    if len(conflicts(new.dice)) > len(conflicts(old.dice)):
        return False, "; in the one in use the dice are easier to tell apart"
    return True, gone


def _fresh(new: TrayProfile, old: TrayProfile | None) -> bool:
    """Return whether anything was measured other than the lens of the old profile."""
    lens_of_before = old is not None and new.lens == old.lens
    return any(getattr(new, part) for part in (*PARTS, "dice") if part != "lens" or not lens_of_before)


def _less_certain(new: Lens, old: Lens) -> bool:
    """Return whether the focal length or the centre of a lens is clearly less certain than another's."""
    centre = 0.15 * new.width / 1280
    return new.focal_sd > 2.0 * old.focal_sd + 0.0002 or new.centre_sd_px > 2.0 * old.centre_sd_px + centre
