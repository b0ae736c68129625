"""What happened to the game while dice were picked up or rolled: a throw means what was asked when it began. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from companion.core.asks import RollCall
from companion.core.events import Corrected, Rolled
from companion.record.entries import Entry
from companion.record.session import Session
from companion.referee.messages import DiceReason, Why
from companion.referee.signals import SeenDie

Due = Sequence[tuple[int, RollCall]]
"""The rolls that people are to throw, each with its seat."""


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The game as a throw began, and how many dice lay in the tray."""

    session: Session
    entries: tuple[Entry, ...]
    seq: int
    due: Due
    lying: int

    @property
    def throwers(self) -> set[str]:
        """The names of those who were to roll."""
        return {self.session.table.name(seat) for seat, _ in self.due}


class ThrowContext:
    """Records what happened to the game from when dice were picked up, or first moved, until they are at rest."""

    def __init__(self) -> None:
        self._rolls: dict[int, Rolled] = {}  # entered meanwhile, by their rows
        self._changed: Why | None = None  # how something else is asked for than when the throw began
        self._picked_up: _Beginning | None = None  # dice were taken out of the tray and have not come back
        self._moved: _Beginning | None = None  # something moves in the tray
        self._of_earlier_dice: set[int] = set()

    def begin(self, session: Session, due: Due, lying: int) -> None:
        """Note that something began to move in a tray in which dice lay; ignored if it was already moving."""
        if self._moved is None:
            self._moved = _Beginning(session, tuple(session.entries), session.seq, tuple(due), lying)

    def exclude(self, rows: Iterable[int]) -> None:
        """Exclude rows about earlier dice that were not moving."""
        self._of_earlier_dice.update(rows)

    def end(self, session: Session, due: Due, bots: Container[int], *, lying: int, thrown: bool) -> None:
        """Note that the tray is still, with `lying` dice. If none were `thrown`, those that are missing are held."""
        moved, self._moved = self._moved, None
        self._rolls, self._changed = {}, None
        since = self._picked_up or moved
        if since is not None and not thrown and lying < since.lying:
            self._picked_up = since
            return
        of_earlier, self._of_earlier_dice, self._picked_up = self._of_earlier_dice, set(), None
        if since is None or not thrown:
            return
        if session.id != since.session.id:
            self._changed = _in_other_game(since, session, due, moving=moved is not None and moved is since)
            return
        known = {entry.seq for entry in since.entries}
        self._rolls = {
            entry.seq: entry.event
            for entry in session.entries
            if isinstance(entry.event, Rolled)
            and entry.seq not in known | of_earlier
            and (entry.event.seat not in bots or (moved is not None and entry.seq > moved.seq))
        }
        if not known <= {entry.seq for entry in session.entries}:
            self._changed = Why.UNDONE_MEANWHILE if _asks_otherwise(since, session, due) else None
        elif not self._rolls and not of_earlier:
            corrected = any(isinstance(each.event, Corrected) and each.seq not in known for each in session.entries)
            begun = since if corrected else moved
            if begun is not None and begun.due and any(call not in begun.due for call in due):
                self._changed = Why.CHANGED_MEANWHILE

    def entered_as(self, dice: Iterable[SeenDie]) -> frozenset[int]:
        """Return the rows in which people entered exactly these dice while they rolled; none if they did not."""
        entered = Counter(face.value for roll in self._rolls.values() for face in roll.faces)
        return frozenset(self._rolls if entered == Counter(die.value for die in dice) else ())

    def question(self, due: Due) -> DiceReason | None:
        """Return why people are asked whether the dice make a roll that is due now, or None.

        A die in a seat's own colour is never taken for another seat's.
        """
        if self._changed is not None:
            return DiceReason(self._changed)
        entered, own = {face.colour for roll in self._rolls.values() for face in roll.faces}, own_colours(due)
        if self._rolls and (not own or not own.isdisjoint(entered)):
            return DiceReason(Why.ENTERED_MEANWHILE)
        return None


def own_colours(due: Due) -> frozenset[str]:
    """Return the colours of the dice that are due if each of these rolls has its own; else none."""
    if not all(roll.colours for _, roll in due):
        return frozenset()
    return frozenset(colour for _, roll in due for colour in roll.colours)


def _asks_otherwise(since: _Beginning, session: Session, due: Due) -> bool:
    """Return whether another roll is due than when the throw began, though it may be the same player's."""
    rolls, before = (sum(isinstance(entry.event, Rolled) for entry in of) for of in (session.entries, since.entries))
    return rolls != before or any(call not in since.due for call in due)


def _in_other_game(since: _Beginning, session: Session, due: Due, *, moving: bool) -> Why | None:
    """Return why people are asked about dice that were picked up, or (`moving`) thrown, in another game. At the same
    evening's table, they are who was to roll.
    """
    if session.continues == since.session.id:
        now = {session.table.name(seat) for seat, _ in due}
        return None if now <= since.throwers else Why.CHANGED_MEANWHILE
    return Why.CHANGED_MEANWHILE if moving else None
