"""The common cases on the button box: one or two presses."""

import pytest

from companion.core.asks import Key
from companion.core.table import Table
from companion.games.catastrophe import GAME
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
    CucumberPlayed,
    Discarded,
    ReactionsClosed,
    ReapurrRevealed,
    RollsAccepted,
    YarnSpent,
)
from companion.record import codec
from companion.record.session import Session
from companion.referee.referee import Referee
from companion.referee.signals import KeyPressed
from companion.referee.verdicts import Accepted, SelectionMoved
from tests.companion.games.catastrophe.played_games import COLOURS, NAMES

ATTACK = {"card": "attack", "seat": 0, "target": 1, "number": 4}
LYING = [{"seat": 1, "value": 2, "need": 4}]


@pytest.mark.parametrize(
    ("facts", "presses", "event"),
    [
        ({}, [(0, Key.NEXT), (0, Key.YES)], AttackPlayed(0, 1, 4)),
        ({}, [(0, Key.NO)], ClawEnded(0)),
        ({"phase": "paw"}, [(0, Key.YES)], CardsDrawn(0)),
        ({"phase": "catastrophe"}, [(0, Key.YES), (0, Key.YES)], ReapurrRevealed(0, 1)),
        ({"phase": "react", "stack": [ATTACK]}, [(2, Key.NO)], CucumberPlayed(2)),
        ({"phase": "react", "stack": [ATTACK]}, [(1, Key.YES)], ReactionsClosed(1)),
        ({"phase": "yarn", "stack": [ATTACK], "rolls": LYING}, [(0, Key.YES)], RollsAccepted(0)),
        ({"phase": "yarn", "stack": [ATTACK], "rolls": LYING}, [(1, Key.NO)], YarnSpent(1, 1)),
        ({"phase": "discard", "hand": [8, 5, 5]}, [(0, Key.YES)], Discarded(0, hand=1)),
    ],
)
def test_common_cases_are_one_or_two_presses(journal, facts, presses, event):
    options = codec.options_from_plain(GAME, {"first": 0})
    session = Session.begin(journal, GAME, Table(NAMES[:3], COLOURS[:3]), options, facts)
    referee = Referee(session)
    verdicts = [referee.judge(KeyPressed(seat, key)) for seat, key in presses]
    assert len(presses) <= 2
    assert isinstance(verdicts[-1], Accepted)
    assert [entry.event for entry in session.entries] == [event]


def test_yes_does_not_take_what_no_stands_for(journal):
    options = codec.options_from_plain(GAME, {"first": 0})
    facts = {"phase": "roll", "stack": [{"card": "effect", "seat": 0, "rollers": [0, 1]}]}
    facts |= {"rolls": [{"seat": 0, "value": 2}, {"seat": 1}]}
    session = Session.begin(journal, GAME, Table(NAMES[:3], COLOURS[:3]), options, facts)
    referee = Referee(session)
    assert [choice.key for choice in referee.choices_of(0)] == [Key.NO]
    assert referee.judge(KeyPressed(0, Key.YES)) == SelectionMoved(0, 0)  # shown first
    assert session.entries == []
    assert isinstance(referee.judge(KeyPressed(0, Key.YES)), Accepted)
    assert [entry.event for entry in session.entries] == [YarnSpent(0, 0)]
