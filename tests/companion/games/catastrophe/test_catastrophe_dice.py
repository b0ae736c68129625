"""Dice by colour: rendered dice in a tray, read by the real reader, judged by the real referee."""

import pytest

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.devices.tray_signals import dice_seen
from companion.games.catastrophe import GAME
from companion.games.catastrophe.events import EventRevealed, YarnSpent
from companion.record import codec
from companion.record.session import Session
from companion.referee.commands import Settle
from companion.referee.referee import Referee
from companion.referee.verdicts import Accepted, Ignored, NeedsReview
from tests.companion.games.catastrophe.played_games import COLOURS, NAMES
from vision.pipeline.reader import Reader
from vision.sim import StepClock, open_sim

SIX = Table(NAMES, COLOURS)
TRIES = 4


class Tray:
    """A rendered tray and the real reader over it."""

    def __init__(self):
        self.clock, self.reader = StepClock(), Reader()
        self.source = open_sim("seed=20", now=self.clock.now, sleep=self.clock.sleep)

    def thrown(self, dice):
        """What the reader says when these dice (colour -> value) have come to rest."""
        self.source.hand.throw(tuple(dice), values=tuple(dice.values()))
        while self.clock.now() < self.source.hand.calm_at() + 0.2:
            self.clock.sleep(0.1)
        frame = self.source.read(1.0)
        return dice_seen(self.reader.read(frame.image, at=frame.at, frame=frame.number), frame.image, disturbed=False)


@pytest.fixture(scope="module")
def tray():
    return Tray()


def referee_at(journal, *events, **facts):
    """A session of six, first seat 0, from a position, with these events."""
    options = codec.options_from_plain(GAME, {"first": 0})
    session = Session.begin(journal, GAME, SIX, options, facts or None)
    for event in events:
        session.submit(event)
    return Referee(session)


def values(referee):
    return [roll["value"] for roll in referee.session.facts()["rolls"]]


def looked_at(referee, seen, truth):
    """The verdict; where the reader is unsure, the players say what lies there. A sure reading must be right."""
    if seen.sure:
        assert sorted((die.colour, die.value) for die in seen.dice) == sorted(truth.items())
    verdict = referee.judge(referee.tray.observe(seen, referee.session))
    if isinstance(verdict, NeedsReview):
        assert not seen.sure
        faces = tuple(Face(value, colour) for colour, value in truth.items())
        verdict = referee.judge(Settle(faces, seen))
    return verdict


def test_six_dice_rolled_together_belong_to_their_players(journal, tray):
    """Every reading the reader is sure of is shared out rightly; what it is unsure of waits for the players' look."""
    unaided = 0
    for number in range(TRIES):
        faces = [(number * 5 + 3 * seat) % 6 + 1 for seat in range(6)]
        truth = dict(zip(COLOURS, faces, strict=True))
        referee = referee_at(journal, EventRevealed(0, rollers=(0, 1, 2, 3, 4, 5)), phase="catastrophe")
        seen = tray.thrown(truth)
        unaided += seen.sure
        assert isinstance(looked_at(referee, seen, truth), Accepted)
        assert values(referee) == faces
        assert referee.session.facts()["phase"] == "yarn"
        rolled = [entry.event for entry in referee.session.entries if isinstance(entry.event, Rolled)]
        assert sorted(roll.seat for roll in rolled) == list(range(6))
        assert all(roll.faces[0].colour == COLOURS[roll.seat] for roll in rolled)
    assert unaided, "the reader was sure of none of these throws"


def test_an_attack_waits_for_the_targets_die_and_names_any_other(journal, tray):
    referee = referee_at(journal, phase="roll", stack=[{"card": "attack", "seat": 0, "target": 1, "number": 4}])
    wrong = looked_at(referee, tray.thrown({"red": 6}), {"red": 6})
    assert isinstance(wrong, Ignored)
    assert "red 6" in str(wrong.why)
    assert "blue" in str(wrong.why)
    assert values(referee) == [None]
    both = looked_at(referee, tray.thrown({"red": 6, "blue": 5}), {"red": 6, "blue": 5})
    assert isinstance(both, Accepted)
    assert "red 6" in str(both.left_out[0])
    assert values(referee) == [5]


def test_a_die_of_nobodys_colour_is_named_and_ignored(journal, tray):
    referee = referee_at(journal, phase="roll", stack=[{"card": "attack", "seat": 0, "target": 1, "number": 4}])
    verdict = looked_at(referee, tray.thrown({"purple": 3}), {"purple": 3})
    assert isinstance(verdict, Ignored)
    assert "purple 3" in str(verdict.why)
    assert values(referee) == [None]


def test_yarn_opens_one_die_while_the_others_go_on_lying_there(journal, tray):
    referee = referee_at(journal, EventRevealed(0, rollers=(0, 1, 2)), phase="catastrophe")
    for thrown in ({"red": 3, "blue": 5, "green": 5}, {"red": 3, "blue": 5, "green": 4}):
        assert isinstance(looked_at(referee, tray.thrown(thrown), thrown), Accepted)
        assert values(referee) == list(thrown.values())
        referee.session.submit(YarnSpent(1, 2))
        assert values(referee) == [3, 5, None]
