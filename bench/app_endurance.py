"""Does the app's memory grow in hours of demonstration play?

usage: python bench/app_endurance.py [--hours 2] [--box soft:]

The whole app in real time, drawn without a graphics card: the rendered camera, the reader, the box and the screens.
Simulated players play the five games in turn; between two games the home screen, the rules and the history are opened.
Prints the resident memory at each tenth. The program ends with 1 if it grows by more than 5 % after the third tenth,
by which every game has come up twice: until then caches of glyphs and pictures fill.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]
os.environ.update(SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy", KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1")

from vision_endurance import resident_kb

from companion.app.controller import TableController
from companion.app.folders import DataFolder
from companion.app.settings import Settings
from companion.bootstrap import make_controller
from companion.bots.players import SimulatedPlayers
from companion.core.table import Table
from companion.record.journal import Journal
from companion.ui.clock import every, shown
from companion.ui.kivy_app import CatsEyeApp
from companion.views.setup_draft import COLOURS, NAMES

FLAT = 0.05
"""Largest growth of memory after the third tenth, as a share."""
VISIT_S = 2.0
"""How long each screen between two games is open."""
LONGEST_S = 240.0
"""A game is left after this time, so that each game comes up again."""
MARKS = 10
"""How often the memory is looked at."""


class Demonstration:
    """Plays game after game in an app, and writes down the memory at each tenth of the time."""

    def __init__(self, app: CatsEyeApp, controller: TableController, seconds: float) -> None:
        self._app, self._controller, self._seconds = app, controller, seconds
        self.players = SimulatedPlayers(controller, Random(1))
        self.games, self.marks = Counter[str](), list[float]()
        self.events = 0
        self._ids = cycle(controller.games)
        self._visits: list[str] = []
        self._due, self._left_at, self._began = 0.0, 0.0, time.monotonic()

    def begin(self) -> None:
        """Begin the next game, with as many people as there are colours for."""
        name = next(self._ids)
        seats = min(self._controller.games[name].player_counts[-1], len(COLOURS))
        self._controller.begin(name, Table(NAMES[:seats], COLOURS[:seats]))
        self.games[name] += 1
        self._app.go("table")
        self._left_at = time.monotonic() + LONGEST_S

    def step(self, _seconds: float) -> None:
        """Act once, if it is time."""
        now = time.monotonic()
        if now - self._began >= self._seconds * (len(self.marks) + 1) / MARKS:
            self._mark(now)
        if now < self._due:
            return
        if self._visits:
            self._due = now + VISIT_S
            self._app.go(self._visits.pop(0))
            if not self._visits:
                self.begin()
        elif self._controller.session is not None and (self.players.done or now > self._left_at):
            self.events += self._controller.session.seq
            self._due, self._visits = now + VISIT_S, ["history", "rules", "table", "home"]
        else:
            self.players.step()

    def _mark(self, now: float) -> None:
        self.marks.append(resident_kb() / 1024)
        print(f"{(now - self._began) / 60:.0f} min: {self.marks[-1]:.1f} MB; games {dict(self.games)}", flush=True)
        if len(self.marks) == MARKS:
            self._app.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--box", default="soft:")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, settings = DataFolder(Path(name)), Settings(tray="sim:seed=1", box=options.box)
        controller = make_controller(settings, Journal(folder.path / "journal.sqlite"))
        app = CatsEyeApp(controller, Settings(), folder, (1280, 800))
        demonstration = Demonstration(app, controller, options.hours * 3600)
        try:
            controller.start()
            shown(demonstration.begin)
            every(1 / 20, demonstration.step)
            app.run()
        finally:
            controller.stop()
    marks = demonstration.marks
    grown = max(marks[3:]) / marks[2] - 1 if len(marks) == MARKS else float("inf")
    print(f"{demonstration.events} events; memory grew by {100 * grown:.1f} % after the third tenth")
    return int(grown > FLAT)


if __name__ == "__main__":
    raise SystemExit(main())
