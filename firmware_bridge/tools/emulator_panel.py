"""The emulated box in a terminal: how it looks and what each key does. Pure; `__main__` draws it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from firmware_bridge.host.messages import LEDS, Colour, Led, Pattern

ROWS = ("qwerty", "asdfgh", "zxcvbn")
"""The three rows of letters are yes, no and next; the column is the seat."""
MEANINGS = ("yes", "no", "next")
EXTRA, UNPLUG, POWER, QUIT = " ", "u", "p", ("\x1b", "\x03", "\x04")

_KEY = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]?|\x1bO.?|\x1b[^\x1b]?|.", re.DOTALL)
_BEGUN = re.compile(r"\x1b(\[[0-?]*[ -/]*|O)?\Z")

STYLES = {
    Colour.BLACK: "dim",
    Colour.RED: "red",
    Colour.GREEN: "green",
    Colour.YELLOW: "yellow",
    Colour.BLUE: "blue",
    Colour.MAGENTA: "magenta",
    Colour.CYAN: "cyan",
    Colour.WHITE: "white",
}


@dataclass(frozen=True)
class Push:
    """Press and release this button."""

    button: int


@dataclass(frozen=True)
class Cable:
    """Pull the cable, or put it back."""


@dataclass(frozen=True)
class Power:
    """Switch the box off and on."""


@dataclass(frozen=True)
class Quit:
    """Leave."""


Action = Push | Cable | Power | Quit


def action(key: str) -> Action | None:
    """Return what a key does, or None."""
    if key in QUIT:
        return Quit()
    if key == UNPLUG:
        return Cable()
    if key == POWER:
        return Power()
    if key == EXTRA:
        return Push(3 * LEDS)
    for meaning, row in enumerate(ROWS):
        if key and key in row:
            return Push(3 * row.index(key) + meaning)
    return None


def keys_in(typed: str) -> list[str]:
    """Split what a terminal sent into keys: arrows and F-keys are several characters, Alt with a letter is two."""
    return _KEY.findall(typed)


def is_begun(typed: str) -> bool:
    """Return whether this ends with the start of a key of several characters, or with Esc alone."""
    return _BEGUN.search(typed) is not None


def led_row(leds: tuple[Led, ...]) -> list[tuple[str, str]]:
    """Return (text, style) per led."""
    signs = {Pattern.OFF: "○", Pattern.ON: "●", Pattern.SLOW: "◐ slow", Pattern.FAST: "◓ fast"}
    return [(signs[led.pattern], STYLES[led.colour] if led.pattern else "dim") for led in leds]
