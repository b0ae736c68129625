"""The options of CATCH 22. The board is one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from companion.core.game import BadOption, Note, Options
from companion.core.schema import Bounds, OneOf, option
from companion.core.table import Table
from companion.core.text import say
from companion.games.catch_22.board_checks import BadBoard, poor, read_board
from companion.games.catch_22.board_files.default import default_board
from companion.games.catch_22.board_map import Board, to_plain


@dataclass(frozen=True)
class Catch22Options(Options):
    """The options of CATCH 22. `board` is the JSON-able description that `board.read_board` reads."""

    board: Mapping[str, Any] = option(
        None,
        say("Board"),
        say("Ours, one that you paint, or one from a photograph."),
        factory=lambda: to_plain(default_board()),
    )
    strict_counts: bool = option(
        True,
        say("Full board"),
        say("On: exactly 4 stars and 14 jackpots. Off: any number of jackpots, at least one star."),
    )
    target: Annotated[int, Bounds(1)] = option(
        22, say("Tokens to win"), say("You need this many tokens before you reach a star.")
    )
    reverse: Annotated[
        str, OneOf({"never": say("never"), "not-at-once": say("not at once"), "free": say("freely")})
    ] = option("never", say("Turning round"), say("Whether a pawn may come back to a square in one move."))
    pass_pawns: bool = option(
        True, say("Passing pawns"), say("On: pawns may pass each other. Off: a move may end on a pawn, not go past it.")
    )
    no_path: Annotated[str, OneOf({"forfeit": say("the turn is over"), "reroll": say("roll again")})] = option(
        "forfeit", say("Nowhere to go"), say("What happens when a roll leaves nowhere to go.")
    )
    block_rule: Annotated[
        str, OneOf({"one-step": say("one free neighbour"), "every-roll": say("a way for each of 1 to 6")})
    ] = option("one-step", say("Shutting in"), say("What cubes must leave to every other pawn."))
    cubes_before: Annotated[
        str, OneOf({"first-roll": say("before the first roll"), "every-roll": say("before every roll")})
    ] = option("first-roll", say("Placing cubes"), say("When you may place cubes in your turn."))
    empty_jackpot: Annotated[str, OneOf({"roll-again": say("roll again"), "turn-over": say("the turn is over")})] = (
        option("roll-again", say("Empty jackpot"), say("What happens on a jackpot without tokens."))
    )
    steal_on_bonus: Annotated[str, OneOf({"turn-over": say("the turn is over"), "roll-again": say("roll again")})] = (
        option(
            "turn-over",
            say("Robbing on a bonus square"),
            say("What happens after robbing on a jackpot or roll-again square."),
        )
    )
    several_pawns: Annotated[str, OneOf({"all": say("all of them"), "one": say("one of your choice")})] = option(
        "all", say("Several pawns"), say("Who is robbed where several pawns stand.")
    )
    stars_safe: bool = option(False, say("Stars are safe"), say("Nobody is robbed on a star."))
    switch_wins: bool = option(
        False,
        say("Switching wins"),
        say("With enough tokens you also win by switching onto a star, not only by a move."),
    )
    switch_protected: bool = option(
        False,
        say("Switch with the protected"),
        say("You may switch with a pawn on its own cube. The cube stays where it is."),
    )
    remove: Annotated[str, OneOf({"optional": say("you may"), "obligatory": say("you must")})] = option(
        "optional", say("Taking a cube off"), say("Whether you must take a cube on a take-a-cube square.")
    )
    ransom: Annotated[str, OneOf({"any-time": say("at any time between moves"), "off": say("never")})] = option(
        "any-time", say("Ransom"), say("Whether captured cubes may be bought back.")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.plan

    @cached_property
    def plan(self) -> Board:
        """The board, read and checked. Raises BadOption."""
        try:
            return read_board(self.board, strict_counts=self.strict_counts)
        except BadBoard as wrong:
            raise BadOption("board", wrong.text) from None

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """A warning if the board has too few tokens for anybody to win."""
        del table
        warning = poor(self.plan, self.target)
        return (Note(warning, rule="R1.3"),) if warning is not None else ()
