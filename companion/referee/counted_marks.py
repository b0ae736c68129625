"""Marks of presses and taps: a box or a browser may deliver one again, which must not count twice."""

from __future__ import annotations

from companion.record import codec
from companion.record.journal import Evidence, Origin
from companion.record.session import Session
from companion.referee.signals import PressMark

Mark = PressMark | str
"""Of a press of a box, or the id of a tap in a browser."""


class CountedMarks:
    """The marks of all presses and taps that a session has counted, even if they were taken back.

    One of several boxes may have been away for any time before its last press was acknowledged. Damaged marks are
    skipped.
    """

    def __init__(self, session: Session) -> None:
        readings = (session.journal.readings(session.id, origin) for origin in (Origin.BOX, Origin.TOUCH))
        self._marks = {_mark_in(reading) for some in readings for reading in some}

    def __contains__(self, mark: Mark | None) -> bool:
        return bool(mark) and mark in self._marks

    def add(self, mark: Mark | None) -> None:
        """Count one more."""
        self._marks.add(mark)


def evidence_of(mark: Mark | None) -> Evidence | None:
    """Return the evidence to store with an event, so that its mark is known after a restart."""
    return Evidence(codec.to_json({"tap": mark} if isinstance(mark, str) else mark)) if mark else None


def _mark_in(reading: bytes) -> Mark | None:
    """Return the mark in some evidence, or None: it may be a reading of dice, or damaged."""
    try:
        found = codec.parse(reading)
        mark = found["tap"] if "tap" in found else PressMark(**found)
    except (ValueError, TypeError):
        return None
    if isinstance(mark, str):
        return mark
    is_whole = [type(getattr(mark, name, None)) for name in ("box", "boot", "number")] == [str, int, int]
    return mark if is_whole else None
