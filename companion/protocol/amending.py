"""The request "amend" of the line protocol, which replaces or removes an earlier event."""

from __future__ import annotations

from typing import Any, get_args

from companion.core.events import Happening, IllegalEvent
from companion.protocol.answers import Refusal
from companion.record import codec
from companion.record.entries import Amendment, Conflict, NoSuchEntry
from companion.record.session import OnConflict, Session


def amended(session: Session, request: dict[str, Any]) -> Amendment:
    """Change the entry that a request names. Raises Refusal, Malformed, JournalError, with nothing changed."""
    seq = request["amend"]
    on_conflict: Any = "refuse" if request.get("on_conflict") is None else request["on_conflict"]
    if not isinstance(seq, int) or isinstance(seq, bool):
        raise Refusal("malformed", '"amend" takes the number of an entry')
    if "event" not in request:
        raise Refusal("malformed", '"amend" needs an "event": what counts instead, or null')
    if on_conflict not in get_args(OnConflict):
        raise Refusal("malformed", '"on_conflict" is "refuse", "stop" or "skip"')
    if all(entry.seq != seq for entry in session.entries):
        session.look_again()
        raise Refusal("no-such-entry", f"no entry {seq} counts in this game")
    event: Happening | None = None
    if request["event"] is not None:
        event = codec.happening_from_plain(session.game, request["event"])
    try:
        return session.amend({seq: event}, on_conflict)
    except NoSuchEntry as wrong:
        raise Refusal("no-such-entry", str(wrong)) from None
    except Conflict as wrong:
        raise Refusal("conflict", str(wrong), wrong.rule, conflict=wrong.entry.seq) from None
    except IllegalEvent as illegal:
        raise Refusal("illegal", str(illegal), illegal.rule) from None
