"""What each event does to the table, or why it is refused. Paragraphs are those of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.core.events import Event, IllegalEvent, Rolled
from companion.core.game import Note, Outcome, Refusals, Rule, Step
from companion.core.table import Table
from companion.core.text import listed, say
from companion.games.catastrophe import counts, dice, effects, play_card
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
    CountsCorrected,
    CucumberPlayed,
    CuriosityPlayed,
    Discarded,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    ReactionsClosed,
    ReapurrRevealed,
    RollsAccepted,
    TakePlayed,
    YarnSpent,
)
from companion.games.catastrophe.life import TOP
from companion.games.catastrophe.options import CatastropheOptions
from companion.games.catastrophe.resolve import finish, over_for, resolve_top
from companion.games.catastrophe.stack import Card
from companion.games.catastrophe.state import (
    BALLS,
    CATASTROPHE_CARDS,
    HAND_LIMIT,
    MAIN_CARDS,
    POWER_CARDS,
    POWER_LIMIT,
    START_HAND,
    START_POWER,
    START_YARN,
    Deck,
    Phase,
    Roll,
    State,
    acting,
    overfull,
    places,
    reshuffled,
    seats_in,
    settled_phase,
)
from companion.games.catastrophe.turns import enter

Play = Callable[[State, Any, list[Note]], State]
"""What an event does to the state; what there is to say is added to the notes."""


def start(table: Table, options: CatastropheOptions) -> State:
    """Return the state before anything happened (R1.2, R1.3)."""
    options.remarks(table)
    seats = len(table.players)
    first = options.first
    return State(
        table=table,
        options=options,
        phase=Phase.START_ROLL if first is None else Phase.CLAW,
        stage=None if first is None else Phase.CLAW,
        turn=first,
        life=(TOP,) * seats,
        yarn=(START_YARN,) * seats,
        hand=(START_HAND,) * seats,
        held=(0,) * seats,
        power=(START_POWER,) * seats,
        fallen=(),
        reapurr=0,
        sanctuary=BALLS - START_YARN * seats,
        main=Deck(MAIN_CARDS - START_HAND * seats, 0),
        powers=Deck(POWER_CARDS - START_POWER * seats, 0),
        catastrophes=Deck(CATASTROPHE_CARDS, 0),
        stack=(),
        rolls=tuple(Roll(seat) for seat in table.seats) if first is None else (),
        contenders=tuple(table.seats) if first is None else (),
        turns=(0,) * seats,
    )


def _judged(play: Play, state: State, event: Event) -> Step:
    """Return what follows from an event by `play`, if a player still in the game may do that in this phase."""
    if not state.life[event.seat]:
        raise IllegalEvent("R7.3", say("{name} is out.", name=state.table.name(event.seat)))
    if state.phase is Phase.DISCARD and type(event) not in _WHILE_DISCARDING:
        text = say(
            "{names} must first discard down to {hand} cards and {power} Power Cats.",
            names=listed((state.table.name(seat) for seat in overfull(state)), "and"),
            hand=HAND_LIMIT,
            power=POWER_LIMIT,
        )
        raise IllegalEvent("R2.4", text)
    if state.phase is Phase.START_ROLL and type(event) not in (Rolled, CountsCorrected):
        raise IllegalEvent("R1.3", say("First the dice decide who begins."))
    notes: list[Note] = []
    return Step(reshuffled(play(state, event, notes), notes), tuple(notes))


def outcome(state: State) -> Outcome | None:
    """The survivor first, then those who went out, the last first; no places if the Reapurr won (R7.6)."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(places(state), dict(enumerate(state.life)))


def _closed(state: State, event: ReactionsClosed, notes: list[Note]) -> State:
    del event
    if state.phase is not Phase.REACT:
        raise IllegalEvent("R4.5", say("No card is waiting for reactions."))
    return resolve_top(state, notes)


