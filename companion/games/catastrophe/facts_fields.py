"""The facts of a game of Catastrophe that people can give or correct, and what follows when they correct some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from companion.core.schema import Bounds, BySeat, Different, OneOf, Seat, fact
from companion.core.text import say
from companion.games.catastrophe.counts import SETTLED
from companion.games.catastrophe.stack import Card
from companion.games.catastrophe.state import (
    BALLS,
    CATASTROPHE_CARDS,
    DECKS,
    HAND_LIMIT,
    MAIN_CARDS,
    POWER_CARDS,
    POWER_LIMIT,
    Phase,
    pile_of,
)
from companion.games.catastrophe.table_effects import FARTHEST
from companion.games.catastrophe.turns import MOST_AHEAD

Kind = Literal["attack", "curiosity", "effect", "event", "reapurr", "cucumber", "pass"]
_PHASES = {
    "start-roll": say("rolling for the start"),
    "claw": say("Claw: playing cards"),
    "react": say("reactions"),
    "roll": say("rolling"),
    "yarn": say("spending yarn"),
    "effects": say("effects of a card"),
    "discard": say("discarding"),
    "paw": say("Paw: drawing cards"),
    "catastrophe": say("the CATastrophe card"),
    "over": say("the game is over"),
}
KINDS = {
    "attack": say("Attack"),
    "curiosity": say("Curiosity"),
    "effect": say("Effect"),
    "event": say("CATastrophe card"),
    "reapurr": say("Grim Reapurr"),
    "cucumber": say("Cucumber"),
    "pass": say("Pass"),
}
_TOTALS = {"main": MAIN_CARDS, "power": POWER_CARDS, "catastrophe": CATASTROPHE_CARDS}


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a deck. One left out is what remains of the total."""

    draw: int | None = fact(say("to draw"))
    discard: int | None = fact(say("discarded"))


@dataclass(frozen=True, slots=True)
class Decks:
    """The three decks."""

    main: Pile = fact(DECKS["main"], Pile())
    power: Pile = fact(DECKS["power"], Pile())
    catastrophe: Pile = fact(DECKS["catastrophe"], Pile())


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card on the stack; None if its kind has no such field, or has its usual value."""

    card: Annotated[Kind, OneOf(KINDS)] = fact(say("Card"), needed=True)
    seat: Seat = fact(say("Who"), needed=True)
    target: Seat | None = fact(say("Against"))
    number: Annotated[int, Bounds(-FARTHEST, FARTHEST)] | None = fact(say("Number"))
    lives: int | None = fact(say("Lives"))
    rolls: int | None = fact(say("Rolls"))
    power: bool = fact(say("Power Cat"), default=False)
    red_dot: bool = fact(say("Red dot"), default=False)
    rollers: Different[Seat] = fact(say("Who rolls"), ())
    stays: bool = fact(say("Stays in play"), default=False)
    more: bool = fact(say("Goes on"), default=False)
    also: Different[Seat] = fact(say("Also against"), ())
    effects: bool = fact(say("Does more if it hits"), default=False)
    failed: bool = fact(say("Has hit somebody"), default=False)


@dataclass(frozen=True, slots=True)
class Die:
    """A roll: due, or with its value; `need` is the number of the Attack."""

    seat: Seat = fact(say("Who"), needed=True)
    value: Literal[1, 2, 3, 4, 5, 6] | None = fact(say("Rolled"))
    need: Annotated[int, Bounds(-FARTHEST, FARTHEST)] | None = fact(say("Needs"))


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A phase that somebody leaves out the next time it would begin."""

    seat: Seat = fact(say("Who"), needed=True)
    phase: Annotated[Literal["paw", "catastrophe"], OneOf(_PHASES)] = fact(say("Phase"), needed=True)


def _phase_anew(before: Facts, now: Facts) -> str | None:
    """Return where play stands when counts of cards change: a forced discard begins, or is over (R2.4)."""
    in_hand = (sum(both) for both in zip(now.hand or (), now.held or (), strict=False))
    if any(count > HAND_LIMIT for count in in_hand) or any(count > POWER_LIMIT for count in now.power or ()):
        return Phase.DISCARD if before.phase in SETTLED else before.phase
    if before.phase is not Phase.DISCARD:
        return before.phase
    if any(die.value is None for die in now.rolls or ()):
        return Phase.ROLL
    return Phase.REACT if now.stack else now.stage


