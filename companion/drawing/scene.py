"""What a game's board is painted from, and what its targets can mean besides events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.core.events import Event, Happening
from companion.core.text import Text
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box

Place = tuple[str | int, ...]
"""Where a value stands in a game's facts: the fact, then the keys and positions below it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table as a board shows it.

    `state` is the game's state, `asked` the seats that must act now, `pointed` the choice that a seat's button box has
    stepped to, `entries` each event so far with the state after it, `earlier` the same for each table that this one
    continues, the newest first, `corrected` the events of this round that were changed afterwards, `set_right` where in
    the facts people corrected the table, `down` the meanings of the targets on which fingers lie, `picked` the meanings
    that fingers have picked or switched on. `angles` says how far the strip of each seat is turned. `countdown` is how
    many seconds are left to react, or 0. `over`: nothing is offered any more, also if people stopped the game. `still`:
    this is a picture, with nothing to tap. `bots` are the seats for which people move nothing. `facts`, if the table is
    being set right, are all its facts as people say they are: then targets mean `Corrects`, `Asks`, `OpensRow` or
    `Takes`, never an event.
    """

    state: Any
    asked: tuple[int, ...] = ()
    pointed: Mapping[int, Event] = field(default_factory=dict)
    entries: Sequence[tuple[Happening, Any]] = ()
    earlier: Sequence[Sequence[tuple[Happening, Any]]] = ()
    corrected: frozenset[Happening] = frozenset()
    set_right: frozenset[Place] = frozenset()
    down: tuple[object, ...] = ()
    picked: frozenset[object] = frozenset()
    angles: tuple[int, ...] = ()
    countdown: int = 0
    facts: Mapping[str, Any] | None = None
    over: bool = False
    still: bool = False
    bots: frozenset[int] = frozenset()

    def is_set_right(self, *place: str | int) -> bool:
        """Return whether people corrected this place in the facts, something in it, or what it lies in."""
        return any(place[: len(other)] == other[: len(place)] for other in self.set_right)


@dataclass(frozen=True, slots=True)
class GoBack:
    """A target that takes back this many events."""

    count: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A target of an event that the rules refuse now: a tap says why."""

    event: Event


@dataclass(frozen=True)
class ShowsSheet:
    """A target that lays a sheet over the board, which `paint` paints from the game's state."""

    title: Text
    paint: Callable[[Canvas, Box, Any], None]


@dataclass(frozen=True, slots=True)
class Switches:
    """A target that adds something to the board or takes it away: while it is on, it is among what is `picked`."""

    what: str


@dataclass(frozen=True)
class Corrects:
    """A target of a table that is set right: these facts are so."""

    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Asks:
    """A target of a table that is set right: it asks which of these is so."""

    title: Text
    choices: tuple[tuple[Text, Corrects], ...]


@dataclass(frozen=True)
class OpensRow:
    """A target of a table that is set right: it opens the form's row of a fact that the board shows only in part."""

    key: str


@dataclass(frozen=True)
class Takes:
    """A target of a table that is set right: a piece is taken here, and other targets say where it can go."""

    what: tuple[str | int, ...]


class Depths(NamedTuple):
    """How deep the strips around a board are, in units: those at the top (`lone_top`, if not 0: one with all of it),
    those at the sides, and the row at the bottom with the tray and the tools in its corners, at least 122. `news` is
    the depth of the lines of news between board and strips: two lines of the smallest type, or 0 if the board has a
    place for them.
    """

    top: float = 132
    side: float = 132
    bottom: float = 186
    news: float = 44
    lone_top: float = 0


PaintBoard = Callable[[Canvas, Box, Scene], None]
"""Paints the middle of the table for one game into a box, with targets where a finger counts."""
PaintPicture = Callable[[Canvas, Box], None]
"""Paints the picture that stands for a game into a box."""
