"""The leds of a box as pure functions of asks, pointers and places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.asks import Ask
from companion.core.table import Table
from firmware_bridge.host.box import Colour, Led, Pattern
from firmware_bridge.host.button_map import BUTTONS_A_LED, Place

LEDS = 6
"""Leds of a box."""
MARK_COLOURS = (Colour.BLUE, Colour.RED, Colour.GREEN, Colour.YELLOW, Colour.MAGENTA, Colour.CYAN)
"""Led colours nearest to those of the players' marks on the screen, which are eight."""


def leds_for(
    asks: Sequence[Ask], pointers: Mapping[int, int], table: Table, led: Callable[[int], int | None]
) -> tuple[Led, ...]:
    """Return the leds of a box: on for a seat that is asked, fast while it steps through choices, slow if it may act.

    `led` returns the led of a player's mark; if two seats share one, the first has it.
    """
    leds = [Led(Pattern.OFF, Colour.BLACK)] * LEDS
    strength = {Pattern.OFF: 0, Pattern.SLOW: 1, Pattern.ON: 2, Pattern.FAST: 3}
    for seat in sorted({ask.seat for ask in asks}):
        mark = table.mark(seat)
        at = led(mark)
        if at is None or at >= len(leds):
            continue
        must = any(not ask.optional for ask in asks if ask.seat == seat)
        pattern = Pattern.FAST if seat in pointers else Pattern.ON if must else Pattern.SLOW
        if strength[pattern] > strength[Pattern(leds[at].pattern)]:
            leds[at] = Led(pattern, MARK_COLOURS[mark % len(MARK_COLOURS)])
    return tuple(leds)


def leds_beside(places: Mapping[int, Place | None]) -> tuple[Led, ...]:
    """Return the leds beside these buttons, white for a button without a meaning. The extra button has no led."""
    leds = [Led(Pattern.OFF, Colour.BLACK)] * LEDS
    for button, place in places.items():
        at = button // BUTTONS_A_LED
        if at < len(leds):
            colour = MARK_COLOURS[place.seat] if place is not None and place.seat < len(MARK_COLOURS) else Colour.WHITE
            leds[at] = Led(Pattern.ON, colour)
    return tuple(leds)
