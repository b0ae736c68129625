"""Taking over a Cat in the Box table from its facts: the round on the table, read and judged.

`past` reads what is over (finished rounds, totals, flags); this module reads the round that is running.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.cat_in_the_box.asks import facts as public_facts
from companion.games.cat_in_the_box.options import TRUMP, BoxOptions, House, house
from companion.games.cat_in_the_box.past_rounds import check_end, check_flags, past
from companion.games.cat_in_the_box.rules import neutral_cells, opened
from companion.games.cat_in_the_box.state import Claim, Past, State, starter, stuck
from companion.kit.tricks import Play
from companion.kit.validate import all_agree, items, known, record, whole, word

_DERIVED = ("waiting", "starter", "cards_left", "turn", "red_broken", "totals")
_BEFORE_PLAY = ("reveal", "set-aside", "predict")


def position(table: Table, options: BoxOptions, facts: Mapping[str, Any]) -> State:
    """The state that has these facts, the rest as at the start; raises BadPosition."""
    place = house(table, options)
    fresh = opened(place, Past(1, (), (0,) * place.players, ()))
    known(facts, tuple(public_facts(fresh)))
    number = whole("round", facts.get("round", 1), 1, place.players)
    phases = ("reveal",) * place.seeded + ("set-aside",) + ("predict",) * bool(place.allowed) + ("play", "over")
    phase = word("phase", facts.get("phase", fresh.phase), phases)
    before = past(place, facts, number, phase)
    state = opened(place, before)._replace(phase=phase)
    state = _opening(state, facts)
    state = _on_board(state, facts)
    state = _trick(state, facts)
    state = state._replace(claims=_claims(state, facts), turn=_turn(state))
    _check_x(state)
    _check_claims(state)
    check_flags(state)
    if phase == "over":
        check_end(state)
    if phase == "play":
        if sum(state.won) >= place.full:
            raise BadPosition("tricks", f"all {place.full} tricks are complete, so the round would be over")
        if state.turn is not None and stuck(state, state.turn):
            raise BadPosition("board", f"{table.name(state.turn)} has a paradox, so the round would be over")
    all_agree({key: facts[key] for key in _DERIVED if key in facts}, public_facts(state))
    return state


# --- before play ------------------------------------------------------------------------------------------------------


def _opening(state: State, facts: Mapping[str, Any]) -> State:
    """With the neutral cards, the cards set aside and the predictions."""
    place, phase = state.house, state.phase
    revealed = tuple(
        whole("revealed", number, 1, place.numbers) for number in items("revealed", facts.get("revealed", []))
    )
    wanted = 3 if place.seeded and phase != "reveal" else 0
    if len(revealed) != wanted:
        raise BadPosition("revealed", f"in {phase!r} {wanted} cards have been turned up, not {len(revealed)}")
    later = phase not in ("reveal", "set-aside")
    aside = items("set_aside", facts.get("set_aside", [later] * place.players), place.players)
    if not all(type(done) is bool for done in aside):
        raise BadPosition("set_aside", "each entry is true or false")
    if any(aside) if phase == "reveal" else all(aside) != later:
        raise BadPosition("set_aside", f"this does not fit the phase {phase!r}")
    return state._replace(
        revealed=revealed,
        taken=neutral_cells(place, revealed),
        away=sum(1 << seat for seat, done in enumerate(aside) if done),
        predictions=_predictions(state, facts),
    )


def _predictions(state: State, facts: Mapping[str, Any]) -> tuple[int | None, ...]:
    place = state.house
    given = items("predictions", facts.get("predictions", [None] * place.players), place.players)
    order = place.table.clockwise(starter(state))
    made = sum(told is not None for told in given)
    if any(given[seat] is None for seat in order[:made]):
        raise BadPosition("predictions", "they are made in turn, from the starter")
    for told in given:
        if told is not None and whole("predictions", told) not in place.allowed:
            raise BadPosition("predictions", f"{told} may not be predicted at this table")
    if state.phase in ("reveal", "set-aside") and made:
        raise BadPosition("predictions", f"nobody has predicted yet in {state.phase!r}")
    if state.phase == "predict" and made == place.players:
        raise BadPosition("predictions", "all have predicted, so play would have begun")
    if state.phase in ("play", "over") and place.allowed and made < place.players:
        raise BadPosition("predictions", "somebody has not predicted")
    return tuple(given)


# --- the board and the trick ------------------------------------------------------------------------------------------


def _on_board(state: State, facts: Mapping[str, Any]) -> State:
    """With the tokens, the X tokens and the tricks won."""
    place = state.house
    tokens = _tokens(state, facts["board"]) if "board" in facts else (0,) * place.players
    taken = state.taken
    for mine in tokens:
        taken |= mine
    every = list(place.rows)
    xs = tuple(_x(place, entry) for entry in items("x", facts.get("x", [every] * place.players), place.players))
    won = items("tricks", facts.get("tricks", [0] * place.players), place.players)
    tricks = tuple(whole("tricks", count, 0, place.full) for count in won)
    if sum(tricks) > place.full:
        raise BadPosition("tricks", f"a round has {place.full} tricks")
    return state._replace(tokens=tokens, taken=taken, x=xs, won=tricks)


def _tokens(state: State, given: Any) -> tuple[int, ...]:
    place = state.house
    tokens, neutral = [0] * place.players, 0
    for colour, row in record("board", given, place.rows).items():
        for number, owner in enumerate(items("board", row, place.numbers), 1):
            if owner is None:
                continue
            if whole("board", owner, -1, place.players - 1) < 0:
                neutral |= place.bit(colour, number)
            else:
                tokens[owner] |= place.bit(colour, number)
    if neutral != state.taken:
        raise BadPosition("board", "the neutral tokens are not those of the cards turned up")
    return tuple(tokens)


def _x(place: House, given: Any) -> int:
    colours = [word("x", colour, place.rows) for colour in items("x", given)]
    if not colours:
        raise BadPosition("x", "nobody loses the last X")
    if len(set(colours)) != len(colours):
        raise BadPosition("x", "a colour stands there twice")
    return sum(1 << place.row[colour] for colour in colours)


def _trick(state: State, facts: Mapping[str, Any]) -> State:
    """With the trick on the table and its leader; checks that the tokens are those of so many tricks."""
    place = state.house
    plays = tuple(_play(place, entry) for entry in items("trick", facts.get("trick", [])))
    first = starter(state)
    leader = whole("leader", facts.get("leader", plays[0].seat if plays else first), 0, place.players - 1)
    if len(plays) >= place.players:
        raise BadPosition("trick", "it is full, so somebody has taken it")
    if [play.seat for play in plays] != list(place.table.clockwise(leader)[: len(plays)]):
        raise BadPosition("trick", "it does not go clockwise from the leader")
    if (not state.won[leader]) if any(state.won) else leader != first:
        raise BadPosition("leader", f"{place.table.name(leader)} cannot be leading")
    for play in plays:
        if not state.tokens[play.seat] & place.bit(play.suit, play.number):
            raise BadPosition("trick", f"{play.suit} {play.number} is not on the board as seat {play.seat}'s")
    if state.phase in _BEFORE_PLAY and (any(state.tokens) or any(state.won) or plays):
        raise BadPosition("board", f"in {state.phase!r} no card has been played")
    for seat, mine in enumerate(state.tokens):
        cards = sum(state.won) + sum(play.seat == seat for play in plays)
        if mine.bit_count() != cards:
            raise BadPosition("board", f"seat {seat} has played {cards} cards, but {mine.bit_count()} tokens lie there")
    return state._replace(trick=plays, leader=leader)


def _play(place: House, given: Any) -> Play:
    entry = record("trick", given, ("seat", "number", "colour"))
    return Play(
        whole("trick", entry["seat"], 0, place.players - 1),
        word("trick", entry["colour"], place.rows),
        whole("trick", entry["number"], 1, place.numbers),
    )


def _turn(state: State) -> int | None:
    """The seat asked, as it follows from the rest."""
    match state.phase:
        case "reveal":
            return starter(state)
        case "predict":
            order = state.house.table.clockwise(starter(state))
            return next(seat for seat in order if state.predictions[seat] is None)
        case "play":
            return (state.leader + len(state.trick)) % state.house.players
    return None


def _check_x(state: State) -> None:
    """Refuses X tokens that nobody can have lost, or that somebody must have lost."""
    place = state.house
    for seat, x in enumerate(state.x):
        for colour in place.rows:
            if x >> place.row[colour] & 1:
                continue
            span = place.open_to[1 << place.row[colour]]
            if not any(mine & span for other, mine in enumerate(state.tokens) if other != seat):
                raise BadPosition("x", f"seat {seat} cannot have lost {colour}: nobody else has played it")
    if not state.trick:
        return
    led = place.row[state.trick[0].suit]
    for play in state.trick:
        row = place.row[play.suit]
        if not state.x[play.seat] >> row & 1:
            raise BadPosition("x", f"seat {play.seat} has just played {play.suit} and has that X")
        if row != led and state.x[play.seat] >> led & 1:
            raise BadPosition("x", f"seat {play.seat} did not follow {state.trick[0].suit} and has lost that X")


# --- claims -----------------------------------------------------------------------------------------------------------


def _claims(state: State, facts: Mapping[str, Any]) -> tuple[Claim, ...]:
    place = state.house
    claims = []
    for given in items("claims", facts.get("claims", [])):
        entry = record("claims", given, ("seat", "trick", "cells"))
        cells = 0
        for cell in items("claims", entry["cells"]):
            colour, number = items("claims", cell, 2)
            bit = place.bit(word("claims", colour, place.rows), whole("claims", number, 1, place.numbers))
            if cells & bit or bit & place.red:
                raise BadPosition("claims", f"{colour} {number} cannot stand there, or not twice")
            cells |= bit
        seat = whole("claims", entry["seat"], 0, place.players - 1)
        claims.append(Claim(seat, whole("claims", entry["trick"], 1, place.full), cells))
    return tuple(claims)


def _check_claims(state: State) -> None:
    """Refuses claims that cannot have been made, and a red lead on the table that must have been one."""
    place, number = state.house, sum(state.won) + 1
    present = sum(place.bit(play.suit, play.number) for play in state.trick)
    breaking = bool(state.trick) and state.trick[0].suit == TRUMP and not state.taken & place.red & ~present
    if len(state.claims) > 1:
        raise BadPosition("claims", "red is broken once in a round")
    for claim in state.claims:
        _check_claim(state, claim, number, state.tokens[claim.seat] & ~(present if claim.trick < number else 0))
        if claim.trick == number and not (breaking and claim.seat == state.leader):
            raise BadPosition("claims", f"trick {number} was not led so")
    if not breaking:
        return
    if not state.claims or state.claims[0].trick != number:
        raise BadPosition("claims", f"trick {number} was led with red, unbroken: that was claimed")
    lead = state.trick[0]
    free = place.open_to[state.x[lead.seat]] & ~place.red & ~(state.taken & ~present)
    if free & place.numbered(lead.number):
        raise BadPosition("claims", f"trick {number} was led with a {lead.number} that could have had another colour")
    if state.claims[0].cells != free:
        raise BadPosition("claims", f"the cells open to seat {lead.seat} in trick {number} are {place.listed(free)}")


def _check_claim(state: State, claim: Claim, number: int, tokens: int) -> None:
    """Refuses one claim that cannot have been made up to trick `number`, the present one.

    `tokens` are those of its seat that can have been laid with it.
    """
    place = state.house
    if not place.options.red_lead_exemption:
        raise BadPosition("claims", "claims are not used at this table")
    if not tokens & place.red:
        raise BadPosition("claims", f"seat {claim.seat} has no red token")
    if claim.trick > number or (claim.trick == number and not state.trick):
        raise BadPosition("claims", f"trick {claim.trick} has not been led")
    if claim.seat != starter(state) if claim.trick == 1 else not state.won[claim.seat]:
        raise BadPosition("claims", f"seat {claim.seat} cannot have led trick {claim.trick}")
    if claim.cells & neutral_cells(place, state.revealed):
        raise BadPosition("claims", "a neutral cell is never open")
