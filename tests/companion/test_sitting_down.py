"""A game that was interrupted is gone on with; one that is over, or another one, is not."""

from pathlib import Path

import pytest

from companion.app import Evening, sit_down
from companion.core.events import Face, Rolled
from companion.desk import Desk
from companion.folders import DataFolder
from companion.games import shelf
from companion.journal import Journal
from companion.settings import Settings


def evening(game="catch-up", **more):
    return Evening(Settings(), Settings(), Path("journal"), DataFolder(Path("run")), game, seats=2, **more)


@pytest.fixture
def desk():
    desk = Desk(Journal(":memory:"), shelf())
    yield desk
    desk.stop()


def interrupted(desk):
    sit_down(desk, evening())
    desk.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    session = desk.session.id
    desk.leave()
    return session


def test_an_interrupted_game_goes_on(desk, capsys):
    session = interrupted(desk)
    sit_down(desk, evening())
    assert desk.session.id == session
    assert desk.session.facts()["rolls"] == [6, None]
    assert session in capsys.readouterr().out


@pytest.mark.parametrize("other", [evening(anew=True), evening("catchy")])
def test_another_game_or_a_new_one_begins(desk, other):
    session = interrupted(desk)
    sit_down(desk, other)
    assert desk.session.id != session


def test_a_game_nobody_has_cannot_begin(desk):
    with pytest.raises(ValueError, match=r"chess cannot begin: there is no such game; there are .*catch-up"):
        sit_down(desk, evening("chess"))
