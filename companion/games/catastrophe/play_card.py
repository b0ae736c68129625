"""Laying cards on the stack: what may be played when, by whom, at whom (RULES.md chapters R3 and R4)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.events import IllegalEvent
from companion.core.game import Note
from companion.core.text import say
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.events import (
    AttackPlayed,
    CucumberPlayed,
    CuriosityPlayed,
    EffectPlayed,
    PassPlayed,
    TakePlayed,
)
from companion.games.catastrophe.options import HAND
from companion.games.catastrophe.resolve import resolve_top, settle
from companion.games.catastrophe.stack import Card, called
from companion.games.catastrophe.state import (
    CATASTROPHE,
    CLAW,
    PAW,
    REACT,
    State,
    put,
    turn_of,
)

Reaction = CucumberPlayed | TakePlayed | PassPlayed
Main = AttackPlayed | CuriosityPlayed | EffectPlayed


def attack(state: State, event: AttackPlayed, notes: list[Note]) -> State:
    """An Attack goes on the stack (R3.2)."""
    _check_when(state, event)
    _check_range("R3.2", "an Attack's number", event.number, 2, 6)
    _check_range("R3.2", "the lives an Attack costs", event.lives, 1, 9)
    _check_range("R3.2", "the rolls an Attack asks for", event.rolls, 1, 9)
    _check_target(state, event.seat, event.target, "R3.2")
    card = Card(pile.ATTACK, event.seat, event.target, event.number, event.lives, event.rolls)
    return _lay(state, event, card, notes)


def curiosity(state: State, event: CuriosityPlayed, notes: list[Note]) -> State:
    """A Curiosity goes on the stack (R3.3)."""
    _check_when(state, event)
    _check_target(state, event.seat, event.target, "R3.3")
    return _lay(state, event, Card(pile.CURIOSITY, event.seat, event.target, lives=1), notes)


def other(state: State, event: EffectPlayed, notes: list[Note]) -> State:
    """An Ally or Power Cat goes on the stack (R3.4)."""
    _check_when(state, event)
    check_rollers(state, event.rollers)
    return _lay(state, event, Card(pile.EFFECT, event.seat, rollers=tuple(event.rollers)), notes)


def cucumber(state: State, event: CucumberPlayed, notes: list[Note]) -> State:
    """A Cucumber goes on the stack (R4.2)."""
    _check_reacting(state, event)
    pile.check_cucumber(state.stack, state.options)
    state = pay(state, event.seat, event.power, event.held)
    notes.append(_against(state, event.seat, "R4.2"))
    return state._replace(stack=(*state.stack, Card(pile.CUCUMBER, event.seat, power=event.power)))


def pass_on(state: State, event: PassPlayed, notes: list[Note]) -> State:
    """A Pass goes on the stack (R4.4)."""
    _check_reacting(state, event)
    _check_seat(state, event.target, "R4.4")
    pile.check_pass(state.stack, state.options, event.seat, event.target)
    state = pay(state, event.seat, event.power, event.held)
    names = state.table.name(event.seat), state.table.name(event.target)
    notes.append(Note(say("{name} passes it to {target}", name=names[0], target=names[1]), event.target, "R4.4"))
    return state._replace(stack=(*state.stack, Card(pile.PASS, event.seat, event.target, power=event.power)))


def take(state: State, event: TakePlayed, notes: list[Note]) -> State:
    """The newest card goes to the taker at once (R4.3)."""
    _check_reacting(state, event)
    pile.check_take(state.stack, state.options)
    state = pay(state, event.seat, event.power, event.held)
    newest, seat = state.stack[-1], event.seat
    state = state._replace(
        stack=state.stack[:-1],
        main=state.main.plus(not event.power),
        powers=state.powers.plus(event.power),
    )
    if not newest.power:
        state = state._replace(hand=put(state.hand, seat, state.hand[seat] + 1))
    elif state.options.taken_power == HAND:
        state = state._replace(held=put(state.held, seat, state.held[seat] + 1))
    else:
        state = state._replace(power=put(state.power, seat, state.power[seat] + 1))
    said = say("{name} takes the {card}", name=state.table.name(seat), card=called(newest))
    notes.append(Note(said, seat, "R4.3"))
    return settle(state, notes)


def pay(state: State, seat: int, power: bool, held: bool) -> State:
    """The card leaves the player's hand or his Power Cats. Raises IllegalEvent where there is none (R3.1)."""
    name = state.table.name(seat)
    if held and not power:
        raise IllegalEvent("R3.1", "Only a Power Cat can be held: a card played from the hand is simply played.")
    if not power:
        if not state.hand[seat]:
            raise IllegalEvent("R3.1", f"{name} has no card in the hand to play.")
        return state._replace(hand=put(state.hand, seat, state.hand[seat] - 1))
    if held:
        if not state.held[seat]:
            raise IllegalEvent("R3.1", f"{name} has no Power Cat in the hand.")
        return state._replace(held=put(state.held, seat, state.held[seat] - 1))
    if not state.power[seat]:
        raise IllegalEvent("R3.1", f"{name} has no Power Cat in front.")
    return state._replace(power=put(state.power, seat, state.power[seat] - 1))


