"""What is said to a player whose throw or payment the rules forbid."""

from __future__ import annotations

from companion.core.events import IllegalEvent
from companion.core.text import listed
from companion.games.catch_up.payments import NAMES, cards_of, due, named, ranks_of, total
from companion.games.catch_up.state import Discarded, State, exempt, high_roll, next_to_roll, rolling_order, waiting


def not_his_roll(state: State, seat: int) -> IllegalEvent:
    """Why a seat may not throw now."""
    table = state.table
    name = table.name(seat)
    if state.phase == "discarding":
        owing = listed((table.name(other) for other in waiting(state)), "and")
        return IllegalEvent("R3.3", f"{name} cannot roll now: {owing} must give up cards first.")
    expected = next_to_roll(state)
    assert expected is not None
    due_next = f"it is {table.name(expected)}'s turn to roll"
    if seat not in rolling_order(state):
        rule, among = ("R2.2", "the beginning") if state.phase == "start-roll" else ("R6.4", "the win")
        rivals = listed((table.name(other) for other in state.contenders), "and")
        return IllegalEvent(rule, f"{name} does not roll: only {rivals} throw for {among}, and {due_next}.")
    beginning = "R2.1" if len(state.contenders) == len(table.players) else "R2.2"
    if state.rolls[seat] is not None:
        rule = {"rolling": "R3.3", "start-roll": beginning, "roll-off": "R6.4"}[state.phase]
        return IllegalEvent(rule, f"{name} has rolled {state.rolls[seat]} already: {due_next}.")
    rule = {"rolling": "R3.1", "start-roll": beginning, "roll-off": "R6.4"}[state.phase]
    return IllegalEvent(rule, f"{name} is too early: {due_next}.")


def nothing_due(state: State, seat: int) -> IllegalEvent:
    """Why a seat has nothing to give up now."""
    name = state.table.name(seat)
    if state.phase == "roll-off":
        return IllegalEvent("R6.4", f"{name} cannot give up cards now: everybody is out, and one throw decides.")
    if state.phase != "discarding":
        return IllegalEvent("R4.1", f"{name} cannot give up cards now: not everybody has rolled.")
    why = "has paid for this round"
    if seat not in state.holders:
        why = "has no cards left"
    elif state.rolls[seat] == high_roll(state):
        why = f"rolled {state.rolls[seat]}, the high roll, and keeps all cards"
    elif exempt(state, seat):
        why = "has three of a kind and pays nothing"
    return IllegalEvent("R4.6", f"{name} {why}: nothing is to be given up.")


def held_cards(state: State, event: Discarded) -> int:
    """The cards of a payment as a set; raises IllegalEvent for none, a card twice and one not held."""
    name, ranks = state.table.name(event.seat), event.cards
    if not ranks:
        raise IllegalEvent("R4.5", f"{name} must give up at least one card.")
    hand, highest = state.hands[event.seat], state.options.highest_rank
    for rank in ranks:
        if not 1 <= rank <= highest:
            last = NAMES[highest]
            raise IllegalEvent(
                "R7.1" if state.options.short else "R1.2", f"There is no card {rank}: a suit goes from A to {last}."
            )
        if not hand >> rank & 1:
            held = tuple(NAMES[one] for one in ranks_of(hand))
            has = f"in hand {'is' if len(held) == 1 else 'are'} {listed(held, 'and')}"
            raise IllegalEvent("R4.5", f"{name} does not hold the {NAMES[rank]}: {has}.")
    cards = cards_of(ranks)
    if cards.bit_count() != len(ranks):
        raise IllegalEvent("R4.5", f"{name} cannot give up the same card twice.")
    return cards


def wrong_set(state: State, seat: int, cards: int) -> IllegalEvent:
    """Why these cards of a seat that owes do not catch up, and what would."""
    hand, difference = state.hands[seat], state.owes[seat]
    ways = due(hand, difference, high_roll(state) or 0, state.options)
    name, shown = state.table.name(seat), named(cards)
    one_card = f" (or the {named(ways.single)} alone)" if ways.single else ""
    if ways.everything:
        need = f"{name} cannot reach {difference} and must give up everything, {named(hand)}{one_card}"
        return IllegalEvent("R4.4", f"{need}: {shown} is not all.")
    if ways.exact:
        sets = listed(tuple(named(way) for way in ways.sets))
        verb = "is" if len(ways.sets) == 1 else "are"
        return IllegalEvent(
            "R4.2", f"{name} must give up exactly {difference}: {shown} is not a way to do it while {sets} {verb}."
        )
    rule = "R7.5" if not state.options.exact_if_possible else "R4.3"
    return IllegalEvent(rule, f"{name} must give up {difference} or more{one_card}: {shown} is only {total(cards)}.")
