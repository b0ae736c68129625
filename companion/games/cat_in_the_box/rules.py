"""The rules of Cat in the Box: how it starts, what follows from an event, how it ends. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.events import Event
from companion.core.game import Note, Outcome, Refusals, Rule, Step
from companion.core.table import Table
from companion.core.values import replaced
from companion.games.cat_in_the_box import errors
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.games.cat_in_the_box.notes import (
    broken_note,
    false_claim_note,
    lost_note,
    neutral_note,
    round_notes,
    taken_note,
)
from companion.games.cat_in_the_box.options import TRUMP, BoxOptions
from companion.games.cat_in_the_box.rounds import neutral_cells, opened
from companion.games.cat_in_the_box.scoring import scored
from companion.games.cat_in_the_box.setup import Setup, setup_for
from companion.games.cat_in_the_box.state import Claim, Flag, Past, Phase, State, starter, stuck
from companion.kit.tricks import Play, taker


def start(table: Table, options: BoxOptions) -> State:
    """The table before the first round."""
    seats = len(table.players)
    return opened(setup_for(table, options), Past(1, (), (0,) * seats, ()))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it runs."""
    if state.phase is not Phase.OVER:
        return None
    totals, last = state.past.totals, state.past.rounds[-1].scores
    shared = state.setup.options.tie_break == "shared"
    rank = {seat: (total, 0 if shared else last[seat]) for seat, total in enumerate(totals)}
    places = tuple(
        tuple(seat for seat in rank if rank[seat] == worth) for worth in sorted(set(rank.values()), reverse=True)
    )
    return Outcome(places, dict(enumerate(totals)))


# --- before play ------------------------------------------------------------------------------------------------------


def _neutral_revealed(state: State, event: NeutralRevealed) -> Step:
    errors.check_neutral(state, event)
    taken = neutral_cells(state.setup, event.numbers)
    after = state._replace(phase=Phase.SET_ASIDE, turn=None, revealed=event.numbers, taken=taken)
    return Step(after, (neutral_note(tuple(state.setup.listed(taken))),))


def _card_set_aside(state: State, event: CardSetAside) -> Step:
    seat = event.seat
    if state.phase is not Phase.SET_ASIDE or state.away >> seat & 1:
        raise errors.set_aside(state, event)
    away = state.away | 1 << seat
    if away != (1 << state.setup.players) - 1:
        return Step(state._replace(away=away))
    phase = Phase.PREDICT if state.setup.allowed else Phase.PLAY
    return Step(state._replace(away=away, phase=phase, turn=starter(state)))


def _predicted(state: State, event: Predicted) -> Step:
    setup, seat = state.setup, event.seat
    if state.phase is not Phase.PREDICT or seat != state.turn or event.tricks not in setup.allowed:
        raise errors.predicted(state, event)
    predictions = replaced(state.predictions, seat, event.tricks)
    turn = (seat + 1) % setup.players
    phase = Phase.PREDICT if predictions[turn] is None else Phase.PLAY
    return Step(state._replace(phase=phase, predictions=predictions, turn=turn))


# --- tricks -----------------------------------------------------------------------------------------------------------


