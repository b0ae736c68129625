"""What was entered in the setup and has not begun yet: it outlives the screen it was entered on. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.record.session import Session


@dataclass(frozen=True, slots=True)
class PlayersDraft:
    """Who plays: how many, and a name and a die for each seat, also for those that are empty now; the seats of bots.

    `came_from`: where a game goes on, the seat that each had before, None for those who come.
    """

    players: int
    names: tuple[str, ...]
    colours: tuple[str, ...]
    bots: tuple[int, ...] = ()
    came_from: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesDraft:
    """How one game is played: whether each player has their own die, the chosen options, and the page of them that is
    shown where they are unfolded.
    """

    own_dice: bool
    values: Mapping[str, Any] = field(default_factory=dict)
    page: int = 0
    unfolded: bool = False


@dataclass(slots=True)
class Drafts:
    """The players, options and facts of a running table by the id of their game, and the name that is being typed: its
    seat and its letters. `continuing` is the game that goes on at a table that changes.
    """

    players: PlayersDraft | None = None
    rules: dict[str, RulesDraft] = field(default_factory=dict)
    facts: dict[str, dict[str, Any]] = field(default_factory=dict)
    naming: tuple[int, str] | None = None
    continuing: Session | None = None

    def forget(self, game: str) -> None:
        """This game has begun: the journal has its players and proposes them the next time."""
        self.players = self.continuing = None
        self.rules.pop(game, None)
        self.facts.pop(game, None)

    def typed(self) -> tuple[int, str] | None:
        """The name that is being typed, once."""
        naming, self.naming = self.naming, None
        return naming
