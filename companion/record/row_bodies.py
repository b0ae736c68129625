"""The bodies of a journal's rows that are no events: headers of sessions, corrections, changes, steps taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from companion.core.events import Corrected, Happening
from companion.core.game import Game
from companion.drawing.theme import MARK_COLOURS
from companion.record import codec


class Began(msgspec.Struct, frozen=True, omit_defaults=True):
    """The header of a session. `facts` is the position it began from, None for the start of the game.

    `continues` is the session that goes on in this one with other people or seats; `marks` are those of its players,
    empty if these are their seats.
    """

    players: tuple[str, ...]
    colours: tuple[str, ...]
    options: dict[str, Any]
    facts: dict[str, Any] | None
    continues: str | None = None
    marks: tuple[int, ...] = ()


Marks = tuple[Annotated[int, msgspec.Meta(ge=0, lt=len(MARK_COLOURS))], ...]
"""The marks of players, as they come from outside."""
_BEGAN = msgspec.json.Decoder(Began)


class _Count(msgspec.Struct, frozen=True):
    count: Annotated[int, msgspec.Meta(ge=1)]


Away = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
"""Seconds in which a game was not open; `datetime` can tell no times further apart."""


class _Resumed(msgspec.Struct, frozen=True):
    away: Away


class _Change(msgspec.Struct, frozen=True):
    entry: int
    event: dict[str, Any] | None


class _Amended(msgspec.Struct, frozen=True):
    changes: tuple[_Change, ...]
    dropped: tuple[int, ...]


def header_from_json(header: bytes) -> Began:
    """Return a session's header from the journal. Raises Malformed."""
    began: Began = codec.convert(codec.parse(header), Began, "its header")
    return began


def trusted_header(header: bytes) -> Began:
    """Return the header of a session that was written by this app, in a tenth of the time. Raises Malformed."""
    try:
        return _BEGAN.decode(header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise codec.Malformed(str(wrong)) from None


def count_to_json(count: int) -> bytes:
    """Return the body of a row that takes back or brings back this many events."""
    return codec.to_json(_Count(count))


def count_from_json(body: bytes) -> int:
    """Return how many events a row takes back or brings back. Raises Malformed."""
    parsed: _Count = codec.convert(codec.parse(body), _Count, "how many")
    return parsed.count


def away_to_json(seconds: float) -> bytes:
    """Return the body of a row before which a game was not open for so long."""
    return codec.to_json(_Resumed(round(seconds, 3)))


def away_from_json(body: bytes) -> float:
    """Return for how many seconds of the time before a row its game was not open. Raises Malformed."""
    parsed: _Resumed = codec.convert(codec.parse(body), _Resumed, "how long nobody played")
    return parsed.away


def amendment_to_json(changes: Mapping[int, Happening | None], dropped: Iterable[int]) -> bytes:
    """Return the body of a row that changes some entries and drops others, by their numbers."""
    plain_changes = (
        _Change(seq, None if event is None else codec.event_to_plain(event)) for seq, event in changes.items()
    )
    return codec.to_json(_Amended(tuple(plain_changes), tuple(dropped)))


def amendment_from_json(game: Game, body: bytes) -> tuple[dict[int, Happening | None], tuple[int, ...]]:
    """Return the changes of an amendment's row and the entries it drops. Raises Malformed."""
    parsed: _Amended = codec.convert(codec.parse(body), _Amended, "what is changed")
    changes = {
        each.entry: None if each.event is None else codec.happening_from_plain(game, each.event)
        for each in parsed.changes
    }
    if not changes:
        raise codec.Malformed("what is changed: there is no entry")
    return changes, parsed.dropped


def correction_to_json(correction: Corrected, before: Mapping[str, Any], after: Mapping[str, Any]) -> bytes:
    """Return the body of a correction's row, with all facts it changed before and after."""
    changed = [name for name in after if before[name] != after[name]]
    was, became = ({name: facts[name] for name in changed} for facts in (before, after))
    return codec.to_json({"facts": correction.facts, "before": was, "after": became})
