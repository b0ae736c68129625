"""Gestures from edges: taps, long presses, double presses, chords and dial steps, made from the edges a box reports.

A pure machine on the edges' own times, so a slow cable changes nothing. A tap is reported at its release; a double
press is reported in place of its second tap, so that no tap waits for a possible second one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from firmware_bridge.host.box import LONG_S, Press, Turn

DOUBLE_S = 0.35
"""A second press of the same button this soon after the first one's release is a double press."""
CHORD_S = 0.12
"""Buttons that go down this close to each other, and overlap, are one chord."""


class Kind(Enum):
    """The kind of a gesture."""

    TAP = auto()
    LONG = auto()
    DOUBLE = auto()
    CHORD = auto()
    STEP = auto()


@dataclass(frozen=True)
class Gesture:
    """One gesture. `buttons` are in rising order; `steps` counts a dial's detents, clockwise positive."""

    kind: Kind
    box: str
    buttons: tuple[int, ...]
    at: float
    steps: int = 0


@dataclass
class _Held:
    """The buttons of one box that are down, or were down with ones that still are."""

    since: dict[int, float] = field(default_factory=dict)
    chords: list[set[int]] = field(default_factory=list)
    spent: set[int] = field(default_factory=set)
    tapped: dict[int, float] = field(default_factory=dict)
    second: set[int] = field(default_factory=set)

    def chord(self, buttons: set[int]) -> set[int]:
        """The chord that one of these buttons is in; an empty set where none is."""
        return next((chord for chord in self.chords if chord & buttons), set())

    def waits(self) -> Iterator[tuple[int, float]]:
        """The buttons, with the times since when, that may become long presses."""
        return ((b, since) for b, since in self.since.items() if b not in self.spent and not self.chord({b}))


@dataclass
class Gestures:
    """Feed it every Press and Turn; `due` reports long presses while the button is still held."""

    long_s: float = LONG_S
    double_s: float = DOUBLE_S
    chord_s: float = CHORD_S
    _boxes: dict[str, _Held] = field(default_factory=dict)

    def press(self, press: Press) -> list[Gesture]:
        """What this edge completes. Long presses that fell due before it come first."""
        held = self._boxes.setdefault(press.box, _Held())
        gestures = self.due(press.at)
        if press.down:
            self._down(held, press)
        elif press.button in held.since:
            gestures += self._up(held, press)
        return gestures

    def turn(self, turn: Turn) -> list[Gesture]:
        """A dial's detent."""
        return [Gesture(Kind.STEP, turn.box, (), turn.at, turn.steps)]

    def due(self, now: float) -> list[Gesture]:
        """The buttons now held long enough for a long press; reported while they are still down."""
        gestures = []
        for box, held in self._boxes.items():
            for button, since in list(held.waits()):
                if now - since >= self.long_s:
                    held.spent.add(button)
                    gestures.append(Gesture(Kind.LONG, box, (button,), since + self.long_s))
        return sorted(gestures, key=lambda gesture: gesture.at)

    def _down(self, held: _Held, press: Press) -> None:
        together = {button for button, since in held.since.items() if press.at - since <= self.chord_s} - held.spent
        held.since[press.button] = press.at
        if press.at - held.tapped.pop(press.button, float("-inf")) <= self.double_s:
            held.second.add(press.button)
        if together:
            chord = held.chord(together)
            if not chord:
                held.chords.append(chord)
            chord |= together | {press.button}

    def _up(self, held: _Held, press: Press) -> list[Gesture]:
        button = press.button
        del held.since[button]
        second = button in held.second
        held.second.discard(button)
        if button in held.spent:
            held.spent.discard(button)
            return []
        chord = held.chord({button})
        if chord:
            held.chords.remove(chord)
            held.spent |= chord & held.since.keys()  # the others' releases mean nothing more
            return [Gesture(Kind.CHORD, press.box, tuple(sorted(chord)), press.at)]
        if second:
            return [Gesture(Kind.DOUBLE, press.box, (button,), press.at)]
        held.tapped[button] = press.at
        return [Gesture(Kind.TAP, press.box, (button,), press.at)]
