"""Whether a file is there, whatever somebody has typed for its name."""

from __future__ import annotations

from pathlib import Path


def is_file(path: Path) -> bool:
    """Whether there is such a file. A name too long for any, or where one may not look, is none."""
    try:
        return path.is_file()
    except OSError:
        return False
