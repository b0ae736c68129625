"""Games as files others can read: JSON Lines (the line protocol itself), CSV, and BG Stats' JSON."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from companion.core.events import Corrected, Ended, Happening
from companion.core.game import Outcome
from companion.core.text import say
from companion.record import codec
from companion.record.journal import Evidence
from companion.record.judging import described
from companion.record.session import Session
from companion.record.sqlite_file import FileFault
from companion.record.summary import minutes_played

FORMS = {"jsonl": ".jsonl", "csv": ".csv", "bgstats": ".bgsplay"}
"""Every form of export, with the ending of its file; BG Stats opens the last one itself."""
_NAMESPACE = UUID("6de57f42-f38c-404d-bd8f-34a1e688653d")
"""A random id under which those of the exports are made (RFC 9562, version 5)."""
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


def _unwritten(path: Path, wrong: OSError) -> FileFault:
    return FileFault(say("{path} could not be written: {why}", path=path, why=wrong.strerror or str(wrong)))


def to_jsonl(session: Session) -> Iterator[bytes]:
    """The requests that play this game again, one a line: `new`, then every event that counts.

    A session that it continues is not named: whoever reads this need not have it.
    """
    began = codec.header_from_json(session.journal.header(session.id).header)
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
    """One row an event: number, time (UTC), seat, player, how it was learnt, kind, and the sentence."""
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
    """A text that a spreadsheet does not take for a formula: one that begins like it gets an apostrophe before it."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def to_bgstats(session: Session) -> dict[str, Any]:
    """The play as BG Stats' import file takes it. Raises ValueError while the game goes on.

    A game that was stopped has places and scores, but no winner; its comment says that it was stopped.

    The ids follow from the session, the names and the game: a play that is imported again replaces itself.
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
    """That a game was stopped before its end, in English."""
    return f"Stopped before the end: {outcome.why}" if outcome.why else "Stopped before the end"


def start_player(session: Session) -> int | None:
    """Who had the first turn after any rolls for the start; None if that is not decided, or if the game has none."""
    states = (session.start, *(entry.state for entry in session.entries))
    return next((seat for state in states if (seat := session.game.starter(state)) is not None), None)


def changed_options(session: Session) -> list[str]:
    """The options that are not the standard ones, each with its value, in English.

    A structure (a board, a list for each number of players) has no words for its value: its label stands alone.
    """
    changed = []
    for known in fields(session.options):
        value = getattr(session.options, known.name)
        if value != session.game.options.default_of(known.name):
            label, one_of = known.metadata["label"], known.metadata.get("one_of") or {}
            if isinstance(value, bool):
                changed.append(f"{label}: {'yes' if value else 'no'}")
            elif isinstance(value, str | int):
                changed.append(f"{label}: {one_of.get(value, value)}")
            else:
                changed.append(str(label))
    return changed


def save_result(session: Session, folder: Path) -> tuple[Path, ...]:
    """Write the game into a folder in every form; gives the files, those that were there already too.

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
        with suppress(FileExistsError):  # the name says how far the game was: it is the same result
            save(path, text)
        paths.append(path)
    return tuple(paths)


def result_name(session: Session) -> str:
    """The name of a result's files without their ending: the day, the game, the session and how far it was."""
    began = _on_the_wall(session.journal.rows(session.id)[0].at)[:10]
    return f"{began} {session.game.id} {session.id}-{session.seq}"


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_NAMESPACE, f"{kind}:{name}")).upper()


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
