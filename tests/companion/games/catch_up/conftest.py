"""A small table for Catch Up: throws and payments in one word, and random games."""

import itertools
from dataclasses import dataclass
from random import Random

import pytest

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games.catch_up import GAME
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions
from companion.record.codec import position_from_plain

NAMES = ("Ann", "Bo", "Cy", "Di")
FULL = list(range(1, 14))


def dice_for(total, count=3):
    """Faces with this sum, not all equal where that is possible."""
    throws = [faces for faces in itertools.product(range(1, 7), repeat=count) if sum(faces) == total]
    return max(throws, key=lambda faces: len(set(faces)))


@dataclass
class Played:
    """A game in progress that a test talks to in short words."""

    state: object
    notes: tuple = ()

    def happen(self, event):
        step = GAME.apply(self.state, event)
        self.state, self.notes = step.state, step.notes
        return self

    def roll(self, seat, thrown):
        count = self.state.options.dice
        values = dice_for(thrown, count) if isinstance(thrown, int) else thrown
        return self.happen(Rolled(seat, tuple(Face(value) for value in values)))

    def rolls(self, *pairs):
        for seat, thrown in pairs:
            self.roll(seat, thrown)
        return self

    def pay(self, seat, *cards):
        return self.happen(Discarded(seat, cards))

    def __getitem__(self, key):
        return GAME.facts(self.state)[key]

    @property
    def facts(self):
        return GAME.facts(self.state)

    @property
    def outcome(self):
        return GAME.outcome(self.state)

    @property
    def said(self):
        return [str(note.text) for note in self.notes]


@pytest.fixture
def new():
    def begin(players=3, facts=None, **options):
        table, chosen = Table(NAMES[:players]), CatchUpOptions(**options)
        state = GAME.start(table, chosen) if facts is None else position_from_plain(GAME, table, chosen, facts)
        return Played(state)

    return begin


@pytest.fixture
def owing(new):
    """A table where Ann owes `difference` with `hand`, and Bo has the high roll."""

    def begin(hand, difference, high=None, **options):
        high = high or max(12, difference + 3)
        facts = {"phase": "discarding", "round": 5, "starter": 1, "cards": [hand, [5, 13]]}
        faces = [list(dice_for(high - difference)), list(dice_for(high))]
        return new(2, {**facts, "faces": faces}, **options)

    return begin


@pytest.fixture
def thrown():
    return dice_for


@pytest.fixture
def any_event():
    """A random legal event of a state: a listed choice, or a filled-in form."""

    def choose(state, random: Random):
        ask = random.choice(GAME.asks(state))
        if ask.roll:
            return Rolled(ask.seat, tuple(Face(random.randint(1, 6)) for _ in range(ask.roll.count)))
        return random.choice(ask.choices).event

    return choose
