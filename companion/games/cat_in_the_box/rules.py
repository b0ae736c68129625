"""The rules of Cat in the Box as functions of the state. RULES.md has the paragraphs, `refusals` the sentences."""

from __future__ import annotations

from companion.core.events import Event
from companion.core.game import Note, Step
from companion.core.table import Table
from companion.games.cat_in_the_box import errors
from companion.games.cat_in_the_box.notes import (
    broken_note,
    false_claim_note,
    lost_note,
    neutral_note,
    round_notes,
    taken_note,
)
from companion.games.cat_in_the_box.options import TRUMP, BoxOptions, House, house
from companion.games.cat_in_the_box.scoring import scored
from companion.games.cat_in_the_box.state import (
    CardPlayed,
    CardSetAside,
    Claim,
    Flag,
    NeutralRevealed,
    ParadoxShown,
    Past,
    Predicted,
    State,
    starter,
    stuck,
)
from companion.kit.tricks import Play, taker

SEEDS = ("green", "yellow", "blue")
"""The colours that the first, second and third card of one number block (R2.1)."""


def start(table: Table, options: BoxOptions) -> State:
    """The table before the first round."""
    seats = len(table.players)
    return opened(house(table, options), Past(1, (), (0,) * seats, ()))


def opened(place: House, past: Past) -> State:
    """The table at the beginning of a round."""
    seats = place.players
    first = (place.options.starter + past.round - 1) % seats
    return State(
        house=place,
        past=past,
        phase="reveal" if place.seeded else "set-aside",
        revealed=(),
        away=0,
        predictions=(None,) * seats,
        taken=0,
        tokens=(0,) * seats,
        x=(place.every,) * seats,
        won=(0,) * seats,
        leader=first,
        turn=first if place.seeded else None,
        trick=(),
        claims=(),
    )


def apply(state: State, event: Event) -> Step:
    """What follows from an event; raises IllegalEvent and changes nothing where the rules forbid it."""
    if type(event) is CardPlayed:  # nine events in ten
        return _card_played(state, event)
    if not 0 <= event.seat < state.house.players:
        raise errors.no_seat(state, event)
    if state.phase == "over":
        raise errors.over()
    match event:
        case CardSetAside():
            return _card_set_aside(state, event)
        case Predicted():
            return _predicted(state, event)
        case ParadoxShown():
            return _paradox_shown(state, event)
        case NeutralRevealed():
            return _neutral_revealed(state, event)
    raise errors.unknown(event)


# --- before play ------------------------------------------------------------------------------------------------------


def neutral_cells(place: House, revealed: tuple[int, ...]) -> int:
    """The cells blocked by the cards turned up."""
    cells = 0
    for index, number in enumerate(revealed):
        cells |= place.bit(SEEDS[revealed[:index].count(number)], number)
    return cells


def _neutral_revealed(state: State, event: NeutralRevealed) -> Step:
    errors.check_neutral(state, event)
    taken = neutral_cells(state.house, event.numbers)
    after = state._replace(phase="set-aside", turn=None, revealed=event.numbers, taken=taken)
    return Step(after, (neutral_note(state.house.listed(taken)),))


def _card_set_aside(state: State, event: CardSetAside) -> Step:
    seat = event.seat
    if state.phase != "set-aside" or state.away >> seat & 1:
        raise errors.set_aside(state, event)
    away = state.away | 1 << seat
    if away != (1 << state.house.players) - 1:
        return Step(state._replace(away=away))
    phase = "predict" if state.house.allowed else "play"
    return Step(state._replace(away=away, phase=phase, turn=starter(state)))


def _predicted(state: State, event: Predicted) -> Step:
    place, seat = state.house, event.seat
    if state.phase != "predict" or seat != state.turn or event.tricks not in place.allowed:
        raise errors.predicted(state, event)
    predictions = (*state.predictions[:seat], event.tricks, *state.predictions[seat + 1 :])
    turn = (seat + 1) % place.players
    phase = "predict" if predictions[turn] is None else "play"
    return Step(state._replace(phase=phase, predictions=predictions, turn=turn))


# --- tricks -----------------------------------------------------------------------------------------------------------


