"""The options of Catastrophe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.game import BadOption, Note, Options
from companion.core.schema import Bounds, OneOf, option
from companion.core.table import Table
from companion.core.text import say

BASE, KOTM, TURBO = "base", "king-of-the-meowtain", "turbo"
TARGET, ANYONE = "target", "anyone"
IN_FRONT, HAND = "in-front", "hand"
TURN_ENDS, GOES_ON = "turn-ends", "goes-on"
WHEN_NEEDED, AT_ONCE = "when-needed", "at-once"


@dataclass(frozen=True)
class CatastropheOptions(Options):
    """See chapters R8 and R9 of RULES.md."""

    variant: Annotated[
        str, OneOf({BASE: say("Base game"), KOTM: say("King of the Meowtain"), TURBO: say("Turbo Meowtain")})
    ] = option(BASE, say("Variant"), say("How lives are lost and gained on the track (R8)."))
    first: Annotated[int, Bounds(0, 5, {None: say("the dice decide")}, seats=True)] | None = option(
        None, say("First player"), say("A seat, or the dice decide (R1.3).")
    )
    pass_by: Annotated[str, OneOf({TARGET: say("The target only"), ANYONE: say("Any player")})] = option(
        TARGET, say("Who may Pass"), say("Only the target of the card, or any player (R9.1).")
    )
    pass_back: bool = option(True, say("Pass back"), say("A card may go back to the player who played it (R9.2)."))
    react_to_events: bool = option(
        False, say("Reactions to CATastrophe cards"), say("A Cucumber may block a revealed CATastrophe card (R9.3).")
    )
    react_to_power: bool = option(
        True, say("Reactions to Power Cats"), say("Cucumber and Take work on Power Cats (R9.4).")
    )
    taken_power: Annotated[str, OneOf({IN_FRONT: say("In front of the taker"), HAND: say("Into their hand")})] = option(
        IN_FRONT,
        say("A taken Power Cat"),
        say("Where a Power Cat goes that was taken with Take (R9.5)."),
        needs={"react_to_power": True},
    )
    turn_player_out: Annotated[
        str, OneOf({TURN_ENDS: say("The turn ends"), GOES_ON: say("Their CATastrophe card is still revealed")})
    ] = option(
        TURN_ENDS, say("Turn player eliminated"), say("What happens to the turn of a player who goes out in it (R9.6).")
    )
    together: bool = option(
        True, say("Out together"), say("Players caught at once leave together, or one by one (R9.7).")
    )
    pass_power: bool = option(
        False, say("Pass on Power Cats"), say("An Attack or Curiosity of a Power Cat can be passed (R9.10).")
    )
    target_self: bool = option(
        False, say("Choosing oneself"), say("An Attack or a Curiosity may choose its own player (R9.11).")
    )
    reshuffle: Annotated[
        str, OneOf({WHEN_NEEDED: say("When a card is needed"), AT_ONCE: say("As soon as the deck is empty")})
    ] = option(WHEN_NEEDED, say("Reshuffling"), say("When the discards become the new deck (R9.12)."))
    countdown: Annotated[int, Bounds(0, 60, {0: say("none")})] = option(
        0, say("Countdown for reactions"), say("Reactions end after this many seconds (R9.8).")
    )
    odds: bool = option(False, say("Odds"), say("Show how likely a defence is, and what yarn is worth (R9.9)."))

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """Return what the variant means. Raises BadOption for a missing first player and for dice of one colour."""
        if self.first is not None and self.first not in table.seats:
            raise BadOption("first", say("whoever begins must sit at this table"))
        if len(set(table.colours)) != len(table.colours):
            raise BadOption("colours", say("every player needs a die of their own colour (R1.1)"))
        if self.variant == KOTM:
            return (Note(say("King of the Meowtain: no two players share a space below 9."), rule="R8.1"),)
        if self.variant == TURBO:
            return (Note(say("Turbo: losses skip occupied spaces, gains may share them."), rule="R8.2"),)
        return ()
