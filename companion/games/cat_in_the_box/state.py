"""The state of a Cat in the Box table, and what follows directly from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from companion.core.schema import Bounds, BySeat, Seat, fact
from companion.core.table import Table
from companion.core.text import say
from companion.games.cat_in_the_box.setup import Setup
from companion.kit.tricks import Play

Colour = Literal["red", "blue", "yellow", "green"]


class Phase(StrEnum):
    """The part of the game that is being played."""

    REVEAL = "reveal"
    SET_ASIDE = "set-aside"
    PREDICT = "predict"
    PLAY = "play"
    OVER = "over"


class Claim(NamedTuple):
    """A red lead by a player who claimed to have nothing else; `cells` are the bits of the other cells open to them."""

    seat: int
    trick: int
    cells: int


class Flag(NamedTuple):
    """A claim that was false: the player held `number` when they led red in that trick of that round."""

    seat: int
    round: int
    trick: int
    number: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A finished round: points, tricks and points of bonus of each seat, and who had a paradox."""

    scores: BySeat[Annotated[int, Bounds(-20, 99)]] = fact(say("Points"), needed=True)
    tricks: BySeat[Annotated[int, Bounds(0)]] = fact(say("Tricks"), needed=True)
    bonus: BySeat[Annotated[int, Bounds(0)]] = fact(say("Bonus"), needed=True)
    paradox: Seat | None = fact(say("Paradox"), needed=True)


class Past(NamedTuple):
    """Values that change only from round to round: the number of this one, those finished, the totals, the flags."""

    round: int
    rounds: tuple[Scored, ...]
    totals: tuple[int, ...]
    flags: tuple[Flag, ...]


class State(NamedTuple):
    """A Cat in the Box table. Cells and X tokens are bits, as `Setup` numbers them.

    `away` is the bit set of seats that set a card aside.
    `taken` are all cells with a token, `tokens` those of each seat, `x` the rows each seat may still declare. `turn` is
    the seat asked (None in SET_ASIDE and OVER). After the last round the state stays as that round ended.
    """

    setup: Setup
    past: Past
    phase: Phase
    revealed: tuple[int, ...]
    away: int
    predictions: tuple[int | None, ...]
    taken: int
    tokens: tuple[int, ...]
    x: tuple[int, ...]
    won: tuple[int, ...]
    leader: int
    turn: int | None
    trick: tuple[Play, ...]
    claims: tuple[Claim, ...]

    @property
    def table(self) -> Table:
        """The people at the table."""
        return self.setup.table


def starter(state: State) -> int:
    """The seat that starts the present round."""
    return (state.setup.options.starter + state.past.round - 1) % state.setup.players


def cards_left(state: State, seat: int) -> int:
    """Return how many cards a player holds."""
    return state.setup.dealt - (state.away >> seat & 1) - state.tokens[seat].bit_count()


def openings(state: State, seat: int) -> int:
    """The cells this player may declare if asked: empty, of a colour they still have, and not red before its time.

    A leader may not start on red before it is broken. With the exemption they may, for a number that has no other cell
    open to them, if they claim that red is all they have.
    """
    setup = state.setup
    free = setup.open_to[state.x[seat]] & ~state.taken
    if state.trick or state.taken & setup.red or not free & setup.red:
        return free
    if not setup.options.red_lead_exemption:
        return free & ~setup.red
    return free & ~setup.red | red_by_claim(state, seat)


def red_by_claim(state: State, seat: int) -> int:
    """The red cells a leader may start on with a claim: those whose number has no other cell open to them."""
    setup = state.setup
    free = setup.open_to[state.x[seat]] & ~state.taken
    other = free & ~setup.red
    numbers = (number for number in range(1, setup.numbers + 1) if not other & setup.numbered(number))
    return sum(free & setup.red & setup.numbered(number) for number in numbers)


def needs_claim(state: State) -> bool:
    """Return whether a red card laid now would break red by a lead."""
    return not state.trick and not state.taken & state.setup.red


def red_is_open(state: State) -> bool:
    """Return whether the player on turn may lay any card as red: nobody has yet, and they follow or may claim it."""
    return not state.taken & state.setup.red and bool(state.trick or state.setup.options.red_lead_exemption)


def stuck(state: State, seat: int) -> bool:
    """Return whether everybody can see that this player has a paradox: no cell is open to them, whatever they hold."""
    setup = state.setup
    free = setup.open_to[state.x[seat]] & ~state.taken
    if not setup.options.red_lead_exemption and needs_claim(state):
        free &= ~setup.red
    return not free
