"""Steps on the life track: spaces 9 to 1, and below them the Lair (RULES.md R7.1 and R8)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.catastrophe.options import BASE, KOTM

TOP = 9
LAIR = 0


def after_losses(life: Sequence[int], seat: int, count: int, variant: str) -> int:
    """Return the space after losing `count` lives, 0 if they fall off the track. `life` has all players; 0 is out."""
    at = life[seat]
    if variant == BASE:
        return max(LAIR, at - count)
    taken = {space for other, space in enumerate(life) if other != seat}
    for _ in range(count):
        at -= 1
        while at > LAIR and at in taken:
            at -= 1
        if at <= LAIR:
            return LAIR
    return at


def back_on(life: Sequence[int], space: int, variant: str) -> int:
    """Return the space for a player put back on `space`: King of the Meowtain allows one on each space below 9."""
    while variant == KOTM and space < TOP and space in life:
        space += 1
    return space


def reapurr_after(at: int, steps: int) -> int:
    """Return where the Grim Reapurr stands after these steps: never past the Lair or 9."""
    return min(TOP, max(LAIR, at + steps))


def after_gains(life: Sequence[int], seat: int, count: int, variant: str) -> int:
    """Return where a player stands after gaining `count` lives: never above 9."""
    at = life[seat]
    if variant != KOTM:
        return min(TOP, at + count)
    taken = {space for other, space in enumerate(life) if other != seat}
    for _ in range(count):
        at += 1
        while at < TOP and at in taken:
            at += 1
        if at >= TOP:
            return TOP
    return at
