"""Why something cannot happen at a Cat in the Box table: the paragraph, what was done, what would be right."""

from __future__ import annotations

from companion.core.events import Event, IllegalEvent
from companion.core.text import listed
from companion.games.cat_in_the_box.options import COPIES, TRUMP
from companion.games.cat_in_the_box.state import (
    CardPlayed,
    CardSetAside,
    NeutralRevealed,
    ParadoxShown,
    Predicted,
    State,
    cards_left,
    needs_claim,
    openings,
    starter,
)
from companion.kit.cards import too_many

_WAITS = {
    "reveal": ("R2.1", "first the neutral cards are turned up"),
    "set-aside": ("R2.2", "first everybody sets a card aside"),
    "predict": ("R2.3", "first everybody predicts"),
    "play": ("R3.1", "a round is being played"),
}


def no_seat(state: State, event: Event) -> IllegalEvent:
    """A seat where nobody sits."""
    return IllegalEvent("R1.1", f"There is no seat {event.seat}: the seats are 0 to {state.house.players - 1}.")


def over() -> IllegalEvent:
    """Something after the last round."""
    return IllegalEvent("R6.1", "The game is over.")


def unknown(event: Event) -> IllegalEvent:
    """Something that does not belong to this game."""
    return IllegalEvent("R1.1", f"Cat in the Box knows no {type(event).__name__}.")


def _too_early_or_late(state: State, did: str) -> IllegalEvent:
    rule, why = _WAITS[state.phase]
    return IllegalEvent(rule, f"{did}, but {why}.")


def check_neutral(state: State, event: NeutralRevealed) -> None:
    """Raises IllegalEvent unless three cards may be turned up now and these can be they."""
    name = state.house.table.name(event.seat)
    if not state.house.seeded:
        raise IllegalEvent("R2.1", f"{name} turns up cards, but neutral tokens are not used at this table.")
    if state.phase != "reveal":
        raise IllegalEvent("R2.1", f"{name} turns up cards, but that has been done in this round.")
    if event.seat != state.turn:
        first = state.house.table.name(starter(state))
        raise IllegalEvent("R2.1", f"{name} turns up cards, but {first} starts this round and tells them.")
    if len(event.numbers) != 3:
        raise IllegalEvent("R2.1", f"{name} turns up {len(event.numbers)} cards: it must be three.")
    for number in event.numbers:
        if not 1 <= number <= state.house.numbers:
            raise IllegalEvent(
                "R2.1", f"{name} turns up a {number}: the numbers in play are 1 to {state.house.numbers}."
            )


def set_aside(state: State, event: CardSetAside) -> IllegalEvent:
    """Why no card can be set aside now by this player."""
    name = state.house.table.name(event.seat)
    if state.phase == "set-aside":
        return IllegalEvent("R2.2", f"{name} has set a card aside already: one each round.")
    return _too_early_or_late(state, f"{name} sets a card aside")


def predicted(state: State, event: Predicted) -> IllegalEvent:
    """Why this prediction cannot be made now."""
    name = state.house.table.name(event.seat)
    did = f"{name} predicts {event.tricks}"
    if not state.house.allowed:
        return IllegalEvent("R2.3", f"{did}, but two players make no predictions.")
    if state.phase != "predict" or state.turn is None:
        return _too_early_or_late(state, did)
    if event.seat != state.turn:
        return IllegalEvent("R2.3", f"{did}, but it is {state.house.table.name(state.turn)}'s turn to predict.")
    allowed = listed(sorted(state.house.allowed))
    return IllegalEvent("R2.4", f"{did}: {len(state.house.table.players)} players may predict {allowed}.")


def played(state: State, event: CardPlayed) -> IllegalEvent:
    """Why this card cannot be laid as this colour now; red leads are judged by `red_lead`."""
    house, seat = state.house, event.seat
    if not 0 <= seat < house.players:
        return no_seat(state, event)
    if state.phase == "over":
        return over()
    name = house.table.name(seat)
    did = f"{name} lays a {event.number} as {event.colour}"
    if state.phase != "play" or state.turn is None:
        return _too_early_or_late(state, did)
    if seat != state.turn:
        return IllegalEvent("R3.1", f"{did}, but it is {house.table.name(state.turn)}'s turn.")
    if event.colour not in house.row:
        return IllegalEvent("R3.2", f"{did}: the colours are {listed(house.rows, 'and')}.")
    if not 1 <= event.number <= house.numbers:
        return IllegalEvent("R3.2", f"{did}: the numbers in play are 1 to {house.numbers}.")
    return closed(state, event, did)


