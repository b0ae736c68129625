"""What the buttons of a box mean, where a tablet may know several boxes: pure functions over a mapping.

A box that was taught has meanings of its own and only these; other boxes mean what is wired (`ANY_BOX`). So two boxes
may each have a button for the same place, and teaching one leaves the other alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.text import Text, counted, listed, say
from firmware_bridge.host.button_map import ButtonLesson, ButtonMap, Place, default_mapping


def kept(saved: Mapping[str, Any]) -> tuple[ButtonMap, str]:
    """The mapping of the settings ({}: as it is wired) and "", or the wired one and what is wrong with the saved."""
    if not saved:
        return default_mapping(), ""
    try:
        return ButtonMap.from_dict(saved), ""
    except ValueError as wrong:
        return default_mapping(), str(wrong)


def button_of(mapping: ButtonMap, box: str, place: Place) -> int | None:
    """The button of this box that means this."""
    return next((button for button, found in sorted(mapping.of(box).items()) if found == place), None)


def called(mapping: ButtonMap, box: str) -> Text:
    """A box in a sentence: by the end of its id, and by the seats whose buttons it was taught."""
    seats = sorted({place.seat + 1 for (of, _), place in mapping.places.items() if of == box})
    values = {"id": box[-4:], "seats": listed(seats, "and")}
    if not seats:
        return say("box {id}", id=box[-4:])
    return counted("box {id} (seat {seats})", "box {id} (seats {seats})", len(seats), **values)


def assigned(mapping: ButtonMap, box: str, button: int, place: Place) -> ButtonMap:
    """The mapping in which this button of this box, and no other of it, means this place (and nothing else)."""
    return mapping.taught(box, {**_others(mapping, box, place), button: place})


def unassigned(mapping: ButtonMap, box: str, place: Place) -> ButtonMap:
    """The mapping in which no button of this box means this place."""
    return mapping.taught(box, _others(mapping, box, place))


def learned(mapping: ButtonMap, lesson: ButtonLesson, asked: tuple[Place, ...], box: str) -> ButtonMap:
    """The mapping after a lesson that asked for these places.

    On every box that took part, what was taught holds, the other places asked for have no button, and places that
    were not asked for keep theirs. Where every place was skipped, `box` is the one that took part.
    """
    for part in sorted({of for of, _ in lesson.learned.places} or {box}):
        taught = {button: place for (of, button), place in lesson.learned.places.items() if of == part}
        mapping = mapping.taught(part, {**_others(mapping, part, *asked), **taught})
    return mapping


def _others(mapping: ButtonMap, box: str, *places: Place) -> dict[int, Place]:
    return {button: found for button, found in mapping.of(box).items() if found not in places}
