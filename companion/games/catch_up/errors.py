"""Why a roll or a payment is refused."""

from __future__ import annotations

from companion.core.events import IllegalEvent
from companion.core.text import listed, say
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.payments import NAMES, cards_of, due, named, ranks_of, total
from companion.games.catch_up.state import Phase, State, high_roll, next_to_roll, rolling_order, spared


def not_their_roll(state: State, seat: int) -> IllegalEvent:
    """Return why a seat may not roll now."""
    table = state.table
    name = table.name(seat)
    if state.phase is Phase.DISCARDING:
        owing = tuple(table.name(other) for other, owed in enumerate(state.owes) if owed)
        why = say("{name} cannot roll now: {owing} must give up cards first.", name=name, owing=owing)
        return IllegalEvent("R3.3", why)
    expected = next_to_roll(state)
    assert expected is not None
    turn = table.name(expected)
    start_rule = "R2.1" if len(state.contenders) == len(table.players) else "R2.2"
    rule = {Phase.ROLLING: "R3.1", Phase.START_ROLL: start_rule, Phase.ROLL_OFF: "R6.4"}[state.phase]
    if seat not in rolling_order(state):
        rivals = tuple(table.name(other) for other in state.contenders)
        if state.phase is Phase.START_ROLL:
            why = say("Only {rivals} roll to see who begins. It is {turn}'s turn to roll.", rivals=rivals, turn=turn)
        else:
            why = say("Only {rivals} roll for the win. It is {turn}'s turn to roll.", rivals=rivals, turn=turn)
        return IllegalEvent(rule, why)
    rolled = state.rolls[seat]
    if rolled is None:
        return IllegalEvent(rule, say("{name} is too early: it is {turn}'s turn to roll.", name=name, turn=turn))
    why = say("{name} has rolled {total} already: it is {turn}'s turn to roll.", name=name, total=rolled, turn=turn)
    return IllegalEvent("R3.3" if state.phase is Phase.ROLLING else rule, why)


def nothing_due(state: State, seat: int) -> IllegalEvent:
    """Return why a seat has nothing to give up now."""
    name = state.table.name(seat)
    if state.phase is Phase.ROLL_OFF:
        why = say("{name} cannot give up cards now: everybody is out, and one roll decides.", name=name)
        return IllegalEvent("R6.4", why)
    if state.phase is not Phase.DISCARDING:
        return IllegalEvent("R4.1", say("{name} cannot give up cards now: not everybody has rolled.", name=name))
    reason = spared(state, seat, high_roll(state) or 0)
    if reason is None:
        return IllegalEvent("R4.6", say("{name} has paid for this round and gives up nothing more.", name=name))
    return IllegalEvent("R4.6", say(reason.value.template, name=name, total=state.rolls[seat]))


def held_cards(state: State, event: Discarded) -> int:
    """The cards of a payment as a set. Raises IllegalEvent for none, a card twice and one not held."""
    name, ranks = state.table.name(event.seat), event.cards
    if not ranks:
        raise IllegalEvent("R4.5", say("{name} must give up at least one card.", name=name))
    hand, highest = state.hands[event.seat], state.options.highest_rank
    for rank in ranks:
        if not 1 <= rank <= highest:
            why = say("There is no card {rank}: a suit goes from A to {last}.", rank=rank, last=NAMES[highest])
            raise IllegalEvent("R7.1" if state.options.short else "R1.2", why)
        if not hand >> rank & 1:
            held = tuple(NAMES[one] for one in ranks_of(hand))
            why = say("{name} does not hold the {card}, only {held}.", name=name, card=NAMES[rank], held=held)
            raise IllegalEvent("R4.5", why)
    cards = cards_of(ranks)
    if cards.bit_count() != len(ranks):
        raise IllegalEvent("R4.5", say("{name} cannot give up the same card twice.", name=name))
    return cards


def wrong_set(state: State, seat: int, cards: int) -> IllegalEvent:
    """Return why these cards of a seat that owes do not catch up, and what would."""
    hand, difference = state.hands[seat], state.owes[seat]
    ways = due(hand, difference, high_roll(state) or 0, state.options)
    values = {"name": state.table.name(seat), "shown": named(cards), "n": difference}
    card = named(ways.single)
    if ways.everything:
        values["hand"] = named(hand)
        why = say("{name} cannot reach {n} and must give up everything, {hand}: {shown} is not all.", **values)
        if card:
            why = say(
                "{name} cannot reach {n} and must give up everything, {hand}, or just the {card}: {shown} is neither.",
                **values,
                card=card,
            )
        return IllegalEvent("R4.4", why)
    if ways.exact:
        sets = listed(tuple(named(way) for way in ways.sets))
        return IllegalEvent("R4.2", say("{name} must give up exactly {n} ({sets}), not {shown}.", **values, sets=sets))
    values["total"] = total(cards)
    why = say("{name} must give up {n} or more: {shown} is only {total}.", **values)
    if card:
        why = say("{name} must give up {n} or more, or just the {card}: {shown} is only {total}.", **values, card=card)
    return IllegalEvent("R4.3" if state.options.exact_if_possible else "R7.5", why)
