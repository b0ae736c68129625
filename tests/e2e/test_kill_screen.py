"""kill -9 while people look at a reading or fill in a form: what counted stays, the rest is asked again."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.controller import TableController
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.record.session import Session
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui.widgets.buttons import Button
from tests.support.screen_driver import show

__all__ = ["show"]

ROOT = Path(__file__).parents[2]
COLOURS = ("red", "blue", "green")
PROGRAM = """
import sys, time
import tests.support.screen_driver
from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.core.asks import Form
from companion.core.events import Face, Rolled
from companion.games import shelf
from companion.games.catastrophe.events import CountsCorrected
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui.testing.driver import ScreenDriver
from companion.ui.widgets.die_button import DieButton

path, entering = sys.argv[1:]
controller = TableController(Journal(path), shelf())
controller.resume("last")
shown = ScreenDriver(controller, Settings())
shown.app.go("table")
controller.touch(Rolled(0, (Face(6, "red"),)))
controller.inbox.put(DiceSeen((SeenDie(3, "blue", 0.5, box=(0.1, 0.4, 0.2, 0.5)),), sure=False))
shown.frames(3)
if entering == "review":
    shown.tap_on(next(shown.all(DieButton)))
else:
    shown.app.screen.fill(Form(CountsCorrected, {"seat": 2}), {"hand": 1})
shown.frames(2)
print(type(shown.app.screen.opened).__name__, flush=True)
time.sleep(600)
"""


@pytest.fixture
def path(tmp_path):
    """A journal with a game of Catastrophe in which everybody rolls to see who begins."""
    made = tmp_path / "journal.sqlite"
    journal = Journal(made)
    game = shelf()["catastrophe"]
    Session.begin(journal, game, Table(("Ann", "Bo", "Cy"), COLOURS), game.options())
    journal.close()
    return made


def killed_while(entering, path):
    """Play in another program until this is on the screen, and kill it; return the kind of card that lay there."""
    playing = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path), entering], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    card = playing.stdout.readline().strip()
    playing.send_signal(signal.SIGKILL)
    playing.wait()
    playing.stdout.close()
    return card


@pytest.mark.parametrize(("entering", "card"), [("review", "ReviewCard"), ("form", "FormFiller")])
def test_what_counted_stays_and_what_was_only_read_or_entered_is_asked_again(path, entering, card, show):
    assert killed_while(entering, path) == card
    journal = Journal(path)
    controller = TableController(journal, shelf())
    controller.resume("last")
    shown = show(controller)
    shown.app.go("table")
    shown.frames(2)
    assert [entry.event for entry in controller.session.entries] == [Rolled(0, (Face(6, "red"),))]
    assert controller.pending_review is None, "a reading is not kept: the dice may lie otherwise by now"
    assert shown.app.screen.opened is None
    assert [ask.seat for ask in controller.session.asks() if ask.roll is not None] == [1, 2]
    assert len([button for button in shown.all(Button) if button.words == "Enter dice"]) == 2
    controller.inbox.put(DiceSeen((SeenDie(3, "blue"),), sure=True))
    shown.frames(3)
    assert [entry.event for entry in controller.session.entries][1:] == [Rolled(1, (Face(3, "blue"),))]
    controller.stop()
