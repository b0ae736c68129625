"""A Cat in the Box table taken over: the rounds that are over, the totals, the flags, and how a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.core.game import BadPosition
from companion.core.schema import Bounds, OneOf, Seat, fact
from companion.core.text import say
from companion.games.cat_in_the_box.scoring import scored
from companion.games.cat_in_the_box.setup import Setup
from companion.games.cat_in_the_box.state import Flag, Past, Scored, State
from companion.kit.validate import within

_KINDS = {"false-only-red": say("“only red” was not true")}


@dataclass(frozen=True, slots=True)
class FlagFacts:
    """A claim that was proved false, as the facts show it."""

    kind: Annotated[Literal["false-only-red"], OneOf(_KINDS)] = fact(say("What"), needed=True)
    seat: Seat = fact(say("Who"), needed=True)
    round: Annotated[int, Bounds(1, 5)] = fact(say("Round"), needed=True)
    trick: Annotated[int, Bounds(1, 9)] = fact(say("Trick"), needed=True)
    number: Annotated[int, Bounds(1, 9)] = fact(say("Number"), needed=True)


def past(
    setup: Setup,
    number: int,
    finished: int,
    rounds: tuple[Scored, ...],
    totals: tuple[int, ...] | None,
    flags: tuple[FlagFacts, ...],
) -> Past:
    """Return the past of round `number`, after `finished` rounds. Raises BadPosition if it is impossible."""
    for done in rounds:
        _check_scored(setup, done)
    if len(rounds) > finished:
        why = say("{finished} rounds are finished, not {given}", finished=finished, given=len(rounds))
        raise BadPosition("rounds", why)
    if finished == number and not rounds:
        raise BadPosition("rounds", say("the last round is missing"))
    sums = tuple(sum(done.scores[seat] for done in rounds) for seat in range(setup.players))
    totals = sums if totals is None else totals
    if len(rounds) == finished and totals != sums:
        raise BadPosition("totals", say("they must be the sums of the rounds, {sums}", sums=sums))
    found = tuple(_flag(setup, flag, number) for flag in flags)
    if len(set(found)) != len(found) or [flag.round for flag in found] != sorted(flag.round for flag in found):
        raise BadPosition("flags", say("each stands there once, in the order found"))
    return Past(number, rounds, totals, found)


def _check_scored(setup: Setup, done: Scored) -> None:
    won = sum(done.tricks)
    if won != setup.full if done.paradox is None else won >= setup.full:
        raise BadPosition("rounds", say("a full round has {n} tricks, one with a paradox fewer", n=setup.full))
    for seat, (points, tricks, bonus) in enumerate(zip(done.scores, done.tricks, done.bonus, strict=True)):
        worth = -tricks if seat == done.paradox else tricks + bonus
        if points != worth or (seat == done.paradox and bonus):
            why = say("{points} points do not fit these tricks and this bonus", points=points)
            raise BadPosition("rounds", why)


def _flag(setup: Setup, flag: FlagFacts, number: int) -> Flag:
    return Flag(
        flag.seat,
        within("flags", flag.round, 1, number),
        within("flags", flag.trick, 1, setup.full),
        within("flags", flag.number, 1, setup.numbers),
    )


def check_flags(state: State) -> None:
    """Refuse flags if no claims are made, and flags of this round that its claim does not bear out."""
    setup = state.setup
    if state.past.flags and not setup.options.red_lead_exemption:
        raise BadPosition("flags", say("claims are not used at this table, so none was false"))
    for flag in state.past.flags:
        if flag.round == state.past.round and not any(
            claim.seat == flag.seat and claim.trick == flag.trick and claim.cells & setup.numbered(flag.number)
            for claim in state.claims
        ):
            raise BadPosition("flags", say("no claim in this round is disproved by a {number}", number=flag.number))


def check_end(state: State) -> None:
    """Refuses a finished game whose last round is not what lies on the table."""
    setup, last = state.setup, state.past.rounds[-1]
    complete = sum(state.won) == setup.full
    if complete and state.trick:
        raise BadPosition("trick", say("the last trick is complete, so no card lies there"))
    if not complete and setup.options.red_lead_exemption and not state.taken & setup.red:
        raise BadPosition("board", say("with red unbroken nobody can have had a paradox"))
    turn = (state.leader + len(state.trick)) % setup.players
    if last != scored(state, None if complete else turn):
        raise BadPosition("rounds", say("the last one does not match the board, the tricks and the predictions"))
