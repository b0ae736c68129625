"""How a round of Cat in the Box begins."""

from __future__ import annotations

from companion.games.cat_in_the_box.setup import Setup
from companion.games.cat_in_the_box.state import Past, Phase, State

SEEDS = ("green", "yellow", "blue")
"""The colours that the first, second and third card of one number block (R2.1)."""


def opened(setup: Setup, past: Past) -> State:
    """The table at the beginning of a round."""
    seats = setup.players
    first = (setup.options.starter + past.round - 1) % seats
    return State(
        setup=setup,
        past=past,
        phase=Phase.REVEAL if setup.seeded else Phase.SET_ASIDE,
        revealed=(),
        away=0,
        predictions=(None,) * seats,
        taken=0,
        tokens=(0,) * seats,
        x=(setup.every,) * seats,
        won=(0,) * seats,
        leader=first,
        turn=first if setup.seeded else None,
        trick=(),
        claims=(),
    )


def neutral_cells(setup: Setup, revealed: tuple[int, ...]) -> int:
    """The cells blocked by the cards turned up."""
    cells = 0
    for index, number in enumerate(revealed):
        cells |= setup.bit(SEEDS[revealed[:index].count(number)], number)
    return cells
