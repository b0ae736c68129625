"""What was entered in the setup and has not begun yet: it outlives the screen it was entered on. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class SimulatedPlayers:
    """Who plays, whatever is played: how many, and what stands at each seat, also at those that are empty now."""

    players: int
    names: tuple[str, ...]
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """How one game is played: whether with dice of one's own, what was chosen of the options, the page looked at."""

    own_dice: bool
    values: Mapping[str, Any] = field(default_factory=dict)
    page: int = 0


@dataclass(slots=True)
class Drafts:
    """The people, the rules by the id of their game, and the name that is being typed: at which seat, and so far."""

    people: SimulatedPlayers | None = None
    rules: dict[str, Rules] = field(default_factory=dict)
    naming: tuple[int, str] | None = None

    def begun(self, game: str) -> None:
        """It is in the journal now, which proposes its people the next time."""
        self.people = None
        self.rules.pop(game, None)

    def typed(self) -> tuple[int, str] | None:
        """The name that is being typed, once."""
        naming, self.naming = self.naming, None
        return naming
