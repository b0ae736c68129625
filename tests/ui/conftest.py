"""The glass without a display: real pixels drawn offscreen, real touches, a real journal in memory."""

import os

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pytest

import companion.ui.before_kivy  # noqa: F401  what Kivy reads at its import
from companion.core.table import Table
from companion.desk import Desk
from companion.games import shelf
from companion.journal import Journal
from companion.settings import Settings

NAMES = ("Ann", "Bo", "Cyril", "Dot")


@pytest.fixture
def desk():
    made = Desk(Journal(":memory:"), shelf())
    yield made
    made.stop()


@pytest.fixture
def begin(desk):
    """Begins a game at this desk and gives the desk."""

    def start(players=3, game="catch-up", facts=None, options=None, colours=()):
        desk.begin(game, Table(NAMES[:players], colours), options, facts)
        return desk

    return start


@pytest.fixture
def glass(desk, monkeypatch):
    """Shows the desk; the settings file is nobody's."""
    from companion.ui.glass import Glass  # noqa: PLC0415  Kivy opens its window when it is imported

    monkeypatch.setattr(Settings, "save", lambda self, path=None: None)
    shown = []

    def show(size=(1280, 800), settings=None):
        shown.append(Glass(desk, settings or Settings(), size))
        return shown[-1]

    yield show
    for each in shown:
        each.close()
