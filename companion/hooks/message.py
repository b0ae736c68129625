"""What other programs are told about a game: one message for each event, and one if entries changed."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.core.text import Text, say
from companion.i18n import translate
from companion.protocol.answers import outcome_to_plain
from companion.record import codec
from companion.record.judging import described
from companion.record.session import Session

Message = dict[str, Any]
"""JSON-able."""
BEGAN, CHANGED = "began", "changed"
"""Kinds of messages that are about no event. Kinds of events have a capital."""


class Told(NamedTuple):
    """How far other programs know a session: the number of its last journal row."""

    session: str
    seq: int


def event_message(session: Session, number: int | None, kind: str = CHANGED) -> Message:
    """Return the message about the event with this index among those that count.

    None: no event but the position has changed, by what `kind` says. The sentence is in the app's language.
    """
    entries = session.entries
    if number is None:
        seq, at, seat, event, state = session.seq, None, None, None, session.state
        text = _BEGAN if kind == BEGAN else _CHANGED
    else:
        entry = entries[number]
        seq, at, seat, state = entry.seq, entry.at, entry.event.seat, entry.state
        event = codec.event_to_plain(entry.event)
        kind, text = event["kind"], described(session, session.at(number), entry.event)
    newest = number is None or number == len(entries) - 1
    return {
        "game": session.game.id,
        "session": session.id,
        "seq": seq,
        "at": at,
        "players": list(session.table.players),
        "seat": seat,
        "name": None if seat is None else session.table.name(seat),
        "kind": kind,
        "event": event,
        "facts": codec.plain(session.game.facts(state)),
        "sentence": translate(text),
        "outcome": outcome_to_plain(session) if newest else None,
    }


def messages_since(told: Told | None, session: Session) -> list[Message]:
    """Return the messages about what a session has added since it was last looked at, oldest first."""
    if told is None or told.session != session.id:
        return [event_message(session, None, BEGAN)]
    fresh = [number for number, entry in enumerate(session.entries) if entry.seq > told.seq]
    last = session.entries[fresh[-1]].seq if fresh else told.seq
    changed = [event_message(session, None)] if session.seq != last else []
    return [event_message(session, number) for number in fresh] + changed


_BEGAN: Text = say("The game begins or goes on.")
_CHANGED: Text = say("An earlier entry was changed, taken back or brought back.")
