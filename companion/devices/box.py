"""The button box: its presses become signals, its lamps follow what is asked."""

from __future__ import annotations

import queue
from collections.abc import Callable, Collection, Mapping, Sequence

from companion.core.asks import Ask, Key
from companion.devices.contacts import Edge
from companion.devices.inbox import Inbox
from companion.devices.meanings import BUTTONS_A_LAMP, button_of, lamp_of, place_of
from companion.signals import DeviceChanged, KeyPressed, PressMark
from firmware_bridge import mapping as buttons
from firmware_bridge.box import BoxState, ButtonBox, Colour, Lamp, Lamps, Pattern, Press, Tune
from firmware_bridge.ports import Fingers, open_box

SEAT_COLOURS = (Colour.BLUE, Colour.RED, Colour.GREEN, Colour.YELLOW, Colour.MAGENTA, Colour.CYAN)
"""The lamp colour nearest to each seat's colour on the glass."""


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
        self._shown: tuple[Sequence[Ask], Mapping[int, int]] = ((), {})
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

    @property
    def device(self) -> str:
        """The id of the box that is there, or was there last, in hex; "" before any was."""
        return self._box.state.device

    def button(self, seat: int, key: Key) -> int | None:
        """The button that means this for a seat, or None."""
        meaning = next((meaning for meaning in buttons.MEANINGS if meaning == key.value), None)
        return None if meaning is None else button_of(self.mapping, self.device, buttons.Place(seat, meaning))

    def show(self, asks: Sequence[Ask], pointers: Mapping[int, int]) -> None:
        """Light the lamps of the seats that are asked; a short tune when somebody new is. While teaching: later."""
        self._shown = asks, dict(pointers)
        if self._teaching:
            return
        asked = frozenset(ask.seat for ask in asks if not ask.optional)
        tune = Tune.SILENCE
        if asked - self._asked:
            self._nonce, tune = self._nonce + 1, Tune.YOUR_TURN
        self._asked = asked
        mapping, device = self.mapping, self.device
        lamps = lamps_for(asks, pointers, lambda seat: lamp_of(mapping, device, seat))
        self._box.show(Lamps(lamps, tune, self._nonce))

    def teach(self, on: bool) -> None:
        """While teaching, buttons mean nothing to the game: their edges are only there for `edges`."""
        if on and not self._teaching:
            self._box.show(Lamps((), Tune.SILENCE, self._nonce))
        self._teaching = on
        self.edges()
        if not on:
            self.show(*self._shown)

    def light(self, pressed: Collection[int], mapping: buttons.Mapping) -> None:
        """While teaching: the lamps beside these buttons, each in the colour of the seat its button means there."""
        if self._teaching:
            places = {button: place_of(mapping, self.device, button) for button in sorted(pressed)}
            self._box.show(Lamps(lamps_beside(places), Tune.SILENCE, self._nonce))

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
            self._edges.put(Edge(press.box, press.button, press.down, press.at))
            self._inbox.wake()
            return
        place = place_of(self.mapping, press.box, press.button)
        if press.down and place is not None:
            mark = PressMark(press.box, press.boot, press.number)
            self._inbox.put(KeyPressed(place.seat, Key(place.meaning), press.at, mark))

    def _changed(self, state: BoxState) -> None:
        self._inbox.put(DeviceChanged("box", ok=state.connected, why=state.why))


def lamps_for(asks: Sequence[Ask], pointers: Mapping[int, int], lamp: Callable[[int], int | None]) -> tuple[Lamp, ...]:
    """Every lamp of the box: on for a seat that is asked, fast while it steps through choices, slow when it may act.

    `lamp` says which one is a seat's; where two seats share one, who is asked first has it.
    """
    lamps = [Lamp(Pattern.OFF, Colour.BLACK)] * len(SEAT_COLOURS)
    strength = {Pattern.OFF: 0, Pattern.SLOW: 1, Pattern.ON: 2, Pattern.FAST: 3}
    for seat, colour in enumerate(SEAT_COLOURS):
        mine = [ask for ask in asks if ask.seat == seat]
        at = lamp(seat)
        if not mine or at is None or at >= len(lamps):
            continue
        must = any(not ask.optional for ask in mine)
        pattern = Pattern.FAST if seat in pointers else Pattern.ON if must else Pattern.SLOW
        if strength[pattern] > strength[Pattern(lamps[at].pattern)]:
            lamps[at] = Lamp(pattern, colour)
    return tuple(lamps)


def lamps_beside(places: Mapping[int, buttons.Place | None]) -> tuple[Lamp, ...]:
    """The lamps beside these buttons; white where a button means nothing yet. The dial's push has no lamp."""
    lamps = [Lamp(Pattern.OFF, Colour.BLACK)] * len(SEAT_COLOURS)
    for button, place in places.items():
        at = button // BUTTONS_A_LAMP
        if at < len(lamps):
            colour = SEAT_COLOURS[place.seat] if place is not None and place.seat < len(SEAT_COLOURS) else Colour.WHITE
            lamps[at] = Lamp(Pattern.ON, colour)
    return tuple(lamps)
