"""Export games: JSON Lines (the line protocol itself), CSV, and BG Stats' JSON."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from companion.core.events import Corrected, Ended, Happening
from companion.core.game import Outcome
from companion.core.schema import fields_of, words_in
from companion.core.text import say
from companion.record import codec, row_bodies
from companion.record.journal import Evidence
from companion.record.judging import described
from companion.record.session import Session
from companion.record.sqlite_file import FileFault
from companion.record.summary import minutes_played

FORMS = {"jsonl": ".jsonl", "csv": ".csv", "bgstats": ".bgsplay"}
"""Forms of export and the extensions of their files; BG Stats registers .bgsplay."""
_NAMESPACE = UUID("6de57f42-f38c-404d-bd8f-34a1e688653d")
"""Random namespace of the exported ids (RFC 9562, version 5)."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""First characters that make spreadsheets take a cell for a formula (OWASP, CSV injection), with their wide forms."""


def written(session: Session, form: str) -> bytes:
    """Return the game as a file of this form: jsonl, csv or bgstats. Raises ValueError."""
    if form == "jsonl":
        return b"".join(to_jsonl(session))
    if form == "csv":
        return to_csv(session).encode()
    if form == "bgstats":
        return codec.to_json(to_bgstats(session)) + b"\n"
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
    """Yield the requests that play this game again, one per line: `new`, then every event that counts.

    The session it continues is not named: the reader may not have it.
    """
    began = row_bodies.header_from_json(session.journal.header(session.id).header)
    new = {"game": session.game.id, "players": began.players, "colours": began.colours, "options": began.options}
    if began.facts is not None:
        new["facts"] = began.facts
    yield codec.to_json({"new": new}) + b"\n"
    for entry in session.entries:
        yield codec.to_json(_request(entry.event)) + b"\n"


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


def to_bgstats(session: Session) -> dict[str, Any]:
    """Return the play in BG Stats' import format. Raises ValueError while the game goes on.

    A stopped game has places and scores but no winner, and a comment. Ids are derived from the session, the names and
    the game, so that a play imported again replaces itself.
    """
    outcome = session.outcome()
    if outcome is None:
        raise ValueError("the game is not over: there is no result to export yet")
    began = session.journal.rows(session.id)[0].at
    players, first = session.table.players, start_player(session)
    winners = outcome.winners
    best = max(outcome.scores.values(), default=0)
    return {
        "about": "Exported by Cat's Eye",
        "players": [{"uuid": _uuid("player", name), "id": seat + 1, "name": name} for seat, name in enumerate(players)],
        "games": [{"uuid": _uuid("game", session.game.id), "id": 1, "name": session.game.title}],
        "plays": [
            {
                "uuid": _uuid("play", session.id),
                "gameRefId": 1,
                "playDate": _on_the_wall(began),
                "durationMin": minutes_played(session),
                "board": "; ".join(changed_options(session)),
                **({"comments": stopped_words(outcome)} if outcome.stopped else {}),
                "manualWinner": {seat for seat, score in outcome.scores.items() if score == best} != set(winners),
                "playerScores": [
                    {
                        "playerRefId": seat + 1,
                        "score": str(outcome.scores.get(seat, 0)),
                        "winner": seat in winners,
                        "startPlayer": seat == first,
                        "rank": outcome.place(seat) or 0,
                        "seatOrder": seat + 1,
                    }
                    for seat in session.table.seats
                ],
            }
        ],
    }


def stopped_words(outcome: Outcome) -> str:
    """Return the English sentence about a stopped game."""
    return f"Stopped before the end: {outcome.why}" if outcome.why else "Stopped before the end"


def start_player(session: Session) -> int | None:
    """Return who had the first turn, after any rolls for it; None if it is undecided or the game has none."""
    states = (session.start, *(entry.state for entry in session.entries))
    return next((seat for state in states if (seat := session.game.starter(state)) is not None), None)


def changed_options(session: Session) -> list[str]:
    """Return the options that differ from the default, each with its value, in English.

    For a structured value (a board, a list per number of players) only the label is given.
    """
    changed = []
    for name, known in fields_of(session.game.options).items():
        value = getattr(session.options, name)
        if value != known.default:
            label, one_of = known.labelled.label, words_in(known.shape)
            if isinstance(value, bool):
                changed.append(f"{label}: {'yes' if value else 'no'}")
            elif isinstance(value, str | int):
                changed.append(f"{label}: {one_of.get(value, value)}")
            else:
                changed.append(str(label))
    return changed


def save_result(session: Session, folder: Path) -> tuple[Path, ...]:
    """Write the game to a folder in every form, and return the files, including those that already exist.

    Raises ValueError while the game goes on, OSError naming the file that cannot be written.
    """
    texts = {name: written(session, form) for form, name in FORMS.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise _unwritten(folder, wrong) from None
    paths = []
    for ending, text in texts.items():
        path = folder / f"{result_name(session)}{ending}"
        with suppress(FileExistsError):  # the name contains the session and its length, so it is the same result
            save(path, text)
        paths.append(path)
    return tuple(paths)


def result_name(session: Session) -> str:
    """Return the name of a result's files without extension: day, game, session and number of entries."""
    began = _on_the_wall(session.journal.rows(session.id)[0].at)[:10]
    return f"{began} {session.game.id} {session.id}-{session.seq}"


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_NAMESPACE, f"{kind}:{name}")).upper()


def _on_the_wall(at: str) -> str:
    """Return a row's time as local time, which BG Stats expects, or unchanged if it is damaged."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError):
        return at[:19].replace("T", " ")


def evidence_of(session: Session) -> Iterator[tuple[int, Evidence]]:
    """Yield the evidence of each event that counts, with the entry's number."""
    for entry in session.entries:
        evidence = session.journal.evidence(session.id, entry.seq)
        if evidence is not None:
            yield entry.seq, evidence
