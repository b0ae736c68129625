"""A finger on a touch panel: the window reports it as a pointer, and Kivy would read the panel itself as well."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.games import shelf
from companion.record.journal import Journal
from companion.ui.clock import every
from companion.ui.kivy_app import CatsEyeApp
from kivy.input import MotionEvent, MotionEventFactory, MotionEventProvider

class Finger(MotionEvent):
    def __init__(self, x, y):
        super().__init__("panel", "1", (x, y), is_touch=True, type_id="touch")
    def depack(self, at):
        self.sx, self.sy = at
        self.profile = ("pos",)
        super().depack(at)

class Panel(MotionEventProvider):  # reads the panel itself, as Kivy does on Linux
    queue = []
    def update(self, dispatch_fn):
        while self.queue:
            dispatch_fn(*self.queue.pop(0))

MotionEventFactory.register("probesysfs", Panel)
app = CatsEyeApp(TableController(Journal(":memory:"), shelf()), Settings())
finger = Finger(1 - 100 / 1280, 1 - 50 / 800)  # the screen is turned: the panel knows nothing of it

def touches():
    app.stage.bind(on_touch_down=lambda _stage, touch: print(round(touch.x), round(touch.y)))
    Panel.queue.append(("begin", finger))
    app.appearance.window.dispatch("on_mouse_down", 100, 749, "left", [])
    yield
    app.appearance.window.dispatch("on_mouse_up", 100, 749, "left", [])
    Panel.queue.append(("end", finger))
    yield
    app.stop()

steps = touches()
every(0.05, lambda _seconds: next(steps, None))
app.run()
"""


def test_finger_on_a_rotated_screen_is_one_touch_in_its_place():
    surroundings = os.environ | {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM]
    ended = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False, timeout=120)
    assert ended.stdout.splitlines() == ["100 50"], ended.stderr[-2000:]
