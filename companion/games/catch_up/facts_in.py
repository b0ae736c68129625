"""A game taken over in the middle: facts, complete or in part, made into a state, or refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.catch_up.payments import cards_of
from companion.games.catch_up.rules import start
from companion.games.catch_up.state import (
    CatchUpOptions,
    Phase,
    State,
    differences,
    facts,
    next_to_roll,
    rolling_order,
)
from companion.kit.validate import all_agree, items, known, seats, whole, word

KEYS = frozenset(facts(start(Table(("a", "b")), CatchUpOptions())))
DERIVED = ("waiting", "high", "flags")
"""The facts that only follow from others: given, they must be what follows."""


def position(table: Table, options: CatchUpOptions, given: Mapping[str, Any]) -> State:
    """The state with these facts; a key left out takes what the others imply. Raises BadPosition."""
    known(given, KEYS)
    phase = cast("Phase", word("phase", given.get("phase", "start-roll"), get_args(Phase)))
    starting = phase == "start-roll"
    begun = 0 if starting else 1
    number = whole("round", given.get("round", begun), 0)
    if (number == 0) != starting:
        raise BadPosition("round", "it is 0 in the start-roll and at least 1 afterwards")
    starter = given.get("starter", None if starting else 0)
    if (starter is None) != starting:
        raise BadPosition("starter", "nobody has begun in the start-roll, and somebody afterwards")
    if starter is not None:
        starter = whole("starter", starter, 0, len(table.players) - 1)
    faces, rolls = _throws(table, options, given)
    hands = _hands(table, options, given)
    contenders = tuple(table.seats) if starting else ()
    if "contenders" in given:
        contenders = _sorted(table, given, "contenders")
    holders = _holders(table, given, phase, hands, contenders)
    nobody = (0,) * len(table.players)
    state = State(table, options, phase, number, starter, hands, faces, rolls, nobody, contenders, holders)
    CHECKS[phase](state)
    state = state._replace(owes=_owes(state, given))
    if phase == "discarding" or (phase == "over" and None not in rolls):
        _check_round(state)
    all_agree({key: value for key, value in given.items() if key in DERIVED}, facts(state))
    return state


def _check_start_roll(state: State) -> None:
    if any(hand != state.options.suit for hand in state.hands):
        raise BadPosition("cards", "no card is out of play before the first round")
    _check_throwing(state)


def _check_rolling(state: State) -> None:
    holding = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    if len(holding) < 2:
        raise BadPosition("cards", "with fewer than two players holding cards the game is over")
    if state.holders != holding:
        raise BadPosition("holders", "while rolling goes on, they are those who have cards")
    _check_contenders(state)
    _check_order(state)


def _check_discarding(state: State) -> None:
    _check_contenders(state)
    if None in state.rolls:
        raise BadPosition("rolls", "nobody pays before all have rolled")


def _check_roll_off(state: State) -> None:
    if state.options.final_tie == "shared":
        raise BadPosition("phase", "by the house rule a tie at the end is shared, not thrown off")
    if any(state.hands):
        raise BadPosition("cards", "a roll-off comes only when nobody has a card left")
    _check_rivals(state, state.contenders)
    _check_throwing(state)


def _check_over(state: State) -> None:
    _check_contenders(state)
    holding = [hand for hand in state.hands if hand]
    if len(holding) > 1:
        raise BadPosition("cards", "a game with two players holding cards is not over")
    if None not in state.rolls:
        if not holding and state.options.final_tie != "shared":
            _check_single_best(state, state.holders)
        return
    if holding:
        raise BadPosition("rolls", "the rolls of the last round are needed, all of them")
    if state.options.final_tie == "shared":
        raise BadPosition("rolls", "a tie is shared here: the rolls of the last round are needed, all of them")
    throwers = tuple(seat for seat, roll in enumerate(state.rolls) if roll is not None)
    if len(throwers) < 2:
        raise BadPosition(
            "rolls", "the last round's are needed, all of them, or those of a roll-off between two or more"
        )
    _check_rivals(state, throwers)
    _check_single_best(state, throwers)


CHECKS = {
    "start-roll": _check_start_roll,
    "rolling": _check_rolling,
    "discarding": _check_discarding,
    "roll-off": _check_roll_off,
    "over": _check_over,
}


def _check_contenders(state: State) -> None:
    if state.contenders:
        raise BadPosition("contenders", f"nobody throws for the beginning or the win in the phase {state.phase}")


def _check_throwing(state: State) -> None:
    """A start-roll or roll-off: at least two, only they throw, in the order of the seats."""
    if len(state.contenders) < 2:
        raise BadPosition("contenders", "at least two must be throwing")
    for seat, roll in enumerate(state.rolls):
        if roll is not None and seat not in state.contenders:
            raise BadPosition("rolls", f"{state.table.name(seat)} is not one of those who throw")
    _check_order(state)


def _check_order(state: State) -> None:
    if next_to_roll(state) is None:
        raise BadPosition("rolls", "somebody must have his roll still before him")
    rolled = [state.rolls[seat] is not None for seat in rolling_order(state)]
    if rolled != sorted(rolled, reverse=True):
        raise BadPosition("rolls", "they must be those of the first players in rolling order")


def _check_rivals(state: State, rivals: tuple[int, ...]) -> None:
    """Who may throw for the win: holders, and never when everybody was one."""
    for seat in rivals:
        if seat not in state.holders:
            raise BadPosition("holders", f"{state.table.name(seat)} throws for the win without having held cards")
    if len(state.holders) == len(state.hands):
        raise BadPosition("holders", "all can run out only if somebody who was out already had the high roll")


def _check_single_best(state: State, rivals: tuple[int, ...]) -> None:
    best = max(state.rolls[seat] or 0 for seat in rivals)
    if sum(state.rolls[seat] == best for seat in rivals) > 1:
        raise BadPosition("rolls", "a tie for the win is thrown off before the game is over")


def _check_round(state: State) -> None:
    """A round whose rolls are all known: who paid, who owes, who could run out."""
    for seat, lack in enumerate(differences(state)):
        name, obliged = state.table.name(seat), lack > 0 and seat in state.holders
        if obliged and not state.owes[seat] and state.hands[seat] == state.options.suit:
            raise BadPosition("owes", f"{name} had to pay {lack} and still has every card")
        if seat in state.holders and not state.hands[seat] and not obliged:
            raise BadPosition("holders", f"{name} had nothing to pay and cannot have run out in this round")


def _owes(state: State, given: Mapping[str, Any]) -> tuple[int, ...]:
    """What each seat owes; checks what was given against the differences."""
    count = len(state.hands)
    full = (0,) * count
    if state.phase == "discarding":
        full = tuple(lack if hand else 0 for lack, hand in zip(differences(state), state.hands, strict=True))
    owes = tuple(whole("owes", one, 0) for one in items("owes", given.get("owes", full), count))
    for seat, owed in enumerate(owes):
        if owed not in (0, full[seat]):
            raise BadPosition("owes", f"{state.table.name(seat)} owes {full[seat]} or nothing, not {owed}")
    if state.phase == "discarding" and not any(owes):
        raise BadPosition("owes", "the round is over when nobody owes anything")
    return owes


def _throws(
    table: Table, options: CatchUpOptions, given: Mapping[str, Any]
) -> tuple[tuple[tuple[int, ...] | None, ...], tuple[int | None, ...]]:
    count, dice = len(table.players), options.dice
    faces: list[tuple[int, ...] | None] = []
    for shown in items("faces", given.get("faces", [None] * count), count):
        values = None if shown is None else items("faces", shown, dice)
        faces.append(None if values is None else tuple(whole("faces", value, 1, 6) for value in values))
    sums = [None if values is None else sum(values) for values in faces]
    listed = items("rolls", given.get("rolls", sums), count)
    rolls = [None if roll is None else whole("rolls", roll, dice, 6 * dice) for roll in listed]
    for seat in table.seats:
        if faces[seat] is not None and rolls[seat] != sums[seat]:
            raise BadPosition("rolls", f"the faces of {table.name(seat)} add up to {sums[seat]}, not {rolls[seat]}")
        if faces[seat] is None and rolls[seat] is not None and options.triples_exempt and not options.short:
            raise BadPosition(
                "faces", f"{table.name(seat)} may have three of a kind: the faces are needed, not only the total"
            )
    return tuple(faces), tuple(rolls)


def _hands(table: Table, options: CatchUpOptions, given: Mapping[str, Any]) -> tuple[int, ...]:
    hands = _piles(table, options, given, "cards")
    aside = _piles(table, options, given, "set_aside")
    if hands is None:
        return tuple(options.suit & ~pile for pile in aside or (0,) * len(table.players))
    for seat, pile in enumerate(aside or ()):
        if pile != options.suit & ~hands[seat]:
            raise BadPosition("set_aside", f"with the hand of {table.name(seat)} it must make one whole suit")
    return hands


def _piles(table: Table, options: CatchUpOptions, given: Mapping[str, Any], key: str) -> tuple[int, ...] | None:
    if key not in given:
        return None
    piles = []
    for pile in items(key, given[key], len(table.players)):
        ranks = [whole(key, rank, 1, options.highest_rank) for rank in items(key, pile)]
        if len(set(ranks)) != len(ranks):
            raise BadPosition(key, "a card is there twice")
        piles.append(cards_of(ranks))
    return tuple(piles)


def _holders(
    table: Table, given: Mapping[str, Any], phase: str, hands: tuple[int, ...], contenders: tuple[int, ...]
) -> tuple[int, ...]:
    holding = tuple(seat for seat, hand in enumerate(hands) if hand)
    holders = contenders if phase == "roll-off" else tuple(table.seats) if phase == "start-roll" else holding
    if "holders" in given:
        holders = _sorted(table, given, "holders")
    if len(holders) < 2:
        raise BadPosition("holders", "a round begins with at least two players holding cards")
    for seat in holding:
        if seat not in holders:
            raise BadPosition("holders", f"{table.name(seat)} has cards and must have had them when the round began")
    return holders


def _sorted(table: Table, given: Mapping[str, Any], key: str) -> tuple[int, ...]:
    return tuple(sorted(seats(key, given[key], len(table.players))))
