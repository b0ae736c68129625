"""Playing cards: what may be played when, by whom and at whom (RULES.md chapters R3 and R4)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.events import IllegalEvent
from companion.core.game import Note
from companion.core.text import Text, say
from companion.core.values import replaced
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
from companion.games.catastrophe.state import Phase, State, turn_of

Main = AttackPlayed | CuriosityPlayed | EffectPlayed


def attack(state: State, event: AttackPlayed, notes: list[Note]) -> State:
    """An Attack goes on the stack (R3.2)."""
    _check_when(state, event)
    _check_range(say("An Attack has a number from {low} to {high}, not {value}."), event.number, 2, 6)
    _check_range(say("An Attack costs {low} to {high} lives, not {value}."), event.lives, 0, 9)
    _check_range(say("An Attack asks for {low} to {high} rolls, not {value}."), event.rolls, 1, 9)
    _check_targets(state, event, "R3.2")
    card = Card(pile.ATTACK, event.seat, event.target, event.number, event.lives, event.rolls)
    return _lay(state, event, card._replace(also=tuple(event.also), effects=event.effects), notes)


def curiosity(state: State, event: CuriosityPlayed, notes: list[Note]) -> State:
    """A Curiosity goes on the stack (R3.3)."""
    _check_when(state, event)
    _check_targets(state, event, "R3.3")
    return _lay(state, event, Card(pile.CURIOSITY, event.seat, event.target, lives=1, also=tuple(event.also)), notes)


def other(state: State, event: EffectPlayed, notes: list[Note]) -> State:
    """An Ally or Power Cat goes on the stack (R3.4)."""
    _check_when(state, event)
    check_rollers(state, event.rollers)
    return _lay(state, event, Card(pile.EFFECT, event.seat, rollers=tuple(event.rollers)), notes)


def cucumber(state: State, event: CucumberPlayed, notes: list[Note]) -> State:
    """A Cucumber goes on the stack (R4.2)."""
    _check_reacting(state)
    pile.check_cucumber(state.stack, state.options)
    state = pay(state, event.seat, event.power, event.held)
    notes.append(_against(state, event.seat))
    return _on_top(state, Card(pile.CUCUMBER, event.seat, power=event.power, red_dot=event.red_dot), notes)


def pass_on(state: State, event: PassPlayed, notes: list[Note]) -> State:
    """A Pass goes on the stack (R4.4)."""
    _check_reacting(state)
    _check_seat(state, event.target, "R4.4")
    if event.anyone and not event.power:
        raise IllegalEvent("R4.4", say("Only a Power Cat lets anybody but the target redirect a card."))
    pile.check_pass(state.stack, state.options, event.seat, event.target, anyone=event.anyone)
    state = pay(state, event.seat, event.power, event.held)
    names = state.table.name(event.seat), state.table.name(event.target)
    notes.append(Note(say("{name} passes the card to {target}.", name=names[0], target=names[1]), event.target, "R4.4"))
    card = Card(pile.PASS, event.seat, event.target, power=event.power, red_dot=event.red_dot)
    return _on_top(state, card, notes)


def take(state: State, event: TakePlayed, notes: list[Note]) -> State:
    """The newest card goes to the taker at once (R4.3)."""
    _check_reacting(state)
    pile.check_take(state.stack, state.options)
    state = pay(state, event.seat, event.power, event.held)
    newest, seat = state.stack[-1], event.seat
    state = state._replace(
        stack=state.stack[:-1],
        main=state.main.plus(not event.power),
        powers=state.powers.plus(event.power),
    )
    if not newest.power:
        state = state._replace(hand=replaced(state.hand, seat, state.hand[seat] + 1))
    elif state.options.taken_power == HAND:
        state = state._replace(held=replaced(state.held, seat, state.held[seat] + 1))
    else:
        state = state._replace(power=replaced(state.power, seat, state.power[seat] + 1))
    said = say("{name} takes the {card}.", name=state.table.name(seat), card=called(newest))
    notes.append(Note(said, seat, "R4.3"))
    return settle(state, notes)


def pay(state: State, seat: int, power: bool, held: bool) -> State:
    """The card leaves the hand or the Power Cats in front. Raises IllegalEvent if there is none (R3.1)."""
    name = state.table.name(seat)
    if held and not power:
        raise IllegalEvent("R3.1", say("Only a Power Cat can be held. A card from the hand is not."))
    if not power:
        if not state.hand[seat]:
            raise IllegalEvent("R3.1", say("{name} has no card in hand to play.", name=name))
        return state._replace(hand=replaced(state.hand, seat, state.hand[seat] - 1))
    if held:
        if not state.held[seat]:
            raise IllegalEvent("R3.1", say("{name} has no Power Cat in hand.", name=name))
        return state._replace(held=replaced(state.held, seat, state.held[seat] - 1))
    if not state.power[seat]:
        raise IllegalEvent("R3.1", say("{name} has no Power Cat in front.", name=name))
    return state._replace(power=replaced(state.power, seat, state.power[seat] - 1))


def check_rollers(state: State, rollers: Sequence[int]) -> None:
    """All who must roll are at the table, still in, and named once. Raises IllegalEvent."""
    for seat in rollers:
        _check_seat(state, seat, "R5.1")
    if len(set(rollers)) != len(rollers):
        raise IllegalEvent("R5.1", say("Each player rolls one die: name nobody twice."))


def _check_when(state: State, event: Main) -> None:
    """Attacks, Curiosities and effects: in the player's own Claw phase, or with the symbol at any time (R3.5)."""
    names = {"name": state.table.name(event.seat)}
    if event.catfinity:
        if state.phase not in (Phase.CLAW, Phase.PAW, Phase.CATASTROPHE, Phase.REACT):
            raise IllegalEvent("R3.5", _too_late(state))
        return
    if state.phase is Phase.REACT:
        text = say("While a card waits, {name} can play only reactions or cards with the Catfinity symbol.", **names)
        raise IllegalEvent("R4.1", text)
    if state.phase is not Phase.CLAW:
        raise IllegalEvent("R2.2", _too_late(state))
    if event.seat != state.turn:
        names["turn"] = state.table.name(turn_of(state))
        text = say("It is {turn}'s turn. {name} can play only cards with the Catfinity symbol.", **names)
        raise IllegalEvent("R2.2", text)


