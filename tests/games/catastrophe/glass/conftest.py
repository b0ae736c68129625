"""Catastrophe on the glass without a display: real pixels drawn offscreen, real touches, a real journal in memory."""

import os

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pytest

import companion.ui.before_kivy  # noqa: F401  what Kivy reads at its import
from companion.desk import Desk
from companion.games import shelf
from companion.games.catastrophe import GAME
from companion.journal import Journal
from companion.settings import Settings
from tests.games.catastrophe.sitting import table


@pytest.fixture
def sit(monkeypatch):
    """Begins a game at a desk and shows it: `sit(4, options, size=..., **facts)` gives the glass."""
    from companion.ui.glass import Glass  # noqa: PLC0415  Kivy opens its window when it is imported

    monkeypatch.setattr(Settings, "save", lambda self, path=None: None)
    opened = []

    def show(seats=3, options=None, size=(1280, 800), **facts):
        desk = Desk(Journal(":memory:"), shelf())
        desk.begin(GAME.id, table(seats), {"first": 0} | (options or {}), facts or None)
        opened.append(Glass(desk, Settings(), size))
        return opened[-1]

    yield show
    for glass in opened:
        glass.close()
        glass.desk.stop()