def _effects(state: State, event: EffectsApplied, notes: list[Note]) -> State:
    if state.phase is not Phase.EFFECTS:
        raise IllegalEvent("R6.1", say("No card is being carried out now."))
    top = state.stack[-1]
    if event.seat != top.seat:
        raise IllegalEvent("R6.1", say("{name} says what the card did.", name=state.table.name(top.seat)))
    effects.check(state, event.effects)
    play_card.check_rollers(state, event.rollers)
    if event.more and not event.effects and not event.rollers:
        raise IllegalEvent("R6.6", say("A card that goes on has done something, or somebody rolls for it."))
    state = effects.carry_out(state, event.effects, notes)
    top = state.stack[-1]._replace(more=False)
    rollers = tuple(seat for seat in event.rollers if state.life[seat])
    goes_on = bool(rollers) or (event.more and not event.rollers)
    if not goes_on or over_for(state):
        return finish(state, notes)
    stack = (*state.stack[:-1], top._replace(rollers=rollers, more=not rollers))
    state = state._replace(stack=stack, rolls=tuple(Roll(seat) for seat in rollers))
    return state._replace(phase=settled_phase(state))


def _claw_ended(state: State, event: ClawEnded, notes: list[Note]) -> State:
    if state.phase is not Phase.CLAW:
        raise IllegalEvent("R2.2", say("The Claw phase ends only in it, while no card is in play."))
    if event.seat != state.turn:
        turn, name = state.table.name(acting(state)), state.table.name(event.seat)
        raise IllegalEvent("R2.2", say("{turn} ends the Claw phase, not {name}.", turn=turn, name=name))
    state = enter(state, Phase.PAW, notes)
    return state._replace(phase=settled_phase(state))


def _revealed(state: State, event: EventRevealed, notes: list[Note]) -> State:
    _check_revealing(state, event.seat)
    if not 2 <= event.min_players <= 6:
        raise IllegalEvent("R2.6", say("An event needs 2 to 6 players or more, not {n}.", n=event.min_players))
    play_card.check_rollers(state, event.rollers)
    _, deck = state.catastrophes.drawn(1, "catastrophe", notes)
    if event.min_players > len(seats_in(state)):
        notes.append(Note(say("Too few players for this event: reveal another card."), None, "R2.6"))
        return state._replace(catastrophes=deck.plus(1))
    card = Card(pile.EVENT, event.seat, rollers=tuple(event.rollers), red_dot=event.red_dot)
    return _face_up(state._replace(catastrophes=deck, stack=(card,)), notes)


def _reapurr(state: State, event: ReapurrRevealed, notes: list[Note]) -> State:
    _check_revealing(state, event.seat)
    if not -9 <= event.steps <= 9:
        raise IllegalEvent("R2.5", say("The Grim Reapurr moves at most 9 spaces, not {n}.", n=event.steps))
    _, deck = state.catastrophes.drawn(1, "catastrophe", notes)
    card = Card(pile.REAPURR, event.seat, number=event.steps)
    return _face_up(state._replace(catastrophes=deck, stack=(card,)), notes)


def _face_up(state: State, notes: list[Note]) -> State:
    """A CATastrophe card lies open: it waits for reactions if the table plays so; otherwise it is carried out."""
    if state.options.react_to_events and not state.stack[-1].red_dot:
        return state._replace(phase=Phase.REACT)
    return resolve_top(state, notes)


def _check_revealing(state: State, seat: int) -> None:
    if state.phase is not Phase.CATASTROPHE:
        raise IllegalEvent("R2.5", say("A CATastrophe card is revealed only in that phase, while no card is in play."))
    if seat != acting(state):
        raise IllegalEvent("R2.5", say("{name} reveals the CATastrophe card.", name=state.table.name(acting(state))))


_WHILE_DISCARDING = (Discarded, CountsCorrected)
_PLAY: Mapping[type[Event], Play] = {
    Rolled: dice.roll,
    YarnSpent: dice.spend_yarn,
    RollsAccepted: dice.accept,
    AttackPlayed: play_card.attack,
    CuriosityPlayed: play_card.curiosity,
    EffectPlayed: play_card.other,
    CucumberPlayed: play_card.cucumber,
    TakePlayed: play_card.take,
    PassPlayed: play_card.pass_on,
    ReactionsClosed: _closed,
    EffectsApplied: _effects,
    ClawEnded: _claw_ended,
    CardsDrawn: counts.draw,
    Discarded: counts.discard,
    EventRevealed: _revealed,
    ReapurrRevealed: _reapurr,
    CountsCorrected: counts.correct,
}
REFUSALS = Refusals(event="R3.1", over="R7.6")
RULES: Mapping[type[Event], Rule] = {kind: partial(_judged, play) for kind, play in _PLAY.items()}
