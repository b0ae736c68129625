"""What squares are called in sentences: their kind and their id, as the board shows them."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.games.catch_22.board_map import Board, Kind
from companion.games.catch_22.graph import squares

_KINDS = {
    Kind.PLAIN: say("square {id}"),
    Kind.STAR: say("star {id}"),
    Kind.JACKPOT: say("jackpot {id}"),
    Kind.ROLL_AGAIN: say("roll-again square {id}"),
    Kind.SWITCH: say("switch square {id}"),
    Kind.REMOVE_CUBE: say("take-a-cube square {id}"),
}


def named(board: Board, place: int) -> Text:
    """One square: "star e9", "jackpot b3", "square c4"."""
    square = board.squares[place]
    return say(_KINDS[square.kind].template, id=square.id)


def named_all(board: Board, some: int) -> list[Text]:
    """A set of squares, sorted by their ids as strings."""
    return [named(board, place) for place in sorted(squares(some), key=board.id)]
