"""The platform's folders for a program's files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

APP = "catseye"


class NoHomeFolder(OSError):  # noqa: N818  named after what is missing
    """The home folder is unknown: there is no HOME, and the user is not in the list of users."""

    def __init__(self) -> None:
        super().__init__("no home folder is known here: set HOME to a folder that can be written to")


def platform_folder(find: Callable[..., str]) -> Path:
    """Return the program's folder of a kind that `platformdirs` finds. Raises NoHomeFolder."""
    try:
        return Path(find(APP, appauthor=False))
    except RuntimeError:
        raise NoHomeFolder from None
