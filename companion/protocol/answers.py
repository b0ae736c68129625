"""Answers of the line protocol: positions, asks and records as JSON values, and refusals."""

from __future__ import annotations

from typing import Any

from companion.core.asks import Ask
from companion.protocol.game_listing import form_to_plain
from companion.record import codec
from companion.record.session import Session

LONGEST_MESSAGE = 500
"""Limit of a refusal's sentence, letters."""
Answer = dict[str, Any]


class Refusal(Exception):  # noqa: N818  an answer, not a fault
    """An answer with `"ok": false`. `error` is the protocol's code, `more` are other fields of the answer."""

    def __init__(self, error: str, message: str, rule: str = "", **more: object) -> None:
        super().__init__(message)
        self.answer = refused(error, message, rule) | more


def refused(error: str, message: str, rule: str = "") -> Answer:
    """Return the answer to a refused request."""
    return {"ok": False, "error": error, **({"rule": rule} if rule else {}), "message": in_short(message)}


def in_short(message: str) -> str:
    """Return a refusal's sentence, without its middle if it is too long."""
    if len(message) <= LONGEST_MESSAGE:
        return message
    return f"{message[: LONGEST_MESSAGE - 150]} [...] {message[-120:]}"


def outcome_to_plain(session: Session) -> Answer | None:
    """Return how a game ended as the protocol writes it, or None."""
    outcome = session.outcome()
    if outcome is None:
        return None
    return {
        "places": [list(place) for place in outcome.places],
        "scores": {str(seat): score for seat, score in outcome.scores.items()},
        **({"stopped": True, "why": outcome.why} if outcome.stopped else {}),
    }


def ask_to_plain(ask: Ask) -> Answer:
    """Return an ask as the protocol writes it."""
    answer: Answer = {
        "seat": ask.seat,
        "text": str(ask.text),
        "choices": [
            {"label": str(choice.label), "event": codec.event_to_plain(choice.event)} for choice in ask.choices
        ],
        "forms": [{"kind": form.event.__name__, "fields": codec.plain(form_to_plain(form))} for form in ask.forms],
        "roll": None,
        "optional": ask.optional,
    }
    if ask.roll is not None:
        answer["roll"] = {
            "colours": list(ask.roll.colours),
            "count": ask.roll.count,
            "kept": codec.plain(ask.roll.kept),
        }
    return answer


def record(session: Session) -> Answer:
    """Return a session as data: its beginning, its rules, and every event that counts, with the row that last changed
    it.
    """
    return {
        "session": session.id,
        "game": session.game.id,
        "rules_version": session.rules_version,
        "players": list(session.table.players),
        "colours": list(session.table.colours),
        "options": codec.options_to_plain(session.options),
        "facts": session.facts_at_start,
        **({"continues": session.continues} if session.continues else {}),
        "record": [
            {
                "seq": entry.seq,
                "at": entry.at,
                "origin": entry.origin,
                "event": codec.event_to_plain(entry.event),
                **({"amended": entry.amended} if entry.amended else {}),
            }
            for entry in session.entries
        ],
    }
