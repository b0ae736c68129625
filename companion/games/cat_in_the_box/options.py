"""The house rules of Cat in the Box, and what follows from them and the size of the table for a whole game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.game import BadOption, Note, Options, option
from companion.core.table import Table

COLOURS = ("red", "blue", "yellow", "green")
TRUMP = "red"
COPIES = 5
"""How many cards of each number are in play."""
NUMBERS = {2: 5, 3: 6, 4: 8, 5: 9}
"""The highest number in play for each number of players."""
DEALT = {2: 10, 3: 10, 4: 10, 5: 9}
"""The cards dealt to each player; one is set aside and one is left at the end."""
PREDICTIONS = {"3": (1, 3, 4), "4": (1, 2, 3), "5": (1, 2, 3)}


@dataclass(frozen=True)
class BoxOptions(Options):
    """The house rules of Cat in the Box. Raises BadOption for values that do not exist."""

    row_order: tuple[str, ...] = option(
        ("red", "blue", "yellow", "green"),
        "Order of the rows",
        "Which rows touch, from the top.",
    )
    predictions: Mapping[str, tuple[int, ...]] = option(
        None,
        "Predictions",
        "How many tricks a player may predict at a table of this size.",
        factory=lambda: dict(PREDICTIONS),
    )
    two_player_seeding: bool = option(
        True, "Neutral tokens for two", "With two players, three undealt cards are turned up and block cells."
    )
    red_lead_exemption: bool = option(
        True, "Only red left", "Who has nothing but red to lead may lead it by saying so; else it is a paradox."
    )
    tie_break: str = option(
        "last-round",
        "Equal totals",
        "Who is ahead when totals are equal.",
        one_of={"last-round": "the better last round", "shared": "nobody: the place is shared"},
    )
    starter: int = option(0, "First starter", "Who starts the first round.", low=0, high=4)
    zero_tricks_bonus: bool = option(
        True, "Bonus without a trick", "With two players, no trick at all still earns the bonus."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if sorted(self.row_order) != sorted(COLOURS):
            raise BadOption("row_order", f"it names each of {', '.join(COLOURS)} once")
        for size, allowed in self.predictions.items():
            if size not in PREDICTIONS:
                raise BadOption("predictions", f"there are predictions for 3, 4 and 5 players, not for {size!r}")
            tricks = DEALT[int(size)] - 2
            if not allowed or len(set(allowed)) != len(allowed) or not all(0 <= count <= tricks for count in allowed):
                raise BadOption(
                    "predictions", f"for {size} players: different numbers from 0 to {tricks}, at least one"
                )

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """Nothing to say; raises BadOption for a starter who does not sit at this table."""
        if self.starter not in table.seats:
            raise BadOption("starter", f"seat {self.starter} is empty: the seats are 0 to {len(table.players) - 1}")
        return ()


class House(NamedTuple):
    """A table with its rules: sizes, and the research board as bits.

    The cell of row r (counted from the top) and number v is bit r * `numbers` + v - 1. `row` maps a colour to its row,
    `red` are the cells of the red row, `cells` all cells; `open_to[x]` are the cells of the rows in the bit set x (the
    X tokens a player still has). `left` and `right` are the first and the last column. `every` is the bit set of all
    rows, `allowed` the predictions there are (none with two players), `seeded` whether neutral tokens are used.
    """

    table: Table
    options: BoxOptions
    players: int
    numbers: int
    dealt: int
    full: int
    rows: tuple[str, ...]
    row: Mapping[str, int]
    red: int
    red_row: int
    cells: int
    open_to: tuple[int, ...]
    left: int
    right: int
    every: int
    allowed: tuple[int, ...]
    seeded: bool

    def bit(self, colour: str, number: int) -> int:
        """The cell of a colour and number."""
        return 1 << (self.row[colour] * self.numbers + number - 1)

    def numbered(self, number: int) -> int:
        """The cells of one number in all rows."""
        return self.left << (number - 1)

    def listed(self, cells: int) -> list[tuple[str, int]]:
        """Cells as (colour, number), by row order, then number."""
        return [
            (colour, number)
            for row, colour in enumerate(self.rows)
            for number in range(1, self.numbers + 1)
            if cells >> (row * self.numbers + number - 1) & 1
        ]


def house(table: Table, options: BoxOptions) -> House:
    """What holds for a whole game. Raises BadOption for a starter who does not sit here."""
    options.remarks(table)
    players = len(table.players)
    numbers = NUMBERS[players]
    rows = options.row_order
    line = (1 << numbers) - 1
    spans = tuple(line << (numbers * row) for row in range(len(rows)))
    left = sum(1 << (numbers * row) for row in range(len(rows)))
    key = str(players)
    return House(
        table=table,
        options=options,
        players=players,
        numbers=numbers,
        dealt=DEALT[players],
        full=DEALT[players] - 2,
        rows=rows,
        row={colour: row for row, colour in enumerate(rows)},
        red=spans[rows.index(TRUMP)],
        red_row=rows.index(TRUMP),
        cells=sum(spans),
        open_to=tuple(sum(span for row, span in enumerate(spans) if x >> row & 1) for x in range(1 << len(rows))),
        left=left,
        right=left << (numbers - 1),
        every=(1 << len(rows)) - 1,
        allowed=() if players == 2 else options.predictions.get(key, PREDICTIONS[key]),
        seeded=players == 2 and options.two_player_seeding,
    )
