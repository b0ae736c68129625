"""What happens at a Cat in the Box table, and the state that is folded from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.core.events import Event
from companion.games.cat_in_the_box.options import House
from companion.kit.tricks import Play


@dataclass(frozen=True, slots=True)
class NeutralRevealed(Event):
    """Two players: three undealt cards were turned up; `seat` is the starter, who tells them."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardSetAside(Event):
    """A player put one card of his hand away, face down."""


@dataclass(frozen=True, slots=True)
class Predicted(Event):
    """A player said how many tricks he will take."""

    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was laid and its colour declared; `only_red` claims that no other colour was possible."""

    number: int
    colour: str
    only_red: bool = False


@dataclass(frozen=True, slots=True)
class ParadoxShown(Event):
    """A player cannot declare any of his cards, and shows them all."""

    hand: tuple[int, ...]


class Claim(NamedTuple):
    """A red lead by a player who said he had nothing else; `cells` are the bits of the other cells open to him."""

    seat: int
    trick: int
    cells: int


class Flag(NamedTuple):
    """A claim that was false: the player held `number` when he led red in that trick of that round."""

    seat: int
    round: int
    trick: int
    number: int


class Scored(NamedTuple):
    """A finished round: points, tricks and points of bonus of each seat, and who had a paradox."""

    scores: tuple[int, ...]
    tricks: tuple[int, ...]
    bonus: tuple[int, ...]
    paradox: int | None


class Past(NamedTuple):
    """What changes only from round to round: the number of this one, those finished, the totals, the flags."""

    round: int
    rounds: tuple[Scored, ...]
    totals: tuple[int, ...]
    flags: tuple[Flag, ...]


class State(NamedTuple):
    """A Cat in the Box table. Cells and X tokens are bits, as `House` numbers them.

    `phase` is "reveal", "set-aside", "predict", "play" or "over". `away` is the bit set of seats that set a card aside.
    `taken` are all cells with a token, `tokens` those of each seat, `x` the rows each seat may still declare. `turn` is
    the seat asked (None in "set-aside" and "over"). After the last round the state stays as that round ended.
    """

    house: House
    past: Past
    phase: str
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


def starter(state: State) -> int:
    """The seat that starts the present round."""
    return (state.house.options.starter + state.past.round - 1) % state.house.players


def cards_left(state: State, seat: int) -> int:
    """How many cards a player holds."""
    return state.house.dealt - (state.away >> seat & 1) - state.tokens[seat].bit_count()


def openings(state: State, seat: int) -> int:
    """The cells this player may declare if he is asked: empty, of a colour he still has, and not red before its time.

    A leader may not start on red before it is broken. With the exemption he may, for a number that has no other cell
    open to him, if he claims that red is all he has.
    """
    house = state.house
    free = house.open_to[state.x[seat]] & ~state.taken
    if state.trick or state.taken & house.red or not free & house.red:
        return free
    if not house.options.red_lead_exemption:
        return free & ~house.red
    return free & ~house.red | red_by_claim(state, seat)


def red_by_claim(state: State, seat: int) -> int:
    """The red cells a leader may start on with a claim: those whose number has no other cell open to him."""
    house = state.house
    free = house.open_to[state.x[seat]] & ~state.taken
    other = free & ~house.red
    numbers = (number for number in range(1, house.numbers + 1) if not other & house.numbered(number))
    return sum(free & house.red & house.numbered(number) for number in numbers)


def needs_claim(state: State) -> bool:
    """Whether a red card laid now would break red by a lead."""
    return not state.trick and not state.taken & state.house.red


def red_is_open(state: State) -> bool:
    """Whether whoever is to lay a card may lay any as red: nobody has yet, and he follows or may say that he has no
    other.
    """
    return not state.taken & state.house.red and bool(state.trick or state.house.options.red_lead_exemption)


def stuck(state: State, seat: int) -> bool:
    """Whether everybody can see that this player has a paradox: no cell is open to him, whatever he holds."""
    house = state.house
    free = house.open_to[state.x[seat]] & ~state.taken
    if not house.options.red_lead_exemption and needs_claim(state):
        free &= ~house.red
    return not free
