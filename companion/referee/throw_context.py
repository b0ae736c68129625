"""What happened to the game while dice rolled: a throw means what was asked when it began. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.core.asks import RollCall
from companion.core.events import Rolled
from companion.record.entries import Entry
from companion.record.session import Session
from companion.referee.dice_matching import rolls_due
from companion.referee.messages import DiceReason, Why
from companion.referee.pending_review import unchanged
from companion.referee.signals import SeenDie


class ThrowContext:
    """Records what happened to the game between the first motion in the tray and the dice at rest."""

    def __init__(self) -> None:
        self._rolls: dict[int, Rolled] = {}  # entered by people meanwhile, by their rows
        self._undone = False  # what the throw was for was taken back meanwhile
        self._before: tuple[tuple[Entry, ...], tuple[int, ...]] | None = None  # what counted, and the rolls due
        self._of_earlier_dice: set[int] = set()

    def begin(self, session: Session) -> None:
        """Note that something began to move in the tray; ignored if it was already moving."""
        if self._before is None:
            self._before = tuple(session.entries), _due(session)

    def exclude(self, rows: Iterable[int]) -> None:
        """Exclude rows about earlier dice that were not moving."""
        self._of_earlier_dice.update(rows)

    def end(self, session: Session) -> None:
        """Note that the dice are still, or gone."""
        before, self._before = self._before, None
        of_earlier, self._of_earlier_dice = self._of_earlier_dice, set()
        self._rolls, self._undone = {}, False
        if before is None:
            return
        entries, due = before
        if unchanged(entries, session.entries) < len(entries):
            self._undone = due != _due(session)
            return
        new = (entry for entry in session.entries[len(entries) :] if entry.seq not in of_earlier)
        self._rolls = {entry.seq: entry.event for entry in new if isinstance(entry.event, Rolled)}

    def entered_as(self, dice: Iterable[SeenDie]) -> frozenset[int]:
        """Return the rows in which people entered exactly these dice while they rolled; none if they did not."""
        entered = Counter(face.value for roll in self._rolls.values() for face in roll.faces)
        return frozenset(self._rolls if entered == Counter(die.value for die in dice) else ())

    def question(self, due: Iterable[tuple[int, RollCall]]) -> DiceReason | None:
        """Return why people are asked whether the dice make a roll that is due now, or None.

        A die in a seat's own colour is never taken for another seat's.
        """
        if self._undone:
            return DiceReason(Why.UNDONE_MEANWHILE)
        own = {face.colour for roll in self._rolls.values() for face in roll.faces}
        if self._rolls and not all(roll.colours and own.isdisjoint(roll.colours) for _, roll in due):
            return DiceReason(Why.ENTERED_MEANWHILE)
        return None


def _due(session: Session) -> tuple[int, ...]:
    return tuple(seat for seat, _ in rolls_due(session.asks()))
