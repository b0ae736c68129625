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

NAMES = ("Ann", "Bo", "Cyril", "Dot", "Eli", "Fay")


@pytest.fixture
def desk():
    made = Desk(Journal(":memory:"), shelf())
    yield made
    made.stop()


@pytest.fixture
def begin(desk):
    """Begins a game of CATCH 22 at this desk and gives the desk."""

    def start(players=2, facts=None, options=None):
        desk.begin("catch-22", Table(NAMES[:players]), options or {}, facts)
        return desk

    return start


@pytest.fixture
def glass(desk, monkeypatch):
    """Shows the desk; the settings file is nobody's."""
    from companion.ui.glass import Glass  # noqa: PLC0415  Kivy opens its window when it is imported

    monkeypatch.setattr(Settings, "save", lambda self, path=None: None)
    shown = []

    def show(size=(1280, 800)):
        shown.append(Glass(desk, Settings(), size))
        return shown[-1]

    yield show
    for each in shown:
        each.close()
