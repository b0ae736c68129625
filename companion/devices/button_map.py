"""Meanings of the buttons of several boxes: pure functions over a button map.

A box that was taught has only the taught meanings; other boxes mean what is wired (`ANY_BOX`). So two boxes may each
have a button for the same place, and teaching one does not change the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.text import Text, counted, listed, say
from firmware_bridge.host.button_map import ButtonLesson, ButtonMap, Place, default_mapping


def kept(saved: Mapping[str, Any]) -> tuple[ButtonMap, str]:
    """Return the saved map ({}: as wired) and "", or the wired one and what is wrong with the saved one."""
    if not saved:
        return default_mapping(), ""
    try:
        return ButtonMap.from_dict(saved), ""
    except ValueError as wrong:
        return default_mapping(), str(wrong)


def button_of(mapping: ButtonMap, box: str, place: Place) -> int | None:
    """Return the button of this box that means this place, or None."""
    return next((button for button, found in sorted(mapping.of(box).items()) if found == place), None)


def called(mapping: ButtonMap, box: str) -> Text:
    """Name a box in a sentence, by the end of its id and the seats it was taught."""
    seats = sorted({place.seat + 1 for (of, _), place in mapping.places.items() if of == box})
    values = {"id": box[-4:], "seats": listed(seats, "and")}
    if not seats:
        return say("box {id}", id=box[-4:])
    return counted("box {id} (seat {seats})", "box {id} (seats {seats})", len(seats), **values)


def assigned(mapping: ButtonMap, box: str, button: int, place: Place) -> ButtonMap:
    """Return the map in which this button, and no other of this box, means this place."""
    return mapping.taught(box, {**_others(mapping, box, place), button: place})


def unassigned(mapping: ButtonMap, box: str, place: Place) -> ButtonMap:
    """Return the map in which no button of this box means this place."""
    return mapping.taught(box, _others(mapping, box, place))


def learned(mapping: ButtonMap, lesson: ButtonLesson, asked: tuple[Place, ...], box: str) -> ButtonMap:
    """Return the map after a lesson that asked for these places.

    On every box that took part, places that were asked for have the taught button or none, and other places keep
    theirs. If every place was skipped, `box` is the one that took part.
    """
    for part in sorted({of for of, _ in lesson.learned.places} or {box}):
        taught = {button: place for (of, button), place in lesson.learned.places.items() if of == part}
        mapping = mapping.taught(part, {**_others(mapping, part, *asked), **taught})
    return mapping


def _others(mapping: ButtonMap, box: str, *places: Place) -> dict[int, Place]:
    return {button: found for button, found in mapping.of(box).items() if found not in places}
