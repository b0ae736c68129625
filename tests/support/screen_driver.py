"""The screen without a display: real pixels drawn offscreen, real touches, a real journal in memory.

A conftest imports the fixtures it wants from here. What SDL and Kivy read from the environment is set first.
"""

import os

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from functools import partial

import pytest

import companion.ui.kivy_settings  # noqa: F401  what Kivy reads at its import
from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal

NAMES = ("Ann", "Bo", "Cyril", "Dot", "Eli", "Fay")


@pytest.fixture
def controllers():
    """Gives a new controller with every call."""
    made = []

    def another():
        made.append(TableController(Journal(":memory:"), shelf()))
        return made[-1]

    yield another
    for each in made:
        each.stop()


@pytest.fixture
def controller(controllers):
    return controllers()


def beginning(game, players=2):
    """A fixture: begins a game, this one unless another is named, and gives the controller."""

    @pytest.fixture
    def begin(controller):
        def start(players=players, game=game, facts=None, options=None, colours=()):
            controller.begin(game, Table(NAMES[:players], colours), options, facts)
            return controller

        return start

    return begin


@pytest.fixture
def show(monkeypatch):
    """Shows any controller; no settings file is written. Request a fixture that makes controllers before this one."""
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415  Kivy opens its window when it is imported

    monkeypatch.setattr(Settings, "save", lambda self, path=None: None)
    shown = []

    def another(controller, size=(1280, 800), settings=None):
        shown.append(ScreenDriver(controller, settings or Settings(), size))
        return shown[-1]

    yield another
    for each in shown:
        each.close()


@pytest.fixture
def driver(controller, show):
    """Shows the controller of the test."""
    return partial(show, controller)
