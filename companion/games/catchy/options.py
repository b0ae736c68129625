"""The options of Catchy! (section R6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.game import BadOption, Options
from companion.core.schema import Bounds, OneOf, option
from companion.core.text import say


@dataclass(frozen=True)
class CatchyOptions(Options):
    """The options of Catchy!. Raises BadOption for values that do not exist."""

    steps_to_arms: Annotated[int, Bounds(2, 4)] = option(
        3, say("Steps to the arms"), say("How many steps from the middle lead into a player's arms.")
    )
    joker_number: Annotated[int, Bounds(1, 5)] = option(
        3, say("The Joker counts"), say("The number the Joker stands for; it is odd or even as that number is.")
    )
    target: Annotated[int, Bounds(1, 99)] = option(
        7, say("Points to win"), say("The game ends after a round in which somebody has this many.")
    )
    exchange: Annotated[
        str, OneOf({"before-lead": say("before their first card"), "after-lead": say("right after their first card")})
    ] = option(
        "before-lead",
        say("Starting card swapped"),
        say("When its holder swaps the Starting card for a card of the course."),
    )
    first_leader: Annotated[
        str, OneOf({"starting-card": say("whoever is dealt it"), "loser": say("the loser of the round before")})
    ] = option("starting-card", say("Who leads a new round"), say("Who holds the Starting card after the first round."))
    cat_side: Annotated[str, OneOf({"reset": say("red side up"), "keep": say("the side it had")})] = option(
        "reset", say("The cat in a new round"), say("Which side of the cat is up when a new round begins.")
    )
    revoke: Annotated[
        str,
        OneOf(
            {
                "flag": say("it is shown; you may go back"),
                "penalty": say("3 points to the opponent, the round ends"),
            }
        ),
    ] = option(
        "flag", say("A proved revoke"), say("What happens when play proves that somebody could have followed suit.")
    )
    suits: tuple[str, ...] = option(
        ("red", "yellow", "green"), say("Colours of the cards"), say("What you call A, B and C.")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.suits) != 3 or len(set(self.suits)) != 3 or not all(name.strip() for name in self.suits):
            raise BadOption("suits", say("three different names are needed, one for each colour of the cards"))
