"""The position of Catch Up, its house rules and its one event of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from companion.core.events import Event
from companion.core.game import Note, Options, option
from companion.core.table import Table
from companion.core.text import say
from companion.games.catch_up.payments import ranks_of

Phase = Literal["start-roll", "rolling", "discarding", "roll-off", "over"]


@dataclass(frozen=True)
class CatchUpOptions(Options):
    """The house rules (section R7)."""

    short: bool = option(False, "Short game", "Two dice and the cards ace to ten.")
    highest_below: bool = option(
        False, "Highest card below", "Without an exact set, one card is enough: the highest one below the difference."
    )
    below: str = option(
        "difference",
        "Below what",
        "What the card of the rule above must lie below.",
        one_of={"difference": "the difference", "high-roll": "the high roll"},
    )
    triples_exempt: bool = option(False, "Three of a kind is free", "Three equal dice: nothing to pay in this round.")
    exact_if_possible: bool = option(
        True,
        "Exact if possible",
        "Whoever can pay the difference exactly must; otherwise any set that reaches it will do.",
    )
    final_tie: str = option(
        "roll-off",
        "Tie at the very end",
        "All are out and the best roll is tied.",
        one_of={"roll-off": "they throw it off", "shared": "they win together"},
    )
    starter_tie: str = option(
        "first",
        "Several high rollers",
        "Who begins the next round.",
        one_of={"first": "the first of them to roll", "keep": "the same player as before"},
    )

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """Says which choices can never matter."""
        del table
        notes = []
        if self.short and self.triples_exempt:
            notes.append(
                Note(say("Two dice are never three of a kind: that house rule will not come up."), rule="R7.4")
            )
        if self.below != "difference" and not self.highest_below:
            notes.append(
                Note(say("Nobody may pay with one card below: what it lies below does not matter."), rule="R7.3")
            )
        return tuple(notes)

    @property
    def dice(self) -> int:
        """How many dice are thrown at once."""
        return 2 if self.short else 3

    @property
    def highest_rank(self) -> int:
        """The rank of the highest card of a suit."""
        return 10 if self.short else 13

    @property
    def suit(self) -> int:
        """All cards of a suit, as a set (see `discards`)."""
        return (1 << (self.highest_rank + 1)) - 2


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A player gave up cards of these ranks (1 the ace, 13 the king), in any order."""

    cards: tuple[int, ...]


class State(NamedTuple):
    """Everything that lies on the table; one entry a seat in `hands`, `faces`, `rolls` and `owes`.

    `hands` are sets of cards (see `discards`). `faces` may be unknown beside a known total in `rolls`. In a start-roll
    and a roll-off, `contenders` throw and `rolls` are those of that throw. `holders` had cards when the round began.
    """

    table: Table
    options: CatchUpOptions
    phase: Phase
    round: int
    starter: int | None
    hands: tuple[int, ...]
    faces: tuple[tuple[int, ...] | None, ...]
    rolls: tuple[int | None, ...]
    owes: tuple[int, ...]
    contenders: tuple[int, ...]
    holders: tuple[int, ...]


def rolling_order(state: State) -> tuple[int, ...]:
    """The seats of this round, start-roll or roll-off in the order in which they throw; nobody in the other phases."""
    if state.phase == "rolling":
        return state.table.clockwise(state.starter or 0)
    return state.contenders


def next_to_roll(state: State) -> int | None:
    """The seat whose throw is next, or None."""
    rolls = state.rolls
    for seat in rolling_order(state):
        if rolls[seat] is None:
            return seat
    return None


def waiting(state: State) -> tuple[int, ...]:
    """The seats that may act now, sorted."""
    if state.phase == "discarding":
        return tuple(seat for seat, owed in enumerate(state.owes) if owed)
    seat = next_to_roll(state)
    return () if seat is None else (seat,)


def high_roll(state: State) -> int | None:
    """The high roll of the round, once everybody has rolled."""
    if state.phase not in ("discarding", "over"):
        return None
    known = [roll for roll in state.rolls if roll is not None]
    return max(known) if len(known) == len(state.rolls) else None


def differences(state: State) -> tuple[int, ...]:
    """What each seat lacks to the high roll of a round in which all have rolled; 0 also for the exempt (R7.4)."""
    rolls = [roll or 0 for roll in state.rolls]
    high = max(rolls)
    return tuple(0 if exempt(state, seat) else high - roll for seat, roll in enumerate(rolls))


def exempt(state: State, seat: int) -> bool:
    """Whether a seat's three equal dice free it from paying."""
    faces = state.faces[seat]
    return state.options.triples_exempt and faces is not None and len(faces) == 3 and len(set(faces)) == 1


def facts(state: State) -> dict[str, Any]:
    """The complete public position; keys as in the record of the game."""
    suit = state.options.suit
    return {
        "phase": state.phase,
        "waiting": list(waiting(state)),
        "round": state.round,
        "starter": state.starter,
        "cards": [list(ranks_of(hand)) for hand in state.hands],
        "rolls": list(state.rolls),
        "faces": [None if faces is None else list(faces) for faces in state.faces],
        "high": high_roll(state),
        "owes": list(state.owes),
        "set_aside": [list(ranks_of(suit & ~hand)) for hand in state.hands],
        "contenders": list(state.contenders),
        "holders": list(state.holders),
        "flags": [],
    }
