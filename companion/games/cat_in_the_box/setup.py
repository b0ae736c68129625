"""What is fixed for a whole game of Cat in the Box: sizes, and the research board as bits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from catseye.colours import suit
from companion.core.table import Table
from companion.core.text import Text, say
from companion.games.cat_in_the_box.options import DEALT, NUMBERS, TRUMP, BoxOptions


class Setup(NamedTuple):
    """The setup of a whole game, which never changes: table, options, sizes, and the research board as bits.

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


def setup_for(table: Table, options: BoxOptions) -> Setup:
    """Return the sizes and bits of a whole game. Raises BadOption for a starter that the table does not have."""
    options.remarks(table)
    players = len(table.players)
    numbers = NUMBERS[players]
    rows = options.row_order
    line = (1 << numbers) - 1
    spans = tuple(line << (numbers * row) for row in range(len(rows)))
    left = sum(1 << (numbers * row) for row in range(len(rows)))
    return Setup(
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
        allowed=options.predictable(players),
        seeded=players == 2 and options.two_player_seeding,
    )


def card_name(colour: str, number: int) -> Text:
    """A card as it was declared: "red 5"."""
    return say("{colour} {number}", colour=suit(colour), number=number)
