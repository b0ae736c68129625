"""Test everything in a box, one part at a time, with its simulated input or else with a person pressing."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from catseye.text import Text
from firmware_bridge.host.box import LISTENING, BoxState, ButtonBox, Press
from firmware_bridge.host.events import Leds
from firmware_bridge.host.messages import BUTTONS, DARK, LEDS, Colour, Led, Pattern, Tune
from firmware_bridge.host.ports import BoxConnector, SimulatedInput

FIND_S = 8.0
"""How long to wait for a box, seconds."""
FINGER_S = 2.0
"""How long to wait for simulated input to take effect, seconds."""
PERSON_S = 15.0
"""How long to wait for a person to press, seconds."""
LOOK_S = 1.5
"""Time to look at the leds, seconds."""
REST_S = 0.5
"""Pause before asking again, seconds: the second of two quick presses is not an answer."""
EARLY_S = 0.05
"""Uncertainty of the time of an edge, seconds: its age is in milliseconds of the box's own clock."""
TRIES = 3
MEANINGS = ("yes", "no", "next")
BROKEN = "is the wire to it broken?"


@dataclass(frozen=True)
class Check:
    """Result of one test. `well` is None if nobody could tell."""

    what: str
    well: bool | None
    detail: str = ""


def why_silent(states: Sequence[BoxState]) -> Text:
    """Return the last reason why a box did not answer; that its cable is open says nothing."""
    return next((state.why for state in reversed(states) if state.why != LISTENING), LISTENING)


class _WentAwayError(Exception):
    """The box is no longer there; the message says why."""


class SelfTest:
    """Tests the box of one connector; `say` tells people what to do."""

    def __init__(self, connector: BoxConnector, *, seats: int, say: Callable[[str], None]) -> None:
        self._connector, self._seats, self._say = connector, seats, say
        self._presses: queue.Queue[Press] = queue.Queue()
        self._connected = threading.Event()
        self._heard: list[BoxState] = []
        self._box = ButtonBox(connector, on_press=self._presses.put, on_state=self._state)

    def run(self) -> Iterator[Check]:
        """Yield the results one by one."""
        self._box.start()
        try:
            if not self._connected.wait(FIND_S):
                yield Check("a box answers", well=False, detail=str(why_silent(self._heard)))
                return
            state = self._box.state
            detail = f"device {state.device}, firmware {state.firmware}, {state.chip}"
            yield Check("a box answers", well=True, detail=detail)
            before = self._lost()  # presses lost before the test are not the box's fault
            yield from self._leds()
            yield from self._buttons()
            yield self._extra()
            lost = max(self._lost() - before, 0)
            yield Check("nothing was lost", lost == 0, f"{lost} lost")
        except _WentAwayError as gone:
            yield Check("the box stays", well=False, detail=f"the box went away: {gone}")
        finally:
            self._box.show(Leds())
            self._box.stop()

    def _state(self, state: BoxState) -> None:
        self._heard.append(state)
        if state.connected:
            self._connected.set()

    def _lost(self) -> int:
        """Return how many edges the box has lost so far, waiting for its report."""
        until = time.monotonic() + FINGER_S
        while (lost := self._box.lost) is None and time.monotonic() < until:
            time.sleep(0.01)
        return lost or 0

    def _leds(self) -> Iterator[Check]:
        for colour in (Colour.RED, Colour.GREEN, Colour.BLUE):
            leds = (Led(Pattern.ON, colour),) * self._seats
            self._say(f"all leds are {colour.name.lower()} now")
            self._box.show(Leds(leds, Tune.CLICK, nonce=colour))
            fingers = self._connector.fingers
            if fingers is None:
                time.sleep(LOOK_S)
                yield Check(f"leds {colour.name.lower()}", None, "look at them")
                continue
            wanted = leds + (DARK,) * (LEDS - self._seats)
            until, before = time.monotonic() + FINGER_S, len(self._heard)
            while fingers.leds() != wanted and time.monotonic() < until:
                time.sleep(0.01)
            if fingers.leds() != wanted:
                self._stayed(before)
            yield Check(f"leds {colour.name.lower()}", fingers.leds() == wanted)

    def _buttons(self) -> Iterator[Check]:
        for button in range(3 * self._seats):
            what = f"seat {button // 3 + 1} {MEANINGS[button % 3]}"
            self._box.show(Leds(tuple(Led(Pattern.FAST) if s == button // 3 else DARK for s in range(self._seats))))
            silence = Check(what, well=False, detail=f"no press and release came: {BROKEN}")
            yield self._button(button, f"press {what}", what, silence)

    def _button(self, button: int, words: str, what: str, silence: Check) -> Check:
        return self._ask(
            words,
            lambda fingers: fingers.press(button),
            lambda since: self._pressed(button, what, since),
            silence,
        )

    def _pressed(self, button: int, what: str, since: float) -> Check:
        """Judge the first button that went both ways; one that only comes up was held before."""
        first: dict[int, Press] = {}
        while True:
            edge = self._next(since)
            before = first.setdefault(edge.button, edge)
            if before.down != edge.down:
                break
        if edge.button != button:
            detail = f"button {edge.button} came instead of {button}: wires are swapped"
            return Check(what, well=False, detail=detail)
        if edge.down:
            return Check(what, well=False, detail="press and release came in the wrong order: is it a closer?")
        return Check(what, well=True, detail=f"held {edge.at - before.at:.2f} s")

    def _extra(self) -> Check:
        what = "extra button"
        silence = Check(what, well=None, detail="nothing came: no extra button fitted?")
        return self._button(BUTTONS - 1, f"press the {what}", what, silence)

    def _ask(
        self, words: str, do: Callable[[SimulatedInput], None], answer: Callable[[float], Check], silence: Check
    ) -> Check:
        """Ask and return the result. Hands slip or press twice: only what is wrong again is a fault."""
        wrong: list[Check] = []
        while True:
            since, before = time.monotonic() - EARLY_S, len(self._heard)
            _empty(self._presses)
            self._say(f"{words}, once more" if wrong else words)
            fingers = self._connector.fingers
            if fingers is not None:
                do(fingers)
            try:
                check = answer(since)
            except queue.Empty:
                self._stayed(before)
                return silence
            if check.well or check in wrong or len(wrong) == TRIES - 1:
                return check
            wrong.append(check)
            if fingers is None:
                time.sleep(REST_S)

    def _stayed(self, before: int) -> None:
        """Raise _WentAwayError if the box has been away since this many states were received."""
        away = [state for state in self._heard[before:] if not state.connected]
        if away or not self._box.state.connected:
            raise _WentAwayError(str(why_silent(away or self._heard)))

    def _next(self, since: float) -> Press:
        """Return the next edge after this time; raise queue.Empty if none comes."""
        limit = FINGER_S if self._connector.fingers is not None else PERSON_S
        while (edge := self._presses.get(timeout=limit)).at < since:
            pass  # it was in the box before the question
        return edge


def _empty(inbox: queue.Queue[Press]) -> None:
    with suppress(queue.Empty):
        while True:
            inbox.get_nowait()
