"""Dice as the screen shows them: in the tray's corner and on the review card. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.core.asks import Ask, RollCall
from companion.core.events import Face

if TYPE_CHECKING:
    from companion.referee.signals import DiceSeen, ReviewReason, SeenDie, Share

LOW_CONFIDENCE = "low_confidence"
"""The code of the reason that may be about all dice together, and names the least certain."""
SURE = 0.9
"""A die read with less confidence than this is shown with a question mark."""


@dataclass(frozen=True, slots=True)
class DieView:
    """A die as it was read; `sure` is False where it needs a review.

    `before` is the value that was recorded first where it was changed afterwards, else 0.
    """

    value: int
    colour: str = ""
    sure: bool = True
    cocked: bool = False
    before: int = 0


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A reading to settle: as many `slots` as dice are due, filled with what was seen; `colours` to choose from.

    `to_check`: the slot to look at first, None where the question is about no die in particular. `owners` are the
    seats among which the dice are shared out, where nothing tells whose is which. `boxes`: where the dice of the first
    slots lie in the picture; `thing`: where something lies that may be a die and was not read. `at`: when the reading
    was made, seconds of the camera's clock.
    """

    seat: int | None
    why: str
    slots: tuple[DieView, ...]
    colours: tuple[str, ...] = ()
    to_check: int | None = None
    owners: tuple[int, ...] = ()
    boxes: tuple[Share, ...] = ()
    thing: Share | None = None
    at: float = 0.0


def leaning(read: Sequence[DieView], boxes: Sequence[Share], chosen: int | None) -> list[Share]:
    """Return where the dice lie that lean if the `chosen` one does: if it was read as leaning, all that were."""
    lying = list(zip(boxes, read, strict=False))
    if chosen is None or not 0 <= chosen < len(lying):
        return []
    box, die = lying[chosen]
    return [box for box, die in lying if die.cocked] if die.cocked else [box]


def in_question(boxes: Sequence[Share], thing: Share | None, chosen: int | None) -> Share | None:
    """Return where that lies which may be no die: the `chosen` one, else the thing that was not read."""
    near = boxes[chosen] if chosen is not None and 0 <= chosen < len(boxes) else thing
    return near if near is not None and near[2] > near[0] and near[3] > near[1] else None


def die_view(die: SeenDie) -> DieView:
    """A die as the corner and the review card draw it."""
    return DieView(die.value, die.colour, min(die.value_confidence, die.colour_confidence) >= SURE, die.cocked)


def review_view(seen: DiceSeen, seat: int | None, why: str, asks: Sequence[Ask]) -> ReviewView:
    """The review card: one slot for every die that is due, whatever number the reader has seen.

    Where several seats throw dice of their own colours, some may not have thrown yet: then a slot for each die seen.
    """
    calls = [(ask.seat, ask.roll) for ask in asks if ask.roll is not None]
    coloured = [roll for _, roll in calls if roll.colours]
    owners = tuple(caller for caller, roll in calls if not roll.colours and roll.count == 1)
    if not 1 < len(seen.dice) <= len(owners) == len(calls):
        owners = ()
    if owners:
        due, count = [], len(seen.dice)
    elif len(coloured) > 1:
        due = coloured
        count = min(max(len(seen.dice), 1), sum(roll.count + len(roll.kept) for roll in due))
    else:
        due = [roll for caller, roll in calls if seat is None or caller == seat]
        count = sum(roll.count + len(roll.kept) for roll in due) or len(seen.dice)
    colours = tuple(dict.fromkeys(colour for roll in due for colour in roll.colours))
    dice = best_dice(seen, count)
    to_check = dice_to_check(dice, seen.reasons)
    slots = [replace(die_view(die), sure=at not in to_check) for at, die in enumerate(dice)]
    spare = [colour for colour in colours if colour not in {slot.colour for slot in slots}]
    while len(slots) < count:
        slots.append(DieView(0, spare.pop(0) if spare else colours[0] if colours else "", sure=False))
    first = to_check[0] if to_check else next((at for at, slot in enumerate(slots) if not slot.sure), None)
    thing = next((reason.box for reason in seen.reasons if reason.box is not None), None)
    boxes = tuple(die.box for die in dice)
    return ReviewView(seat, why, tuple(slots), colours, first, owners, boxes, thing, seen.at)


def dice_to_check(dice: Sequence[SeenDie], reasons: Sequence[ReviewReason]) -> tuple[int, ...]:
    """The dice a reading is not sure about, by their places: those its reasons name, in the reasons' order, then
    those that lean or were read with little confidence.

    A reason names the value that was read. Of several such dice it means the least certain. "low_confidence" means one
    that is not sure, where there is any.
    """
    unsure = [at for at, die in enumerate(dice) if die.cocked or not die_view(die).sure]
    found: list[int] = []
    for reason in reasons:
        like = [at for at, die in enumerate(dice) if die.value == reason.value and at not in found]
        if reason.code == LOW_CONFIDENCE and unsure:
            like = [at for at in like if at in unsure]
        if like:
            found.append(min(like, key=lambda at: dice[at].value_confidence))
    return tuple(dict.fromkeys([*found, *unsure]))


def best_dice(seen: DiceSeen, count: int) -> tuple[SeenDie, ...]:
    """At most `count` of the dice seen, those that lie flat first."""
    return tuple(sorted(seen.dice, key=lambda die: die.cocked)[:count])


def dice_of(faces: Sequence[Face], seen: DiceSeen) -> tuple[SeenDie, ...]:
    """The dice on a picture that made these faces, as they were read, in the faces' order; empty where they are not
    there. A value that was set right differs from what was seen: then the die of the same colour is taken.
    """
    left = list(seen.dice)
    found = []
    for face in faces:
        like = sorted(left, key=lambda die: (bool(face.colour) and die.colour != face.colour, die.value != face.value))
        if not like:
            return ()
        left.remove(like[0])
        found.append(like[0])
    return tuple(found)


def slots_for(roll: RollCall) -> tuple[DieView, ...]:
    """Empty dice for a roll that is entered by hand."""
    colours = roll.colours or ("",) * roll.count
    return tuple(DieView(0, colour, sure=False) for colour in colours[: roll.count])


def faces_of(slots: Sequence[DieView]) -> tuple[Face, ...] | None:
    """What the settled card says, or None while a face is missing."""
    if any(slot.value == 0 for slot in slots):
        return None
    return tuple(Face(slot.value, slot.colour) for slot in slots)
