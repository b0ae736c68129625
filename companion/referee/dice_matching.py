"""Match the dice in the tray with the dice that are asked for. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass

from companion.core.asks import Ask, RollCall
from companion.core.events import Face, Rolled
from companion.record.session import Session
from companion.referee.messages import DiceReason, Why


@dataclass(frozen=True, slots=True)
class DiceMatch:
    """The rolls these dice make, and why other dice make none. Without a roll there is at least one reason."""

    rolls: tuple[Rolled, ...] = ()
    left_out: tuple[DiceReason, ...] = ()


def rolls_due(asks: Sequence[Ask]) -> list[tuple[int, RollCall]]:
    """Return the rolls that the asks wait for, each with its seat."""
    return [(ask.seat, ask.roll) for ask in asks if ask.roll is not None]


def unmarked_seats(due: Sequence[tuple[int, RollCall]]) -> tuple[int, ...]:
    """The seats that roll dice of any colour: nothing tells whose die lies there."""
    return tuple(seat for seat, roll in due if not roll.colours)


def whose_unknown(faces: Sequence[Face], due: Sequence[tuple[int, RollCall]]) -> bool:
    """Return whether these dice may be the rolls of several seats and nothing tells whose is which."""
    if any(roll.count != 1 for _, roll in due):
        return False
    unmarked = unmarked_seats(due)
    if unmarked:
        return 1 < len(faces) <= len(unmarked)
    return len(due) > 1 and len(faces) <= len(due) and any(not face.colour for face in faces)


def match(faces: Sequence[Face], due: Sequence[tuple[int, RollCall]]) -> DiceMatch:
    """Assign dice to the rolls that are due: first to those that name colours, then to the first that does not.

    Dice that a roll keeps in the tray are set aside first. Dice of colours that are not due are left out; a roll with
    too few or too many dice is not made.
    """
    if not due:
        return DiceMatch(left_out=(DiceReason(Why.NO_ROLL_DUE),))
    left = list(faces)
    for kept in (kept for _, roll in due for kept in roll.kept):
        if kept in left:
            left.remove(kept)
    rolls, left_out = _by_colour(left, [(seat, roll) for seat, roll in due if roll.colours])
    any_colour = next(((seat, roll.count) for seat, roll in due if not roll.colours), None)
    if any_colour is not None:
        seat, count = any_colour
        if len(left) == count:
            rolls.append(Rolled(seat, tuple(left)))
        else:
            left_out.append(DiceReason(Why.WRONG_NUMBER, tuple(left), count))
    else:
        colours = tuple(sorted({colour for _, roll in due for colour in roll.colours}))
        left_out += [DiceReason(Why.STRANGE_DIE, (face,), colours=colours) for face in left]
    if not (rolls or left_out):
        left_out.append(DiceReason(Why.NO_DICE))
    return DiceMatch(tuple(rolls), tuple(left_out))


def _by_colour(left: list[Face], due: Sequence[tuple[int, RollCall]]) -> tuple[list[Rolled], list[DiceReason]]:
    """Remove from `left` the dice of the rolls that name their colours."""
    rolls: list[Rolled] = []
    left_out: list[DiceReason] = []
    for seat, roll in due:
        wanted = Counter(roll.colours)
        mine = tuple(face for face in left if face.colour in wanted)
        for face in mine:
            left.remove(face)
        if Counter(face.colour for face in mine) == wanted:
            rolls.append(Rolled(seat, mine))
        elif mine:
            left_out.append(DiceReason(Why.WRONG_DICE, mine, roll.count))
    return rolls, left_out


def dice_asked(session: Session, seat: int | None = None, bots: Container[int] = ()) -> tuple[str, ...]:
    """Return the colours of the dice that one seat, or all of them, must throw now ("": any colour), except for bots.

    If several seats roll dice of any colour one after the other, these are the first seat's.
    """
    due = [call for call in rolls_due(session.asks()) if seat in {None, call[0]} and call[0] not in bots]
    coloured = tuple(colour for _, roll in due for colour in roll.colours)
    return coloured or tuple(session.table.colour(seat) for seat, roll in due[:1] for _ in range(roll.count))
