"""The house rules of CATCH 22: the board is one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.game import BadOption, Note, Options, option
from companion.core.table import Table
from companion.core.text import say
from companion.games.catch_22.board import BadBoard, Board, poor, read_board, to_plain
from companion.games.catch_22.board_files.default import default_board


@dataclass(frozen=True)
class Catch22Options(Options):
    """What a table may agree on. `board` is the JSON-able description that `board.read_board` understands."""

    board: Mapping[str, Any] = option(
        None,
        "Board",
        "Ours, one that you paint, or one from a photograph.",
        factory=lambda: to_plain(default_board()),
    )
    strict_counts: bool = option(
        True,
        "Full board",
        "Ask for exactly 4 stars and 14 jackpots; off: any number of jackpots, at least one star.",
    )
    target: int = option(22, "Tokens to win", "So many tokens are needed before a star is reached.", low=1)
    reverse: str = option(
        "never",
        "Turning round",
        "Whether a pawn may come back to a square in one move.",
        one_of={
            "never": "never",
            "not-at-once": "not at once",
            "free": "freely",
        },
    )
    pass_pawns: bool = option(
        True, "Passing pawns", "Pawns of others may be passed; off: a move may end on them but not go on."
    )
    no_path: str = option(
        "forfeit",
        "A roll without a way",
        "What happens when a roll leaves no square to go to.",
        one_of={"forfeit": "the turn is over", "reroll": "roll again"},
    )
    block_rule: str = option(
        "one-step",
        "Shutting in",
        "What cubes must leave to every other pawn.",
        one_of={"one-step": "one free neighbour", "every-roll": "a way for each of 1 to 6"},
    )
    cubes_before: str = option(
        "first-roll",
        "Cubes are placed",
        "When in his turn a player may place cubes.",
        one_of={"first-roll": "before the first roll", "every-roll": "before every roll"},
    )
    empty_jackpot: str = option(
        "roll-again",
        "Emptied jackpot",
        "What landing on a jackpot without tokens gives.",
        one_of={"roll-again": "roll again", "turn-over": "the turn is over"},
    )
    steal_on_bonus: str = option(
        "turn-over",
        "Robbing on a bonus square",
        "What robbing on a jackpot or roll-again square does to the extra roll.",
        one_of={"turn-over": "the turn is over", "roll-again": "the square decides"},
    )
    several_pawns: str = option(
        "all",
        "Several pawns",
        "Who is robbed where several stand.",
        one_of={"all": "all of them", "one": "one, the mover chooses"},
    )
    stars_safe: bool = option(False, "Stars are safe", "Nobody is robbed on a star.")
    switch_wins: bool = option(
        False,
        "Switching wins",
        "Who has enough tokens and switches onto a star wins; off: only a move with the die does.",
    )
    switch_protected: bool = option(
        False, "Switch with the protected", "A pawn on its own cube may be switched with; the cube stays where it is."
    )
    remove: str = option(
        "optional",
        "Taking a cube off",
        "Whether a player on a remove-a-cube square must take one.",
        one_of={"optional": "he may", "obligatory": "he must"},
    )
    ransom: str = option(
        "any-time",
        "Ransom",
        "Whether captured cubes may be bought back.",
        one_of={"any-time": "at any time between moves", "off": "never"},
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
            raise BadOption("board", str(wrong)) from None

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """A warning where the board is too poor for anybody to win."""
        del table
        warning = poor(self.plan, self.target)
        return (Note(say("This board: {warning}.", warning=warning), rule="R1.3"),) if warning else ()