def _card_played(state: State, event: CardPlayed) -> Step:
    seat, number, colour = event.seat, event.number, event.colour
    place, past, phase, revealed, away, predictions, taken, tokens, xs, won, leader, turn, trick, claims = state
    row = place.row.get(colour)
    if (
        phase != "play"
        or seat != turn
        or row is None
        or not 0 < number <= place.numbers
        or taken & (bit := 1 << (row * place.numbers + number - 1))
        or not xs[seat] >> row & 1
    ):
        raise errors.played(state, event)
    notes: tuple[Note, ...] = ()
    if row == place.red_row and not taken & place.red:
        notes = (broken_note(place.table.players[seat], seat),)
        if not trick:
            claims = (_claim(state, event),)
    elif claims and claims[0].seat == seat:
        past, notes = _held(state, seat, (number,))
    if trick:
        led = place.row[trick[0].suit]
        if led != row and xs[seat] >> led & 1:
            xs = (*xs[:seat], xs[seat] & ~(1 << led), *xs[seat + 1 :])
            notes += (lost_note(place.table.players[seat], seat, trick[0].suit),)
    taken |= bit
    tokens = (*tokens[:seat], tokens[seat] | bit, *tokens[seat + 1 :])
    trick = (*trick, Play(seat, colour, number))
    if len(trick) == place.players:
        leader = turn = taker(trick, TRUMP)
        won = (*won[:turn], won[turn] + 1, *won[turn + 1 :])
        notes += (_taken_note(place, trick, turn),)
        trick = ()
        if sum(won) == place.full:
            after = State(
                place, past, phase, revealed, away, predictions, taken, tokens, xs, won, leader, turn, trick, claims
            )
            return _round_over(after, None, notes)
    else:
        turn = seat + 1 if seat + 1 < place.players else 0
    after = State(place, past, phase, revealed, away, predictions, taken, tokens, xs, won, leader, turn, trick, claims)
    if not place.open_to[xs[turn]] & ~taken or (not trick and stuck(after, turn)):
        return _round_over(after, turn, notes)
    return Step(after, notes)


def _taken_note(place: House, trick: tuple[Play, ...], seat: int) -> Note:
    card = trick[seat - trick[0].seat]  # clockwise from the leader, and an index below 0 counts from the end
    return taken_note(place.table.players[seat], seat, card.suit, card.number)


def _claim(state: State, event: CardPlayed) -> Claim:
    """The claim that goes with a red lead while red is unbroken; raises IllegalEvent where it is missing or untrue."""
    place, seat = state.house, event.seat
    other = place.open_to[state.x[seat]] & ~state.taken & ~place.red
    if not place.options.red_lead_exemption or not event.only_red or other & place.numbered(event.number):
        raise errors.red_lead(state, event)
    return Claim(seat, sum(state.won) + 1, other)


def _held(state: State, seat: int, numbers: tuple[int, ...]) -> tuple[Past, tuple[Note, ...]]:
    """The past and what to say once these numbers are known to have been in the hand of a player who claimed."""
    past, notes = state.past, []
    for claim in state.claims:
        for number in sorted(set(numbers)):
            flag = Flag(seat, past.round, claim.trick, number)
            if claim.seat == seat and claim.cells & state.house.numbered(number) and flag not in past.flags:
                past = past._replace(flags=(*past.flags, flag))
                cells = state.house.listed(claim.cells & state.house.numbered(number))
                notes.append(false_claim_note(state.house.table.players[seat], flag, [colour for colour, _ in cells]))
    return past, tuple(notes)


# --- the end of a round -----------------------------------------------------------------------------------------------


def _paradox_shown(state: State, event: ParadoxShown) -> Step:
    errors.check_paradox(state, event)
    past, notes = _held(state, event.seat, event.hand)
    return _round_over(state._replace(past=past), event.seat, notes, hand_shown=True)


def _round_over(state: State, paradox: int | None, notes: tuple[Note, ...], *, hand_shown: bool = False) -> Step:
    place, past = state.house, state.past
    result = scored(state, paradox)
    totals = tuple(map(sum, zip(past.totals, result.scores, strict=True)))
    past = past._replace(rounds=(*past.rounds, result), totals=totals)
    notes += round_notes(place, past, result, hand_shown=hand_shown)
    if past.round == place.players:
        return Step(state._replace(past=past, phase="over", turn=None), notes)
    return Step(opened(place, past._replace(round=past.round + 1)), notes)
