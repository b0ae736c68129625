"""What a profile is good for, and whether it is better than the one in use."""

from __future__ import annotations

from calibration.colours import conflicts
from calibration.profile import TrayProfile


def verdict(profile: TrayProfile) -> str:
    """What a profile is good for, in a line: "ready: +-0.4 mm, six dice apart"."""
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


def better_than(new: TrayProfile, old: TrayProfile | None) -> tuple[bool, str]:
    """Whether to put `new` in the place of `old`, and if not, why not (a half sentence to add)."""
    if old is None or (old.camera, old.width, old.height) != (new.camera, new.width, new.height):
        return True, ""
    if old.plane is not None and (new.plane is None or new.plane.error_mm > 2.0 * old.plane.error_mm + 0.2):
        return False, f"; the one in use is more exact (+-{old.plane.error_mm:.1f} mm)"
    if old.lens is not None and new.lens is None:
        return False, "; the one in use knows the lens too"
    if len(conflicts(new.dice)) > len(conflicts(old.dice)):
        return False, "; in the one in use the dice are easier to tell apart"
    return True, ""
