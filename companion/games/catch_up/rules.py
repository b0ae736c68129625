"""The rules of Catch Up: what is asked for, what follows, how it ends. Paragraphs are those of RULES.md."""

from __future__ import annotations

from functools import cache

from companion.core.asks import Ask, Choice, Form, RollCall
from companion.core.events import Event, IllegalEvent, Rolled, dice_in
from companion.core.game import Note, Outcome, Step
from companion.core.table import Table
from companion.core.text import listed, say
from companion.games.catch_up.errors import held_cards, not_his_roll, nothing_due, wrong_set
from companion.games.catch_up.payments import NAMES, due, named, pays, ranks_of, superfluous, total
from companion.games.catch_up.state import (
    CatchUpOptions,
    Discarded,
    State,
    differences,
    exempt,
    high_roll,
    next_to_roll,
)


def start(table: Table, options: CatchUpOptions) -> State:
    """Whole suits, and everybody is to throw for the beginning."""
    seats = tuple(table.seats)
    nothing = (None,) * len(seats)
    hands = (options.suit,) * len(seats)
    return State(table, options, "start-roll", 0, None, hands, nothing, nothing, (0,) * len(seats), seats, seats)


def asks(state: State) -> tuple[Ask, ...]:
    """One throw from the next seat, or a payment from everybody who owes, clockwise from the player who began."""
    if state.phase == "over":
        return ()
    if state.phase == "discarding":
        return tuple(_payment(state, seat) for seat in state.table.clockwise(state.starter or 0) if state.owes[seat])
    seat = next_to_roll(state)
    assert seat is not None
    name, dice = state.table.name(seat), state.options.dice
    if state.phase == "rolling":
        text = say("{name}: roll {dice} dice", name=name, dice=dice)
    elif state.phase == "start-roll":
        text = say("{name}: roll {dice} dice to see who begins", name=name, dice=dice)
    else:
        text = say("{name}: roll {dice} dice for the win", name=name, dice=dice)
    return (Ask(seat, text, roll=RollCall(dice)),)


def apply(state: State, event: Event) -> Step:
    """What follows from a throw or a payment; raises IllegalEvent where the rules forbid it."""
    if not 0 <= event.seat < len(state.hands):
        raise IllegalEvent(
            "R1.1", f"There is no seat {event.seat} at this table: the seats are 0 to {len(state.hands) - 1}."
        )
    if state.phase == "over":
        raise IllegalEvent("R6.6", "The game is over: nothing more is rolled or given up.")
    if isinstance(event, Rolled):
        return _rolled(state, event)
    if isinstance(event, Discarded):
        return _discarded(state, event)
    raise IllegalEvent("R1.4", f"{type(event).__name__} does not happen in Catch Up.")


def winners(state: State) -> tuple[int, ...]:
    """Who has won a finished game, sorted (section R6)."""
    left = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    if left:
        return left
    rivals = state.holders if high_roll(state) is not None else tuple(state.table.seats)
    return _best(state.rolls, rivals)


def outcome(state: State) -> Outcome | None:
    """The winner or winners, then all the others together; the scores are the sums of the cards still held (R6.5)."""
    if state.phase != "over":
        return None
    first = winners(state)
    others = tuple(seat for seat in state.table.seats if seat not in first)
    return Outcome((first, others), {seat: total(hand) for seat, hand in enumerate(state.hands)})


@cache
def _choice(seat: int, cards: int) -> Choice:
    """Made once for each seat and set: the sets that are ever listed are a few hundred."""
    return Choice(Discarded(seat, ranks_of(cards)), say("{cards}", cards=named(cards)))


_NOT_EXACT = {  # whether nothing he holds reaches it, and whether one card less than it will do (R7.2)
    (True, False): "{name}: you cannot reach {n}, give up your cards",
    (True, True): "{name}: you cannot reach {n}, give up your cards or just the {card}",
    (False, False): "{name}: give up {n} or more",
    (False, True): "{name}: give up {n} or more, or just the {card}",
}


def _payment(state: State, seat: int) -> Ask:
    hand, difference = state.hands[seat], state.owes[seat]
    ways = due(hand, difference, high_roll(state) or 0, state.options)
    name = state.table.name(seat)
    if ways.exact:
        text = say("{name}: give up exactly {n}", name=name, n=difference)
    else:
        text = say(_NOT_EXACT[ways.everything, bool(ways.single)], name=name, n=difference, card=named(ways.single))
    forms: tuple[Form, ...] = ()
    if ways.more:
        forms = (Form(Discarded, {"seat": {"is": seat}, "cards": {"some_of": list(ranks_of(hand))}}),)
    return Ask(seat, text, tuple(_choice(seat, cards) for cards in ways.sets), forms)


