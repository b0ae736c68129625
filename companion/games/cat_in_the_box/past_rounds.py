"""Taking over a Cat in the Box table: the rounds that are over, the totals, the flags, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import BadPosition
from companion.games.cat_in_the_box.options import House
from companion.games.cat_in_the_box.scoring import scored
from companion.games.cat_in_the_box.state import Flag, Past, Scored, State
from companion.kit.validate import items, record, whole, word


def past(place: House, facts: Mapping[str, Any], number: int, phase: str) -> Past:
    """What is over in round `number`; raises BadPosition for what cannot have been."""
    finished = number if phase == "over" else number - 1
    if phase == "over" and number < place.players:
        raise BadPosition("phase", f"the game has {place.players} rounds: it is not over in round {number}")
    rounds = tuple(_scored(place, entry) for entry in items("rounds", facts.get("rounds", [])))
    if len(rounds) > finished:
        raise BadPosition("rounds", f"{finished} rounds are finished, not {len(rounds)}")
    if phase == "over" and not rounds:
        raise BadPosition("rounds", "the last round is missing")
    sums = [sum(done.scores[seat] for done in rounds) for seat in range(place.players)]
    totals = [whole("totals", total) for total in items("totals", facts.get("totals", sums), place.players)]
    if len(rounds) == finished and totals != sums:
        raise BadPosition("totals", f"{totals} is not the sum of the rounds, {sums}")
    flags = tuple(_flag(place, entry, number) for entry in items("flags", facts.get("flags", [])))
    if len(set(flags)) != len(flags) or [flag.round for flag in flags] != sorted(flag.round for flag in flags):
        raise BadPosition("flags", "each stands there once, in the order found")
    return Past(number, rounds, tuple(totals), flags)


def _scored(place: House, given: Any) -> Scored:
    entry = record("rounds", given, ("scores", "tricks", "bonus", "paradox"))
    scores, tricks, bonus = (
        tuple(whole("rounds", value) for value in items("rounds", entry[key], place.players))
        for key in ("scores", "tricks", "bonus")
    )
    paradox = entry["paradox"]
    if paradox is not None:
        whole("rounds", paradox, 0, place.players - 1)
    if min(tricks) < 0 or min(bonus) < 0:
        raise BadPosition("rounds", "tricks and bonus are not negative")
    if sum(tricks) != place.full if paradox is None else sum(tricks) >= place.full:
        raise BadPosition("rounds", f"a full round has {place.full} tricks, one with a paradox fewer")
    for seat, points in enumerate(scores):
        worth = -tricks[seat] if seat == paradox else tricks[seat] + bonus[seat]
        if points != worth or (seat == paradox and bonus[seat]):
            raise BadPosition("rounds", f"seat {seat} cannot have scored {points} with these tricks and this bonus")
    return Scored(scores, tricks, bonus, paradox)


def _flag(place: House, given: Any, number: int) -> Flag:
    entry = record("flags", given, ("kind", "seat", "round", "trick", "number"))
    word("flags", entry["kind"], ("false-only-red",))
    return Flag(
        whole("flags", entry["seat"], 0, place.players - 1),
        whole("flags", entry["round"], 1, number),
        whole("flags", entry["trick"], 1, place.full),
        whole("flags", entry["number"], 1, place.numbers),
    )


def check_flags(state: State) -> None:
    """Refuses flags where no claims are made, and flags of this round that its claim does not bear out."""
    place = state.house
    if state.past.flags and not place.options.red_lead_exemption:
        raise BadPosition("flags", "claims are not used at this table, so none was false")
    for flag in state.past.flags:
        if flag.round == state.past.round and not any(
            claim.seat == flag.seat and claim.trick == flag.trick and claim.cells & place.numbered(flag.number)
            for claim in state.claims
        ):
            raise BadPosition("flags", f"no claim in this round is disproved by a {flag.number}")


def check_end(state: State) -> None:
    """Refuses a finished game whose last round is not what lies on the table."""
    last = state.past.rounds[-1]
    complete = sum(state.won) == state.house.full
    if complete and state.trick:
        raise BadPosition("trick", "the last trick is complete, so no card lies there")
    if not complete and state.house.options.red_lead_exemption and not state.taken & state.house.red:
        raise BadPosition("board", "with red unbroken nobody can have had a paradox")
    turn = (state.leader + len(state.trick)) % state.house.players
    if last != scored(state, None if complete else turn):
        raise BadPosition("rounds", "the last round is not what the board, the tricks and the predictions give")
