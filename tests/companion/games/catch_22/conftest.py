"""The test board T1 of 29 squares, and a table that a test talks to in short words."""

from dataclasses import dataclass
from itertools import pairwise

import pytest

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.events import (
    CubeRansomed,
    CubeRemoved,
    CubesPlaced,
    Moved,
    PawnRobbed,
    StarChosen,
    Switched,
)
from companion.games.catch_22.options import Catch22Options
from companion.record import codec

NAMES = ("Red", "Blue", "Green", "Grey", "Gold", "Plum")
PICTURES = {
    "star": (0, 6, 12, 18),
    "roll-again": (8, 20),
    "switch": (10, 22),
    "remove-cube": (2, 14),
}
JACKPOTS = {3: 3, 9: 5, 15: 4, 21: 6, 26: 10}


def t1():
    """A ring 0-23 and a lane 4-24-...-28-16."""
    kinds = {number: kind for kind, numbers in PICTURES.items() for number in numbers}
    squares = [{"id": str(number), "kind": kinds.get(number, "plain")} for number in range(29)]
    for number, tokens in JACKPOTS.items():
        squares[number] = {"id": str(number), "kind": "jackpot", "tokens": tokens}
    ring = [[str(number), str((number + 1) % 24)] for number in range(24)]
    lane = ["4", "24", "25", "26", "27", "28", "16"]
    return {"squares": squares, "paths": ring + [list(pair) for pair in pairwise(lane)]}


@dataclass
class Played:
    """A game in progress."""

    state: object
    notes: tuple = ()

    @property
    def facts(self):
        return GAME.facts(self.state)

    @property
    def outcome(self):
        return GAME.outcome(self.state)

    def happen(self, event):
        step = GAME.apply(self.state, event)
        self.state, self.notes = step.state, step.notes
        return self

    def roll(self, seat, value):
        return self.happen(Rolled(seat, (Face(value),)))

    def move(self, seat, to, path=None):
        return self.happen(Moved(seat, str(to), None if path is None else tuple(str(one) for one in path)))

    def go(self, seat, value, to, path=None):
        return self.roll(seat, value).move(seat, to, path)

    def cubes(self, seat, *squares):
        return self.happen(CubesPlaced(seat, tuple(str(one) for one in squares)))

    def remove(self, seat, square):
        return self.happen(CubeRemoved(seat, None if square is None else str(square)))

    def switch(self, seat, other):
        return self.happen(Switched(seat, other))

    def rob(self, seat, victim):
        return self.happen(PawnRobbed(seat, victim))

    def star(self, seat, square):
        return self.happen(StarChosen(seat, str(square)))

    def ransom(self, captor, owner, price, besides=""):
        return self.happen(CubeRansomed(captor, owner, price, besides))

    def refuses(self, rule, act, *values):
        """What is done is refused with this paragraph, in a sentence, and nothing changes."""
        before = self.facts
        with pytest.raises(IllegalEvent) as refused:
            act(*values)
        assert refused.value.rule == rule, str(refused.value)
        assert len(str(refused.value)) > 15
        assert self.facts == before
        return str(refused.value)


def started(players=2, facts=None, **options):
    """T1 at the start, or from a position; tokens that players hold are missing from the last jackpots unless given."""
    chosen = Catch22Options(board=t1(), strict_counts=False, **options)
    table = Table(NAMES[:players])
    if facts is None:
        return Played(GAME.start(table, chosen))
    facts = dict(facts)
    if "tokens" in facts and "jackpots" not in facts:
        facts["jackpots"] = without(sum(facts["tokens"]))
    if "cubes" in facts and "supply" not in facts:
        held = facts.get("captured", [[0] * players] * players)
        facts["supply"] = [
            5 - list(facts["cubes"].values()).count(seat) - sum(row[seat] for row in held) for seat in range(players)
        ]
    if "captured" in facts and "supply" not in facts:
        facts["supply"] = [5 - sum(row[seat] for row in facts["captured"]) for seat in range(players)]
    return Played(codec.position_from_plain(GAME, table, chosen, facts))


def without(tokens):
    """The jackpots of T1 with this many tokens taken out, from the last square on."""
    left = {}
    for square, value in sorted(JACKPOTS.items(), reverse=True):
        gone = min(value, tokens)
        tokens -= gone
        left[str(square)] = value - gone
    return left


def placing(pawns, turn=0, players=2, tokens=None, options=None, **facts):
    """Somebody's turn begins, pawns standing there."""
    given = {"phase": "place", "turn": turn, "pawns": [str(one) for one in pawns], **facts}
    if tokens is not None:
        given["tokens"] = list(tokens)
    return started(players, given, **(options or {}))


@pytest.fixture(name="started")
def _started():
    return started


@pytest.fixture(name="placing")
def _placing():
    return placing


@pytest.fixture(name="t1")
def _t1():
    return t1
