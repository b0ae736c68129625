"""Play a recorded game again through the rules: what an export says, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion import codec
from companion.core.events import IllegalEvent
from companion.core.game import BadOption, BadPosition, Game
from companion.core.table import Table
from companion.history import told
from companion.journal import Journal
from companion.session import NothingToUndo, Session


class ReplayStopped(ValueError):  # noqa: N818  it says where, it is no accident
    """The record cannot be played further by these rules; the message says which line and why."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One event of the record: what it was and what followed."""

    line: int
    text: str
    notes: tuple[str, ...]


def replay(lines: Iterable[bytes], games: Mapping[str, Game]) -> Iterator[Replayed | Session]:
    """Yield the session first (it fills as the rest is drawn), then every event with what followed.

    Raises ReplayStopped at the first line that is no request, or that these rules refuse.
    """
    session: Session | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith(b"//"):
            continue
        try:
            request = codec.parse(line)
            if not isinstance(request, dict):
                raise ReplayStopped(f"line {number}: not a request")
            if "new" in request:
                session = _begin(request["new"], games)
                yield session
            elif session is None:
                raise ReplayStopped(f'line {number}: a record begins with "new"')
            elif "event" in request:
                yield _event(session, number, request["event"])
            elif "undo" in request or "redo" in request:
                turn = session.undo if "undo" in request else session.redo
                turn(_count(request.get("undo") or request.get("redo")))
        except (codec.Malformed, BadOption, BadPosition, IllegalEvent, NothingToUndo) as wrong:
            raise ReplayStopped(f"line {number}: {wrong}") from None


def _begin(new: object, games: Mapping[str, Game]) -> Session:
    if not isinstance(new, dict):
        raise codec.Malformed('"new" must be an object')
    name = new.get("game")
    if not isinstance(name, str) or name not in games:
        raise codec.Malformed(f"no game {name!r} on the shelf")
    players, colours = new.get("players"), new.get("colours") or ()
    names = (*players, *colours) if isinstance(players, list) and isinstance(colours, (list, tuple)) else (None,)
    if not all(isinstance(name, str) for name in names):
        raise codec.Malformed("players and colours are lists of names")
    assert isinstance(players, list)
    assert isinstance(colours, (list, tuple))
    game = games[name]
    facts = new.get("facts")
    options = codec.options_from_plain(game, new.get("options") or {})
    table = Table(tuple(players), tuple(colours))
    return Session.begin(Journal(":memory:"), game, table, options, facts if isinstance(facts, dict) else None)


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise codec.Malformed("how many: a whole number from 1")
    return value


def _event(session: Session, number: int, event: object) -> Replayed:
    before = session.state
    happened = codec.event_from_plain(session.game, event)
    step = session.submit(happened)
    return Replayed(number, str(told(session, before, happened)), tuple(str(note.text) for note in step.notes))
