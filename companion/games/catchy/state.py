"""What a Catchy! table is made of: its cards, house rules, events and the state that is folded from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.core.events import Event
from companion.core.game import BadOption, Options, option
from companion.core.table import Table
from companion.kit.cards import deck
from companion.kit.tricks import Denial

SUITS = "ABC"
JOKER = "J"
CARDS = (*deck(SUITS, range(1, 6)), JOKER)
HAND = 7
SUIT = {card: card[0] if card != JOKER else "" for card in CARDS}
"""The suit of each card; the Joker has none."""
PRINTED = {card: int(card[1]) if card != JOKER else 0 for card in CARDS}
"""The number printed on each card; what the Joker counts is an option."""
OF_SUIT = {suit: frozenset(card for card in CARDS if SUIT[card] == suit) for suit in SUITS}


@dataclass(frozen=True)
class CatchyOptions(Options):
    """The house rules of Catchy!. Raises BadOption for values that do not exist."""

    steps_to_arms: int = option(
        3, "Steps to the arms", "How many steps from the middle lead into a player's arms.", low=2, high=4
    )
    joker_number: int = option(
        3, "The Joker counts", "The number the Joker stands for; it is odd or even as that number is.", low=1, high=5
    )
    target: int = option(
        7, "Points to win", "The game ends after a round in which somebody has this many.", low=1, high=99
    )
    exchange: str = option(
        "before-lead",
        "Starting card swapped",
        "When its holder swaps the Starting card for a card of the course.",
        one_of={"before-lead": "before his first card", "after-lead": "right after his first card"},
    )
    first_leader: str = option(
        "starting-card",
        "Who leads a new round",
        "Who holds the Starting card after the first round.",
        one_of={"starting-card": "whoever is dealt it", "loser": "the loser of the round before"},
    )
    cat_side: str = option(
        "reset",
        "The cat in a new round",
        "Which side of the cat is up when a new round begins.",
        one_of={"reset": "red side up", "keep": "the side it had"},
    )
    revoke: str = option(
        "flag",
        "A proved revoke",
        "What happens when play proves that somebody could have followed suit.",
        one_of={"flag": "it is shown; you may go back", "penalty": "3 points to the opponent, the round ends"},
    )
    suits: tuple[str, ...] = option(("red", "yellow", "green"), "Colours of the cards", "What you call A, B and C.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.suits) != 3 or len(set(self.suits)) != 3 or not all(name.strip() for name in self.suits):
            raise BadOption("suits", "three different names are needed, one for each colour of the cards")


@dataclass(frozen=True, slots=True)
class StartingCardShown(Event):
    """`seat` showed that he was dealt the Starting card: a round begins."""


@dataclass(frozen=True, slots=True)
class CourseExchanged(Event):
    """The holder put the Starting card face down at `place` (0, 1, 2) of the course and took the card from there."""

    place: int


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was laid: "A1" to "C5" or "J"."""

    card: str


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """After a round that ended early, a player showed the cards he had left."""

    cards: tuple[str, ...]


class Laid(NamedTuple):
    """A card on the table and who laid it there."""

    seat: int
    card: str


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
    are all cards laid in this round, `declined` the suits denied in its completed tricks. `phase` is "deal",
    "exchange", "lead", "follow" or "over" (and "ended" inside one step, before a round's points are added).
    """

    table: Table
    options: CatchyOptions
    phase: str
    round: int
    scores: tuple[int, int]
    position: int
    blue: bool
    holder: int | None
    leader: int | None
    trick: tuple[Laid, ...]
    history: tuple[tuple[Laid, Laid], ...]
    played: frozenset[str]
    declined: tuple[Denial, ...]
    shown: tuple[tuple[str, ...] | None, tuple[str, ...] | None]
    flags: tuple[Flag, ...]


def called(card: str, options: CatchyOptions) -> str:
    """What the table calls a card: "red 5", "Joker"."""
    return "Joker" if card == JOKER else f"{options.suits[SUITS.index(card[0])]} {card[1]}"


def leads_before_swap(state: State) -> bool:
    """Whether the round's first card is led before the Starting card goes into the course, and has not been yet."""
    return state.phase == "lead" and not state.history and state.options.exchange == "after-lead"


def cards_left(state: State, seat: int) -> int:
    """How many cards a player still holds in the round on the table."""
    return HAND - len(state.history) - sum(laid.seat == seat for laid in state.trick)
