"""A game of Catastrophe taken over in the middle: from facts to a state, or a reason why they cannot be true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from companion.core.game import BadPosition
from companion.core.schema import Bounds, BySeat, Different, OneOf, Seat, fact
from companion.core.table import Table
from companion.core.text import Text, say
from companion.games.catastrophe.counts import SETTLED
from companion.games.catastrophe.facts_check import check_fits
from companion.games.catastrophe.options import CatastropheOptions
from companion.games.catastrophe.resolve import due
from companion.games.catastrophe.rules import start
from companion.games.catastrophe.stack import ATTACK, CURIOSITY, EFFECT, EVENT, PASS, REAPURR, Card, Stack
from companion.games.catastrophe.state import (
    BALLS,
    CATASTROPHE_CARDS,
    HAND_LIMIT,
    MAIN_CARDS,
    POWER_CARDS,
    POWER_LIMIT,
    Deck,
    Phase,
    Roll,
    Skip,
    State,
    pile_of,
)
from companion.games.catastrophe.table_effects import FARTHEST
from companion.games.catastrophe.turns import MOST_AHEAD
from companion.kit.validate import within

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
_KINDS = {
    "attack": say("Attack"),
    "curiosity": say("Curiosity"),
    "effect": say("Effect"),
    "event": say("CATastrophe card"),
    "reapurr": say("Grim Reapurr"),
    "cucumber": say("Cucumber"),
    "pass": say("Pass"),
}
_TOTALS = {"main": MAIN_CARDS, "power": POWER_CARDS, "catastrophe": CATASTROPHE_CARDS}
_DECKS = {"main": say("Main deck"), "power": say("Power Cats"), "catastrophe": say("CATastrophe cards")}


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a deck. One left out is what remains of the total."""

    draw: int | None = fact(say("to draw"))
    discard: int | None = fact(say("discarded"))


