"""The public position of a game of Catastrophe, and questions about it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Protocol

from companion.core.game import Note
from companion.core.table import Table
from companion.core.text import say
from companion.games.catastrophe.options import AT_ONCE, CatastropheOptions
from companion.games.catastrophe.stack import REVEALED, Stack

BALLS = 30
MAIN_CARDS, POWER_CARDS, CATASTROPHE_CARDS = 108, 24, 52
HAND_LIMIT, POWER_LIMIT = 7, 3
START_YARN, START_HAND, START_POWER = 3, 5, 2
DRAWN = 3
DECKS = {"main": say("Main deck"), "power": say("Power Cats"), "catastrophe": say("CATastrophe cards")}


class Phase(StrEnum):
    """The part of the game that is being played."""

    START_ROLL = "start-roll"
    CLAW = "claw"
    REACT = "react"
    ROLL = "roll"
    YARN = "yarn"
    EFFECTS = "effects"
    DISCARD = "discard"
    PAW = "paw"
    CATASTROPHE = "catastrophe"
    OVER = "over"


class Deck(NamedTuple):
    """A draw pile and its discard pile, in cards."""

    draw: int
    discard: int

    def drawn(self, count: int, name: str, notes: list[Note]) -> tuple[int, Deck]:
        """Return how many of `count` cards can be drawn, and the deck afterwards (R3.7: discards are reshuffled)."""
        if count <= self.draw:
            return count, Deck(self.draw - count, self.discard)
        fresh = Deck(0, self.discard).reshuffled(name, notes)
        more = min(count - self.draw, fresh.draw)
        return self.draw + more, Deck(fresh.draw - more, 0)

    def plus(self, discarded: int) -> Deck:
        """The deck with this many cards more on the discard pile."""
        return Deck(self.draw, self.discard + discarded)

    def reshuffled(self, name: str, notes: list[Note]) -> Deck:
        """The deck of this name with its discards as the new draw pile, and a note, if that is empty (R3.7)."""
        if self.draw or not self.discard:
            return self
        notes.append(Note(say("{deck}: the discards are reshuffled into a new deck.", deck=DECKS[name]), None, "R3.7"))
        return Deck(self.discard, 0)


class Roll(NamedTuple):
    """A die that is due (`value` None) or lies there; `need` is the Attack's number."""

    seat: int
    value: int | None = None
    need: int | None = None


class Skip(NamedTuple):
    """A phase that `seat` leaves out once, the next time it would begin."""

    seat: int
    phase: Phase


class State(NamedTuple):
    """Everything the table can see. All tuples of numbers are by seat.

    `turns`: how many turns somebody has next out of order, or (below 0) how many of theirs are passed over.
    `resumes_after`: whose turn the order goes on from after a turn out of order; None in any other turn.
    """

    table: Table
    options: CatastropheOptions
    phase: Phase
    stage: Phase | None
    turn: int | None
    life: tuple[int, ...]
    yarn: tuple[int, ...]
    hand: tuple[int, ...]
    held: tuple[int, ...]
    power: tuple[int, ...]
    fallen: tuple[tuple[int, ...], ...]
    reapurr: int
    sanctuary: int
    main: Deck
    powers: Deck
    catastrophes: Deck
    stack: Stack
    rolls: tuple[Roll, ...]
    contenders: tuple[int, ...]
    turns: tuple[int, ...]
    skips: tuple[Skip, ...] = ()
    resumes_after: int | None = None


def seats_in(state: State) -> list[int]:
    """The players still in, by seat."""
    return [seat for seat, life in enumerate(state.life) if life]


def places(state: State) -> tuple[tuple[int, ...], ...]:
    """The players still in, then those who went out, the last first; nothing once nobody is in."""
    left = tuple(seats_in(state))
    return (left, *reversed(state.fallen)) if left else ()


def next_in(state: State, seat: int) -> int:
    """The next player still in, clockwise from `seat`, who comes last. Raises StopIteration if nobody is in."""
    count = len(state.life)
    return next(at for step in range(1, count + 1) if state.life[at := (seat + step) % count])


def acting(state: State) -> int:
    """Return who acts for the turn: the turn player or, if they are out, the next player still in (R7.5)."""
    turn = turn_of(state)
    return turn if state.life[turn] else next_in(state, turn)


def turn_of(state: State) -> int:
    """The turn player's seat; there is one once the first-player roll is over."""
    assert state.turn is not None
    return state.turn


def turn_order(state: State) -> list[int]:
    """The players still in, clockwise from the turn player."""
    return [seat for seat in state.table.clockwise(turn_of(state)) if state.life[seat]]


def excess(state: State, seat: int) -> tuple[int, int]:
    """Return how many cards a player has too many: in the hand, and Power Cats in front (R2.4)."""
    in_hand = state.hand[seat] + state.held[seat] - HAND_LIMIT
    return max(0, in_hand), max(0, state.power[seat] - POWER_LIMIT)


def overfull(state: State) -> list[int]:
    """The players with too many cards."""
    return [seat for seat in range(len(state.life)) if excess(state, seat) != (0, 0)]


def settled_phase(state: State) -> Phase:
    """Return the phase to go on with: a discard, an open die, a card's rest, the cards in play, the turn's stage."""
    assert state.stage is not None
    if overfull(state):
        return Phase.DISCARD
    if any(roll.value is None for roll in state.rolls):
        return Phase.ROLL
    if state.stack and state.stack[-1].more:
        return Phase.EFFECTS
    return Phase.REACT if state.stack else state.stage


class _OfAPile(Protocol):
    @property
    def card(self) -> str: ...

    @property
    def power(self) -> bool: ...


def reshuffled(state: State, notes: list[Note]) -> State:
    """The state after empty decks were reshuffled, at a table that does so at once (R9.12)."""
    if state.options.reshuffle != AT_ONCE:
        return state
    decks = (state.main, state.powers, state.catastrophes)
    main, powers, catastrophes = (deck.reshuffled(name, notes) for deck, name in zip(decks, DECKS, strict=True))
    return state._replace(main=main, powers=powers, catastrophes=catastrophes)


def pile_of(card: _OfAPile) -> str:
    """The deck a card belongs to, as the facts name it."""
    if card.card in REVEALED:
        return "catastrophe"
    return "power" if card.power else "main"


def discarded(state: State, cards: Stack) -> State:
    """The state with these cards on their discard piles."""
    main = powers = catastrophes = 0
    for card in cards:
        pile = pile_of(card)
        main += pile == "main"
        powers += pile == "power"
        catastrophes += pile == "catastrophe"
    return state._replace(
        main=state.main.plus(main),
        powers=state.powers.plus(powers),
        catastrophes=state.catastrophes.plus(catastrophes),
    )
