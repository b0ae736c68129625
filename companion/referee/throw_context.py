"""What was written down while dice rolled: a throw means what was asked when it began. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.events import Rolled
from companion.core.text import Text, say

if TYPE_CHECKING:
    from companion.core.asks import Ask
    from companion.record.session import Session
    from companion.referee.signals import SeenDie


@dataclass(frozen=True, slots=True)
class _Before:
    """How a game stood: how many events counted, which was the last, and from whom rolls were due."""

    events: int
    last: int
    due: tuple[int, ...]

    @classmethod
    def of(cls, session: Session) -> _Before:
        entries = session.entries
        return cls(len(entries), entries[-1].seq if entries else 0, _due(session))

    def went_on(self, session: Session) -> bool:
        """Whether all that counted then does so still."""
        entries = session.entries
        if len(entries) < self.events:
            return False
        return not self.events or entries[self.events - 1].seq == self.last


class Throw:
    """Tell it when something begins to move in the tray and when it lies still; then it knows what has happened to the
    game meanwhile: which rolls were `told` by people, and whether somebody `took_back` what the throw was for.
    """

    def __init__(self) -> None:
        self.told: tuple[Rolled, ...] = ()
        self.took_back = False
        self._before: _Before | None = None
        self._of_before: set[int] = set()

    def begins(self, session: Session) -> None:
        """Something begins to move; goes on moving, where it did already."""
        if self._before is None:
            self._before = _Before.of(session)

    def settled(self, session: Session, since: int) -> None:
        """What was told `since` that row is what earlier dice show, which lay still: those that move are others."""
        self._of_before.update(entry.seq for entry in session.entries if entry.seq > since)

    def ends(self, session: Session) -> None:
        """It lies still, or is gone."""
        before, self._before = self._before, None
        of_before, self._of_before = self._of_before, set()
        self.told, self.took_back = (), False
        if before is None:
            return
        if not before.went_on(session):
            self.took_back = before.due != _due(session)
            return
        new = (entry for entry in session.entries[before.events :] if entry.seq not in of_before)
        self.told = tuple(entry.event for entry in new if isinstance(entry.event, Rolled))

    def was_told(self, dice: Iterable[SeenDie]) -> bool:
        """Whether these show what people told already while they rolled."""
        said = Counter(face.value for roll in self.told for face in roll.faces)
        return bool(self.told) and said == Counter(die.value for die in dice)

    def pending_review(self, calls: Iterable[Ask]) -> Text | None:
        """Why people are asked whether dice that have come to rest make one of the rolls that are due by now, if they
        are. A die of a colour of its own is not taken for another's.
        """
        if self.took_back:
            return say("Something was taken back while these dice rolled: do they count now?")
        due = [ask.roll.colours for ask in calls if ask.roll is not None]
        own = {face.colour for roll in self.told for face in roll.faces}
        if self.told and not all(colours and own.isdisjoint(colours) for colours in due):
            return say("A roll was told while these dice rolled: were they thrown again?")
        return None


def _due(session: Session) -> tuple[int, ...]:
    return tuple(ask.seat for ask in session.asks() if ask.roll is not None)
