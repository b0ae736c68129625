"""Times of day as the clock on the wall shows them: the journal keeps UTC."""

from __future__ import annotations

from datetime import datetime


def wall(at: str, form: str) -> str:
    """Return a time (ISO 8601 with its offset) where this tablet lies, written as `strftime` has it; as it stands where
    it is damaged.
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime(form)
    except (ValueError, OverflowError):
        return at[:19]
