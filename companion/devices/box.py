"""The button box: its presses become signals, its lamps follow what is asked."""

from __future__ import annotations

import queue
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.asks import Ask, Key
from companion.devices.inbox import Inbox
from companion.signals import DeviceChanged, KeyPressed, PressMark
from firmware_bridge import mapping as buttons
from firmware_bridge.box import BoxState, ButtonBox, Colour, Lamp, Lamps, Pattern, Press, Tune
from firmware_bridge.ports import Fingers, open_box

SEAT_COLOURS = (Colour.BLUE, Colour.RED, Colour.GREEN, Colour.YELLOW, Colour.MAGENTA, Colour.CYAN)
"""The lamp colour nearest to each seat's colour on the glass."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A button of a box went down or came up, whatever it means."""

    box: str
    button: int
    down: bool


class BoxDevice:
    """The button box, by name ("auto", "serial:...", "soft:", "avr:"). Raises ValueError for an unknown name."""

    def __init__(self, name: str, inbox: Inbox, mapping: buttons.Mapping) -> None:
        self.name, self.mapping = name, mapping
        self._inbox = inbox
        self._door = open_box(name)
        self._box = ButtonBox(self._door, on_press=self._pressed, on_state=self._changed)
        self._asked: frozenset[int] = frozenset()
        self._nonce = 0
        self._teaching = False
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()

    def start(self) -> None:
        """Begin to listen, in a thread of the box's own."""
        self._box.start()

    def stop(self) -> None:
        """Let go of the box."""
        self._box.stop()
        self._door.close()

    @property
    def fingers(self) -> Fingers | None:
        """What can press this box's buttons from the program, or None where only people can."""
        return self._door.fingers

    def button(self, seat: int, key: Key) -> int | None:
        """The button that means this for a seat, or None."""
        meaning = next((meaning for meaning in buttons.MEANINGS if meaning == key.value), None)
        found = self.mapping.button(buttons.Place(seat, meaning)) if meaning is not None else None
        return found[1] if found is not None else None

    def show(self, asks: Sequence[Ask], pointers: Mapping[int, int]) -> None:
        """Light the lamps of the seats that are asked; a short tune when somebody new is."""
        asked = frozenset(ask.seat for ask in asks if not ask.optional)
        tune = Tune.SILENCE
        if asked - self._asked:
            self._nonce, tune = self._nonce + 1, Tune.YOUR_TURN
        self._asked = asked
        self._box.show(Lamps(lamps_for(asks, pointers), tune, self._nonce))

    def teach(self, on: bool) -> None:
        """While teaching, buttons mean nothing to the game: their edges are only there for `edges`."""
        self._teaching = on
        self.edges()

    def edges(self) -> tuple[Edge, ...]:
        """The edges that have come while teaching, oldest first; each is given once."""
        found = []
        while True:
            try:
                found.append(self._edges.get_nowait())
            except queue.Empty:
                return tuple(found)

    def _pressed(self, press: Press) -> None:
        if self._teaching:
            self._edges.put(Edge(press.box, press.button, press.down))
            self._inbox.wake()
            return
        place = self.mapping.place(press.box, press.button)
        if press.down and place is not None:
            mark = PressMark(press.box, press.boot, press.number)
            self._inbox.put(KeyPressed(place.seat, Key(place.meaning), press.at, mark))

    def _changed(self, state: BoxState) -> None:
        self._inbox.put(DeviceChanged("box", ok=state.connected, why=state.why))


def lamps_for(asks: Sequence[Ask], pointers: Mapping[int, int]) -> tuple[Lamp, ...]:
    """One lamp a seat: on when the seat is asked, fast while its buttons step through choices, slow when it may."""
    lamps = []
    for seat, colour in enumerate(SEAT_COLOURS):
        mine = [ask for ask in asks if ask.seat == seat]
        if seat in pointers and mine:
            pattern = Pattern.FAST
        elif any(not ask.optional for ask in mine):
            pattern = Pattern.ON
        else:
            pattern = Pattern.SLOW if mine else Pattern.OFF
        lamps.append(Lamp(pattern, colour if mine else Colour.BLACK))
    return tuple(lamps)
