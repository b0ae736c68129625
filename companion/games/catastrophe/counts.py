"""How many cards are where: drawing, forced discards, and corrected counts (RULES.md R2.3, R2.4, R10.1)."""

from __future__ import annotations

from companion.core.events import IllegalEvent
from companion.core.game import Note
from companion.core.text import say
from companion.core.values import replaced
from companion.games.catastrophe.events import CardsDrawn, CountsCorrected, Discarded
from companion.games.catastrophe.options import HAND
from companion.games.catastrophe.state import DRAWN, Phase, State, acting, excess, settled_phase
from companion.games.catastrophe.turns import enter

SETTLED = (Phase.CLAW, Phase.PAW, Phase.CATASTROPHE, Phase.REACT, Phase.DISCARD)
"""Phases that follow from the rest of the position, so that a count may lead into or out of a forced discard."""


def draw(state: State, event: CardsDrawn, notes: list[Note]) -> State:
    """The three cards of the Paw phase (R2.3)."""
    if state.phase is not Phase.PAW:
        raise IllegalEvent("R2.3", say("Cards are drawn only in the Paw phase."))
    if event.seat != state.turn:
        turn, name = state.table.name(acting(state)), state.table.name(event.seat)
        raise IllegalEvent("R2.3", say("{turn} draws, not {name}.", turn=turn, name=name))
    count, main = state.main.drawn(DRAWN, "main", notes)
    hand = replaced(state.hand, event.seat, state.hand[event.seat] + count)
    state = enter(state._replace(main=main, hand=hand), Phase.CATASTROPHE, notes)
    return state._replace(phase=settled_phase(state))


def discard(state: State, event: Discarded, notes: list[Note]) -> State:
    """Discard the excess, exactly that (R2.4)."""
    del notes
    seat, name = event.seat, state.table.name(event.seat)
    in_hand, in_front = excess(state, seat)
    if not in_hand and not in_front:
        raise IllegalEvent("R2.4", say("{name} has nothing to discard.", name=name))
    if min(event.hand, event.held, event.power) < 0:
        raise IllegalEvent("R2.4", say("A count cannot be below 0."))
    if event.hand + event.held != in_hand or event.power != in_front:
        text = say(
            "{name} must discard exactly {hand} from the hand and {power} Power Cats.",
            name=name,
            hand=in_hand,
            power=in_front,
        )
        raise IllegalEvent("R2.4", text)
    if event.hand > state.hand[seat] or event.held > state.held[seat]:
        has = {"hand": state.hand[seat], "held": state.held[seat]}
        text = say("{name} has only {hand} Main cards and {held} held Power Cats in hand.", name=name, **has)
        raise IllegalEvent("R2.4", text)
    state = state._replace(
        hand=replaced(state.hand, seat, state.hand[seat] - event.hand),
        held=replaced(state.held, seat, state.held[seat] - event.held),
        power=replaced(state.power, seat, state.power[seat] - event.power),
        main=state.main.plus(event.hand),
        powers=state.powers.plus(event.held + event.power),
    )
    return state._replace(phase=settled_phase(state))


def correct(state: State, event: CountsCorrected, notes: list[Note]) -> State:
    """The table's own count replaces the referee's; the difference comes from or goes to the piles (R10.1)."""
    seat, name = event.seat, state.table.name(event.seat)
    hand = state.hand[seat] if event.hand is None else event.hand
    power = state.power[seat] if event.power is None else event.power
    held = state.held[seat] if event.held is None else event.held
    if min(hand, power, held) < 0:
        raise IllegalEvent("R10.1", say("A count cannot be below 0."))
    if held and state.options.taken_power != HAND:
        raise IllegalEvent("R9.5", say("At this table nobody holds Power Cats in the hand."))
    if (hand, power, held) == (state.hand[seat], state.power[seat], state.held[seat]):
        raise IllegalEvent("R10.1", say("{name}'s cards are counted like that already.", name=name))
    more_main, more_power = hand - state.hand[seat], power + held - state.power[seat] - state.held[seat]
    if more_main > sum(state.main) or more_power > sum(state.powers):
        raise IllegalEvent("R10.1", say("{name} cannot have that many: the other cards are in other hands.", name=name))
    state = state._replace(
        hand=replaced(state.hand, seat, hand),
        power=replaced(state.power, seat, power),
        held=replaced(state.held, seat, held),
        main=state.main.drawn(more_main, "main", notes)[1] if more_main > 0 else state.main.plus(-more_main),
        powers=state.powers.drawn(more_power, "power", notes)[1] if more_power > 0 else state.powers.plus(-more_power),
    )
    said = say("{name} has {hand} cards and {power} Power Cats.", name=name, hand=hand + held, power=power)
    notes.append(Note(said, seat, "R10.1"))
    if state.phase in SETTLED:
        return state._replace(phase=settled_phase(state))
    if excess(state, seat) != (0, 0):
        text = say("{name} cannot go above the limit while dice or a card are being resolved.", name=name)
        raise IllegalEvent("R10.1", text)
    return state