def closed(state: State, event: CardPlayed, did: str) -> IllegalEvent:
    """Why the cell of this declaration is not open to its player."""
    house = state.house
    bit = house.bit(event.colour, event.number)
    free = openings(state, event.seat)
    claimed = {TRUMP: f"{TRUMP} (if nothing else is held)"} if needs_claim(state) else {}
    others = [claimed.get(colour, colour) for colour in house.rows if free & house.bit(colour, event.number)]
    instead = (
        f" The {event.number} is open as {listed(others)}." if others else f" No cell is open for a {event.number}."
    )
    if not state.taken & bit:
        return IllegalEvent("R3.4", f"{did}, but has no {event.colour} any more.{instead}")
    owner = next((seat for seat, tokens in enumerate(state.tokens) if tokens & bit), None)
    whose = "is neutral" if owner is None else f"is {house.table.name(owner)}'s"
    return IllegalEvent("R3.3", f"{did}, but that cell {whose}.{instead}")


def red_lead(state: State, event: CardPlayed) -> IllegalEvent:
    """Why red cannot be led: it is unbroken and the claim is missing, of no use, or untrue."""
    house = state.house
    did = f"{house.table.name(event.seat)} leads a {event.number} as red, but red is not broken"
    if not house.options.red_lead_exemption:
        return IllegalEvent("R3.5", f"{did}: another colour must be led.")
    other = house.open_to[state.x[event.seat]] & ~state.taken & ~house.red
    colours = [colour for colour in house.rows if colour != TRUMP and other & house.bit(colour, event.number)]
    if colours:
        rule = "R3.6" if event.only_red else "R3.5"
        return IllegalEvent(rule, f"{did}: this {event.number} can be led as {listed(colours)}.")
    return IllegalEvent("R3.5", f"{did}: lead another colour, or say that you have nothing but red.")


def check_paradox(state: State, event: ParadoxShown) -> None:
    """Raises IllegalEvent unless this hand can be the player's and nothing in it can be declared."""
    house, seat = state.house, event.seat
    name = house.table.name(seat)
    did = f"{name} shows a paradox"
    if state.phase != "play" or state.turn is None:
        raise _too_early_or_late(state, did)
    if seat != state.turn:
        raise IllegalEvent("R4.1", f"{did}, but it is {house.table.name(state.turn)}'s turn.")
    _check_hand(state, event, did)
    free = openings(state, seat)
    for cells in (free & ~house.red, free):  # red may need a claim that the rest of the hand makes untrue
        for number in sorted(event.hand):
            colours = [colour for colour in house.rows if cells & house.bit(colour, number)]
            if colours:
                raise IllegalEvent("R4.1", f"{did}, but {number} as {listed(colours)} is possible.")


def _check_hand(state: State, event: ParadoxShown, did: str) -> None:
    """Raises IllegalEvent unless these can be all the cards the player holds."""
    house, seat = state.house, event.seat
    left = cards_left(state, seat)
    if len(event.hand) != left:
        count = "1 card" if len(event.hand) == 1 else f"{len(event.hand)} cards"
        raise IllegalEvent("R4.2", f"{did} with {count}, but holds {left}: all of them are shown.")
    for number in event.hand:
        if not 1 <= number <= house.numbers:
            raise IllegalEvent("R4.2", f"{did} with a {number}: the numbers in play are 1 to {house.numbers}.")
    mine = 0
    for tokens in state.tokens:
        mine |= tokens
    seen = [number for _, number in house.listed(mine)] + list(state.revealed)
    sixth = too_many(seen, event.hand, COPIES)
    if sixth is not None:
        lying = seen.count(sixth)
        message = f"{did} with {event.hand.count(sixth)} of the {sixth}s, but {lying} lie open and there are only five."
        raise IllegalEvent("R4.2", message)
