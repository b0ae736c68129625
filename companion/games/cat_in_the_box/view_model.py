"""What the panel of Cat in the Box shows, computed without a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.events import Happening
from companion.core.game import Figure
from companion.core.text import Text, counted, say
from companion.games.cat_in_the_box.events import CardPlayed
from companion.games.cat_in_the_box.options import TRUMP
from companion.games.cat_in_the_box.scoring import earns_bonus, groups
from companion.games.cat_in_the_box.state import Flag, Phase, State, cards_left, needs_claim, openings, red_by_claim
from companion.kit.trick_board import FlagView, flag_view

NEUTRAL = -1
_BEFORE_PLAY = (Phase.REVEAL, Phase.SET_ASIDE, Phase.PREDICT)


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell: `owner` a seat, NEUTRAL or None; `open` to the player on turn; `laid` 1.. in the trick on the table."""

    colour: str
    number: int
    owner: int | None
    open: bool
    laid: int = 0


@dataclass(frozen=True, slots=True)
class BeforeView:
    """The things that lie before a player: their X, card in this trick, size of the largest group, cards left.

    `wants` is their prediction, `on_course` whether they would get the bonus now.
    """

    x: tuple[tuple[str, bool], ...]
    card: tuple[int, str] | None
    group: int
    won: int
    wants: int | None
    on_course: bool
    cards: int


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One player's round on the score sheet; `detail` says what it is made of."""

    points: int
    detail: Text
    paradox: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet: a line a round known, then the totals. `unknown` rounds were played before the record began."""

    names: tuple[str, ...]
    rounds: tuple[tuple[int, tuple[SheetCell, ...]], ...]
    totals: tuple[int, ...]
    unknown: int


def cells(state: State) -> tuple[tuple[CellView, ...], ...]:
    """The board, row by row from the top."""
    setup = state.setup
    free = openings(state, state.turn) if state.phase is Phase.PLAY and state.turn is not None else 0
    owner = {setup.bit(*cell): seat for seat, tokens in enumerate(state.tokens) for cell in setup.listed(tokens)}
    laid = {setup.bit(play.suit, play.number): at for at, play in enumerate(state.trick, 1)}
    return tuple(
        tuple(
            CellView(
                colour,
                number,
                owner.get(bit, NEUTRAL) if state.taken & bit else None,
                bool(free & bit),
                laid.get(bit, 0),
            )
            for number in range(1, setup.numbers + 1)
            for bit in (setup.bit(colour, number),)
        )
        for colour in setup.rows
    )


def with_token(cell: CellView, facts: Mapping[str, Any]) -> CellView:
    """Return a cell with the token that lies there by these facts."""
    owner = facts["board"][cell.colour][cell.number - 1]
    return replace(cell, owner=owner, open=False, laid=cell.laid if owner is not None else 0)


def with_owner(board: Mapping[str, Any], colour: str, number: int, owner: int | None) -> dict[str, Any]:
    """Return the fact `board` with this seat's token, or none, on a cell."""
    row = [*board[colour]]
    row[number - 1] = owner
    return {**board, colour: row}


def exchanged(facts: Mapping[str, Any], one: tuple[str | int, ...], other: tuple[str, int]) -> dict[str, Any]:
    """Return the facts once what lies on two cells has changed places; cards of this trick go along."""
    board, (colour, number) = facts["board"], (str(one[0]), int(one[1]))
    here, there = board[colour][number - 1], board[other[0]][other[1] - 1]
    board = with_owner(with_owner(board, colour, number, there), *other, here)
    moved = {(colour, number): other, other: (colour, number)}
    trick = []
    for play in facts["trick"]:
        suit, rank = moved.get((play["colour"], play["number"]), (play["colour"], play["number"]))
        trick.append({**play, "number": rank, "colour": suit})
    return {"board": board, "trick": trick}


def largest_groups(state: State) -> tuple[frozenset[tuple[int, int]], ...]:
    """Each seat's largest group as (row, column), both from 0; of equal ones the first, empty without a token."""
    setup = state.setup
    found = []
    for tokens in state.tokens:
        best = max(groups(tokens, setup), key=int.bit_count, default=0)
        found.append(frozenset((setup.row[colour], number - 1) for colour, number in setup.listed(best)))
    return tuple(found)


def rim(group: frozenset[tuple[int, int]]) -> tuple[tuple[int, int, str], ...]:
    """The outer sides of a group's cells: (row, column, side) with side "left", "right", "above" or "below"."""
    sides = {"left": (0, -1), "right": (0, 1), "above": (-1, 0), "below": (1, 0)}
    return tuple(
        (row, column, side)
        for row, column in sorted(group)
        for side, (down, right) in sides.items()
        if (row + down, column + right) not in group
    )


