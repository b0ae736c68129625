"""What happens at a Pig table, beside `Rolled`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.events import Event


@dataclass(frozen=True, slots=True)
class Held(Event):
    """A player ended their turn and kept its points."""
