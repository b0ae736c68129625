"""A Catch Up table taken over in the middle: facts, all or some, made into a state or refused with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Literal

from companion.core.game import BadPosition
from companion.core.schema import Bounds, BySeat, Different, OneOf, Seat, fact
from companion.core.table import Table
from companion.core.text import say
from companion.games.catch_up.options import CatchUpOptions
from companion.games.catch_up.payments import cards_of
from companion.games.catch_up.state import Phase, State, best, differences, next_to_roll, rolling_order
from companion.kit.validate import one_each, within

Rank = Annotated[int, Bounds(1, 13, {1: say("A"), 11: say("J"), 12: say("Q"), 13: say("K")})]
_PHASES = {
    "start-roll": say("rolling for the start"),
    "rolling": say("rolling"),
    "discarding": say("giving up cards"),
    "roll-off": say("rolling off a tie"),
    "over": say("the game is over"),
}


def _holders_anew(before: Facts, now: Facts) -> tuple[int, ...] | None:
    """Whoever has cards had them when the round began; who had them and has none may have paid all."""
    if now.phase in (Phase.START_ROLL, Phase.ROLLING):
        return None
    holding = {seat for seat, cards in enumerate(now.cards or ()) if cards}
    return tuple(sorted(holding.union(before.holders or ())))


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a position that do not follow from others; None if they are left out."""

    phase: Annotated[Phase, OneOf(_PHASES)] | None = fact(say("What is going on"))
    round: int | None = fact(say("Round"), follows=("phase",))
    starter: Seat | None = fact(say("Who began this round"), follows=("phase",))
    cards: BySeat[Different[Rank]] | None = fact(say("Cards in hand"), follows=("set_aside",))
    rolls: BySeat[Annotated[int, Bounds(2, 18)] | None] | None = fact(say("Rolls of this round"), follows=("faces",))
    faces: BySeat[tuple[Literal[1, 2, 3, 4, 5, 6], ...] | None] | None = fact(say("Dice of this round"))
    owes: BySeat[int] | None = fact(
        say("Who still has to pay"), follows=("phase", "rolls", "faces", "cards", "set_aside", "holders")
    )
    set_aside: BySeat[Different[Rank]] | None = fact(say("Cards given up"), follows=("cards",))
    contenders: Different[Seat] | None = fact(say("Who rolls for it"), follows=("phase",))
    holders: Different[Seat] | None = fact(say("Who held cards before"), follows=("phase", "cards"), anew=_holders_anew)


def position(table: Table, options: CatchUpOptions, facts: Facts) -> State:
    """The state with these facts; one left out takes what the others imply. Raises BadPosition."""
    phase = facts.phase or Phase.START_ROLL
    starting = phase is Phase.START_ROLL
    number = facts.round if facts.round is not None else int(not starting)
    if number < 0 or (number == 0) != starting:
        raise BadPosition("round", say("it is 0 while you roll for the start, and at least 1 after that"))
    starter = facts.starter
    if starter is None:
        starter = None if starting else 0
    elif starting:
        raise BadPosition("starter", say("nobody has begun while you roll for the start"))
    faces, rolls = _throws(table, options, facts)
    hands = _hands(table, options, facts)
    contenders = tuple(table.seats) if starting else ()
    if facts.contenders is not None:
        contenders = tuple(sorted(facts.contenders))
    holders = _holders(table, facts, phase, hands, contenders)
    nobody = (0,) * len(table.players)
    state = State(table, options, phase, number, starter, hands, faces, rolls, nobody, contenders, holders)
    _CHECKS[phase](state)
    state = state._replace(owes=_owes(state, facts))
    if phase is Phase.DISCARDING or (phase is Phase.OVER and None not in rolls):
        _check_round(state)
    return state


# --- what is given ----------------------------------------------------------------------------------------------------


