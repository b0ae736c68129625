"""The house rules of Catastrophe that a table may choose."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import BadOption, Note, Options, option
from companion.core.table import Table
from companion.core.text import say

BASE, KOTM, TURBO = "base", "king-of-the-meowtain", "turbo"
TARGET, ANYONE = "target", "anyone"
IN_FRONT, HAND = "in-front", "hand"
TURN_ENDS, GOES_ON = "turn-ends", "goes-on"


@dataclass(frozen=True)
class CatastropheOptions(Options):
    """See chapters R8 and R9 of RULES.md."""

    variant: str = option(
        BASE,
        "Variant",
        "How lives are lost and gained on the track (R8)",
        one_of={BASE: "Base game", KOTM: "King of the Meowtain", TURBO: "Turbo Meowtain"},
    )
    first: int | None = option(None, "First player", "A seat, or the dice (R1.3)", low=0, high=5)
    pass_by: str = option(
        TARGET,
        "Who may Pass",
        "Only the target of the card, or any player (R9.1)",
        one_of={TARGET: "The target only", ANYONE: "Any player"},
    )
    pass_back: bool = option(True, "Pass back", "A card may be passed to the player who played it (R9.2)")
    react_to_events: bool = option(
        False, "Reactions to CATastrophe cards", "A Cucumber may block a revealed CATastrophe card (R9.3)"
    )
    react_to_power: bool = option(True, "Reactions to Power Cats", "Cucumber and Take work on Power Cats (R9.4)")
    taken_power: str = option(
        IN_FRONT,
        "A taken Power Cat",
        "Where a Power Cat goes that was taken with Take (R9.5)",
        one_of={IN_FRONT: "In front of the taker", HAND: "Into his hand"},
    )
    turn_player_out: str = option(
        TURN_ENDS,
        "Turn player eliminated",
        "What becomes of the turn of a player who goes out in it (R9.6)",
        one_of={TURN_ENDS: "His turn ends", GOES_ON: "His CATastrophe card is still revealed"},
    )
    together: bool = option(True, "Out together", "Players caught at once leave together, or one by one (R9.7)")
    countdown: int = option(
        0,
        "Countdown for reactions",
        "Then nobody reacts any more (R9.8)",
        low=0,
        high=60,
    )
    odds: bool = option(False, "Odds", "Show how likely a defence is, and what yarn is worth (R9.9)")

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """Refuses a first player who does not sit there and dice that cannot be told apart. Raises BadOption."""
        if self.first is not None and self.first not in table.seats:
            raise BadOption("first", f"there is no seat {self.first}: {len(table.players)} play, seats count from 0")
        if len(set(table.colours)) != len(table.colours):
            raise BadOption("colours", "every player needs a die of his own colour (R1.1)")
        if self.variant == KOTM:
            return (Note(say("King of the Meowtain: no two players share a space below 9."), rule="R8.1"),)
        if self.variant == TURBO:
            return (Note(say("Turbo: losses skip occupied spaces, gains may share them."), rule="R8.2"),)
        return ()
