"""The rules of Catch Up: how it starts, what follows from an event, how it ends. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.events import Event, Rolled, dice_in
from companion.core.game import Note, Outcome, Refusals, Rule, Step
from companion.core.table import Table
from companion.core.text import listed, say
from companion.core.values import replaced
from companion.games.catch_up.errors import held_cards, not_their_roll, nothing_due, wrong_set
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions
from companion.games.catch_up.payments import NAMES, pays, superfluous, total
from companion.games.catch_up.state import (
    Phase,
    Spared,
    State,
    best,
    differences,
    high_roll,
    next_to_roll,
    spared,
    winners,
)


def start(table: Table, options: CatchUpOptions) -> State:
    """Everybody has a whole suit and rolls to see who begins."""
    seats = tuple(table.seats)
    nothing = (None,) * len(seats)
    hands = (options.suit,) * len(seats)
    return State(table, options, Phase.START_ROLL, 0, None, hands, nothing, nothing, (0,) * len(seats), seats, seats)


def outcome(state: State) -> Outcome | None:
    """The winner or winners, then all the others together; the scores are the sums of the cards still held (R6.5)."""
    if state.phase is not Phase.OVER:
        return None
    first = winners(state)
    others = tuple(seat for seat in state.table.seats if seat not in first)
    return Outcome((first, others), {seat: total(hand) for seat, hand in enumerate(state.hands)})


def _rolled(state: State, event: Rolled) -> Step:
    seat = event.seat
    expected = next_to_roll(state)
    if seat != expected:
        raise not_their_roll(state, seat)
    values = dice_in(event, state.options.dice, "R7.1" if state.options.short else "R1.3")
    roll = sum(values)
    rolls = replaced(state.rolls, seat, roll)
    faces = replaced(state.faces, seat, values)
    state = state._replace(rolls=rolls, faces=faces)
    if state.phase is Phase.ROLLING:
        return _all_rolled(state) if None not in rolls else Step(state)
    return _thrown_off(state) if next_to_roll(state) is None else Step(state)


def _thrown_off(state: State) -> Step:
    """The end of a start-roll or roll-off: one is best, or the best roll again."""
    first, nothing = best(state.rolls, state.contenders), _nothing(state)
    table, starting = state.table, state.phase is Phase.START_ROLL
    names = tuple(table.name(seat) for seat in first)
    if len(first) > 1:
        note = Note(say("{names} are equal and roll again", names=names), rule="R2.2" if starting else "R6.4")
        return Step(state._replace(rolls=nothing, faces=nothing, contenders=first), (note,))
    if starting:
        note = Note(say("{name} begins", name=names[0]), first[0], "R2.1")
        after = state._replace(
            phase=Phase.ROLLING, round=1, starter=first[0], rolls=nothing, faces=nothing, contenders=()
        )
        return Step(after, (note,))
    return _won(state._replace(contenders=()), first, "R6.4")


def _all_rolled(state: State) -> Step:
    """After the last roll of a round: who owes what; a round in which nobody owes ends by itself."""
    table, owes, rolls = state.table, differences(state), state.rolls
    high = max(roll for roll in rolls if roll is not None)
    names = tuple(table.name(seat) for seat, roll in enumerate(rolls) if roll == high)
    notes = [Note(say("High roll: {high} by {names}", high=high, names=names), rule="R3.4")]
    notes += [
        Note(say("{name} has three of a kind: nothing to pay", name=table.name(seat)), seat, "R7.4")
        for seat, owed in enumerate(owes)
        if not owed and spared(state, seat, high) is Spared.EXEMPT
    ]
    if not any(owes):
        notes.append(Note(say("Nobody has to catch up"), rule="R5.1"))
        return _round_over(state, notes)
    return Step(state._replace(phase=Phase.DISCARDING, owes=owes), tuple(notes))


def _discarded(state: State, event: Discarded) -> Step:
    seat = event.seat
    if state.phase is not Phase.DISCARDING or not state.owes[seat]:
        raise nothing_due(state, seat)
    hand, difference = state.hands[seat], state.owes[seat]
    cards = held_cards(state, event)
    high = high_roll(state) or 0
    if not pays(cards, hand, difference, high, state.options):
        raise wrong_set(state, seat, cards)
    name = state.table.name(seat)
    notes: list[Note] = []
    spare = superfluous(cards, difference)
    if spare:
        kept = listed(tuple(NAMES[rank] for rank in spare), "or")
        rule = "R4.3" if state.options.exact_if_possible else "R7.5"
        notes.append(Note(say("{name} could have kept the {cards}", name=name, cards=kept), seat, rule))
    if hand == cards:
        notes.append(Note(say("{name} is out of cards", name=name), seat, "R4.7"))
    hands = replaced(state.hands, seat, hand & ~cards)
    owes = replaced(state.owes, seat, 0)
    state = state._replace(hands=hands, owes=owes)
    return Step(state, tuple(notes)) if any(owes) else _round_over(state, notes)


def _round_over(state: State, notes: list[Note]) -> Step:
    """Looks for the end of the game; otherwise the next round begins."""
    left = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    if len(left) == 1:
        return _won(state, left, "R6.2", notes)
    if left:
        return _next_round(state, left, notes)
    first = best(state.rolls, state.holders)
    if len(first) == 1:
        return _won(state, first, "R6.3", notes)
    if state.options.final_tie == "shared":
        return _won(state, first, "R7.6", notes)
    names = tuple(state.table.name(seat) for seat in first)
    notes.append(Note(say("Everybody is out: {names} roll for the win", names=names), rule="R6.4"))
    nothing = _nothing(state)
    after = state._replace(phase=Phase.ROLL_OFF, rolls=nothing, faces=nothing, contenders=first)
    return Step(after, tuple(notes))


def _next_round(state: State, left: tuple[int, ...], notes: list[Note]) -> Step:
    starter = state.starter or 0
    high = max(roll for roll in state.rolls if roll is not None)
    rollers = tuple(seat for seat in state.table.clockwise(starter) if state.rolls[seat] == high)
    if len(rollers) == 1 or state.options.starter_tie == "first":
        starter, rule = rollers[0], "R5.2"
    else:
        rule = "R7.7"
    number = state.round + 1
    notes.append(Note(say("Round {n}: {name} begins", n=number, name=state.table.name(starter)), starter, rule))
    nothing = _nothing(state)
    after = state._replace(
        phase=Phase.ROLLING, round=number, starter=starter, rolls=nothing, faces=nothing, holders=left
    )
    return Step(after, tuple(notes))


def _won(state: State, seats: tuple[int, ...], rule: str, notes: list[Note] | None = None) -> Step:
    names = tuple(state.table.name(seat) for seat in seats)
    text = say("{name} wins", name=names[0]) if len(seats) == 1 else say("{names} win together", names=names)
    note = Note(text, seats[0] if len(seats) == 1 else None, rule)
    return Step(state._replace(phase=Phase.OVER), (*(notes or ()), note))


def _nothing(state: State) -> tuple[None, ...]:
    """Return the rolls, or the faces, of a table on which no dice lie."""
    return (None,) * len(state.hands)


REFUSALS = Refusals(event="R1.4", over="R6.6", over_text=say("The game is over: nothing more is rolled or given up."))
RULES: Mapping[type[Event], Rule] = {Rolled: _rolled, Discarded: _discarded}
