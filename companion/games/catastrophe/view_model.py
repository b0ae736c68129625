"""What the panel of Catastrophe shows, computed without a screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import Figure
from companion.core.text import NOTHING, Text, listed, plain, say, with_minus
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.options import KOTM, TURBO
from companion.games.catastrophe.probabilities import of_stack, percent
from companion.games.catastrophe.stack import Card, called, forecast
from companion.games.catastrophe.state import Deck, Phase, State, seats_in


@dataclass(frozen=True, slots=True)
class SpaceView:
    """One space of the track, 0 the Lair: who stands there, and whether the Reapurr does or has passed it."""

    number: int
    seats: tuple[int, ...]
    reapurr: bool
    deadly: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """One card of the stack. `fate`: "next" to resolve, "blocked" (will not work), "works" (will), "closed" (too late).

    `targets` are whom it reaches if nobody else reacts, a Pass above it included. `by` and `aimed_at`
    are names, `brief` is the note without words.
    """

    name: Text
    seat: int
    by: str
    targets: tuple[int, ...]
    aimed_at: Text
    note: Text
    brief: str
    fate: str
    red_dot: bool
    power: bool


@dataclass(frozen=True, slots=True)
class RollView:
    """A die that is due or lies there; `fails` if it does not reach the number needed, `waits` if people must roll."""

    seat: int
    value: int | None
    need: int | None
    colour: str
    fails: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class PileView:
    """A deck: its name, cards to draw, cards discarded."""

    name: Text
    draw: int
    discard: int


@dataclass(frozen=True, slots=True)
class StepView:
    """A phase of the turn: whether it is going on, and whether it is left out this time."""

    name: Text
    now: bool
    left_out: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """The middle of the table. `steps` are the turn's phases; `plan` is what happens next."""

    spaces: tuple[SpaceView, ...]
    rule: Text
    stack: tuple[CardView, ...]
    plan: tuple[Text, ...]
    rolls: tuple[RollView, ...]
    steps: tuple[StepView, ...]
    whose: Text
    piles: tuple[PileView, ...]
    sanctuary: int
    odds: Text


def board(state: State, *, stopped: bool = False) -> BoardView:
    """The board in any phase. If people `stopped`, nobody is asked: it shows only what happened."""
    return BoardView(
        spaces=_spaces(state),
        rule=_sharing_rule(state),
        stack=_stack(state),
        plan=() if stopped else plan(state),
        rolls=tuple(
            RollView(
                roll.seat,
                roll.value,
                roll.need,
                state.table.colour(roll.seat),
                roll.need is not None and roll.value is not None and roll.value < roll.need,
                waits=roll.value is None and not stopped,
            )
            for roll in state.rolls
        ),
        steps=() if stopped else _steps(state),
        whose=say("Stopped here") if stopped and state.phase is not Phase.OVER else _whose(state),
        piles=(
            _pile(say("Main"), state.main),
            _pile(say("Power Cats"), state.powers),
            _pile(say("CATastrophe"), state.catastrophes),
        ),
        sanctuary=state.sanctuary,
        odds=NOTHING if stopped else _odds(state),
    )


def _steps(state: State) -> tuple[StepView, ...]:
    """Return the phases of a turn in order; one that has begun is left out the next time at the earliest."""
    names = {Phase.CLAW: say("Claw"), Phase.PAW: say("Paw"), Phase.CATASTROPHE: say("CATastrophe")}
    order = list(names)
    begun = order[: order.index(state.stage) + 1] if state.stage in names else order
    skipped = {skip.phase for skip in state.skips if skip.seat == state.turn} - set(begun)
    return tuple(StepView(name, state.stage == phase, phase in skipped) for phase, name in names.items())


def with_figures(state: State, facts: Mapping[str, Any]) -> State:
    """Return the state with cats and Reapurr on the spaces that these facts name."""
    return state._replace(life=tuple(facts["life"]), reapurr=facts["reapurr"])


def plan(state: State) -> tuple[Text, ...]:
    """Return what happens next if nobody else reacts, the next first."""
    if state.phase is not Phase.REACT:
        return ()
    steps = (fate for fate in forecast(state.stack) if fate.blocked_by is None)
    return tuple(_happens(state, fate.card, fate.at, fate.targets) for fate in steps)


def fallen_now(before: State, after: State) -> tuple[int, ...]:
    """Return who went out between two states, for the celebration."""
    new = after.fallen[len(before.fallen) :]
    return tuple(seat for group in new for seat in group)


def farewell(before: State, after: State) -> Text | None:
    """A line about those who just went out; None if nobody did."""
    gone = fallen_now(before, after)
    if not gone:
        return None
    names = listed((after.table.name(seat) for seat in gone), "and")
    if after.phase is Phase.OVER and not seats_in(after):
        return say("The Grim Reapurr has everybody")
    return say("{names} out: farewell!", names=names)