def _card_played(state: State, event: CardPlayed) -> Step:
    seat, number, colour = event.seat, event.number, event.colour
    setup, past, phase, revealed, away, predictions, taken, tokens, xs, won, leader, turn, trick, claims = state
    row = setup.row.get(colour)
    if (
        phase is not Phase.PLAY
        or seat != turn
        or row is None
        or not 0 < number <= setup.numbers
        or taken & (bit := 1 << (row * setup.numbers + number - 1))
        or not xs[seat] >> row & 1
    ):
        raise errors.played(state, event)
    notes: tuple[Note, ...] = ()
    if row == setup.red_row and not taken & setup.red:
        notes = (broken_note(setup.table.players[seat], seat),)
        if not trick:
            claims = (_claim(state, event),)
    elif claims and claims[0].seat == seat:
        past, notes = _held(state, seat, (number,))
    if trick:
        led = setup.row[trick[0].suit]
        if led != row and xs[seat] >> led & 1:
            xs = replaced(xs, seat, xs[seat] & ~(1 << led))
            notes += (lost_note(setup.table.players[seat], seat, trick[0].suit),)
    taken |= bit
    tokens = replaced(tokens, seat, tokens[seat] | bit)
    trick = (*trick, Play(seat, colour, number))
    if len(trick) == setup.players:
        leader = turn = taker(trick, TRUMP)
        won = replaced(won, turn, won[turn] + 1)
        notes = (_taken_note(setup, trick, turn), *notes)
        trick = ()
        if sum(won) == setup.full:
            after = State(
                setup, past, phase, revealed, away, predictions, taken, tokens, xs, won, leader, turn, trick, claims
            )
            return _round_over(after, None, notes)
    else:
        turn = seat + 1 if seat + 1 < setup.players else 0
    after = State(setup, past, phase, revealed, away, predictions, taken, tokens, xs, won, leader, turn, trick, claims)
    if not setup.open_to[xs[turn]] & ~taken or (not trick and stuck(after, turn)):
        return _round_over(after, turn, notes)
    return Step(after, notes)


def _taken_note(setup: Setup, trick: tuple[Play, ...], seat: int) -> Note:
    card = trick[seat - trick[0].seat]  # clockwise from the leader, and an index below 0 counts from the end
    return taken_note(setup.table.players[seat], seat, card.suit, card.number)


def _claim(state: State, event: CardPlayed) -> Claim:
    """The claim that goes with a red lead while red is unbroken; raises IllegalEvent if it is missing or untrue."""
    setup, seat = state.setup, event.seat
    other = setup.open_to[state.x[seat]] & ~state.taken & ~setup.red
    if not setup.options.red_lead_exemption or not event.only_red or other & setup.numbered(event.number):
        raise errors.red_lead(state, event)
    return Claim(seat, sum(state.won) + 1, other)


def _held(state: State, seat: int, numbers: tuple[int, ...]) -> tuple[Past, tuple[Note, ...]]:
    """The past and what to say once these numbers are known to have been in the hand of a player who claimed."""
    past, notes = state.past, []
    for claim in state.claims:
        for number in sorted(set(numbers)):
            flag = Flag(seat, past.round, claim.trick, number)
            if claim.seat == seat and claim.cells & state.setup.numbered(number) and flag not in past.flags:
                past = past._replace(flags=(*past.flags, flag))
                cells = state.setup.listed(claim.cells & state.setup.numbered(number))
                notes.append(false_claim_note(state.setup.table.players[seat], flag, [colour for colour, _ in cells]))
    return past, tuple(notes)


# --- the end of a round -----------------------------------------------------------------------------------------------


def _paradox_shown(state: State, event: ParadoxShown) -> Step:
    errors.check_paradox(state, event)
    past, notes = _held(state, event.seat, event.hand)
    return _round_over(state._replace(past=past), event.seat, notes, hand_shown=True)


def _round_over(state: State, paradox: int | None, notes: tuple[Note, ...], *, hand_shown: bool = False) -> Step:
    setup, past = state.setup, state.past
    result = scored(state, paradox)
    totals = tuple(map(sum, zip(past.totals, result.scores, strict=True)))
    notes += round_notes(setup, past, result, hand_shown=hand_shown)
    after = past._replace(round=min(past.round + 1, setup.players), rounds=(*past.rounds, result), totals=totals)
    if past.round == setup.players:
        return Step(state._replace(past=after, phase=Phase.OVER, turn=None), notes)
    return Step(opened(setup, after), notes)


REFUSALS = Refusals(over="R6.1")
RULES: Mapping[type[Event], Rule] = {
    NeutralRevealed: _neutral_revealed,
    CardSetAside: _card_set_aside,
    Predicted: _predicted,
    CardPlayed: _card_played,
    ParadoxShown: _paradox_shown,
}
