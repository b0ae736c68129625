"""Which rolls dice make: pure matching of the dice that lie there with the dice that are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.asks import Ask
from companion.core.events import Face, Rolled
from companion.record.session import Session
from companion.referee.messages import DiceReason, Why


@dataclass(frozen=True, slots=True)
class DiceMatch:
    """The rolls these dice make, and why the other dice make none."""

    rolls: tuple[Rolled, ...] = ()
    left_out: tuple[DiceReason, ...] = ()


def match(faces: Sequence[Face], asks: Sequence[Ask]) -> DiceMatch:
    """Share out dice among the asks that wait for a roll: first those that name colours, then the first that does not.

    Dice that an ask keeps in the tray are set aside first. A die of a colour that is not due is left out; a roll with
    too few or too many dice is not made.
    """
    calls = [ask for ask in asks if ask.roll is not None]
    if not calls:
        return DiceMatch(left_out=(DiceReason(Why.NO_ROLL_DUE),))
    left = _without_kept(list(faces), calls)
    rolls, left_out = _by_colour(left, [ask for ask in calls if ask.roll and ask.roll.colours])
    any_colour = next((ask for ask in calls if ask.roll and not ask.roll.colours), None)
    if any_colour is not None and any_colour.roll is not None:
        count = any_colour.roll.count
        if len(left) == count:
            rolls.append(Rolled(any_colour.seat, tuple(left)))
        else:
            left_out.append(DiceReason(Why.WRONG_NUMBER, tuple(left), count))
    elif left:
        colours = tuple(sorted({colour for ask in calls if ask.roll for colour in ask.roll.colours}))
        left_out += [DiceReason(Why.STRANGE_DIE, (face,), colours=colours) for face in left]
    return DiceMatch(tuple(rolls), tuple(left_out))


def _by_colour(left: list[Face], calls: Sequence[Ask]) -> tuple[list[Rolled], list[DiceReason]]:
    """Take from `left` the dice of the asks that name their colours."""
    rolls: list[Rolled] = []
    left_out: list[DiceReason] = []
    for ask in calls:
        assert ask.roll is not None
        wanted = Counter(ask.roll.colours)
        mine = tuple(face for face in left if face.colour in wanted)
        for face in mine:
            left.remove(face)
        if Counter(face.colour for face in mine) == wanted:
            rolls.append(Rolled(ask.seat, mine))
        elif mine:
            left_out.append(DiceReason(Why.WRONG_DICE, mine, ask.roll.count))
    return rolls, left_out


def _without_kept(faces: list[Face], calls: Sequence[Ask]) -> list[Face]:
    for ask in calls:
        for kept in ask.roll.kept if ask.roll else ():
            if kept in faces:
                faces.remove(kept)
    return faces


def dice_asked(session: Session) -> tuple[str, ...]:
    """The colours of the dice that are asked for now ("" where any will do).

    Where several seats roll dice of any colour, one after the other, these are the first one's.
    """
    calls = [(ask.seat, ask.roll) for ask in session.asks() if ask.roll is not None]
    coloured: tuple[str, ...] = tuple(colour for _, roll in calls for colour in roll.colours)
    if coloured or not calls:
        return coloured
    seat, roll = calls[0]
    return tuple(session.table.colour(seat) for _ in range(roll.count))