def check_rollers(state: State, rollers: Sequence[int]) -> None:
    """Each of those who must roll sits there, is still in and is named once. Raises IllegalEvent."""
    for seat in rollers:
        _check_seat(state, seat, "R5.1")
    if len(set(rollers)) != len(rollers):
        raise IllegalEvent("R5.1", "Each player rolls one die: nobody is named twice.")


def _check_when(state: State, event: Main) -> None:
    """An Attack, Curiosity or effect card: the turn player's in his Claw phase, or anyone's with the symbol (R3.5)."""
    name = state.table.name(event.seat)
    if event.catfinity:
        if state.phase in (CLAW, PAW, CATASTROPHE, REACT):
            return
        raise IllegalEvent("R3.5", _closed(state, f"{name} cannot play even a card with the Catfinity symbol"))
    if state.phase == REACT:
        raise IllegalEvent(
            "R4.1", f"While a card waits for reactions {name} can only play reactions or cards with the symbol."
        )
    if state.phase != CLAW:
        raise IllegalEvent("R2.2", _closed(state, f"{name} cannot play a card"))
    if event.seat != state.turn:
        turn = state.table.name(turn_of(state))
        raise IllegalEvent("R2.2", f"It is {turn}'s turn: {name} can only play cards with the Catfinity symbol.")


def _check_reacting(state: State, event: Reaction) -> None:
    if state.phase == REACT:
        return
    pile.check_open(state.stack)
    name = state.table.name(event.seat)
    raise IllegalEvent("R4.1", _closed(state, f"{name} reacts too late"))


def _closed(state: State, what: str) -> str:
    why = {
        "start-roll": "the first player is not known yet",
        "roll": "a die is due",
        "yarn": "the dice lie there",
        "effects": "the card is being carried out",
        "discard": "the discard comes first",
    }
    return f"{what}: {why.get(state.phase, f'this is the {state.phase} phase')}."


def _check_range(rule: str, what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise IllegalEvent(rule, f"{value} cannot be {what}: it is {low} to {high}.")


def _check_seat(state: State, seat: int, rule: str) -> None:
    if seat not in state.table.seats:
        raise IllegalEvent(rule, f"There is no seat {seat}.")
    if not state.life[seat]:
        raise IllegalEvent(rule, f"{state.table.name(seat)} is out.")


def _check_target(state: State, seat: int, target: int, rule: str) -> None:
    _check_seat(state, target, rule)
    if target == seat:
        raise IllegalEvent(rule, f"{state.table.name(seat)} must choose another player, not himself.")


def _lay(state: State, event: Main, card: Card, notes: list[Note]) -> State:
    """The card on the stack, waiting for reactions; with a red dot it resolves at once (R3.6)."""
    state = pay(state, event.seat, event.power, event.held)
    card = card._replace(power=event.power, red_dot=event.red_dot)
    state = state._replace(stack=(*state.stack, card), phase=REACT)
    if event.red_dot:
        notes.append(Note(say("Red dot: nobody can react"), None, "R3.6"))
        return resolve_top(state, notes)
    return state


def _against(state: State, seat: int, rule: str) -> Note:
    newest = state.stack[-1]
    said = say(
        "{name}'s Cucumber against {target}'s {card}",
        name=state.table.name(seat),
        target=state.table.name(newest.seat),
        card=called(newest),
    )
    return Note(said, seat, rule)