def _fallen_anew(before: Facts, now: Facts) -> tuple[tuple[int, ...], ...]:
    """The groups in the order in which they went out; those who are out only now are the last one."""
    out = {seat for seat, lives in enumerate(now.life or ()) if not lives}
    groups = [tuple(seat for seat in group if seat in out) for group in before.fallen or ()]
    return tuple(group for group in (*groups, tuple(sorted(out.difference(*groups)))) if group)


def _turns_anew(before: Facts, now: Facts) -> tuple[int, ...]:
    """Players who are out have no turns."""
    return tuple(count if lives else 0 for count, lives in zip(before.turns or (), now.life or (), strict=False))


def _skips_anew(before: Facts, now: Facts) -> tuple[LeftOut, ...]:
    lives = now.life or ()
    return tuple(skip for skip in before.skips or () if skip.seat < len(lives) and lives[skip.seat])


def _resumes_anew(before: Facts, now: Facts) -> int | None:
    """The order continues after the turn player if that is the same player."""
    return None if now.turn == before.resumes_after else before.resumes_after


def _decks_anew(before: Facts, now: Facts) -> Decks:
    """Cards taken come from the draw pile (R3.7 if that is too small); cards never taken go back there."""
    away = elsewhere(now.hand or (), now.held or (), now.power or (), now.stack or ())
    decks = before.decks or Decks()
    piles = {}
    for name, total in _TOTALS.items():
        rest, discard = total - away[name], getattr(decks, name).discard
        piles[name] = Pile(rest - discard, discard) if rest >= discard else Pile(rest, 0)
    return Decks(**piles)


def elsewhere(
    hand: Sequence[int], held: Sequence[int], power: Sequence[int], stack: Iterable[Card | PlayedCard]
) -> dict[str, int]:
    """Return how many cards of each deck are neither to be drawn nor discarded."""
    found = {"main": sum(hand), "power": sum(power) + sum(held), "catastrophe": 0}
    for card in stack:
        found[pile_of(card)] += 1
    return found


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that do not follow from others; None if they are left out. Numbers are by seat."""

    phase: Annotated[Phase, OneOf(_PHASES)] | None = fact(
        say("What is going on"), follows=("hand", "held", "power"), anew=_phase_anew
    )
    stage: Annotated[Literal["claw", "paw", "catastrophe"], OneOf(_PHASES)] | None = fact(
        say("Part of the turn"), follows=("phase",)
    )
    turn: Seat | None = fact(say("Whose turn it is"))
    contenders: Different[Seat] | None = fact(say("Who rolls for it"), follows=("phase",))
    life: BySeat[Annotated[int, Bounds(0, 9)]] | None = fact(say("Lives"))
    yarn: BySeat[Annotated[int, Bounds(0, BALLS)]] | None = fact(say("Balls of yarn"))
    hand: BySeat[Annotated[int, Bounds(0, MAIN_CARDS)]] | None = fact(say("Cards in hand"))
    held: BySeat[Annotated[int, Bounds(0, POWER_CARDS)]] | None = fact(say("Power Cats in hand"))
    power: BySeat[Annotated[int, Bounds(0, POWER_CARDS)]] | None = fact(say("Power Cats in front"))
    fallen: tuple[Different[Seat], ...] | None = fact(
        say("Who is out, first to last"), follows=("life",), anew=_fallen_anew
    )
    reapurr: Annotated[int, Bounds(0, 9)] | None = fact(say("Grim Reapurr"))
    decks: Decks | None = fact(say("Decks"), follows=("hand", "held", "power", "stack"), anew=_decks_anew)
    stack: tuple[PlayedCard, ...] | None = fact(say("Cards being played"))
    rolls: tuple[Die, ...] | None = fact(say("Dice"), follows=("phase", "stack", "contenders"))
    turns: BySeat[Annotated[int, Bounds(-MOST_AHEAD, MOST_AHEAD)]] | None = fact(
        say("Turns more or less"), follows=("life",), anew=_turns_anew
    )
    skips: tuple[LeftOut, ...] | None = fact(say("Phases left out"), follows=("life",), anew=_skips_anew)
    resumes_after: Seat | None = fact(say("Order goes on after"), follows=("turn",), anew=_resumes_anew)
