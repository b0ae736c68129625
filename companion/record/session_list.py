"""The sessions that can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.core.game import Game
from companion.core.text import Text
from companion.record.evening import evening
from companion.record.journal import Journal, JournalError
from companion.record.session import Session
from companion.record.summary import counts_now

LISTED = 12


@dataclass(frozen=True, slots=True)
class ResumableSession:
    """A session that can be resumed. `began` is ISO 8601, UTC; `standing` what each seat has, with its unit, if the
    game counts something; `stopped`: people ended it early; `picture` the newest entry with one, 0 for none.
    """

    id: str
    game: str
    players: tuple[str, ...]
    began: str
    events: int
    over: bool
    stopped: bool = False
    standing: tuple[Text, ...] = ()
    winners: tuple[int, ...] = ()
    picture: int = 0


def sessions_of(
    journal: Journal, games: Mapping[str, Game], wanted: Callable[[str], bool] = lambda _id: True
) -> tuple[ResumableSession, ...]:
    """Return the sessions last played that can be resumed and whose id is `wanted`, newest first. The last session of
    an evening stands for those it continues. Raises JournalError.
    """
    found: list[ResumableSession] = []
    began, gone_on = {each.header.session: each.began for each in journal.sessions()}, set[str]()
    for listed in journal.sessions():
        if len(found) == LISTED:
            break
        if listed.header.session in gone_on:
            continue
        of_evening = evening(journal, listed.header.session)
        if not wanted(listed.header.session):
            gone_on.update(of_evening)
            continue
        try:
            session = Session.resume(journal, games, listed.header.session)
        except (JournalError, KeyError):
            continue  # damaged, of an unknown game, or one that no longer begins
        gone_on.update(of_evening)
        found.append(_listed(session, began[of_evening[-1]]))
    return tuple(found)


def _listed(session: Session, began: str) -> ResumableSession:
    outcome = session.outcome()
    return ResumableSession(
        session.id,
        session.game.id,
        session.table.players,
        began,
        len(session.entries),
        outcome is not None,
        outcome is not None and outcome.stopped,
        counts_now(session),
        outcome.winners if outcome is not None else (),
        max(session.journal.pictures(session.id), default=0),
    )
