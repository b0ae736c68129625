"""An interrupted game is resumed; one that is over, or another one, is not."""

from pathlib import Path

import pytest

from companion.app.controller import TableController
from companion.app.folders import DataFolder
from companion.app.run_options import RunOptions
from companion.app.settings import Settings
from companion.bootstrap import open_session
from companion.core.events import Face, Rolled
from companion.games import shelf
from companion.record.journal import Journal


def options(game="catch-up", **more):
    return RunOptions(Settings(), Settings(), Path("journal"), DataFolder(Path("run")), game, seats=2, **more)


@pytest.fixture
def controller():
    controller = TableController(Journal(":memory:"), shelf())
    yield controller
    controller.stop()


def interrupted(controller):
    open_session(controller, options())
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    session = controller.session.id
    controller.leave()
    return session


def test_interrupted_game_is_resumed(controller, capsys):
    session = interrupted(controller)
    open_session(controller, options())
    assert controller.session.id == session
    assert controller.session.facts()["rolls"] == [6, None]
    assert session in capsys.readouterr().out


def test_interrupted_game_is_resumed_after_another(controller):
    session = interrupted(controller)
    open_session(controller, options("catchy"))
    controller.leave()
    open_session(controller, options())
    assert controller.session.id == session


@pytest.mark.parametrize("other", [options(new_game=True), options("catchy")])
def test_other_game_begins_new(controller, other):
    session = interrupted(controller)
    open_session(controller, other)
    assert controller.session.id != session


def test_unknown_game_cannot_begin(controller):
    with pytest.raises(ValueError, match=r"chess cannot begin: there is no such game; there are .*catch-up"):
        open_session(controller, options("chess"))
