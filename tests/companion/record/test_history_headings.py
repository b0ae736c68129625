"""Entries stand under the part of the game to which they belong."""

from itertools import groupby
from random import Random

import pytest

from companion.games import shelf
from companion.record.history import history
from companion.record.session import Session
from tests.contract.playing import played, table_of

BEGINNINGS = {
    "catch-up": ["Who begins?", "Round 1", "Round 2"],
    "catch-22": ["Setup", "Who begins?", "None"],
    "catastrophe": ["Who begins?", "None"],
    "catchy": ["Who begins?", "Round 1", "Who begins?", "Round 2"],
    "cat-in-the-box": ["Round 1", "Round 2"],
}


@pytest.mark.parametrize(("game", "headings"), BEGINNINGS.items())
def test_what_decides_who_begins_has_its_own_heading(journal, game, headings):
    game = shelf()[game]
    session = Session.begin(journal, game, table_of(2), game.options())
    for _, event in played(game, Random(1), game.options(), 2):
        if event is not None:
            session.submit(event)
    lines = history(session)[::-1]
    assert [str(heading) for heading, _ in groupby(lines, key=lambda line: line.heading)][: len(headings)] == headings