def _throws(
    table: Table, options: CatchUpOptions, facts: Facts
) -> tuple[tuple[tuple[int, ...] | None, ...], tuple[int | None, ...]]:
    count, dice = len(table.players), options.dice
    nothing: tuple[None, ...] = (None,) * count
    faces = nothing if facts.faces is None else facts.faces
    sums = tuple(None if shown is None else sum(one_each("faces", shown, dice)) for shown in faces)
    rolls = sums if facts.rolls is None else facts.rolls
    for name, shown, added, roll in zip(table.players, faces, sums, rolls, strict=True):
        if roll is not None:
            within("rolls", roll, dice, 6 * dice)
        if shown is not None and roll != added:
            why = say("the faces of {name} add up to {sum}, not {roll}", name=name, sum=added, roll=roll)
            raise BadPosition("rolls", why)
        if shown is None and roll is not None and options.triples_exempt and not options.short:
            raise BadPosition("faces", say("{name} may have three of a kind: their faces are needed", name=name))
    return faces, rolls


def _hands(table: Table, options: CatchUpOptions, facts: Facts) -> tuple[int, ...]:
    aside = _piles(options, "set_aside", facts.set_aside)
    hands = _piles(options, "cards", facts.cards)
    if hands is None:
        return tuple(options.suit & ~pile for pile in aside or (0,) * len(table.players))
    for seat, pile in enumerate(aside or ()):
        if pile != options.suit & ~hands[seat]:
            raise BadPosition(
                "set_aside", say("with the hand of {name} they must make one suit", name=table.name(seat))
            )
    return hands


def _piles(options: CatchUpOptions, key: str, given: tuple[tuple[int, ...], ...] | None) -> tuple[int, ...] | None:
    if given is None:
        return None
    for rank in chain.from_iterable(given):
        within(key, rank, 1, options.highest_rank)
    return tuple(cards_of(pile) for pile in given)


def _holders(
    table: Table, facts: Facts, phase: Phase, hands: tuple[int, ...], contenders: tuple[int, ...]
) -> tuple[int, ...]:
    holding = tuple(seat for seat, hand in enumerate(hands) if hand)
    holders = contenders if phase is Phase.ROLL_OFF else tuple(table.seats) if phase is Phase.START_ROLL else holding
    if facts.holders is not None:
        holders = tuple(sorted(facts.holders))
    if len(holders) < 2:
        raise BadPosition("holders", say("a round begins with at least two players holding cards"))
    for seat in holding:
        if seat not in holders:
            why = say("{name} has cards, so they had cards when the round began", name=table.name(seat))
            raise BadPosition("holders", why)
    return holders


def _owes(state: State, facts: Facts) -> tuple[int, ...]:
    """Return what each seat owes; checks what was given against the differences."""
    full = (0,) * len(state.hands)
    if state.phase is Phase.DISCARDING:
        full = tuple(lack if hand else 0 for lack, hand in zip(differences(state), state.hands, strict=True))
    owes = full if facts.owes is None else facts.owes
    for name, owed, due in zip(state.table.players, owes, full, strict=True):
        if owed not in (0, due):
            raise BadPosition("owes", say("{name} owes {due} or nothing, not {owed}", name=name, due=due, owed=owed))
    if state.phase is Phase.DISCARDING and not any(owes):
        raise BadPosition("owes", say("the round is over when nobody owes anything"))
    return owes


# --- what fits the phase ----------------------------------------------------------------------------------------------


def _check_start_roll(state: State) -> None:
    if any(hand != state.options.suit for hand in state.hands):
        raise BadPosition("cards", say("no card is out of play before the first round"))
    _check_throwing(state)


def _check_rolling(state: State) -> None:
    holding = tuple(seat for seat, hand in enumerate(state.hands) if hand)
    if len(holding) < 2:
        raise BadPosition("cards", say("with fewer than two players holding cards the game is over"))
    if state.holders != holding:
        raise BadPosition("holders", say("while rolling goes on, they are those who have cards"))
    _check_contenders(state)
    _check_order(state)


