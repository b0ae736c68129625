"""Every button box of a name, each on a thread of its own; boxes come and go while the program runs."""

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
"""How often ports are looked for."""
STRANGER_S = 60.0
"""A port with something else behind it is left alone for so long: the board may be flashed meanwhile."""


class ButtonBoxes:
    """All the boxes there are. Callbacks come on threads of their own, with the port first for states.

    A port that is gone is reported with None. What was delivered is remembered by box, so that one that comes
    back at another port delivers nothing twice. Of two with the same id both are read, and `BoxState.duplicate` is set.
    With `until_done`, boxes keep a press until `done` is called for it; a `ledger` may want it otherwise. `now` is the
    clock, seconds.
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
        """Begin to look for boxes."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of every box."""
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
        """What the box with this device id shows, now or whenever it comes; never blocks."""
        with self._lock:
            self._leds[device] = leds
            for box in self._boxes.values():
                if box.state.device == device:
                    box.show(leds)

    def done(self, device: str, boot: int, number: int) -> None:
        """The press of this name needs not be kept any more; never blocks."""
        self._ledger.done(bytes.fromhex(device), boot, number)
        with self._lock:
            boxes = [box for box in self._boxes.values() if box.state.device == device]
        for box in boxes:
            box.wake()

    def states(self) -> dict[str, BoxState]:
        """How things stand, by port."""
        with self._lock:
            return {path: box.state for path, box in self._boxes.items()}

    def _run(self) -> None:
        logged = ""
        while not self._stop.is_set():
            try:
                self.look()
            except OSError:
                pass  # a port that went while it was looked at: the next look finds what is there
            except Exception as fault:  # noqa: BLE001  without this thread no box would be found any more
                if repr(fault) != logged:  # it may happen at every look
                    _log.exception("looking for boxes")
                logged = repr(fault)
            self._stop.wait(LOOK_S)

    def look(self) -> None:
        """Take up new ports, let go of those that are gone and of what was never a box."""
        present = self._connectors.look()
        vanished = self._strangers.keys() - present.keys()  # unplugged: what comes back may be another thing
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
        """The boxes that have come are still to be started, whatever comes of it."""
        try:
            self._on_state(path, None)
        except Exception:  # noqa: BLE001  whatever is done with it
            _log.exception("reporting that %s is gone failed", path)

    def _is_over(self, path: str, state: BoxState, present: dict[str, BoxConnector]) -> bool:
        if self._connectors.lasting:
            return False
        stranger = state.why in {NO_BOX_SPEAKS, NOTHING_ANSWERS} and not state.device  # a known box is hard to hear
        if stranger and path in present:
            self._strangers[path] = self._now()
            return True
        return path not in present and not state.connected

    def _make(self, path: str, connector: BoxConnector) -> ButtonBox:
        def on_state(state: BoxState) -> None:
            with self._lock:  # held until it is shown: else newer leds could be shown in between, and these after
                leds = self._leds.get(state.device) if state.connected else None
                if leds is not None:
                    box.show(replace(leds, tune=Tune.SILENCE))  # its tune was played, or its time is past
            self._on_state(path, state)

        box = ButtonBox(
            connector,
            on_press=self._on_press,
            on_state=on_state,
            ledger=self._ledger,
            now=self._now,
        )
        return box
