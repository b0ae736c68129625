"""Games as files others can read: JSON Lines (the line protocol itself), CSV, and BG Stats' JSON."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.record import codec
from companion.record.journal import Evidence
from companion.record.session import Session

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a cell begins with that spreadsheets calculate (OWASP, CSV injection), the wide forms included."""


def written(session: Session, form: str) -> bytes:
    """The game as a file of this form: jsonl, csv or bgstats. Raises ValueError."""
    if form == "jsonl":
        return b"".join(to_jsonl(session))
    if form == "csv":
        return to_csv(session).encode()
    if form == "bgstats":
        return codec.to_json(to_bgstats(session)) + b"\n"
    raise ValueError(f"no format {form!r}: jsonl, csv or bgstats")


def save(path: Path, text: bytes) -> None:
    """Write a file that is new, whole or not at all.

    Raises FileExistsError where there is one already (it stays as it is), OSError naming the file.
    """
    try:
        fresh = path.open("xb")
    except FileExistsError:
        raise FileExistsError(f"{path} is there already and stays as it is") from None
    except OSError as wrong:
        raise _unwritten(path, wrong) from None
    try:
        with fresh:
            fresh.write(text)
            fresh.flush()
            os.fsync(fresh.fileno())
    except BaseException as wrong:
        path.unlink(missing_ok=True)  # a part of it would only be in the way of the next try
        if isinstance(wrong, OSError):
            raise _unwritten(path, wrong) from None
        raise


def _unwritten(path: Path, wrong: OSError) -> OSError:
    return OSError(f"{path} could not be written: {wrong.strerror or wrong}")


def to_jsonl(session: Session) -> Iterator[bytes]:
    """The requests that play this game again, one a line: `new`, then every event that counts."""
    began = codec.header_from_json(session.journal.header(session.id).header)
    new = {"game": session.game.id, "players": began.players, "colours": began.colours, "options": began.options}
    if began.facts is not None:
        new["facts"] = began.facts
    yield codec.to_json({"new": new}) + b"\n"
    for entry in session.entries:
        yield codec.to_json({"event": codec.event_to_plain(entry.event)}) + b"\n"


def to_csv(session: Session) -> str:
    """One row an event: number, time (UTC), seat, player, how it was learnt, kind, and the sentence."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(["seq", "at", "seat", "player", "origin", "kind", "what"])
    before = session.start
    for entry in session.entries:
        event = entry.event
        what = str(session.game.describe(before, event))
        row = [
            entry.seq,
            entry.at,
            event.seat,
            _cell(session.table.name(event.seat)),
            entry.origin,
            type(event).__name__,
            _cell(what),
        ]
        sheet.writerow(row)
        before = entry.state
    return text.getvalue()


def _cell(text: str) -> str:
    """A text that a spreadsheet does not take for a formula: one that begins like it gets an apostrophe before it."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def to_bgstats(session: Session) -> dict[str, Any]:
    """The play as BG Stats' import file takes it. Raises ValueError while the game goes on."""
    outcome = session.outcome()
    if outcome is None:
        raise ValueError("the game is not over: there is no result to export yet")
    began = session.journal.rows(session.id)[0].at
    ended = session.entries[-1].at if session.entries else began
    return {
        "players": [{"id": seat + 1, "name": session.table.name(seat)} for seat in session.table.seats],
        "games": [{"id": 1, "name": session.game.title}],
        "plays": [
            {
                "gameRefId": 1,
                "playDate": _on_the_wall(began),
                "durationMin": _minutes(began, ended),
                "playerScores": [
                    {
                        "playerRefId": seat + 1,
                        "score": str(outcome.scores.get(seat, 0)),
                        "winner": outcome.place(seat) == 1,
                        "rank": outcome.place(seat) or 0,
                        "seatOrder": seat + 1,
                    }
                    for seat in session.table.seats
                ],
            }
        ],
    }


def _minutes(began: str, ended: str) -> int:
    """From one row's time to another's; 0 where a time is damaged, or the clock was set back meanwhile."""
    try:
        lasted = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    except (ValueError, TypeError):
        return 0
    return max(0, round(lasted.total_seconds() / 60))


def _on_the_wall(at: str) -> str:
    """A row's time as the clock here showed it, which BG Stats expects; as it stands where it cannot be
    a time here.
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError):
        return at[:19].replace("T", " ")


def evidence_of(session: Session) -> Iterator[tuple[int, Evidence]]:
    """What each event that counts was read from, with its number."""
    for entry in session.entries:
        evidence = session.journal.evidence(session.id, entry.seq)
        if evidence is not None:
            yield entry.seq, evidence
