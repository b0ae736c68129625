"""Tries everything a box has, one thing after the other: with its own fingers where it has them, else people's."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware_bridge.box import BoxState, ButtonBox, Press, Turn
from firmware_bridge.heard import Lamps
from firmware_bridge.messages import DARK, LAMPS, Colour, Lamp, Pattern, Tune
from firmware_bridge.ports import Door

FIND_S = 8.0
FINGER_S = 2.0
PERSON_S = 15.0
MEANINGS = ("yes", "no", "next")


@dataclass(frozen=True)
class Check:
    """One thing tried. `well` is None when nobody could tell."""

    what: str
    well: bool | None
    detail: str = ""


class SelfTest:
    """Runs over one door; `say` shows people what to do."""

    def __init__(self, door: Door, *, seats: int, say: Callable[[str], None]) -> None:
        self._door, self._seats, self._say = door, seats, say
        self._presses: queue.Queue[Press] = queue.Queue()
        self._turns: queue.Queue[Turn] = queue.Queue()
        self._connected = threading.Event()
        self._box = ButtonBox(door, on_press=self._presses.put, on_state=self._state, on_turn=self._turns.put)

    def run(self) -> Iterator[Check]:
        """The checks as they are done."""
        self._box.start()
        try:
            found = self._connected.wait(FIND_S)
            state = self._box.state
            detail = f"device {state.device}, firmware {state.firmware}, {state.chip}" if found else state.why
            yield Check("a box answers", found, detail)
            if not found:
                return
            yield from self._lamps()
            yield from self._buttons()
            yield from self._dial()
            lost = self._box.state.lost
            yield Check("nothing was lost", lost == 0, f"{lost} lost")
        finally:
            self._box.show(Lamps())
            self._box.stop()

    def _state(self, state: BoxState) -> None:
        if state.connected:
            self._connected.set()

    def _lamps(self) -> Iterator[Check]:
        for colour in (Colour.RED, Colour.GREEN, Colour.BLUE):
            lamps = (Lamp(Pattern.ON, colour),) * self._seats
            self._say(f"all lamps are {colour.name.lower()} now")
            self._box.show(Lamps(lamps, Tune.CLICK, nonce=colour))
            fingers = self._door.fingers
            if fingers is None:
                time.sleep(1.5)  # long enough to look
                yield Check(f"lamps {colour.name.lower()}", None, "look at them")
                continue
            wanted = lamps + (DARK,) * (LAMPS - self._seats)
            until = time.monotonic() + FINGER_S
            while fingers.lamps() != wanted and time.monotonic() < until:
                time.sleep(0.01)
            yield Check(f"lamps {colour.name.lower()}", fingers.lamps() == wanted)

    def _buttons(self) -> Iterator[Check]:
        for button in range(3 * self._seats):
            what = f"seat {button // 3 + 1} {MEANINGS[button % 3]}"
            self._box.show(Lamps(tuple(Lamp(Pattern.FAST) if s == button // 3 else DARK for s in range(self._seats))))
            self._say(f"press {what}")
            if self._door.fingers is not None:
                self._door.fingers.press(button)
            yield self._pressed(button, what)

    def _pressed(self, button: int, what: str) -> Check:
        limit = FINGER_S if self._door.fingers is not None else PERSON_S
        try:
            down = self._presses.get(timeout=limit)
            up = self._presses.get(timeout=limit)
        except queue.Empty:
            return Check(what, well=False, detail="no press and release came: is the wire to it broken?")
        if (down.button, up.button) != (button, button):
            return Check(what, well=False, detail=f"button {down.button} came instead of {button}: wires are swapped")
        if not down.down or up.down:
            return Check(what, well=False, detail="press and release came in the wrong order: is it a closer?")
        return Check(what, well=True, detail=f"held {up.at - down.at:.2f} s")

    def _dial(self) -> Iterator[Check]:
        for steps, words in ((1, "clockwise"), (-1, "back")):
            self._say(f"turn the dial {words} by one step")
            if self._door.fingers is not None:
                self._door.fingers.turn(0, steps)
            try:
                turned = self._turns.get(timeout=FINGER_S if self._door.fingers is not None else PERSON_S)
            except queue.Empty:
                yield Check(f"dial {words}", well=None, detail="nothing came: no dial fitted?")
                continue
            yield Check(f"dial {words}", turned.steps == steps, "" if turned.steps == steps else "A and B are swapped")
