"""The dice in the tray that belong to a roll already: who throws beside them has not thrown them again. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot

from companion.core.events import Face
from companion.referee.signals import DiceSeen, SeenDie

STAYED = 0.35
"""A die whose middle moved by less than this share of its box lies where it lay (as the eye has it)."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """A die of a roll that counted, where it was seen last. `told`: people said what it shows, whatever is read.
    `missed`: it was not seen when they told the next roll.
    """

    die: SeenDie
    told: bool = False
    missed: bool = False

    def is_this(self, die: SeenDie) -> bool:
        return _apart(self.die, die) < STAYED and (self.told or die.value == self.die.value)


class Counted:
    """Tell it every reading (`saw`), and what came of it (`rolled`, `told`); it knows which dice are `fresh`.

    A die is known by its place and its value. One that was taken up and thrown again lies elsewhere or shows another
    value; should both be the same, it is for people to say so.
    """

    def __init__(self) -> None:
        self.in_view: tuple[SeenDie, ...] = ()
        self.turned: tuple[SeenDie, ...] = ()  # what had counted and shows another value since it was disturbed
        self._lying: list[_Lying] = []
        self._told: Counter[int] = Counter()  # what people said all dice show, while some of them were not seen

    def saw(self, seen: DiceSeen) -> None:
        """What lies there now. A die that is gone may come back as another roll's; a hand may hide one for a while."""
        self.in_view = seen.dice
        self.turned = self._follow(seen.dice) if seen.disturbed else ()
        if seen.disturbed:
            return
        if not seen.sure:
            return
        pairs, fresh = self._shared_out(seen.dice)
        values = Counter(die.value for die in (*(die for lying, die in pairs if lying.told), *fresh))
        here = [replace(lying, die=die, missed=False) for lying, die in pairs]
        if fresh and len(here) == len(self._lying) and values == self._told:
            here += [_Lying(die) for die in fresh]  # what was under a hand when people said what it shows
        self._lying, self._told = here, Counter()

    def fresh(self, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
        """Those that belong to no roll yet."""
        return tuple(self._shared_out(dice)[1])

    def rolled(self, dice: Sequence[SeenDie], faces: Iterable[Face]) -> None:
        """These faces counted, and were read off the dice."""
        left = list(self.fresh(dice))
        for face in faces:
            die = next((die for die in left if face_of(die) == face), None)
            if die is not None and _has_place(die):
                left.remove(die)
                self._lying.append(_Lying(die))

    def told(self, dice: Sequence[SeenDie], faces: Sequence[Face] = ()) -> None:
        """People said what counts while these dice were in view; some of the `faces` they told may be hidden.

        A die of before that is not in view may be hidden, too, but once only: before a camera that is never sure dice
        of whole evenings would lie there otherwise.
        """
        seen = [lying for lying, _ in self._shared_out(self.in_view)[0]]
        left = [replace(lying, missed=lying not in seen) for lying in self._lying if lying in seen or not lying.missed]
        self._lying = [lying for lying in left if not any(lying.is_this(die) for die in dice)]
        self._lying += [_Lying(die, told=True) for die in dice if _has_place(die)]
        self._told = Counter(face.value for face in faces) if len(faces) > len(dice) else Counter()

    def _shared_out(self, dice: Sequence[SeenDie]) -> tuple[list[tuple[_Lying, SeenDie]], list[SeenDie]]:
        """Those that lie there already, each with what it is now, and those that are left."""
        left, pairs = list(dice), []
        for lying in self._lying:
            die = min((die for die in left if lying.is_this(die)), key=lambda die: _apart(lying.die, die), default=None)
            if die is not None:
                left.remove(die)
                pairs.append((lying, die))
        return pairs, left

    def _follow(self, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
        """Dice were pushed or turned: each is the one nearest to where it was. Those that show another value now."""
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


def face_of(die: SeenDie) -> Face:
    """What a die shows."""
    return Face(die.value, die.colour)


def _has_place(die: SeenDie) -> bool:
    x0, y0, x1, y1 = die.box
    return x1 > x0 and y1 > y0


def _apart(one: SeenDie, other: SeenDie) -> float:
    """Distance of the middles in sides of the boxes; infinite where one was read without a place."""
    if not (_has_place(one) and _has_place(other)):
        return float("inf")
    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = one.box, other.box
    wide, high = ax1 - ax0 + bx1 - bx0, ay1 - ay0 + by1 - by0
    return hypot((ax0 + ax1 - bx0 - bx1) / wide, (ay0 + ay1 - by0 - by1) / high)