def _spaces(state: State) -> tuple[SpaceView, ...]:
    order = state.table.clockwise(state.turn or 0)
    return tuple(
        SpaceView(
            number=space,
            seats=tuple(seat for seat in order if state.life[seat] == space),
            reapurr=state.reapurr == space,
            deadly=0 < space <= state.reapurr,
        )
        for space in range(10)
    )


def _sharing_rule(state: State) -> Text:
    if state.options.variant == KOTM:
        return say("King of the Meowtain: one cat a space, taken spaces are jumped")
    if state.options.variant == TURBO:
        return say("Turbo: losses jump taken spaces, gains may share")
    return say("")


def _stack(state: State) -> tuple[CardView, ...]:
    """Oldest first, as they lie."""
    waiting = state.phase in (Phase.REACT, Phase.DISCARD)
    fates = {fate.at: fate for fate in forecast(state.stack)}
    views: list[CardView] = []
    for at, card in enumerate(state.stack):
        fate = fates[at]
        word = "blocked" if fate.blocked_by is not None else "works"
        if at == len(state.stack) - 1:
            word = "next" if waiting else "closed"
        views.append(
            CardView(
                name=called(card),
                seat=card.seat,
                by=state.table.name(card.seat),
                targets=fate.targets,
                aimed_at=_names(state, fate.targets),
                note=_note(card),
                brief=_brief(card),
                fate=word,
                red_dot=card.red_dot,
                power=card.power,
            )
        )
    return tuple(views)


def _note(card: Card) -> Text:
    """The figures on a card."""
    if card.card == pile.ATTACK:
        figures = {"number": card.number, "rolls": card.rolls, "lives": card.lives}
        if card.lives > 1 and card.rolls > 1:
            return say("{number}+, {rolls}x, {lives} lives", **figures)
        if card.lives > 1:
            return say("{number}+ or {lives} lives", **figures)
        return say("{number}+, {rolls} times", **figures) if card.rolls > 1 else say("needs {number}+", **figures)
    if card.card == pile.REAPURR:
        return say("{steps}", steps=f"{card.number:+d}")
    if card.card == pile.CURIOSITY:
        return say("1 life")
    return say("stays") if card.stays else say("")


def _brief(card: Card) -> str:
    """The same if there is no room for words: number, times, lives."""
    if card.card == pile.ATTACK:
        times = f" \N{MULTIPLICATION SIGN}{card.rolls}" if card.rolls > 1 else ""
        return f"{card.number}+{times}" + (f" ♥{card.lives}" if card.lives > 1 else "")
    if card.card == pile.REAPURR:
        return with_minus(f"{card.number:+d}")
    return "♥1" if card.card == pile.CURIOSITY else ""


def _names(state: State, seats: tuple[int, ...]) -> Text:
    return listed((state.table.name(seat) for seat in seats), "and")


def _happens(state: State, card: Card, at: int, targets: tuple[int, ...]) -> Text:
    """One step of the plan."""
    name, aimed_at = state.table.name, _names(state, targets)
    match card.card:
        case pile.CUCUMBER:
            under = state.stack[at - 1]
            return say("{name}'s {card} is blocked", name=name(under.seat), card=called(under))
        case pile.PASS:
            return say("the target becomes {name}", name=aimed_at)
        case pile.ATTACK:
            if len(targets) > 1:
                return say("{names} must each roll {number}+", names=aimed_at, number=card.number)
            return say("{name} must roll {number}+", name=aimed_at, number=card.number)
        case pile.CURIOSITY:
            if len(targets) > 1:
                return say("{names} each lose a life", names=aimed_at)
            return say("{name} loses a life", name=aimed_at)
        case pile.REAPURR:
            return say("the Reapurr moves {steps}", steps=f"{card.number:+d}")
        case pile.EVENT:
            return say("the event happens")
        case _:
            return say("{name}'s {card} works", name=name(card.seat), card=called(card))


def _whose(state: State) -> Text:
    if state.phase is Phase.START_ROLL:
        return say("Who begins? The highest die")
    if state.phase is Phase.OVER:
        left = seats_in(state)
        return say("{name} has won", name=state.table.name(left[0])) if left else say("The Grim Reapurr has won")
    seat = state.turn or 0
    if state.turns[seat] > 0:
        return say("{name}'s turn, then another", name=state.table.name(seat))
    return say("{name}'s turn", name=state.table.name(seat))


def _pile(name: Text, deck: Deck) -> PileView:
    return PileView(name, deck.draw, deck.discard)


def _odds(state: State) -> Text:
    odds = of_stack(state) if state.options.odds else None
    if odds is None:
        return say("")
    return say(
        "{name} is safe: {now} %, with 1 yarn more {more} %",
        name=state.table.name(odds.seat),
        now=percent(odds.now),
        more=percent(odds.with_yarn),
    )


def figures(state: State, seat: int) -> tuple[Figure, ...]:
    """Lives left."""
    life = state.life[seat]
    return (Figure(plain("♥"), str(life), "ink" if life > 2 else "danger" if life else "quiet"),)
