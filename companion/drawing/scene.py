"""What a game's board is painted from, and what its targets can mean besides events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.events import Event, Face, Happening
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box


@dataclass(frozen=True, slots=True)
class Scene:
    """The table as a board shows it.

    `state` is the game's state, `asked` the seats that must act now, `pointed` the choice that a seat's button box has
    stepped to, `rolled` the dice of each seat's roll that decided last, `entries` each event so far with the state
    after it, `down` what a finger lies on at the moment (the meaning of a target).
    """

    state: Any
    asked: tuple[int, ...] = ()
    pointed: Mapping[int, Event] = field(default_factory=dict)
    rolled: Mapping[int, tuple[Face, ...]] = field(default_factory=dict)
    entries: Sequence[tuple[Happening, Any]] = ()
    down: object = None


@dataclass(frozen=True, slots=True)
class GoBack:
    """A target that takes back this many events."""

    count: int


PaintBoard = Callable[[Canvas, Box, Scene], None]
"""Paints the middle of the table for one game into a box, with targets where a finger counts."""
PaintPicture = Callable[[Canvas, Box], None]
"""Paints the picture that stands for a game into a box."""
