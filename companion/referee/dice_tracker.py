"""Tracks the dice in the tray that already belong to a roll and were not thrown again. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot

from companion.core.events import Face
from companion.referee.signals import SeenDie

SAME_PLACE = 0.35
"""A die has not moved while its centre is within this many sides of its box (the same limit as in vision)."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """A die of a roll that counted, where it was last seen. `entered`: people said what it shows. `missed`: it was not
    seen when they entered the next roll, or may have been thrown for it.
    """

    die: SeenDie
    entered: bool = False
    missed: bool = False

    def is_this(self, die: SeenDie) -> bool:
        return _apart(self.die, die) < SAME_PLACE and (self.entered or die.value == self.die.value)


class DiceTracker:
    """Tells which dice are `fresh` (belong to no roll yet), by every reading and every roll that counted.

    A die is recognised by its place and value. After another throw one of them differs; if both are the same, people
    must say that it was thrown.
    """

    def __init__(self) -> None:
        self.in_view: tuple[SeenDie, ...] = ()
        self.were_hidden = False  # the dice seen last are those that people had entered before
        self.turned: tuple[SeenDie, ...] = ()  # counted dice that show another value since they were disturbed
        self._lying: list[_Lying] = []
        self._entered: tuple[Face, ...] = ()  # what people entered for all dice while some were not seen

    def observe(
        self, dice: tuple[SeenDie, ...], *, sure: bool, disturbed: bool, own: Container[str] = frozenset()
    ) -> None:
        """Update the known dice. Only a sure reading shows that a die is gone: a hand may hide it for a while.

        Dice that people entered before they were seen are recognised by their values, in any reading; not if dice are
        due whose colours tell whose they are (`own`), these are such dice, and other ones were entered.
        """
        self.in_view = dice
        self.turned, self.were_hidden = self._follow(dice) if disturbed else (), False
        if disturbed:
            return
        pairs, fresh = self._shared_out(dice)
        last = [(lying, die) for lying, die in pairs if not lying.missed]  # missed dice are of earlier rolls
        values = Counter(die.value for die in (*(die for lying, die in last if lying.entered), *fresh))
        entered = Counter(face.value for face in self._entered)
        others = all(die.colour in own for die in fresh) and not any(face.colour in own for face in self._entered)
        here = [replace(lying, die=die, missed=False) for lying, die in pairs]
        is_entered = len(last) == sum(not lying.missed for lying in self._lying) and values == entered
        self.were_hidden = bool(fresh) and is_entered and not others
        if self.were_hidden:
            here += [_Lying(die) for die in fresh]  # these were hidden when people entered what they show
        if sure or self.were_hidden:
            self._lying, self._entered = here, ()

    def fresh(self, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
        """Return the dice that belong to no roll yet."""
        return tuple(self._shared_out(dice)[1])

    def rolled(self, dice: Sequence[SeenDie], faces: Iterable[Face]) -> None:
        """Note that these faces counted, as read from these dice."""
        left = list(self.fresh(dice))
        for face in faces:
            die = next((die for die in left if Face(die.value, die.colour) == face), None)
            if die is not None and _has_place(die):
                left.remove(die)
                self._lying.append(_Lying(die))

    def entered(self, dice: Sequence[SeenDie], faces: Sequence[Face] = ()) -> None:
        """Note that people entered a roll while these dice were in view. Some of the `faces` may be hidden, or not yet
        shown by a camera that hangs, so that dice in view of an earlier roll may have been thrown since.

        An older die that is not in view may be hidden as well, but only once; or a camera that is never sure would
        keep dice for hours.
        """
        fresh = self.fresh(dice)
        seen = [lying for lying, _ in self._shared_out(self.in_view)[0]]
        left = [replace(lying, missed=lying not in seen) for lying in self._lying if lying in seen or not lying.missed]
        self._lying = [lying for lying in left if not any(lying.is_this(die) for die in dice)]
        self._lying += [_Lying(die, entered=True, missed=die not in fresh) for die in dice if _has_place(die)]
        self._entered = tuple(faces) if len(faces) > len(fresh) else ()

    def _shared_out(self, dice: Sequence[SeenDie]) -> tuple[list[tuple[_Lying, SeenDie]], list[SeenDie]]:
        """Return the known dice, each with its die now, and the dice that are left."""
        left, pairs = list(dice), []
        for lying in self._lying:
            die = min((die for die in left if lying.is_this(die)), key=lambda die: _apart(lying.die, die), default=None)
            if die is not None:
                left.remove(die)
                pairs.append((lying, die))
        return pairs, left

    def _follow(self, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
        """Match pushed or turned dice with the nearest old place, and return those with another value."""
        left, moved, turned = list(dice), [], []
        for lying in self._lying:
            if left:
                die = min(left, key=lambda die: _apart(lying.die, die))
                left.remove(die)
                moved.append(replace(lying, die=die))
                if die.value != lying.die.value:
                    turned.append(die)
        self._lying = moved
        return tuple(turned)


def faces_of(dice: Iterable[SeenDie]) -> tuple[Face, ...]:
    """Return the faces of dice."""
    return tuple(Face(die.value, die.colour) for die in dice)


def _has_place(die: SeenDie) -> bool:
    x0, y0, x1, y1 = die.box
    return x1 > x0 and y1 > y0


def _apart(one: SeenDie, other: SeenDie) -> float:
    """Return the distance of the centres in sides of the boxes; infinite if one has no place."""
    if not (_has_place(one) and _has_place(other)):
        return float("inf")
    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = one.box, other.box
    wide, high = ax1 - ax0 + bx1 - bx0, ay1 - ay0 + by1 - by0
    return hypot((ax0 + ax1 - bx0 - bx1) / wide, (ay0 + ay1 - by0 - by1) / high)
