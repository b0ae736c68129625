"""The places and the buttons of a box in words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.text import say
from companion.devices.box import Button
from companion.i18n import word
from firmware_bridge.host.button_map import Place

MEANING_WORDS = {"yes": say("yes"), "no": say("no"), "next": say("next")}
"""The words for what a button can mean."""


def named(seat: int, names: Sequence[str]) -> str:
    """The player of a seat, or its number where nobody sits."""
    return names[seat] if seat < len(names) and names[seat] else word("Seat {n}", n=seat + 1)


def called(place: Place, names: Sequence[str]) -> str:
    """A place in words: `Ann, yes`."""
    return word("{name}, {meaning}", name=named(place.seat, names), meaning=MEANING_WORDS[place.meaning])


def button_called(contact: Button, *, several: bool) -> str:
    """A button in words; where several boxes are there, with the end of its box's id."""
    box, button = contact
    if not several:
        return word("Button {n}", n=button)
    return word("Button {n} of box {id}", n=button, id=box[-4:])
