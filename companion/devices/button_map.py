"""What the buttons of a box mean, where a tablet may know several boxes: pure functions over a mapping.

A box that was taught has meanings of its own and only these; one that never was means what is wired (`ANY_BOX`).
So two boxes may each have a button for the same place, and teaching one leaves the other alone.
"""

from __future__ import annotations

from collections.abc import Mapping as Table
from typing import Any

from firmware_bridge.host.button_map import ButtonLesson, Mapping, Place, default_mapping


def kept(saved: Table[str, Any]) -> tuple[Mapping, str]:
    """The mapping of the settings ({}: as it is wired) and "", or the wired one and what is wrong with the saved."""
    if not saved:
        return default_mapping(), ""
    try:
        return Mapping.from_dict(saved), ""
    except ValueError as wrong:
        return default_mapping(), str(wrong)


def meanings(mapping: Mapping, box: str) -> dict[int, Place]:
    """The buttons of this box that mean something. A box not known yet ("") means what is wired."""
    return mapping.of(box)


def place_of(mapping: Mapping, box: str, button: int) -> Place | None:
    """What a button of this box means."""
    return mapping.place(box, button)


def button_of(mapping: Mapping, box: str, place: Place) -> int | None:
    """The button of this box that means this."""
    return next((button for button, found in sorted(meanings(mapping, box).items()) if found == place), None)


def led_of(mapping: Mapping, box: str, seat: int) -> int | None:
    """The led beside the first button of a seat on this box."""
    return mapping.led(box, seat)


def called(mapping: Mapping, box: str) -> str:
    """A box in a sentence: by the end of its id, and by whose buttons it was taught."""
    seats = sorted({place.seat + 1 for (of, _), place in mapping.places.items() if of == box})
    name = f"box {box[-4:]}"
    if not seats:
        return name
    if len(seats) == 1:
        return f"{name} (seat {seats[0]})"
    return f"{name} (seats {', '.join(str(seat) for seat in seats[:-1])} and {seats[-1]})"


def assigned(mapping: Mapping, box: str, button: int, place: Place) -> Mapping:
    """The mapping in which this button of this box, and no other of it, means this place (and nothing else)."""
    others = {at: found for at, found in meanings(mapping, box).items() if found != place}
    return mapping.taught(box, {**others, button: place})


def unassigned(mapping: Mapping, box: str, place: Place) -> Mapping:
    """The mapping in which no button of this box means this place."""
    return mapping.taught(box, {at: found for at, found in meanings(mapping, box).items() if found != place})


def learned(mapping: Mapping, lesson: ButtonLesson, asked: tuple[Place, ...], box: str) -> Mapping:
    """The mapping after a lesson that asked for these places.

    On every box that took part, what was taught holds, the other places asked for have no button, and places that
    were not asked for keep theirs. Where every place was skipped, `box` is the one that took part.
    """
    for part in sorted({of for of, _ in lesson.learned.places} or {box}):
        taught = {button: place for (of, button), place in lesson.learned.places.items() if of == part}
        kept_here = {at: found for at, found in meanings(mapping, part).items() if found not in asked}
        mapping = mapping.taught(part, {**kept_here, **taught})
    return mapping
