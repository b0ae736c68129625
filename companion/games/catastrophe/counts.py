"""How many cards lie where: drawing, forced discards, and the table's own count (RULES.md R2.3, R2.4, R10.1)."""

from __future__ import annotations

from companion.core.asks import Form
from companion.core.events import IllegalEvent
from companion.core.game import Note
from companion.core.text import say
from companion.games.catastrophe.events import CardsDrawn, CountsCorrected, Discarded
from companion.games.catastrophe.options import HAND
from companion.games.catastrophe.state import (
    CATASTROPHE,
    CLAW,
    DISCARD,
    DRAWN,
    HAND_LIMIT,
    PAW,
    POWER_LIMIT,
    REACT,
    State,
    acting,
    excess,
    put,
    settled_phase,
)

_SETTLED = (CLAW, PAW, CATASTROPHE, REACT, DISCARD)
"""Phases that follow from the rest of the position, so that a count may lead into or out of a forced discard."""


def draw(state: State, event: CardsDrawn, notes: list[Note]) -> State:
    """The three cards of the Paw phase (R2.3)."""
    if state.phase != PAW:
        raise IllegalEvent("R2.3", "Cards are drawn in the Paw phase only.")
    if event.seat != state.turn:
        raise IllegalEvent("R2.3", f"{state.table.name(acting(state))} draws, not {state.table.name(event.seat)}.")
    count, main = state.main.drawn(DRAWN)
    if state.main.draw < DRAWN:
        notes.append(Note(say("The Main discards are the new deck"), None, "R3.7"))
    hand = put(state.hand, event.seat, state.hand[event.seat] + count)
    state = state._replace(main=main, hand=hand, stage=CATASTROPHE)
    return state._replace(phase=settled_phase(state))


def discard(state: State, event: Discarded, notes: list[Note]) -> State:
    """What is too much goes, exactly that (R2.4)."""
    del notes
    seat, name = event.seat, state.table.name(event.seat)
    in_hand, in_front = excess(state, seat)
    if not in_hand and not in_front:
        raise IllegalEvent("R2.4", f"{name} has nothing too much to discard.")
    if min(event.hand, event.held, event.power) < 0:
        raise IllegalEvent("R2.4", "Less than no card cannot be discarded.")
    if event.hand + event.held != in_hand or event.power != in_front:
        raise IllegalEvent("R2.4", f"{name} must discard exactly {in_hand} from the hand and {in_front} Power Cats.")
    if event.hand > state.hand[seat] or event.held > state.held[seat]:
        raise IllegalEvent("R2.4", f"{name} has {state.hand[seat]} Main cards and {state.held[seat]} held Power Cats.")
    state = state._replace(
        hand=put(state.hand, seat, state.hand[seat] - event.hand),
        held=put(state.held, seat, state.held[seat] - event.held),
        power=put(state.power, seat, state.power[seat] - event.power),
        main=state.main.plus(event.hand),
        powers=state.powers.plus(event.held + event.power),
    )
    return state._replace(phase=settled_phase(state))


def correction(state: State, seat: int) -> Form:
    """What the table's own count may be: no more than there are, while dice or a card are dealt with not too many."""
    hand = state.hand[seat] + sum(state.main)
    power = state.power[seat] + sum(state.powers)
    held = state.held[seat] + sum(state.powers)
    if state.phase not in _SETTLED:
        hand = min(hand, HAND_LIMIT - state.held[seat])
        power, held = min(power, POWER_LIMIT), min(held, HAND_LIMIT - state.hand[seat])
    fields = {"hand": hand, "power": power}
    if state.options.taken_power == HAND or state.held[seat]:
        fields["held"] = held
    ways: dict[str, dict[str, object]] = {"seat": {"is": seat}}
    ways |= {name: {"from": 0, "to": most, "optional": True} for name, most in fields.items()}
    return Form(CountsCorrected, ways)


def correct(state: State, event: CountsCorrected, notes: list[Note]) -> State:
    """The table's own count replaces ours; the cards in between come from or go to the piles (R10.1)."""
    seat, name = event.seat, state.table.name(event.seat)
    hand = state.hand[seat] if event.hand is None else event.hand
    power = state.power[seat] if event.power is None else event.power
    held = state.held[seat] if event.held is None else event.held
    if min(hand, power, held) < 0:
        raise IllegalEvent("R10.1", f"{name} cannot have less than no card.")
    if (hand, power, held) == (state.hand[seat], state.power[seat], state.held[seat]):
        raise IllegalEvent("R10.1", f"{name}'s cards are counted like that already.")
    more_main, more_power = hand - state.hand[seat], power + held - state.power[seat] - state.held[seat]
    if more_main > sum(state.main) or more_power > sum(state.powers):
        raise IllegalEvent("R10.1", f"{name} cannot have so many: the rest lies in the other hands.")
    state = state._replace(
        hand=put(state.hand, seat, hand),
        power=put(state.power, seat, power),
        held=put(state.held, seat, held),
        main=state.main.drawn(more_main)[1] if more_main > 0 else state.main.plus(-more_main),
        powers=state.powers.drawn(more_power)[1] if more_power > 0 else state.powers.plus(-more_power),
    )
    said = say("Counted: {name} has {hand} cards, {power} Power Cats", name=name, hand=hand + held, power=power)
    notes.append(Note(said, seat, "R10.1"))
    if state.phase in _SETTLED:
        return state._replace(phase=settled_phase(state))
    if excess(state, seat) != (0, 0):
        raise IllegalEvent(
            "R10.1", f"While dice or a card are being dealt with, {name} cannot hold more than the limit."
        )
    return state
