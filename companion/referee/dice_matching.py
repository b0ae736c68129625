"""Whose dice are these? Pure matching of the dice that lie there against the dice that are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.asks import Ask
from companion.core.events import Face, Rolled
from companion.core.text import Text, listed, say
from companion.record.session import Session


@dataclass(frozen=True, slots=True)
class Matched:
    """The rolls these dice make, and what is to be said about dice that belong to none.

    `strange` counts the dice set aside; with no `rolls`, `why` says what is missing.
    """

    rolls: tuple[Rolled, ...] = ()
    why: tuple[Text, ...] = ()


def match(faces: Sequence[Face], asks: Sequence[Ask]) -> Matched:
    """Share out dice among the asks that wait for a roll: first those that name colours, then the first that does not.

    Dice an ask keeps lying there are set aside first. A die of a colour nobody is asked for is named and left out;
    a roll with too few or too many dice is not made.
    """
    calls = [ask for ask in asks if ask.roll is not None]
    if not calls:
        return Matched(why=(say("No roll is due: these dice do not count."),))
    left = _without_kept(list(faces), calls)
    rolls, why = _by_colour(left, [ask for ask in calls if ask.roll and ask.roll.colours])
    open_to_all = next((ask for ask in calls if ask.roll and not ask.roll.colours), None)
    if open_to_all is not None and open_to_all.roll is not None:
        count = open_to_all.roll.count
        if len(left) == count:
            return Matched((*rolls, Rolled(open_to_all.seat, tuple(left))), tuple(why))
        why.append(
            say("{wanted} wanted, {seen} seen: this does not count.", wanted=_dice(count), seen=_dice(len(left)))
        )
    elif left:
        colours = sorted({colour for ask in calls if ask.roll for colour in ask.roll.colours})
        for face in left:
            told = f"{face.colour} {face.value}".strip()
            why.append(say("The {die} is nobody's now: {wanted} is waited for.", die=told, wanted=listed(colours)))
    return Matched(tuple(rolls), tuple(why))


def _by_colour(left: list[Face], calls: Sequence[Ask]) -> tuple[list[Rolled], list[Text]]:
    """Take from `left` the dice of the asks that name their colours."""
    rolls: list[Rolled] = []
    why: list[Text] = []
    for ask in calls:
        assert ask.roll is not None
        wanted = Counter(ask.roll.colours)
        mine = [face for face in left if face.colour in wanted]
        if Counter(face.colour for face in mine) == wanted:
            for face in mine:
                left.remove(face)
            rolls.append(Rolled(ask.seat, tuple(mine)))
        elif mine:
            for face in mine:
                left.remove(face)
            seen = listed([f"{face.colour} {face.value}" for face in mine], "and")
            why.append(say("{seen}: {wanted} wanted, this does not count.", seen=seen, wanted=_dice(ask.roll.count)))
    return rolls, why


def _without_kept(faces: list[Face], calls: Sequence[Ask]) -> list[Face]:
    for ask in calls:
        for kept in ask.roll.kept if ask.roll else ():
            if kept in faces:
                faces.remove(kept)
    return faces


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def dice_asked(session: Session) -> tuple[str, ...]:
    """The colours of the dice that are asked for now: what somebody would pick up and throw ("" where any will do).

    Where several seats throw dice of no particular colour, one after the other, these are the first one's.
    """
    calls = [(ask.seat, ask.roll) for ask in session.asks() if ask.roll is not None]
    coloured: tuple[str, ...] = tuple(colour for _, roll in calls for colour in roll.colours)
    if coloured or not calls:
        return coloured
    seat, roll = calls[0]
    return tuple(session.table.colour(seat) for _ in range(roll.count))
