"""All button boxes of a name, each on its own thread; boxes come and go while the program runs."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from firmware_bridge.host.box import BoxState, ButtonBox, Press, Tune
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.events import Leds
from firmware_bridge.host.keepalive import NO_BOX_SPEAKS, NOTHING_ANSWERS
from firmware_bridge.host.ports import BoxConnector, BoxConnectors

_log = logging.getLogger(__name__)

LOOK_S = 0.25
"""Interval between looks for new ports, seconds."""
STRANGER_S = 60.0
"""How long to leave a port alone that is not a box, seconds: the board may be flashed meanwhile."""


class ButtonBoxes:
    """All connected boxes. Callbacks run on the boxes' threads; `on_state` gets the port, and None when it is gone.

    Deliveries are remembered by box: one that comes back at another port delivers nothing twice. Of two boxes with the
    same id both are read, and `BoxState.duplicate` is set. With `until_done`, a box keeps each press until `done` is
    called for it; a `ledger` given instead decides that itself. `now` is a clock in seconds.
    """

    def __init__(
        self,
        connectors: BoxConnectors,
        *,
        on_press: Callable[[Press], None],
        on_state: Callable[[str, BoxState | None], None],
        until_done: bool = False,
        ledger: DeliveryLedger | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connectors, self._now = connectors, now
        self._on_press, self._on_state = on_press, on_state
        self._ledger = DeliveryLedger(until_done=until_done) if ledger is None else ledger
        self._boxes: dict[str, ButtonBox] = {}
        self._strangers: dict[str, float] = {}
        self._leds: dict[str, Leds] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="button boxes", daemon=True)

    def start(self) -> None:
        """Start looking for boxes."""
        self._thread.start()

    def stop(self) -> None:
        """Close every box."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2)
        with self._lock:
            boxes, self._boxes = list(self._boxes.values()), {}
        for box in boxes:
            box.ask_to_stop()
        for box in boxes:
            box.stop()

    def show(self, device: str, leds: Leds) -> None:
        """Show this on the box with this device id, now or whenever it comes; never blocks."""
        with self._lock:
            self._leds[device] = leds
            for box in self._boxes.values():
                if box.state.device == device:
                    box.show(leds)

    def done(self, device: str, boot: int, number: int) -> None:
        """Let the box forget this press; never blocks."""
        self._ledger.done(bytes.fromhex(device), boot, number)
        with self._lock:
            boxes = [box for box in self._boxes.values() if box.state.device == device]
        for box in boxes:
            box.wake()

    def states(self) -> dict[str, BoxState]:
        """Return the state of each box by port."""
        with self._lock:
            return {path: box.state for path, box in self._boxes.items()}

    def _run(self) -> None:
        logged = ""
        while not self._stop.is_set():
            try:
                self.look()
            except OSError:
                pass  # a port went away meanwhile: the next look finds what is there
            except Exception as fault:  # noqa: BLE001  without this thread no box would ever be found again
                if repr(fault) != logged:  # it may happen at every look
                    _log.exception("looking for boxes")
                logged = repr(fault)
            self._stop.wait(LOOK_S)

    def look(self) -> None:
        """Open new ports; close those that are gone or were never a box."""
        present = self._connectors.look()
        vanished = self._strangers.keys() - present.keys()  # unplugged: something else may come back there
        since = self._now() - STRANGER_S
        self._strangers = {path: at for path, at in self._strangers.items() if at > since and path not in vanished}
        with self._lock:
            gone = [path for path, box in self._boxes.items() if self._is_over(path, box.state, present)]
            leaving = {path: self._boxes.pop(path) for path in gone}
            new = sorted(present.keys() - self._strangers.keys() - self._boxes.keys())
            arriving = [self._boxes.setdefault(path, self._make(path, present[path])) for path in new]
        for box in leaving.values():
            box.stop()
        for path in sorted((leaving.keys() - self._strangers.keys()) | vanished):
            self._tell_gone(path)
        for box in arriving:
            if not self._stop.is_set():
                box.start()

    def _tell_gone(self, path: str) -> None:
        """Report that the port is gone. If the callback fails, new boxes must still be started."""
        try:
            self._on_state(path, None)
        except Exception:  # noqa: BLE001  any bug in a callback
            _log.exception("reporting that %s is gone failed", path)

    def _is_over(self, path: str, state: BoxState, present: dict[str, BoxConnector]) -> bool:
        if self._connectors.lasting:
            return False
        stranger = state.why in {NO_BOX_SPEAKS, NOTHING_ANSWERS} and not state.device  # a known box has a bad cable
        if stranger and path in present:
            self._strangers[path] = self._now()
            return True
        return path not in present and not state.connected

    def _make(self, path: str, connector: BoxConnector) -> ButtonBox:
        def on_state(state: BoxState) -> None:
            with self._lock:  # held until they are shown, or newer leds could be overwritten by these
                leds = self._leds.get(state.device) if state.connected else None
                if leds is not None:
                    box.show(replace(leds, tune=Tune.SILENCE))  # too late for its tune
            self._on_state(path, state)

        box = ButtonBox(connector, on_press=self._on_press, on_state=on_state, ledger=self._ledger, now=self._now)
        return box
