"""What the board of the open game is painted from, for the app and for browsers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.events import Happening
from companion.drawing.scene import Scene
from companion.record.journal import JournalError
from companion.record.set_right import set_right

if TYPE_CHECKING:
    from companion.record.session import Entry, Session
    from companion.views.presenter import SeatView


def board_scene(session: Session, seats: Sequence[SeatView], angles: tuple[int, ...]) -> Scene:
    """Return the scene of a session as the seats are shown now; `angles` says how far each strip is turned."""
    return Scene(
        state=session.state,
        asked=tuple(seat.seat for seat in seats if seat.asked),
        pointed={seat.seat: seat.pointed.event for seat in seats if seat.pointed is not None},
        entries=_entries(session),
        earlier=_earlier(session),
        corrected=corrected_events(session),
        set_right=set_right(session).places,
        angles=angles,
        over=session.outcome() is not None,
        bots=frozenset(seat.seat for seat in seats if seat.bot),
    )


def _entries(session: Session) -> list[tuple[Happening, Any]]:
    return [(entry.event, entry.state) for entry in session.entries]


def _earlier(session: Session) -> list[list[tuple[Happening, Any]]]:
    try:
        return [_entries(before) for before in session.before]
    except JournalError:  # said where the history is read
        return []


def changed_entries(session: Session) -> list[Entry]:
    """Return the entries whose events were changed afterwards."""
    return [entry for entry in session.entries if entry.original is not None and entry.original != entry.event]


def corrected_events(session: Session) -> frozenset[Happening]:
    """Return the events of this round that were changed afterwards: they have a pencil where they are drawn."""
    number_of = session.game.round
    now = number_of(session.state)
    return frozenset(entry.event for entry in changed_entries(session) if number_of(entry.state) == now)