def _check_discarding(state: State) -> None:
    _check_contenders(state)
    if None in state.rolls:
        name = state.table.name(state.rolls.index(None))
        why = say(
            "{name} has not rolled in this round: enter the roll of {name}. Who joins now can wait until all have paid",
            name=name,
        )
        raise BadPosition("rolls", why)


def _check_roll_off(state: State) -> None:
    if state.options.final_tie == "shared":
        raise BadPosition("phase", say("by the options a tie at the end is shared, not rolled off"))
    if any(state.hands):
        raise BadPosition("cards", say("a roll-off comes only when nobody has a card left"))
    _check_rivals(state, state.contenders)
    _check_throwing(state)


def _check_over(state: State) -> None:
    _check_contenders(state)
    holding = [hand for hand in state.hands if hand]
    if len(holding) > 1:
        raise BadPosition("cards", say("a game with two players holding cards is not over"))
    if None not in state.rolls:
        if not holding and state.options.final_tie != "shared":
            _check_single_best(state, state.holders)
        return
    if holding or state.options.final_tie == "shared":
        raise BadPosition("rolls", say("all rolls of the last round are needed"))
    rollers = tuple(seat for seat, roll in enumerate(state.rolls) if roll is not None)
    if len(rollers) < 2:
        raise BadPosition("rolls", say("all rolls of the last round are needed, or those of a roll-off of two or more"))
    _check_rivals(state, rollers)
    _check_single_best(state, rollers)


_CHECKS = {
    Phase.START_ROLL: _check_start_roll,
    Phase.ROLLING: _check_rolling,
    Phase.DISCARDING: _check_discarding,
    Phase.ROLL_OFF: _check_roll_off,
    Phase.OVER: _check_over,
}


def _check_contenders(state: State) -> None:
    if state.contenders:
        raise BadPosition("contenders", say("nobody rolls for the start or rolls off a tie now"))


def _check_throwing(state: State) -> None:
    """A start-roll or roll-off: at least two roll, nobody else, in the order of the seats."""
    if len(state.contenders) < 2:
        raise BadPosition("contenders", say("there must be at least two"))
    for seat, roll in enumerate(state.rolls):
        if roll is not None and seat not in state.contenders:
            raise BadPosition("rolls", say("{name} is not among those who roll for it", name=state.table.name(seat)))
    _check_order(state)


def _check_order(state: State) -> None:
    order, due = rolling_order(state), next_to_roll(state)
    if due is None:
        raise BadPosition("rolls", say("somebody must still have to roll"))
    later = [seat for seat in order[order.index(due) :] if state.rolls[seat] is not None]
    if later:
        why = say(
            "{name} rolls before {other} and has not rolled: enter the roll of {name}. "
            "Who joins now can sit after {other} or wait for the next round",
            name=state.table.name(due),
            other=state.table.name(later[-1]),
        )
        raise BadPosition("rolls", why)


def _check_rivals(state: State, rivals: tuple[int, ...]) -> None:
    """Who may roll for the win: holders, and never when everybody was one."""
    for seat in rivals:
        if seat not in state.holders:
            why = say("{name} rolls for the win without having held cards", name=state.table.name(seat))
            raise BadPosition("holders", why)
    if len(state.holders) == len(state.hands):
        why = say("all can run out only if somebody who was already out had the high roll")
        raise BadPosition("holders", why)


def _check_single_best(state: State, rivals: tuple[int, ...]) -> None:
    if len(best(state.rolls, rivals)) > 1:
        raise BadPosition("rolls", say("a tie for the win is rolled off before the game is over"))


def _check_round(state: State) -> None:
    """A round whose rolls are all known: who paid, who owes, who could run out."""
    for seat, lack in enumerate(differences(state)):
        name = state.table.name(seat)
        if lack and not state.owes[seat] and state.hands[seat] == state.options.suit:
            raise BadPosition("owes", say("{name} had to pay {n} and still has every card", name=name, n=lack))
        if seat in state.holders and not state.hands[seat] and not lack:
            raise BadPosition("holders", say("{name} had nothing to pay and cannot have run out now", name=name))