def _rolled(state: State, event: Rolled) -> Step:
    seat = event.seat
    expected = next_to_roll(state)
    if seat != expected:
        raise not_his_roll(state, seat)
    values = dice_in(event, state.options.dice, "R7.1" if state.options.short else "R1.3")
    roll = sum(values)
    rolls = (*state.rolls[:seat], roll, *state.rolls[seat + 1 :])
    faces = (*state.faces[:seat], values, *state.faces[seat + 1 :])
    state = state._replace(rolls=rolls, faces=faces)
    if state.phase == "rolling":
        return _all_rolled(state) if None not in rolls else Step(state)
    return _thrown_off(state) if next_to_roll(state) is None else Step(state)


def _thrown_off(state: State) -> Step:
    """The end of a start-roll or roll-off: one is best, or the best throw again."""
    best = _best(state.rolls, state.contenders)
    table, starting = state.table, state.phase == "start-roll"
    names = tuple(table.name(seat) for seat in best)
    if len(best) > 1:
        note = Note(say("{names} are equal and roll again", names=names), rule="R2.2" if starting else "R6.4")
        return Step(_clean(state)._replace(contenders=best), (note,))
    if starting:
        note = Note(say("{name} begins", name=names[0]), best[0], "R2.1")
        return Step(_clean(state)._replace(phase="rolling", round=1, starter=best[0], contenders=()), (note,))
    return _won(state._replace(contenders=()), best, "R6.4")


def _all_rolled(state: State) -> Step:
    """After the last roll of a round: who owes what; a round in which nobody owes ends by itself."""
    table, missing = state.table, differences(state)
    owes = tuple(lack if hand else 0 for lack, hand in zip(missing, state.hands, strict=True))
    rolls = state.rolls
    high = max(roll for roll in rolls if roll is not None)
    names = tuple(table.name(seat) for seat, roll in enumerate(rolls) if roll == high)
    notes = [Note(say("High roll: {high} by {names}", high=high, names=names), rule="R3.4")]
    if state.options.triples_exempt:
        for seat, hand in enumerate(state.hands):
            if hand and rolls[seat] != high and exempt(state, seat):
                notes.append(
                    Note(say("{name} has three of a kind: nothing to pay", name=table.name(seat)), seat, "R7.4")
                )
    if not any(owes):
        notes.append(Note(say("Nobody has to catch up"), rule="R5.1"))
        return _round_over(state, notes)
    return Step(state._replace(phase="discarding", owes=owes), tuple(notes))


def _discarded(state: State, event: Discarded) -> Step:
    seat = event.seat
    if state.phase != "discarding" or not state.owes[seat]:
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
    hands = (*state.hands[:seat], hand & ~cards, *state.hands[seat + 1 :])
    owes = (*state.owes[:seat], 0, *state.owes[seat + 1 :])
    state = state._replace(hands=hands, owes=owes)
    return Step(state, tuple(notes)) if any(owes) else _round_over(state, notes)


def _round_over(state: State, notes: list[Note]) -> Step:
    """Looks for the end of the game; otherwise the next round begins."""
    left = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    if len(left) == 1:
        return _won(state, left, "R6.2", notes)
    if left:
        return _next_round(state, left, notes)
    best = _best(state.rolls, state.holders)
    if len(best) == 1:
        return _won(state, best, "R6.3", notes)
    if state.options.final_tie == "shared":
        return _won(state, best, "R7.6", notes)
    names = tuple(state.table.name(seat) for seat in best)
    notes.append(Note(say("Everybody is out: {names} throw for the win", names=names), rule="R6.4"))
    return Step(_clean(state)._replace(phase="roll-off", contenders=best), tuple(notes))


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
    state = _clean(state)._replace(phase="rolling", round=number, starter=starter, holders=left)
    return Step(state, tuple(notes))


def _won(state: State, seats: tuple[int, ...], rule: str, notes: list[Note] | None = None) -> Step:
    names = tuple(state.table.name(seat) for seat in seats)
    text = say("{name} wins", name=names[0]) if len(seats) == 1 else say("{names} win together", names=names)
    note = Note(text, seats[0] if len(seats) == 1 else None, rule)
    return Step(state._replace(phase="over"), (*(notes or ()), note))


def _clean(state: State) -> State:
    """The table without the rolls that lay on it."""
    nothing = (None,) * len(state.hands)
    return state._replace(rolls=nothing, faces=nothing)


def _best(rolls: tuple[int | None, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    """Which of these seats have the highest of their rolls; seats without a roll do not count."""
    best = max(rolls[seat] or 0 for seat in seats)
    return tuple(seat for seat in seats if rolls[seat] == best)
