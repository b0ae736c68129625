"""The people's twin can play every game on the shelf to its end, at a desk with no camera and no box."""

import itertools
from random import Random

import pytest

from companion.app.controller import Desk
from companion.app.transcript import Transcript
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.record.session import Session
from companion.sim.players import People, thrown

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
COLOURS = ("red", "blue", "white", "green", "yellow", "black")


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_an_evening_without_devices(game, tmp_path):
    seats = min(3, game.seats[-1])
    desk = Desk(Journal(tmp_path / "journal.sqlite"), shelf())
    desk.begin(game.id, Table(NAMES[:seats], COLOURS[:seats]))
    lines, chance = [], Random(2)
    clock = itertools.count()
    people, transcript = People(desk, Random(5), now=lambda: float(next(clock))), Transcript(desk, lines.append)
    for _ in range(6000):
        if people.done:
            break
        ask = desk.session.asks()[0]
        if people.throwing:
            desk.touch(thrown(ask, chance))
        people.step()
        transcript.step()
    transcript.step()
    assert people.done
    assert lines[0].startswith(game.title)
    assert len(lines) > len(desk.session.entries)
    facts, session = desk.session.facts(), desk.session.id
    desk.stop()
    again = Journal(tmp_path / "journal.sqlite")
    assert Session.resume(again, shelf(), session).facts() == facts
    again.close()
