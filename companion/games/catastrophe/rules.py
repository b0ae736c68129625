"""The referee of Catastrophe: one event in, the next state out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.events import Event, IllegalEvent, Rolled, dice_in
from companion.core.game import Note, Outcome, Step
from companion.core.text import say
from companion.games.catastrophe import counts, effects, play_card
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
from companion.games.catastrophe.resolve import call_rolls, decide_defence, finish, resolve_top
from companion.games.catastrophe.stack import ATTACK, Card
from companion.games.catastrophe.state import (
    CATASTROPHE,
    CLAW,
    DISCARD,
    EFFECTS,
    HAND_LIMIT,
    OVER,
    PAW,
    POWER_LIMIT,
    REACT,
    ROLL,
    START_ROLL,
    YARN,
    Roll,
    State,
    acting,
    put,
    seats_in,
    settled_phase,
    waiting,
)


def apply(state: State, event: Event) -> Step:
    """What follows from an event. Raises IllegalEvent and changes nothing where the rules forbid it."""
    if state.phase == OVER:
        raise IllegalEvent("R7.6", "The game is over.")
    if event.seat not in state.table.seats:
        raise IllegalEvent("R1.1", f"There is no seat {event.seat}: {len(state.life)} play, seats count from 0.")
    if not state.life[event.seat]:
        raise IllegalEvent("R7.3", f"{state.table.name(event.seat)} is out and takes no part any more.")
    if state.phase == DISCARD and type(event) not in _WHILE_DISCARDING:
        names = " and ".join(state.table.name(seat) for seat in waiting(state))
        raise IllegalEvent(
            "R2.4", f"First {names} must discard down to {HAND_LIMIT} cards and {POWER_LIMIT} Power Cats."
        )
    if state.phase == START_ROLL and type(event) not in (Rolled, CountsCorrected):
        raise IllegalEvent("R1.3", "First the dice decide who begins.")
    notes: list[Note] = []
    return Step(_PLAY[type(event)](state, event, notes), tuple(notes))


def outcome(state: State) -> Outcome | None:
    """The survivor first, then those who went out, the last first; no places where the Reapurr won (R7.6)."""
    if state.phase != OVER:
        return None
    left = tuple(seats_in(state))
    places = (left, *reversed(state.fallen)) if left else ()
    return Outcome(places, dict(enumerate(state.life)))


def _rolled(state: State, event: Rolled, notes: list[Note]) -> State:
    name = state.table.name(event.seat)
    at = next((n for n, roll in enumerate(state.rolls) if roll.seat == event.seat and roll.value is None), None)
    if at is None:
        raise IllegalEvent("R5.1", f"No roll of {name} is due{_due(state)}.")
    (value,) = dice_in(event, 1, "R5.1")
    own, thrown = state.table.colour(event.seat), event.faces[0].colour
    if own and thrown and thrown != own:
        raise IllegalEvent("R5.2", f"{name} throws the {own} die; the {thrown} one does not count.")
    rolls = (*state.rolls[:at], state.rolls[at]._replace(value=value), *state.rolls[at + 1 :])
    state = state._replace(rolls=rolls)
    if any(roll.value is None for roll in rolls):
        return state
    return _first_player(state, notes) if state.phase == START_ROLL else state._replace(phase=YARN)


def _first_player(state: State, notes: list[Note]) -> State:
    """The highest die begins; those tied roll again (R1.3)."""
    best = max(roll.value or 0 for roll in state.rolls)
    tied = tuple(roll.seat for roll in state.rolls if roll.value == best)
    if len(tied) > 1:
        names = [state.table.name(seat) for seat in tied]
        notes.append(Note(say("Tie: {names} roll again", names=names), None, "R1.3"))
        return state._replace(contenders=tied, rolls=tuple(Roll(seat) for seat in tied))
    notes.append(Note(say("{name} begins", name=state.table.name(tied[0])), tied[0], "R1.3"))
    return state._replace(phase=CLAW, stage=CLAW, turn=tied[0], contenders=(), rolls=())


def _yarn(state: State, event: YarnSpent, notes: list[Note]) -> State:
    name = state.table.name(event.seat)
    if state.phase not in (ROLL, YARN):
        raise IllegalEvent("R5.3", f"{name} can spend yarn only on dice that lie there and are not accepted yet.")
    at = next((n for n, roll in enumerate(state.rolls) if roll.seat == event.roller), None)
    if at is None:
        raise IllegalEvent("R5.3", f"Seat {event.roller} has not rolled now, so there is nothing to roll again.")
    if state.rolls[at].value is None:
        raise IllegalEvent("R5.3", f"{state.table.name(event.roller)} has yet to roll.")
    if not state.yarn[event.seat]:
        raise IllegalEvent("R5.3", f"{name} has no yarn.")
    rolls = (*state.rolls[:at], state.rolls[at]._replace(value=None), *state.rolls[at + 1 :])
    roller = state.table.name(event.roller)
    notes.append(Note(say("Yarn by {name}: {roller} rolls again", name=name, roller=roller), event.roller, "R5.3"))
    return state._replace(
        phase=ROLL,
        rolls=rolls,
        yarn=put(state.yarn, event.seat, state.yarn[event.seat] - 1),
        sanctuary=state.sanctuary + 1,
    )


def _accepted(state: State, event: RollsAccepted, notes: list[Note]) -> State:
    del event
    if state.phase == ROLL:
        raise IllegalEvent("R5.4", f"Not all dice lie there yet{_due(state)}.")
    if state.phase != YARN:
        raise IllegalEvent("R5.4", "There are no dice to accept.")
    if state.stack[-1].card == ATTACK:
        return decide_defence(state, notes)
    return state._replace(phase=EFFECTS)


def _closed(state: State, event: ReactionsClosed, notes: list[Note]) -> State:
    del event
    if state.phase != REACT:
        raise IllegalEvent("R4.5", "No card is waiting for reactions.")
    return resolve_top(state, notes)


def _effects(state: State, event: EffectsApplied, notes: list[Note]) -> State:
    if state.phase != EFFECTS:
        raise IllegalEvent("R6.1", "No card is being carried out now.")
    top = state.stack[-1]
    if event.seat != top.seat:
        raise IllegalEvent("R6.1", f"{state.table.name(top.seat)} says what the card did.")
    effects.check(state, event.effects)
    play_card.check_rollers(state, event.rollers)
    state = effects.carry_out(state, event.effects, notes)
    top = state.stack[-1]
    rollers = tuple(seat for seat in event.rollers if state.life[seat])
    if not rollers or not state.life[top.seat] or len(seats_in(state)) <= 1:
        return finish(state, notes)
    state = state._replace(stack=(*state.stack[:-1], top._replace(rollers=rollers)))
    state = call_rolls(state)
    return state._replace(phase=settled_phase(state))


def _claw_ended(state: State, event: ClawEnded, notes: list[Note]) -> State:
    del notes
    if state.phase != CLAW:
        raise IllegalEvent("R2.2", "The Claw phase can be ended only while no card is in play in it.")
    if event.seat != state.turn:
        turn = state.table.name(acting(state))
        raise IllegalEvent("R2.2", f"{turn} ends the Claw phase, not {state.table.name(event.seat)}.")
    return state._replace(phase=PAW, stage=PAW)


def _revealed(state: State, event: EventRevealed, notes: list[Note]) -> State:
    _check_revealing(state, event.seat)
    if not 2 <= event.min_players <= 6:
        raise IllegalEvent("R2.6", f"An event is for 2 to 6 players or more, not for {event.min_players}.")
    play_card.check_rollers(state, event.rollers)
    _, deck = state.catastrophes.drawn(1)
    if event.min_players > len(seats_in(state)):
        notes.append(Note(say("Too few players for this event: reveal another"), None, "R2.6"))
        return state._replace(catastrophes=deck.plus(1))
    card = Card(pile.EVENT, event.seat, rollers=tuple(event.rollers))
    return _face_up(state._replace(catastrophes=deck, stack=(card,)), notes)


def _reapurr(state: State, event: ReapurrRevealed, notes: list[Note]) -> State:
    _check_revealing(state, event.seat)
    if not -9 <= event.steps <= 9:
        raise IllegalEvent("R2.5", f"The Grim Reapurr moves at most 9 spaces, not {event.steps}.")
    _, deck = state.catastrophes.drawn(1)
    card = Card(pile.REAPURR, event.seat, number=event.steps)
    return _face_up(state._replace(catastrophes=deck, stack=(card,)), notes)


def _face_up(state: State, notes: list[Note]) -> State:
    """A CATastrophe card lies open: it waits for reactions where the table plays so, else it is carried out."""
    if state.options.react_to_events:
        return state._replace(phase=REACT)
    return resolve_top(state, notes)


def _check_revealing(state: State, seat: int) -> None:
    if state.phase != CATASTROPHE:
        raise IllegalEvent("R2.5", "A CATastrophe card is revealed only in that phase, when no card is in play.")
    if seat != acting(state):
        raise IllegalEvent("R2.5", f"{state.table.name(acting(state))} reveals the CATastrophe card.")


def _due(state: State) -> str:
    names = [state.table.name(roll.seat) for roll in state.rolls if roll.value is None]
    return f": {' and '.join(names)} must roll" if names else ""


_WHILE_DISCARDING = (Discarded, CountsCorrected)
_PLAY: dict[type[Event], Callable[[State, Any, list[Note]], State]] = {
    Rolled: _rolled,
    YarnSpent: _yarn,
    RollsAccepted: _accepted,
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
