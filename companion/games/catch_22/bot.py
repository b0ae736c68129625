"""Simulated players of CATCH 22: they gather, rob, keep away, and block whoever is about to win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.values import replaced
from companion.games.catch_22.board_map import Board, Kind
from companion.games.catch_22.cubes import open_for_cubes
from companion.games.catch_22.events import CubeRansomed, CubeRemoved, CubesPlaced, Moved, PawnRobbed, Switched
from companion.games.catch_22.graph import squares
from companion.games.catch_22.movement import ready, shut_in, winning_star
from companion.games.catch_22.state import (
    Phase,
    State,
    all_cubes,
    at,
    foreign_cubes,
    in_hand,
    owner_of,
    protected,
)

if TYPE_CHECKING:
    from random import Random

    from companion.core.asks import Ask
    from companion.core.events import Event
    from companion.core.table import Table
    from companion.games.catch_22.options import Catch22Options

FAR = 1000
"""The distance to nowhere."""
WANDER = 0.3
"""How often a bot moves at random if pawns may turn round: else two can rob each other back and forth for ever."""
AFRAID = 6
"""Pawns further away than this cannot come in one move."""


class Catch22Bot:
    """Plays every seat. Looks one move ahead and weighs what it wins, where it leads and who could come after."""

    def __init__(self, options: Catch22Options, random: Random) -> None:
        self._random = random
        self._distance = _distances(options.plan)

    def choose(self, state: State, ask: Ask) -> Event:
        """The best listed choice. Raises ValueError for an ask without choices (dice are thrown by the caller)."""
        if not ask.choices:
            raise ValueError("nothing to choose from: a bot throws no dice")
        events = [choice.event for choice in ask.choices]
        if state.options.reverse == "free" and self._random.random() < WANDER:
            return self._random.choice(events)
        worth = [self._worth(state, event) + self._random.random() * 0.5 for event in events]
        return events[worth.index(max(worth))]

    def volunteer(self, state: State) -> Event | None:
        """Return what somebody does unasked before a roll: a cube in a leader's way, a ransom. Often None."""
        if state.turn is None:
            return None
        if state.phase in (Phase.PLACE, Phase.ROLL):
            return self._ransom(state) or self._cubes(state, state.turn)
        return None

    def _worth(self, state: State, event: Event) -> float:
        match event:
            case Moved():
                return self._move_worth(state, event.seat, event.to)
            case PawnRobbed():
                return state.tokens[event.victim]
            case Switched():
                return self._switch_worth(state, event.seat, event.other)
            case CubeRemoved():
                return self._removal_worth(state, event)
            case _:
                return 0.0

    def _move_worth(self, state: State, seat: int, to: str) -> float:
        board, rolled = state.board, state.rolled
        assert rolled is not None, "a move follows a roll"
        place = board.index[to]
        if ready(state, seat) and winning_star(state, seat, rolled, place) is not None:
            return 1000.0
        if place == at(state, seat):
            return -1000.0
        robbed = [
            other
            for other in state.table.seats
            if other != seat
            and state.pawns[other] == place
            and not protected(state, other)
            and not (state.options.stars_safe and board.stars >> place & 1)
        ]
        gain = state.jackpots[place] + sum(state.tokens[other] for other in robbed)
        held = state.tokens[seat] + gain
        kind = board.squares[place].kind
        worth = 3.0 * gain
        if kind in (Kind.JACKPOT, Kind.ROLL_AGAIN) and not robbed:
            worth += 4.0
        elif kind is Kind.SWITCH:
            worth += 1.0
        elif kind is Kind.REMOVE_CUBE:
            worth += 0.5 if all_cubes(state) else 0.0
        safe = bool(state.cubes[seat] >> place & 1)
        danger = 0.0 if safe else self._danger(state, seat, place)
        return worth + self._prospect(state, seat, place, held) - danger * held

    def _prospect(self, state: State, seat: int, place: int, held: int) -> float:
        """Return how near the next aim is: a star for the rich, tokens for the others, in jackpots or with pawns."""
        distance = self._distance[place]
        if held >= state.options.target:
            stars = (distance[star] for star in squares(state.board.stars) if star != place)
            return 30.0 - 3.0 * min(stars, default=FAR)
        lying = [(state.jackpots[spot], distance[spot]) for spot in state.board.jackpots if state.jackpots[spot]]
        carried = [
            (state.tokens[other], distance[at(state, other)])
            for other in state.table.seats
            if other != seat and state.tokens[other] and not protected(state, other)
        ]
        return max((2.0 * tokens / (2 + far) for tokens, far in lying + carried if far), default=0.0)

    def _danger(self, state: State, seat: int, place: int) -> float:
        """About how likely somebody lands here before one moves again, by distance only."""
        near = sum(
            1 for other in state.table.seats if other != seat and 0 < self._distance[at(state, other)][place] <= AFRAID
        )
        return min(0.9, near / 5)

    def _switch_worth(self, state: State, seat: int, other: int) -> float:
        there, here = at(state, other), at(state, seat)
        after = state._replace(pawns=replaced(replaced(state.pawns, seat, there), other, here))
        return self._prospect(after, seat, there, state.tokens[seat]) - self._prospect(
            after, other, here, state.tokens[other]
        )

    def _removal_worth(self, state: State, event: CubeRemoved) -> float:
        if event.square is None:
            return 0.0
        place = state.board.index[event.square]
        owner = owner_of(state, place)
        if owner == event.seat:
            return 1.0 if state.supply[event.seat] < 2 else -0.5
        near = self._distance[at(state, event.seat)][place]
        return 2.0 + (1.5 if near <= AFRAID else 0.0)

    def _cubes(self, state: State, seat: int) -> CubesPlaced | None:
        """A cube in the way of whoever could win next, as near to them as the rules allow."""
        free = open_for_cubes(state, seat)
        rich = [
            other
            for other in state.table.seats
            if other != seat and state.tokens[other] >= state.options.target and other != state.turn
        ]
        if not free or not rich or in_hand(state, seat) < 1:
            return None
        feared = max(rich, key=lambda other: (state.tokens[other], other))
        place = at(state, feared)
        star = min(squares(state.board.stars), key=lambda spot: self._distance[place][spot] or FAR)
        between = [
            spot
            for spot in squares(free)
            if self._distance[place][spot] + self._distance[spot][star] == self._distance[place][star]
        ]
        for spot in sorted(between, key=lambda one: self._distance[place][one]):
            if self._leaves_ways(state, seat, spot):
                return CubesPlaced(seat, (state.board.id(spot),))
        return None

    def _leaves_ways(self, state: State, seat: int, spot: int) -> bool:
        """Return whether a cube there shuts nobody in and leaves everybody a way to some star."""
        after = state._replace(cubes=replaced(state.cubes, seat, state.cubes[seat] | 1 << spot))
        others = [other for other in state.table.seats if other != seat]
        if any(shut_in(after, other) or not _can_reach_star(after, other) for other in state.table.seats):
            return False
        if state.options.block_rule == "every-roll":
            return all(not (foreign_cubes(after, other) & state.board.graph.near[at(after, other)]) for other in others)
        return True

    def _ransom(self, state: State) -> CubeRansomed | None:
        """A player without cubes buys one back for a token or two."""
        if state.options.ransom == "off":
            return None
        for captor, held in enumerate(state.captured):
            for owner, count in enumerate(held):
                if count and not state.supply[owner] and state.tokens[owner] >= 2 and self._random.random() < 0.2:
                    return CubeRansomed(captor, owner, self._random.randint(1, 2))
        return None


def _can_reach_star(state: State, seat: int) -> bool:
    """Return whether some way past all foreign cubes leads to another star."""
    shut, near = foreign_cubes(state, seat), state.board.graph.near
    place = at(state, seat)
    seen = edge = 1 << place
    while edge:
        wider = 0
        for square in squares(edge):
            wider |= near[square]
        edge = wider & ~seen & ~shut
        seen |= edge
    return bool(seen & state.board.stars & ~(1 << place))


def make(table: Table, options: Catch22Options, random: Random) -> Catch22Bot:
    """Bots for all seats of a table."""
    del table
    return Catch22Bot(options, random)


def _distances(board: Board) -> tuple[tuple[int, ...], ...]:
    """Steps between any two squares, cubes aside."""
    return tuple(_from(board, place) for place in range(len(board.squares)))


def _from(board: Board, place: int) -> tuple[int, ...]:
    found = [FAR] * len(board.squares)
    found[place] = 0
    edge = [place]
    while edge:
        wider = []
        for one in edge:
            for beside in board.graph.neighbours[one]:
                if found[beside] == FAR:
                    found[beside] = found[one] + 1
                    wider.append(beside)
        edge = wider
    return tuple(found)
