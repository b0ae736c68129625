"""What happens at a Catch Up table, beside `Rolled`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.events import Event
from companion.core.schema import Bounds


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A player gave up cards of these ranks (1 the ace, 13 the king), in any order."""

    cards: tuple[Annotated[int, Bounds(1, 13)], ...]
