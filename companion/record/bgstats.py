"""A play for BG Stats: as a file that it imports, and as a link that opens it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.core.game import Outcome
from companion.core.schema import fields_of, words_in
from companion.record import codec
from companion.record.session import Session
from companion.record.summary import minutes_played

_NAMESPACE = UUID("6de57f42-f38c-404d-bd8f-34a1e688653d")
"""Random namespace of the exported ids (RFC 9562, version 5)."""
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
"""Opens BG Stats with a play (bgstatsapp.com, "Push plays to BG Stats from other apps or websites")."""
LONGEST_LINK = 1800
"""Bytes of a link: a QR code of a longer one is too fine for a phone that reads it from a screen."""


def play_file(session: Session) -> dict[str, Any]:
    """Return the play in BG Stats' import format. Raises ValueError while the game goes on.

    A stopped game has places and scores but no winner, and a comment. Ids are derived from the session, the names and
    the game, so that a play imported again replaces itself.
    """
    outcome = _ended(session)
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
                "playDate": on_the_wall(began),
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


def play_link(session: Session) -> str:
    """Return the link that opens BG Stats with this play. Raises ValueError while the game goes on.

    What would make it too long for a QR code is left out: first the options.
    """
    outcome = _ended(session)
    first, winners = start_player(session), outcome.winners
    play: dict[str, Any] = {
        "sourceName": "Cat's Eye",
        "sourcePlayId": session.id,
        "playDate": _in_utc(session.journal.rows(session.id)[-1].at),
        "durationMin": minutes_played(session),
        "game": {"name": session.game.title, "sourceGameId": session.game.id},
        "players": [
            {
                "name": name,
                "sourcePlayerId": _uuid("player", name),
                "winner": seat in winners,  # always there: its Android app refuses a player without it
                "score": outcome.scores.get(seat, 0),
                "rank": outcome.place(seat) or 0,
                **({"startPlayer": True} if seat == first else {}),
            }
            for seat, name in enumerate(session.table.players)
        ],
    }
    board = "; ".join(changed_options(session))
    more = {**({"comments": stopped_words(outcome)} if outcome.stopped else {}), **({"board": board} if board else {})}
    whole = _link({**play, **more})
    return whole if len(whole) <= LONGEST_LINK else _link(play)


def _link(play: dict[str, Any]) -> str:
    return LINK + quote(codec.to_json(play), safe="-_.!~*'():,")


def _ended(session: Session) -> Outcome:
    outcome = session.outcome()
    if outcome is None:
        raise ValueError("the game is not over: there is no result to export yet")
    return outcome


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_NAMESPACE, f"{kind}:{name}")).upper()


def on_the_wall(at: str) -> str:
    """Return a row's time as local time, which BG Stats expects in a file, or unchanged if it is damaged."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError):
        return at[:19].replace("T", " ")


def _in_utc(at: str) -> str:
    """Return a row's time as BG Stats expects it in a link."""
    try:
        return datetime.fromisoformat(at).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError):
        return at[:19].replace("T", " ")
