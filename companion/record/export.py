"""Export games: JSON Lines (the line protocol itself), CSV, and BG Stats' JSON."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.core.events import Corrected, Ended, Happening
from companion.core.text import say
from companion.record import codec, row_bodies
from companion.record.bgstats import on_the_wall, play_file
from companion.record.journal import Evidence, JournalError
from companion.record.judging import described
from companion.record.session import Session
from companion.record.sqlite_file import FileFault
from companion.record.summary import away_between, time_played

FORMS = {"jsonl": ".jsonl", "csv": ".csv", "bgstats": ".bgsplay"}
"""Forms of export and the extensions of their files; BG Stats registers .bgsplay."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""First characters that make spreadsheets take a cell for a formula (OWASP, CSV injection), with their wide forms."""


def written(session: Session, form: str) -> bytes:
    """Return the game as a file of this form: jsonl, csv or bgstats. Raises ValueError."""
    if form == "jsonl":
        return b"".join(to_jsonl(session))
    if form == "csv":
        return to_csv(session).encode()
    if form == "bgstats":
        return codec.to_json(play_file(session)) + b"\n"
    raise ValueError(f"no format {form!r}: jsonl, csv or bgstats")


def save(path: Path, text: bytes) -> None:
    """Write a new file, completely or not at all. Raises OSError naming the file, FileExistsError if there is one."""
    try:
        fresh = path.open("xb")
    except FileExistsError:
        raise FileExistsError(f"{path} already exists and is not overwritten") from None
    except OSError as wrong:
        raise _unwritten(path, wrong) from None
    try:
        with fresh:
            fresh.write(text)
            fresh.flush()
            os.fsync(fresh.fileno())
    except BaseException as wrong:
        path.unlink(missing_ok=True)  # a partial file would block the next attempt
        if isinstance(wrong, OSError):
            raise _unwritten(path, wrong) from None
        raise


def _unwritten(path: Path, wrong: OSError) -> FileFault:
    return FileFault(say("{path} could not be written: {why}", path=path, why=wrong.strerror or str(wrong)))


def to_jsonl(session: Session) -> Iterator[bytes]:
    """Yield the requests that play this game again, one per line: `new`, then every event that counts. The sessions of
    the evening that it continues come first, if they can be read.

    Beside each stands when it happened, and for how many seconds before it nobody was at the table, if the times do not
    say that; beside `new` the session's id and its players' marks, if these are not their seats: another tablet that
    imports the game keeps them.
    """
    try:
        before = session.before
    except JournalError:
        before = ()
    for each in (*reversed(before), session):
        yield from _session_to_jsonl(each, named=before)


def _session_to_jsonl(session: Session, named: Sequence[Session]) -> Iterator[bytes]:
    """Yield the requests of one session. It continues another one only if that is `named` in the same file."""
    began = row_bodies.header_from_json(session.journal.header(session.id).header)
    new = {"game": session.game.id, "players": began.players, "colours": began.colours, "options": began.options}
    if began.facts is not None:
        new["facts"] = began.facts
    if session.continues in {each.id for each in named}:
        new["continues"] = session.continues
    played, seq, at = time_played(session), 0, session.journal.rows(session.id)[0].at
    marks = {"marks": began.marks} if began.marks else {}
    yield codec.to_json({"new": new, "id": session.id, "at": at, **marks}) + b"\n"
    for entry in session.entries:
        away = away_between(at, entry.at, played[entry.seq] - played[seq])
        seq, at = entry.seq, entry.at
        yield codec.to_json({**_request(entry.event), "at": at, **({"away": away} if away else {})}) + b"\n"


def _request(event: Happening) -> dict[str, Any]:
    if isinstance(event, Corrected):
        return {"correct": event.facts}
    if isinstance(event, Ended):
        return {"end": {"why": event.why} if event.why else {}}
    return {"event": codec.event_to_plain(event)}


def to_csv(session: Session) -> str:
    """Return one row per event: number, time (UTC), seat, player, origin, kind, and the sentence."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(["seq", "at", "seat", "player", "origin", "kind", "what"])
    before = session.start
    for entry in session.entries:
        event = entry.event
        what = str(described(session, before, event))
        row = [
            entry.seq,
            entry.at,
            "" if event.seat is None else event.seat,
            "" if event.seat is None else _cell(session.table.name(event.seat)),
            entry.origin,
            type(event).__name__,
            _cell(what),
        ]
        sheet.writerow(row)
        before = entry.state
    return text.getvalue()


def _cell(text: str) -> str:
    """Return the text with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def make_folder(folder: Path) -> None:
    """Make a folder for exports. Raises OSError naming it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise _unwritten(folder, wrong) from None


def result_name(session: Session) -> str:
    """Return the name of a result's files without extension: day, game, session and number of entries."""
    began = on_the_wall(session.journal.rows(session.id)[0].at)[:10]
    return f"{began} {session.game.id} {session.id}-{session.seq}"


def evidence_of(session: Session) -> Iterator[tuple[int, Evidence]]:
    """Yield the evidence of each event that counts, with the entry's number."""
    for entry in session.entries:
        evidence = session.journal.evidence(session.id, entry.seq)
        if evidence is not None:
            yield entry.seq, evidence