def _check_reacting(state: State) -> None:
    if state.phase is not Phase.REACT:
        pile.check_open(state.stack)
        raise IllegalEvent("R4.1", _too_late(state))


def _too_late(state: State) -> Text:
    """Return why no card can be played in this phase."""
    return _NOT_NOW[state.phase]


_NOT_NOW = {
    Phase.ROLL: say("No card can be played now: a die is due."),
    Phase.YARN: say("No card can be played now: the dice are not accepted yet."),
    Phase.EFFECTS: say("No card can be played now: one is being carried out."),
    Phase.PAW: say("No such card can be played in the Paw phase."),
    Phase.CATASTROPHE: say("No such card can be played in the CATastrophe phase."),
}


def _check_range(text: Text, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise IllegalEvent("R3.2", say(text.template, low=low, high=high, value=value))


def _check_seat(state: State, seat: int, rule: str) -> None:
    if seat not in state.table.seats:
        raise IllegalEvent(rule, say("There is no seat {seat}.", seat=seat))
    if not state.life[seat]:
        raise IllegalEvent(rule, say("{name} is out.", name=state.table.name(seat)))


def _check_targets(state: State, event: AttackPlayed | CuriosityPlayed, rule: str) -> None:
    targets = (event.target, *event.also)
    for target in targets:
        _check_seat(state, target, rule)
        if target == event.seat and not state.options.target_self:
            raise IllegalEvent(rule, say("{name} must choose another player.", name=state.table.name(event.seat)))
    if len(set(targets)) != len(targets):
        raise IllegalEvent(rule, say("The targets of a card are different players: name nobody twice."))


def _lay(state: State, event: Main, card: Card, notes: list[Note]) -> State:
    """The card leaves its player and goes on the stack."""
    if event.stays and not event.power:
        raise IllegalEvent("R3.1", say("Only a Power Cat stays in play. A card from the hand does not."))
    state = pay(state, event.seat, event.power, event.held)
    return _on_top(state, card._replace(power=event.power, red_dot=event.red_dot, stays=event.stays), notes)


def _on_top(state: State, card: Card, notes: list[Note]) -> State:
    """The card is the newest: it waits for reactions, or resolves at once if it has a red dot (R3.6)."""
    state = state._replace(stack=(*state.stack, card), phase=Phase.REACT)
    if card.red_dot:
        notes.append(Note(say("Red dot: nobody can react."), None, "R3.6"))
        return resolve_top(state, notes)
    return state


def _against(state: State, seat: int) -> Note:
    newest = state.stack[-1]
    said = say(
        "{name} plays a Cucumber against {target}'s {card}.",
        name=state.table.name(seat),
        target=state.table.name(newest.seat),
        card=called(newest),
    )
    return Note(said, seat, "R4.2")