@dataclass(frozen=True, slots=True)
class Decks:
    """The three decks."""

    main: Pile = fact(_DECKS["main"], Pile())
    power: Pile = fact(_DECKS["power"], Pile())
    catastrophe: Pile = fact(_DECKS["catastrophe"], Pile())


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card on the stack; None if its kind has no such field, or has its usual value."""

    card: Annotated[Kind, OneOf(_KINDS)] = fact(say("Card"), needed=True)
    seat: Seat = fact(say("Who"), needed=True)
    target: Seat | None = fact(say("Against"))
    number: Annotated[int, Bounds(-FARTHEST, FARTHEST)] | None = fact(say("Number"))
    lives: int | None = fact(say("Lives"))
    rolls: int | None = fact(say("Rolls"))
    power: bool = fact(say("Power Cat"), default=False)
    red_dot: bool = fact(say("Red dot"), default=False)
    rollers: Different[Seat] = fact(say("Who rolls"), ())
    stays: bool = fact(say("Stays in play"), default=False, entered=False)
    more: bool = fact(say("Goes on"), default=False, entered=False)
    also: Different[Seat] = fact(say("Also against"), (), entered=False)
    effects: bool = fact(say("Does more if it hits"), default=False, entered=False)
    failed: bool = fact(say("Has hit somebody"), default=False, entered=False)


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
    elsewhere = _elsewhere(now.hand or (), now.held or (), now.power or (), now.stack or ())
    decks = before.decks or Decks()
    piles = {}
    for name, total in _TOTALS.items():
        rest, discard = total - elsewhere[name], getattr(decks, name).discard
        piles[name] = Pile(rest - discard, discard) if rest >= discard else Pile(rest, 0)
    return Decks(**piles)


def _elsewhere(
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


def position(table: Table, options: CatastropheOptions, facts: Facts) -> State:
    """The state with these facts, the rest as at the start or following from them. Raises BadPosition."""
    begin = start(table, options)
    life, yarn = facts.life or begin.life, facts.yarn or begin.yarn
    hand, held, power = facts.hand or begin.hand, facts.held or begin.held, facts.power or begin.power
    if sum(yarn) > BALLS:
        raise BadPosition("yarn", say("there are {most} balls of yarn, not {n}", most=BALLS, n=sum(yarn)))
    phase = facts.phase or begin.phase
    stack = tuple(_card(card) for card in facts.stack or ())
    elsewhere = _elsewhere(hand, held, power, stack)
    decks = facts.decks or Decks()
    contenders = tuple(table.seats) if phase is Phase.START_ROLL else ()
    if facts.contenders is not None:
        contenders = facts.contenders
    state = State(
        table=table,
        options=options,
        phase=phase,
        stage=Phase(facts.stage) if facts.stage else _stage(phase),
        turn=begin.turn if facts.turn is None else facts.turn,
        life=life,
        yarn=yarn,
        hand=hand,
        held=held,
        power=power,
        fallen=_fallen(facts, life),
        reapurr=begin.reapurr if facts.reapurr is None else facts.reapurr,
        sanctuary=BALLS - sum(yarn),
        main=_deck("main", decks.main, MAIN_CARDS, elsewhere),
        powers=_deck("power", decks.power, POWER_CARDS, elsewhere),
        catastrophes=_deck("catastrophe", decks.catastrophe, CATASTROPHE_CARDS, elsewhere),
        stack=stack,
        rolls=_rolls(facts, phase, stack, contenders),
        contenders=contenders,
        turns=facts.turns or begin.turns,
        skips=tuple(Skip(skip.seat, Phase(skip.phase)) for skip in facts.skips or ()),
        resumes_after=facts.resumes_after,
    )
    check_fits(state)
    return state


def _stage(phase: Phase) -> Phase | None:
    if phase in (Phase.START_ROLL, Phase.OVER):
        return None
    return phase if phase in (Phase.PAW, Phase.CATASTROPHE) else Phase.CLAW


def _fallen(facts: Facts, life: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    out = tuple(seat for seat, lives in enumerate(life) if not lives)
    if facts.fallen is None:
        return (out,) if out else ()
    if any(not group or tuple(sorted(group)) != group for group in facts.fallen):
        raise BadPosition("fallen", say("each entry names at least one player, in the order of the seats"))
    if sorted(seat for group in facts.fallen for seat in group) != list(out):
        raise BadPosition("fallen", say("everyone who is out is named exactly once, and nobody else"))
    return facts.fallen


def _deck(name: str, pile: Pile, total: int, elsewhere: Mapping[str, int]) -> Deck:
    rest = total - elsewhere[name]
    draw = rest - (pile.discard or 0) if pile.draw is None else pile.draw
    deck = Deck(draw, rest - draw if pile.discard is None else pile.discard)
    if min(deck) < 0 or sum(deck) != rest:
        text = say("{deck}: {n} cards are left to draw or discarded", deck=_DECKS[name], n=max(rest, 0))
        raise BadPosition("decks", text)
    return deck


def _card(given: PlayedCard) -> Card:
    kind = given.card
    if kind == REAPURR and given.number is not None:
        within("stack", given.number, -9, 9)
    lives = {ATTACK: (0, 9), CURIOSITY: (1, 1)}.get(kind, (0, 0))
    usual_lives = int(kind in (ATTACK, CURIOSITY))
    rolls = (1, 9) if kind == ATTACK else (0, 0)
    goes_on = kind in (EFFECT, EVENT) or (kind == ATTACK and given.effects)
    for flag, possible, text in (
        (given.power, kind not in (EVENT, REAPURR), say("this is never a Power Cat")),
        (given.red_dot, kind != REAPURR, say("this card has no red dot")),
        (given.rollers, goes_on, say("nobody is named who rolls for this card")),
        (given.more, goes_on, say("nothing more follows from this card")),
        (given.also, kind in (ATTACK, CURIOSITY), say("this card has one target at most")),
        (given.effects, kind == ATTACK, say("only an Attack does more if it hits")),
        (given.failed, given.effects, say("only an Attack that does more if it hits remembers that")),
        (given.stays, given.power and kind in (ATTACK, CURIOSITY, EFFECT), say("only a Power Cat stays in play")),
    ):
        if flag and not possible:
            raise BadPosition("stack", say("{card}: {why}", card=_KINDS[kind], why=text))
    return Card(
        card=kind,
        seat=given.seat,
        target=_only_if(given, say("Against"), given.target, needed=kind in (ATTACK, CURIOSITY, PASS)),
        number=_only_if(given, say("Number"), given.number, needed=kind in (ATTACK, REAPURR)),
        lives=within("stack", usual_lives if given.lives is None else given.lives, *lives),
        rolls=within("stack", rolls[0] if given.rolls is None else given.rolls, *rolls),
        power=given.power,
        red_dot=given.red_dot,
        rollers=given.rollers,
        stays=given.stays,
        more=given.more,
        also=given.also,
        effects=given.effects,
        failed=given.failed,
    )


def _only_if(given: PlayedCard, what: Text, value: int | None, *, needed: bool) -> int | None:
    """Return a number that a card of this kind must have if it is `needed`, and else cannot have."""
    if needed and value is None:
        raise BadPosition("stack", say("{card}: “{what}” is missing", card=_KINDS[given.card], what=what))
    if value is not None and not needed:
        raise BadPosition("stack", say("{card}: this card has no “{what}”", card=_KINDS[given.card], what=what))
    return value


def _rolls(facts: Facts, phase: Phase, stack: Stack, contenders: tuple[int, ...]) -> tuple[Roll, ...]:
    if facts.rolls is not None:
        return tuple(Roll(die.seat, die.value, die.need) for die in facts.rolls)
    if phase is Phase.START_ROLL:
        return tuple(Roll(seat) for seat in contenders)
    return due(stack[-1]) if phase is Phase.ROLL and stack else ()
