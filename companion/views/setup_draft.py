"""What was entered in the setup and has not begun yet: it outlives the screen it was entered on. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from companion.core.table import Table

if TYPE_CHECKING:
    from companion.record.session import Session

T = TypeVar("T")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
COLOURS = ("blue", "red", "green", "yellow", "purple", "black", "orange", "white")
"""The dice that are proposed: those nearest to the colours of the seats (`theme.MARK_COLOURS`)."""


@dataclass(frozen=True, slots=True)
class PlayersDraft:
    """Who plays: how many, and a name and a die for each seat, also for those that are empty now; the seats of bots.

    `came_from`: where a game goes on, the seat that each had before, None for those who come. `marks` are those of the
    people, or empty if these are their seats.
    """

    players: int
    names: tuple[str, ...]
    colours: tuple[str, ...]
    bots: tuple[int, ...] = ()
    came_from: tuple[int | None, ...] = ()
    marks: tuple[int, ...] = ()

    @classmethod
    def of(cls, table: Table, bots: Sequence[int], names: Sequence[str], colours: Sequence[str]) -> PlayersDraft:
        """Return the people at a table that goes on; the other names and colours are for those who come."""
        others = [name for name in names if name not in table.players]
        rest = [colour for colour in colours if colour not in table.colours]
        return cls(
            len(table.players),
            (*table.players, *others)[: len(names)],
            (*table.colours, *rest)[: len(colours)],
            tuple(bots),
            tuple(table.seats),
        )

    def table(self, *, own_dice: bool) -> Table:
        """Return the people at the table, each with their own die or all with any."""
        colours = self.colours[: self.players] if own_dice else ()
        return Table(self.names[: self.players], colours, self.marks[: self.players])

    @property
    def seated_bots(self) -> tuple[int, ...]:
        """The seats at this table that bots play."""
        return tuple(sorted(bot for bot in self.bots if bot < self.players))

    def seated(self, order: Sequence[int]) -> PlayersDraft:
        """Seat everybody where `order` says that they sat before; each takes their die along. Seats that are empty now
        may be left out.
        """
        order = [*order, *range(len(order), len(self.names))]
        return replace(
            self,
            names=tuple(self.names[at] for at in order),
            colours=tuple(self.colours[at] for at in order),
            came_from=tuple(self.came_from[at] for at in order) if self.came_from else (),
            marks=tuple(self.marks[at] for at in order) if self.marks else (),
            bots=tuple(sorted(order.index(bot) for bot in self.bots)),
        )

    def swapped(self, seat: int, other: int) -> PlayersDraft:
        """Let two players change places."""
        return self.seated(_exchanged(tuple(range(len(self.names))), seat, other))

    def renamed(self, seat: int, name: str) -> PlayersDraft:
        """Give a seat a name; the seat that had it, if any, gets this one's."""
        marks = self.marks
        if marks and name in self.names:
            marks = _exchanged(marks, seat, self.names.index(name))
        return replace(self, names=_given(self.names, seat, name), marks=marks)

    def recoloured(self, seat: int, colour: str) -> PlayersDraft:
        """Give a seat a die; the seat that had it, if any, gets this one's."""
        return replace(self, colours=_given(self.colours, seat, colour))

    def with_bot(self, seat: int, is_bot: bool) -> PlayersDraft:
        """Let a bot play a seat, or a person."""
        others = {bot for bot in self.bots if bot != seat}
        return replace(self, bots=tuple(sorted(others | {seat} if is_bot else others)))

    def without(self, seat: int) -> PlayersDraft:
        """Let a player leave; those after them move up."""
        last = self.players - 1
        rest = [other for other in range(len(self.names)) if other != seat]
        left = self.seated([*rest[:last], seat, *rest[last:]]).with_bot(last, is_bot=False)
        return replace(left, players=last)


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


def _exchanged(values: tuple[T, ...], one: int, other: int) -> tuple[T, ...]:
    there = {one: values[other], other: values[one]}
    return tuple(there.get(at, value) for at, value in enumerate(values))


def _given(values: tuple[str, ...], seat: int, value: str) -> tuple[str, ...]:
    """Put a value at a seat; who had it gets what stood there."""
    if value in values:
        return _exchanged(values, seat, values.index(value))
    return (*values[:seat], value, *values[seat + 1 :])
