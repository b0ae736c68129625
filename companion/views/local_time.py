"""Times of day as the clock on the wall shows them: the journal keeps UTC."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from companion.core.text import Text, say


def wall(at: str, form: str) -> str:
    """Return a time (ISO 8601 with its offset) where this tablet lies, written as `strftime` has it; as it stands where
    it is damaged.
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime(form)
    except (ValueError, OverflowError):
        return at[:19]


def day(at: str, today: date | None = None) -> Text | None:
    """Return a time of today or yesterday in words; None for any other day, or one that is damaged."""
    now = datetime.now().astimezone().date() if today is None else today
    on, time = wall(at, "%Y-%m-%d"), wall(at, "%H:%M")
    if on == now.isoformat():
        return say("today, {time}", time=time)
    return say("yesterday, {time}", time=time) if on == (now - timedelta(days=1)).isoformat() else None
