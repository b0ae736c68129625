"""The app reports and logs a fault in a screen's handler and goes on. Runs in its own process."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import sys
from companion.core.table import Table
from companion.app.controller import TableController
from companion.games import shelf
from companion.record.journal import Journal
from companion.app.settings import Settings
controller = TableController(Journal(":memory:"), shelf())
controller.begin("catch-up", Table(("Ann", "Bo")))
from companion.ui.kivy_app import CatsEyeApp
from companion.ui.clock import after
from companion.ui.widgets.refusal_note import Toast
from kivy.tests.common import UnitTestTouch
app = CatsEyeApp(controller, Settings())
def fails(*_):
    raise {fault}
def tapped():
    app.screen.on_touch_down = fails
    app.stage.on_touch_down(UnitTestTouch(400, 300))
def ended():
    print("toasts", [child.bubble.words for child in app.screen.children if isinstance(child, Toast)], flush=True)
    print("events", len(controller.session.entries), flush=True)
    app.stop()
after(0.05, fails)
after(0.1, tapped)
after(0.3, ended)
app.run()
"""


def run(fault):
    settled = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM.format(fault=fault)]
    return subprocess.run(command, env=os.environ | settled, capture_output=True, text=True, timeout=120, check=False)


def test_app_survives_a_fault_in_a_handler_and_reports_it():
    ended = run("TypeError('unhashable')")
    assert ended.returncode == 0, ended.stderr
    assert "Nothing of the game is lost: go on playing." in ended.stdout
    assert "events 0" in ended.stdout
    assert ended.stderr.count("TypeError: unhashable") == 1, "logged once, though it happened twice"


def test_interrupt_ends_the_app():
    assert "events" not in run("KeyboardInterrupt").stdout
