"""The button boxes: presses become signals, and leds show what is asked."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.core.asks import Ask, Key
from companion.core.table import NOBODY, Table
from companion.core.text import Text
from companion.devices.box_status import BoxStatus
from companion.devices.button_map import button_of, called
from companion.devices.inbox import Inbox
from companion.devices.leds import leds_beside, leds_for
from companion.referee.signals import DeviceChanged, DeviceSaid, KeyPressed, PressMark
from firmware_bridge.factory import open_boxes
from firmware_bridge.host import button_map as buttons
from firmware_bridge.host.box import BoxState, Leds, Press, Tune
from firmware_bridge.host.boxes import ButtonBoxes
from firmware_bridge.host.ports import SimulatedInput

Button = tuple[str, int]
"""A box's id and the number of a button on it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A button of a box went down or up, whatever it means, at `at` of the host's clock."""

    box: str
    button: int
    down: bool
    at: float = 0.0


class BoxDevice:
    """All button boxes of a name: "auto" is every box that is or will be plugged in; others are one box.

    Presses stay in their box until `done` is called with them. `now` is the clock for presses, seconds. Raises
    ValueError for an unknown name.
    """

    def __init__(
        self, name: str, inbox: Inbox, mapping: buttons.ButtonMap, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.name, self.mapping = name, mapping
        self._inbox = inbox
        self._ports = open_boxes(name)
        self._boxes = ButtonBoxes(self._ports, on_press=self._pressed, on_state=self._changed, until_done=True, now=now)
        self._status = BoxStatus(lambda device: called(self.mapping, device))
        self._reported: tuple[bool, Text, tuple[str, ...]] | None = None
        self._asked: dict[str, frozenset[int]] = {}
        self._nonces: dict[str, int] = {}
        self._teaching = False
        self._shown: tuple[Sequence[Ask], Mapping[int, int], Table] = ((), {}, NOBODY)
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self._lock = threading.RLock()

    def start(self) -> None:
        """Look for boxes and listen to them, on their own threads."""
        self._boxes.start()
        with self._lock:
            self._report(())

    def stop(self) -> None:
        """Close the boxes."""
        self._boxes.stop()
        self._ports.close()

    @property
    def fingers(self) -> SimulatedInput | None:
        """Simulated input of the boxes, or None for real ones."""
        return self._ports.fingers

    @property
    def devices(self) -> tuple[str, ...]:
        """The ids of the connected boxes, in hex, in a fixed order."""
        with self._lock:
            return self._status.here

    @property
    def missing(self) -> tuple[str, ...]:
        """The ids of boxes that went away or cannot be used, in hex, in a fixed order."""
        with self._lock:
            return self._status.missing

    def dismiss_missing(self) -> None:
        """Play without the missing boxes: do not report them until they come back."""
        with self._lock:
            self._status.dismiss_missing()
            self._report(())

    @property
    def device(self) -> str:
        """The id of the first box that is, or else was, connected, in hex; "" if none ever was."""
        with self._lock:
            return (*self._status.here, *self._status.known, "")[0]

    def button(self, seat: int, key: Key) -> int | None:
        """Return the button with this meaning for a seat, on the first box that has one, or None."""
        place = buttons.Place(self._mark(seat), next(meaning for meaning in buttons.MEANINGS if meaning == key))
        found = (button_of(self.mapping, device, place) for device in self.devices or (self.device,))
        return next((button for button in found if button is not None), None)

    def show(self, asks: Sequence[Ask], pointers: Mapping[int, int], table: Table = NOBODY) -> None:
        """Light the leds of the seats that are asked in the colours of their players, with a short tune for a new seat.
        While teaching, later.
        """
        with self._lock:
            self._shown = asks, dict(pointers), table
            if not self._teaching:
                for device in self._status.known:
                    self._light(device)

    def teach(self, on: bool) -> None:
        """Start or end teaching, during which presses go to `edges` and not to the game."""
        with self._lock:
            if on and not self._teaching:
                for device in self._status.known:
                    self._boxes.show(device, Leds((), Tune.SILENCE, self._nonces.get(device, 0)))
            self._teaching = on
        self.edges()  # drop those of an earlier lesson
        if not on:
            self.show(*self._shown)

    def light(self, pressed: Collection[Button], mapping: buttons.ButtonMap) -> None:
        """While teaching, light the leds beside these buttons in the colours of the seats they mean."""
        with self._lock:
            if not self._teaching:
                return
            for device in self._status.known:
                mine = sorted(button for box, button in pressed if box == device)
                places = {button: mapping.place(device, button) for button in mine}
                self._boxes.show(device, Leds(leds_beside(places), Tune.SILENCE, self._nonces.get(device, 0)))

    def edges(self) -> tuple[Edge, ...]:
        """Return the new edges since teaching began or the last call, oldest first."""
        found = []
        while True:
            try:
                found.append(self._edges.get_nowait())
            except queue.Empty:
                return tuple(found)

    def done(self, mark: PressMark) -> None:
        """Let the box forget this press: it was judged and, if it counts, is on disk. Never blocks."""
        self._boxes.done(mark.box, mark.boot, mark.number)

    def _pressed(self, press: Press) -> None:
        """Take a press, on a box's thread as `_changed`. The methods after that are called with the lock held."""
        mark = PressMark(press.box, press.boot, press.number)
        if self._teaching:
            self._edges.put(Edge(press.box, press.button, press.down, press.at))
            self._inbox.wake()
            self.done(mark)
            return
        place = self.mapping.place(press.box, press.button)
        if press.down and place is not None:  # the host makes up lost releases, all with one number
            self._inbox.put(KeyPressed(place.seat, Key(place.meaning), press.at, mark))
        else:
            self.done(mark)

    def _changed(self, port: str, state: BoxState | None) -> None:
        with self._lock:
            before = self._status.known
            news = self._status.update(port, state)
            for device in self._status.known:
                if device not in before:
                    self._greet(device)
            self._report(news)

    def _report(self, news: Sequence[Text]) -> None:
        """Report changes, in one order for all boxes."""
        now = self._status.ok, self._status.why, self._status.here
        if now != self._reported:
            self._reported = now
            self._inbox.put(DeviceChanged("box", ok=now[0], why=now[1]))
        for words in news:
            self._inbox.put(DeviceSaid("box", words))

    def _greet(self, device: str) -> None:
        """Show on a new box what the others show, without a tune."""
        self._asked[device] = self._calls(device)
        if self._teaching:
            self._boxes.show(device, Leds())
        else:
            self._light(device)

    def _calls(self, device: str) -> frozenset[int]:
        """Return the marks of the seats that are asked and have a led on this box, or on no box at all."""
        asked = frozenset(self._mark(ask.seat) for ask in self._shown[0] if not ask.optional)
        sits = {seat: [box for box in self._status.known if self.mapping.led(box, seat) is not None] for seat in asked}
        return frozenset(seat for seat, boxes in sits.items() if device in boxes or not boxes)

    def _mark(self, seat: int) -> int:
        """Return the mark of a seat, by which the mapping knows its buttons."""
        return self._shown[2].mark(seat)

    def _light(self, device: str) -> None:
        asked, tune = self._calls(device), Tune.SILENCE
        if asked - self._asked.get(device, frozenset()):
            self._nonces[device] = self._nonces.get(device, 0) + 1
            tune = Tune.YOUR_TURN
        self._asked[device] = asked
        asks, pointers, table = self._shown
        leds = leds_for(asks, pointers, table, lambda mark: self.mapping.led(device, mark))
        self._boxes.show(device, Leds(leds, tune, self._nonces.get(device, 0)))
