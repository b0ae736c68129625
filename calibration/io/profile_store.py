"""The stored profile, for the command line: read, merge and write it. An error ends the program with its reason."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from rich.console import Console

from calibration.io.image_sets import fail
from calibration.profile.camera_name import ANY_CAMERA, profile_path
from calibration.profile.merge import at_size, losses, merged
from calibration.profile.tray_profile import BadProfile, TrayProfile
from calibration.profile.verdict import better_than
from catseye import kept_files
from catseye.names import printable
from catseye.text import joined, say

WAYS = "Use another --out, or --replace"


def writable(path: Path) -> None:
    """End the program if no profile can be written at `path`: before the work rather than after it."""
    try:
        if path.is_dir():
            fail(f"{path}: cannot be written (this is a folder)")
        kept_files.draft_of(path).exists()  # raises if the name is too long
        folder = next(up for up in path.absolute().parents if up.exists())
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            fail(f"{path}: cannot be written ({folder} takes no file)")
    except OSError as wrong:
        fail(f"{path}: cannot be written ({wrong.strerror or wrong})")


def stored_profile(path: Path, *, has_tray: bool) -> TrayProfile | None:
    """Return the stored profile, None without one. End the program if a profile without a tray would replace one with
    it.
    """
    try:
        before = TrayProfile.load(path)
    except FileNotFoundError:
        return None
    except BadProfile as wrong:
        fail(f"{wrong}. Move that file away first.")
    if before.plane is not None and not has_tray:
        fail(f"{path}: kept, because it knows the tray and the new profile only the lens. Use --tray. {WAYS}.")
    return before


def merged_with_stored(profile: TrayProfile, path: Path, picture: NDArray[Any] | None, console: Console) -> TrayProfile:
    """Return the profile merged with the stored one. End the program if data of that one would be lost."""
    before = stored_profile(path, has_tray=profile.plane is not None)
    if before is None:
        return profile
    result = merged(profile, before, picture)
    better, why = better_than(result.profile, before, holds=result.stands != "other")
    if not better or losses(result.profile, before) or at_size(before, profile) is None:
        kept = joined((say("kept"), why))
        fail(f"{path}: {kept}. {WAYS}.")
    if result.parts:
        words = f"kept from the stored profile: {', '.join(map(str, result.parts))}"
        console.print(words, highlight=False, markup=False, soft_wrap=True)
    return result.profile


def write(profile: TrayProfile, path: Path, console: Console) -> None:
    """Write the profile."""
    try:
        profile.save(path)
    except BadProfile as wrong:
        fail(f"{path}: not written, {wrong}")
    except OSError as wrong:
        fail(f"{path}: cannot be written ({wrong.strerror or wrong})")
    console.print(f"saved in {printable(str(path))}", highlight=False, markup=False, soft_wrap=True)


def load_for(path: Path, picture: NDArray[Any], *, required: bool) -> TrayProfile | None:
    """Return the profile at `path`, fitted to the size of a picture; None if it is missing and not `required`."""
    try:
        profile = TrayProfile.load(path)
        return profile.for_camera(profile.camera, picture.shape[1], picture.shape[0])
    except FileNotFoundError:
        if required:
            fail(f"{path}: there is no such profile")
        return None
    except BadProfile as wrong:
        fail(str(wrong))


def load_unnamed(picture: NDArray[Any], console: Console) -> TrayProfile | None:
    """Return the profile for pictures without a camera's name, if it fits this one; print why if it does not."""
    path = profile_path(ANY_CAMERA)
    try:
        profile = TrayProfile.load(path)
        return profile.for_camera(profile.camera, picture.shape[1], picture.shape[0])
    except FileNotFoundError:
        return None
    except BadProfile as wrong:
        console.print(f"without the profile {path}: {wrong}", highlight=False, markup=False, soft_wrap=True)
        return None
