"""Every button box that is plugged in, each on a thread of its own; boxes come and go while the program runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.box import BoxState, ButtonBox, Press, Turn, ignore_turn
from firmware_bridge.finding import Finder
from firmware_bridge.heard import Lamps
from firmware_bridge.ports import SerialDoor

LOOK_S = 0.4
"""How often ports are looked for."""
STRANGER = "does not speak as a button box"


class ButtonBoxes:
    """All the boxes there are. Callbacks come on the boxes' own threads, with the port's path first for states."""

    def __init__(
        self,
        finder: Finder,
        *,
        on_press: Callable[[Press], None],
        on_state: Callable[[str, BoxState], None],
        on_turn: Callable[[Turn], None] = ignore_turn,
    ) -> None:
        self._finder = finder
        self._on_press, self._on_state, self._on_turn = on_press, on_state, on_turn
        self._boxes: dict[str, ButtonBox] = {}
        self._strangers: set[str] = set()
        self._lamps: dict[str, Lamps] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="button boxes", daemon=True)

    def start(self) -> None:
        """Begin to look for boxes."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of every box."""
        self._stop.set()
        self._thread.join(timeout=2)
        with self._lock:
            boxes, self._boxes = list(self._boxes.values()), {}
        for box in boxes:
            box.stop()

    def show(self, device: str, lamps: Lamps) -> None:
        """What the box with this device id shows, now or whenever it comes."""
        with self._lock:
            self._lamps[device] = lamps
            boxes = [box for box in self._boxes.values() if box.state.device == device]
        for box in boxes:
            box.show(lamps)

    def states(self) -> dict[str, BoxState]:
        """How things stand, by port."""
        with self._lock:
            return {path: box.state for path, box in self._boxes.items()}

    def _run(self) -> None:
        while not self._stop.is_set():
            self.look()
            self._stop.wait(LOOK_S)

    def look(self) -> None:
        """Take up new ports, let go of those that are gone and were never a box."""
        present = {found.path for found in self._finder.look()}
        self._strangers &= present  # unplugged: what comes back may be another thing
        with self._lock:
            gone = [path for path, box in self._boxes.items() if self._is_over(path, box.state, present)]
            leaving = [self._boxes.pop(path) for path in gone]
            new = sorted(present - self._strangers - self._boxes.keys())
            arriving = [self._boxes.setdefault(path, self._make(path)) for path in new]
        for box in leaving:
            box.stop()
        for box in arriving:
            box.start()

    def _is_over(self, path: str, state: BoxState, present: set[str]) -> bool:
        if STRANGER in state.why:
            self._strangers.add(path)
            return True
        lasting = bool(state.device) and Path(path).parent == self._finder.by_id
        return path not in present and not state.connected and not lasting

    def _make(self, path: str) -> ButtonBox:
        def on_state(state: BoxState) -> None:
            if state.connected and state.device in self._lamps:
                box.show(self._lamps[state.device])
            self._on_state(path, state)

        box = ButtonBox(
            SerialDoor(f"serial:{path}", path), on_press=self._on_press, on_state=on_state, on_turn=self._on_turn
        )
        return box
