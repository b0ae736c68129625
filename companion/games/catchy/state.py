"""The state of a Catchy! table, and what follows directly from it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.table import Table
from companion.games.catchy.cards import HAND
from companion.games.catchy.options import CatchyOptions


class Phase(StrEnum):
    """The part of the game that is being played."""

    DEAL = "deal"
    EXCHANGE = "exchange"
    LEAD = "lead"
    FOLLOW = "follow"
    OVER = "over"


class Laid(NamedTuple):
    """A card on the table and who laid it there."""

    seat: int
    card: str


class Declined(NamedTuple):
    """In trick `trick` (from 1) a player acted as if they held no card of `suit`."""

    seat: int
    trick: int
    suit: str


class Flag(NamedTuple):
    """A revoke that was proved: in trick `trick` the player could have followed `suit`.

    `proved_in` is the trick whose card proved it, or 0 for a shown hand.
    """

    seat: int
    trick: int
    suit: str
    proved_in: int


class State(NamedTuple):
    """A Catchy! table. After a round it still shows that round, until the next Starting card.

    `position` counts steps of the cat towards seat 1 (negative: towards seat 0); `blue` is its upper side. `played`
    are all cards laid in this round, `declined` the suits denied in its completed tricks. Inside one step, `phase` is
    OVER also for a round that has ended, until its points are added.
    """

    table: Table
    options: CatchyOptions
    phase: Phase
    round: int
    scores: tuple[int, int]
    position: int
    blue: bool
    holder: int | None
    leader: int | None
    trick: tuple[Laid, ...]
    history: tuple[tuple[Laid, Laid], ...]
    played: frozenset[str]
    declined: tuple[Declined, ...]
    shown: tuple[tuple[str, ...] | None, tuple[str, ...] | None]
    flags: tuple[Flag, ...]


def leads_before_swap(state: State) -> bool:
    """Return whether the first card must now be led before the Starting card goes into the course."""
    return state.phase is Phase.LEAD and not state.history and state.options.exchange == "after-lead"


def cards_left(state: State, seat: int) -> int:
    """Return how many cards a player still holds in the round on the table."""
    return HAND - len(state.history) - sum(laid.seat == seat for laid in state.trick)
