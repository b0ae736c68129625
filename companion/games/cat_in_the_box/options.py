"""The options of Cat in the Box (section R8), and the figures that they are checked against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from catseye.colours import suit
from companion.core.game import BadOption, Note, Options
from companion.core.schema import Bounds, OneOf, option
from companion.core.table import Table
from companion.core.text import Commas, quoted, say

COLOURS = ("red", "blue", "yellow", "green")
TRUMP = "red"
COPIES = 5
"""How many cards of each number are in play."""
NUMBERS = {2: 5, 3: 6, 4: 8, 5: 9}
"""The highest number in play for each number of players."""
DEALT = {2: 10, 3: 10, 4: 10, 5: 9}
"""The cards dealt to each player; one is set aside and one is left at the end."""
PUBLISHED = {"3": (1, 3, 4), "4": (1, 2, 3), "5": (1, 2, 3)}


@dataclass(frozen=True)
class BoxOptions(Options):
    """The options of Cat in the Box. Raises BadOption for values that do not exist."""

    row_order: tuple[str, ...] = option(
        ("red", "blue", "yellow", "green"), say("Order of the rows"), say("Which rows touch, from the top.")
    )
    predictions: Annotated[
        Literal["as-published", "any-number"] | Mapping[str, tuple[int, ...]],
        OneOf({"as-published": say("as published"), "any-number": say("any number")}),
    ] = option("as-published", say("Predictions"), say("How many tricks a player may predict."), players=range(3, 6))
    two_player_seeding: bool = option(
        True,
        say("Neutral tokens for two"),
        say("With two players, three undealt cards are turned up and block cells."),
        players=range(2, 3),
    )
    red_lead_exemption: bool = option(
        True,
        say("Only red left"),
        say("A player with nothing but red to lead may lead it by saying so; else it is a paradox."),
    )
    tie_break: Annotated[
        str, OneOf({"last-round": say("the better last round"), "shared": say("nobody: the place is shared")})
    ] = option("last-round", say("Equal totals"), say("Who is ahead when totals are equal."))
    starter: Annotated[int, Bounds(0, 4, seats=True)] = option(
        0, say("First starter"), say("Who starts the first round.")
    )
    zero_tricks_bonus: bool = option(
        True,
        say("Bonus without a trick"),
        say("With two players, no trick at all still earns the bonus."),
        players=range(2, 3),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if sorted(self.row_order) != sorted(COLOURS):
            raise BadOption("row_order", say("it names each of {colours} once", colours=Commas(map(suit, COLOURS))))
        if isinstance(self.predictions, Mapping):
            _check_predictions(self.predictions)
            if {**PUBLISHED, **self.predictions} == PUBLISHED:
                object.__setattr__(self, "predictions", "as-published")

    def predictable(self, players: int) -> tuple[int, ...]:
        """Return how many tricks a player may predict at a table of this size."""
        if players < 3:
            return ()
        if self.predictions == "any-number":
            return tuple(range(DEALT[players] - 1))
        lists = self.predictions if isinstance(self.predictions, Mapping) else PUBLISHED
        return lists.get(str(players), PUBLISHED[str(players)])

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """Return nothing; raise BadOption for a starter that the table does not have."""
        if self.starter not in table.seats:
            raise BadOption("starter", say("whoever begins must sit at this table"))
        return ()


def _check_predictions(lists: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse lists for table sizes that have none, and lists of impossible numbers. Raises BadOption."""
    for size, allowed in lists.items():
        if size not in PUBLISHED:
            why = say("there are predictions for 3, 4 and 5 players, not for {size}", size=quoted(size))
            raise BadOption("predictions", why)
        tricks = DEALT[int(size)] - 2
        if not allowed or len(set(allowed)) != len(allowed) or not all(0 <= count <= tricks for count in allowed):
            why = say("for {size} players: different numbers from 0 to {last}, at least one", size=size, last=tricks)
            raise BadOption("predictions", why)
