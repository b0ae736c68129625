"""The options of Catch Up (section R7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.game import Note, Options
from companion.core.schema import OneOf, option
from companion.core.table import Table
from companion.core.text import say


@dataclass(frozen=True)
class CatchUpOptions(Options):
    """The options of Catch Up."""

    short: bool = option(False, say("Short game"), say("Two dice and the cards ace to ten."))
    highest_below: bool = option(
        False,
        say("Highest card below"),
        say("Without an exact set, one card is enough: the highest one below the difference."),
    )
    below: Annotated[str, OneOf({"difference": say("the difference"), "high-roll": say("the high roll")})] = option(
        "difference",
        say("Below what"),
        say("The limit for the card of the rule above."),
        needs={"highest_below": True},
    )
    triples_exempt: bool = option(
        False,
        say("Three of a kind is free"),
        say("Three equal dice: nothing to pay in this round."),
        needs={"short": False},
    )
    exact_if_possible: bool = option(
        True,
        say("Exact if possible"),
        say("Whoever can pay the difference exactly must; otherwise any set that reaches it will do."),
    )
    final_tie: Annotated[str, OneOf({"roll-off": say("they roll again"), "shared": say("they win together")})] = option(
        "roll-off", say("Tie at the very end"), say("All are out and the best roll is tied.")
    )
    starter_tie: Annotated[
        str, OneOf({"first": say("the first of them to roll"), "keep": say("the same player as before")})
    ] = option("first", say("Several high rollers"), say("Who begins the next round."))

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """Says which choices can never matter."""
        del table
        notes = []
        if self.short and self.triples_exempt:
            notes.append(Note(say("Two dice are never three of a kind: that option will not matter."), rule="R7.4"))
        if self.below != "difference" and not self.highest_below:
            notes.append(
                Note(say("Nobody may pay with one card below: what it lies below does not matter."), rule="R7.3")
            )
        return tuple(notes)

    @property
    def dice(self) -> int:
        """How many dice are thrown at once."""
        return 2 if self.short else 3

    @property
    def highest_rank(self) -> int:
        """The rank of the highest card of a suit."""
        return 10 if self.short else 13

    @property
    def suit(self) -> int:
        """All cards of a suit, as a set (see `payments`)."""
        return (1 << (self.highest_rank + 1)) - 2
