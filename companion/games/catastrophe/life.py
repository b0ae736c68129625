"""Steps on the life track: spaces 9 to 1, and below them the Lair (RULES.md R7.1 and R8)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.catastrophe.options import BASE, KOTM

TOP = 9
LAIR = 0


def after_losses(life: Sequence[int], seat: int, count: int, variant: str) -> int:
    """Where a player stands after losing `count` lives, 0 if they fall off the track. `life` has all players, 0 out."""
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


def after_gains(life: Sequence[int], seat: int, count: int, variant: str) -> int:
    """Where a player stands after gaining `count` lives: never above 9."""
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