def before(state: State, seat: int) -> BeforeView:
    """Return what lies before one player."""
    setup = state.setup
    mine = next(((play.number, play.suit) for play in state.trick if play.seat == seat), None)
    best = max((group.bit_count() for group in groups(state.tokens[seat], setup)), default=0)
    return BeforeView(
        x=tuple((colour, bool(state.x[seat] >> row & 1)) for row, colour in enumerate(setup.rows)),
        card=mine,
        group=best,
        won=state.won[seat],
        wants=state.predictions[seat],
        on_course=earns_bonus(state, seat),
        cards=cards_left(state, seat),
    )


def sheet(state: State) -> Sheet:
    """The score sheet so far."""
    past = state.past
    finished = past.round if state.phase is Phase.OVER else past.round - 1
    first = finished - len(past.rounds) + 1
    rounds = tuple(
        (
            number,
            tuple(
                SheetCell(
                    points, _detail(done.tricks[seat], done.bonus[seat], seat == done.paradox), seat == done.paradox
                )
                for seat, points in enumerate(done.scores)
            ),
        )
        for number, done in enumerate(past.rounds, first)
    )
    return Sheet(state.setup.table.players, rounds, past.totals, first - 1)


def _detail(tricks: int, bonus: int, paradox: bool) -> Text:
    won = counted("{n} trick", "{n} tricks", tricks)
    if paradox:
        return say("paradox, {tricks}", tricks=won)
    return say("{tricks}, bonus {bonus}", tricks=won, bonus=bonus) if bonus else won


def between_rounds(state: State) -> bool:
    """Return whether finished rounds are to be shown: nothing has been played yet in this one."""
    return state.phase in _BEFORE_PLAY and bool(state.past.rounds)


def acting(state: State) -> int:
    """Return the seat that a tap on the board counts for: the player on turn, or who leads next."""
    return state.turn if state.turn is not None else state.leader


def led(state: State) -> str:
    """The colour led, "" between tricks."""
    return state.trick[0].suit if state.trick else ""


def heading(state: State) -> tuple[Text, ...]:
    """Return where the game stands: the round and, while one is played, the trick."""
    setup = state.setup
    where = [say("Round {n} of {of}", n=state.past.round, of=setup.players)]
    if state.phase is Phase.PLAY:
        where.append(say("trick {n} of {of}", n=sum(state.won) + 1, of=setup.full))
    return tuple(where)


def asks_to_claim(state: State, colour: str, number: int) -> bool:
    """Return whether this card can be led only by saying that nothing but red is possible."""
    if state.phase is not Phase.PLAY or state.turn is None or colour != TRUMP or not needs_claim(state):
        return False
    if not state.setup.options.red_lead_exemption:
        return False
    return bool(red_by_claim(state, state.turn) & state.setup.bit(colour, number))


def claim_is_certain(state: State) -> bool:
    """Return whether everybody can see that only red can be led: no other cell is open to the leader."""
    return not openings(state, acting(state)) & ~state.setup.red


def flags(state: State, entries: Sequence[tuple[Happening, State]]) -> tuple[FlagView, ...]:
    """The untrue claims of this round, or of the last one until play begins. `entries`: events and the states after."""
    here = state.past.round
    rounds = {here, here - 1} if state.phase in _BEFORE_PLAY else {here}
    return tuple(_flag(state, flag, entries) for flag in state.past.flags if flag.round in rounds)


def _flag(state: State, flag: Flag, entries: Sequence[tuple[Happening, State]]) -> FlagView:
    def led(event: Happening, after: State) -> bool:
        trick = (after.past.round, sum(after.won) + 1, len(after.trick))
        return isinstance(event, CardPlayed) and event.seat == flag.seat and trick == (flag.round, flag.trick, 1)

    name = state.setup.table.name(flag.seat)
    text = say("{name} claimed only red in trick {trick} but had a {n}", name=name, trick=flag.trick, n=flag.number)
    return flag_view(text, entries, led)


def figures(state: State, seat: int) -> tuple[Figure, ...]:
    """Tricks, of how many predicted; the total."""
    wants, won = state.predictions[seat], state.won[seat]
    label = counted("trick", "tricks", won) if wants is None else say("of {n}", n=wants)
    return Figure(label, str(won), "good" if won == wants else "ink"), Figure(
        say("total"), str(state.past.totals[seat])
    )
