"""What was written down while dice rolled: a throw means what was asked when it began. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.events import Rolled
from companion.referee.reasons import DiceReason, Why

if TYPE_CHECKING:
    from companion.core.asks import Ask
    from companion.record.session import Session
    from companion.referee.signals import SeenDie


@dataclass(frozen=True, slots=True)
class _Before:
    """How a game stood: how many events counted, the row of the last, and the seats whose rolls were due."""

    events: int
    last: int
    due: tuple[int, ...]

    @classmethod
    def of(cls, session: Session) -> _Before:
        entries = session.entries
        return cls(len(entries), entries[-1].seq if entries else 0, _due(session))

    def still_counts(self, session: Session) -> bool:
        """Whether all events that counted then count now."""
        entries = session.entries
        if len(entries) < self.events:
            return False
        return not self.events or entries[self.events - 1].seq == self.last


class ThrowContext:
    """Knows what happened to the game between the first movement in the tray and the dice at rest."""

    def __init__(self) -> None:
        self._rolls: tuple[Rolled, ...] = ()  # entered by people meanwhile
        self._undone = False  # what the throw was for was taken back meanwhile
        self._before: _Before | None = None
        self._of_earlier_dice: set[int] = set()

    def begin(self, session: Session) -> None:
        """Something moves in the tray; nothing changes where it moved already."""
        if self._before is None:
            self._before = _Before.of(session)

    def exclude(self, session: Session, since: int) -> None:
        """Events after the row `since` are about earlier dice, which lay still: the moving dice are others."""
        self._of_earlier_dice.update(entry.seq for entry in session.entries if entry.seq > since)

    def end(self, session: Session) -> None:
        """The dice lie still, or are gone."""
        before, self._before = self._before, None
        of_earlier, self._of_earlier_dice = self._of_earlier_dice, set()
        self._rolls, self._undone = (), False
        if before is None:
            return
        if not before.still_counts(session):
            self._undone = before.due != _due(session)
            return
        new = (entry for entry in session.entries[before.events :] if entry.seq not in of_earlier)
        self._rolls = tuple(entry.event for entry in new if isinstance(entry.event, Rolled))

    def was_entered(self, dice: Iterable[SeenDie]) -> bool:
        """Whether people entered just these dice while they rolled."""
        entered = Counter(face.value for roll in self._rolls for face in roll.faces)
        return bool(self._rolls) and entered == Counter(die.value for die in dice)

    def question(self, calls: Iterable[Ask]) -> DiceReason | None:
        """Why people are asked whether the dice at rest make a roll that is due now; None where they are not asked.

        A die of a seat's own colour is not taken for another seat's.
        """
        if self._undone:
            return DiceReason(Why.UNDONE_MEANWHILE)
        due = [ask.roll.colours for ask in calls if ask.roll is not None]
        own = {face.colour for roll in self._rolls for face in roll.faces}
        if self._rolls and not all(colours and own.isdisjoint(colours) for colours in due):
            return DiceReason(Why.ENTERED_MEANWHILE)
        return None


def _due(session: Session) -> tuple[int, ...]:
    return tuple(ask.seat for ask in session.asks() if ask.roll is not None)
