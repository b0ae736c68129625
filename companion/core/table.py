"""The players at the table and the colours of their dice."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text, say


def seat_words(seats: int) -> dict[int, Text]:
    """Return what the seats are called before anybody sits there."""
    return {seat: say("seat {number}", number=seat + 1) for seat in range(seats)}


@dataclass(frozen=True, slots=True)
class Table:
    """The players, clockwise, seat 0 first.

    `colours` are the colours of the dice they throw, one name for each seat, or empty if they are unknown. `marks` are
    the numbers of the colours and shapes that stand for the players in pictures, or empty if these are their seats.
    Raises ValueError if these do not fit.
    """

    players: tuple[str, ...]
    colours: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.colours and len(self.colours) != len(self.players):
            raise ValueError(f"{len(self.players)} players but {len(self.colours)} dice colours")
        if self.marks and len(self.marks) != len(self.players):
            raise ValueError(f"{len(self.players)} players but {len(self.marks)} marks")
        if self.marks == tuple(self.seats):
            object.__setattr__(self, "marks", ())  # so that equal tables are equal
        for name in self.players:
            if not name.strip():
                raise ValueError("a player has no name")

    @property
    def seats(self) -> range:
        """All seats, clockwise."""
        return range(len(self.players))

    def name(self, seat: int) -> str:
        """The player's name at a seat."""
        return self.players[seat]

    def who(self, seat: int) -> Text:
        """The player's name, or the number of a seat that the table does not have."""
        return say("{name}", name=self.players[seat]) if seat in self.seats else say("seat {seat}", seat=seat)

    def colour(self, seat: int) -> str:
        """The colour of the die a seat throws; "" if any will do."""
        return self.colours[seat] if self.colours else ""

    def mark(self, seat: int) -> int:
        """The number of the colour and shape that stand for the player at a seat, or for a seat this table lacks."""
        return self.marks[seat] if seat < len(self.marks) else seat

    def seat_of(self, mark: int) -> int | None:
        """The seat of the player with a mark, None if nobody here has it. Without marks these are the seats."""
        if not self.marks:
            return mark
        return self.marks.index(mark) if mark in self.marks else None

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All seats in turn order from `start`."""
        count = len(self.players)
        start %= count
        return (*range(start, count), *range(start))


NOBODY = Table(())
"""The table without players: each seat has its own mark."""
