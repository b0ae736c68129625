"""What the table screen's own cards offer: each lies over the panel as long as that is asked. Pure."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.asks import Ask, Form
from companion.core.events import Happening, IllegalEvent, Rolled
from companion.core.text import Text
from companion.record.session import Session


def choices_of(session: Session, seat: int, covers: Callable[[Ask], bool]) -> list[object]:
    """All that a seat's strip offers, and what it is asked about: the same answer to another card is another one."""
    asked = [ask for ask in session.asks() if ask.seat == seat]
    mine = [ask for ask in asked if not covers(ask)]
    found: list[object] = [(ask.subject, choice.event) for ask in mine for choice in ask.choices]
    found += [(ask.subject, form.event) for ask in mine for form in ask.forms]
    return found + [ask.roll for ask in asked if ask.roll is not None]


def form_of(session: Session, form: Form) -> list[object]:
    """What this event is filled in about. What may stand in it changes with every count: that the rules judge."""
    forms = ((ask, each) for ask in session.asks() for each in ask.forms)
    return [ask.subject for ask, each in forms if each.event is form.event and each.seat == form.seat]


def roll_of(session: Session, seat: int) -> list[object]:
    """The roll a seat is asked for, and its number: the next one may be of the same dice."""
    events = [entry.event for entry in session.entries]
    earlier = sum(isinstance(event, Rolled) and event.seat == seat for event in events)
    return [(ask.roll, earlier) for ask in session.asks() if ask.seat == seat and ask.roll is not None]


def is_refused(session: Session, event: Happening, why: Text) -> bool:
    """Return whether the rules would still refuse an event, for this reason."""
    try:
        session.judge(event)
    except IllegalEvent as wrong:
        return wrong.text == why
    return False
