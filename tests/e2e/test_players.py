"""Simulated players can play every game on the shelf to its end, with no camera and no box."""

import itertools
from random import Random

import pytest

from companion.app.controller import TableController
from companion.app.transcript import Transcript
from companion.bots.players import SimulatedPlayers, thrown
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.record.session import Session

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
COLOURS = ("red", "blue", "white", "green", "yellow", "black")


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_a_game_without_devices(game, tmp_path):
    seats = min(3, game.player_counts[-1])
    controller = TableController(Journal(tmp_path / "journal.sqlite"), shelf())
    controller.begin(game.id, Table(NAMES[:seats], COLOURS[:seats]))
    lines, chance = [], Random(2)
    clock = itertools.count()
    people, transcript = (
        SimulatedPlayers(controller, Random(5), now=lambda: float(next(clock))),
        Transcript(controller, lines.append),
    )
    for _ in range(6000):
        if people.done:
            break
        ask = controller.session.asks()[0]
        if people.throwing:
            controller.touch(thrown(ask, chance))
        people.step()
        transcript.step()
    transcript.step()
    assert people.done
    assert lines[0].startswith(game.title)
    assert len(lines) > len(controller.session.entries)
    facts, session = controller.session.facts(), controller.session.id
    controller.stop()
    again = Journal(tmp_path / "journal.sqlite")
    assert Session.resume(again, shelf(), session).facts() == facts
    again.close()
