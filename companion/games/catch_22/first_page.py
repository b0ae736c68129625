"""The first page of the rules of CATCH 22."""

from __future__ import annotations

from companion.core.text import counted, say
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_head
from companion.drawing.first_page import FirstPage, Picture
from companion.drawing.geometry import Box, Point, columns_in
from companion.drawing.shapes import die
from companion.drawing.theme import NUMBER, mark_colour
from companion.games.catch_22 import pieces
from companion.games.catch_22.board_map import Kind
from companion.games.catch_22.options import Catch22Options

SIDE, STEP = 44, 54
"""Side of a square, and from one to the next."""


def _row(canvas: Canvas, box: Box, kinds: list[Kind], tokens: dict[int, int] | None = None) -> list[Point]:
    """Paint squares in a row, joined; return their centres."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    centres = [(x + (at - (len(kinds) - 1) / 2) * STEP, y) for at in range(len(kinds))]
    low, left = y - SIDE / 2 - 8, centres[0][0] - SIDE / 2 - 8
    canvas.panel((left, low, STEP * (len(kinds) - 1) + SIDE + 16, SIDE + 16), pieces.BLUE, 10)
    pieces.path(canvas, centres[0], centres[-1], SIDE)
    for at, (kind, centre) in enumerate(zip(kinds, centres, strict=True)):
        pieces.square(canvas, centre, SIDE)
        pieces.printed(canvas, kind, centre, SIDE, (tokens or {}).get(at))
    return centres


def _table(canvas: Canvas, box: Box) -> None:
    kinds = [Kind.STAR, Kind.PLAIN, Kind.JACKPOT, Kind.PLAIN, Kind.PLAIN, Kind.JACKPOT]
    centres = _row(canvas, box, kinds, {2: 2, 5: 3})
    pieces.pawn(canvas, 0, centres[0], 0.38 * SIDE)
    pieces.cube(canvas, 1, centres[3], SIDE)


def _roll(canvas: Canvas, box: Box) -> None:
    (x, y, width, height), row = columns_in(box, 48, 0, gap=4)
    die(canvas, 2, "blue", (x, y + (height - width) / 2, width, width))
    centres = _row(canvas, row, [Kind.PLAIN] * 3)
    pieces.pawn(canvas, 0, centres[0], 0.38 * SIDE)
    for centre in centres[1:]:
        pieces.ring(canvas, centre, SIDE * 0.4)


def _jackpot(canvas: Canvas, box: Box) -> None:
    row, gain = columns_in(box, 0, 80)
    centres = _row(canvas, row, [Kind.PLAIN, Kind.JACKPOT, Kind.PLAIN], {1: 3})
    pieces.pawn(canvas, 0, centres[0], 0.38 * SIDE)
    canvas.text("+3", gain, NUMBER, "good", bold=True)


def _rob(canvas: Canvas, box: Box) -> None:
    centres = _row(canvas, box, [Kind.PLAIN, Kind.PLAIN, Kind.PLAIN, Kind.PLAIN])
    pieces.pawns(canvas, (0, 1), centres[1], SIDE)
    pieces.cube(canvas, 0, centres[3], SIDE)


def _end(canvas: Canvas, box: Box) -> None:
    tokens, row, (x, y, width, height) = columns_in(box, 80, 0, 130)
    canvas.text("22", tokens, NUMBER, "good", bold=True)
    centres = _row(canvas, row, [Kind.PLAIN, Kind.PLAIN, Kind.STAR])
    pieces.pawn(canvas, 0, centres[2], 0.38 * SIDE)
    cat_head(canvas, (x + width / 2, y + height * 0.44), min(46, height / 3), mark_colour(0), mood="wins")


def first_page(options: Catch22Options) -> FirstPage:
    """Return the first page for these options."""
    end = counted(
        "Hold {n} token, then reach a star: the first who does wins.",
        "Hold {n} tokens, then reach a star: the first who does wins.",
        options.target,
    )
    return FirstPage(
        Picture(_table, say("A board with tokens on its jackpots. Everybody has a pawn, on a star, and five cubes.")),
        (
            Picture(_roll, say("Roll, and walk exactly so far. A foreign cube bars the way.")),
            Picture(_jackpot, say("Take what lies on a jackpot, and roll again.")),
            Picture(_rob, say("Take all tokens of a pawn you reach, unless it is on its own cube.")),
        ),
        Picture(_end, end),
    )
