"""A game that plays itself on the screen (`--watch`)."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

from companion.app.transcript import Transcript
from companion.bots.players import SimulatedPlayers
from companion.record.export import evidence_of
from companion.ui.clock import after

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.app.run_options import RunOptions
    from companion.ui.kivy_app import CatsEyeApp

WATCH_LIMIT_S = 900.0
"""Time limit of a game that plays itself, seconds: something is stuck."""


class Watch:
    """A game that plays itself, with a transcript and a screenshot of each new phase."""

    def __init__(self, app: CatsEyeApp, controller: TableController, options: RunOptions) -> None:
        self.app, self.controller, self.options = app, controller, options
        self.players = SimulatedPlayers(controller, Random(options.seed))
        self.transcript = Transcript(controller)
        self.ended = False
        self._shot: set[str] = set()
        self._seconds = 0.0

    def step(self, seconds: float) -> None:
        """Act once if it is time; called about twenty times a second."""
        self._seconds += seconds
        self.players.step()
        self.transcript.step()
        self._photograph()
        if self.players.done and not self.ended:
            self.ended = True
            after(1.0, lambda: self.app.shoot("end"))
            after(1.5, self.app.stop)
        elif why := self._stuck():
            print(why, file=sys.stderr)  # noqa: T201  for a terminal
            self.app.stop()

    def _stuck(self) -> str:
        """Return why this game will never end, or ""."""
        tray = self.controller.devices.tray_device
        if tray is not None and tray.hopeless:
            return str(tray.hopeless)
        return "The game did not end in time; giving up." if self._seconds > WATCH_LIMIT_S else ""

    def print_paths(self) -> None:
        """Write the evidence pictures to files, and print all paths."""
        try:
            written = f"{self._write_evidence()} pictures"
        except OSError as wrong:  # the journal has them as well
            written = f"not written: {wrong.strerror or wrong}"
        why, folder = self.controller.devices.box.why, self.options.folder
        box = f"button box:  {why}\n" if why else ""
        paths = f"evidence:    {folder.evidence} ({written})\nscreenshots: {folder.screenshots}"
        print(f"{box}journal:     {self.options.journal}\n{paths}")  # noqa: T201

    def _write_evidence(self) -> int:
        """Write the evidence pictures to files, and return how many. Raises OSError."""
        session, folder = self.controller.session, self.options.folder.evidence
        if session is None:
            return 0
        folder.mkdir(parents=True, exist_ok=True)
        pictures = {seq: evidence.picture for seq, evidence in evidence_of(session) if evidence.picture is not None}
        for seq, picture in pictures.items():
            (folder / f"{session.id}-{seq:04}.jpg").write_bytes(picture)
        return len(pictures)

    def _photograph(self) -> None:
        session = self.controller.session
        if session is None:
            return
        phase = str(session.facts()["phase"])
        if phase not in self._shot:
            self._shot.add(phase)
            after(0.4, lambda: self.app.shoot(f"{session.game.id}-{phase}"))
