"""The middle of the table in Catch Up: the round, the roll to reach, and a line for each player."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.text import Text, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in, inset, rows_in
from companion.drawing.scene import Corrects, OpensRow, Scene
from companion.drawing.text_layout import height as height_of
from companion.drawing.theme import LABEL, NUMBER, PROMPT, SMALL
from companion.games.catch_up import view_model as shown
from companion.games.catch_up.state import State

HIGHEST_LINE = 104
LARGEST_DIE = 52
NUMBER_HIGH, LEAST_NUMBER_HIGH, ROW = 270, 150, 28
"""Heights: of the number that matters, of that with the sheet of earlier rolls below it, of a row of the sheet."""
SIZES = (PROMPT, NUMBER, PROMPT)
"""Of a name, a total and the last word on a player's line, if there is room."""
CHANGED = 3
"""Width of the line where the table changed."""


def paint(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Paint the board; fingers count only in the players' strips, unless the table is set right."""
    state: State = scene.state
    if scene.facts is not None:
        _paint_hands(canvas, box, state, scene)
        return
    board = shown.board(state, stopped=scene.over)
    left, right = columns_in(inset(box, 16, 8), min(250, box[2] * 0.36), 0, gap=20)
    earlier = shown.earlier_sheet(state, scene.entries, scene.earlier)
    row = ROW * canvas.look.text_size
    fit = int((left[3] - LEAST_NUMBER_HIGH - row) // row)
    if earlier.rows and fit > 0:
        left, sheet = rows_in(left, 0, row * (1 + min(fit, len(earlier.rows))), gap=8)
        _sheet(canvas, sheet, earlier.rows[:fit], earlier.marks)
    _number(canvas, left, board, set_right=scene.is_set_right("round"))
    each = min(right[3] / max(1, len(board.rolls)), HIGHEST_LINE)
    top = right[1] + right[3]  # a roll is shown large below them
    first, column = (right[0], top - each + 4, right[2], each - 8), zip(*map(_said, board.rolls), strict=True)
    sizes = [
        shapes.one_size(canvas, words, place, size, bold=True)
        for words, place, size in zip(column, _places(first), SIZES, strict=True)
    ]
    for number, roll in enumerate(board.rolls):
        _line(canvas, (first[0], first[1] - number * each, *first[2:]), roll, state, sizes)


def _number(canvas: Canvas, box: Box, board: shown.BoardView, *, set_right: bool) -> None:
    x, y, width, height = box
    high = min(height, NUMBER_HIGH)
    middle = (x, y + (height - high) / 2, width, high)
    least = height_of(canvas.look.said(board.caption), width, SMALL)  # in a narrow room it has several lines
    heading, number, caption = rows_in(middle, high * 0.24, 0, max(high * 0.3, least), gap=2)
    if set_right:
        heading, mark = columns_in(heading, 0, 24, gap=4)
        shapes.pencil(canvas, (mark[0] + 18, mark[1] + mark[3] / 2 - 7))
    canvas.text(board.heading, heading, PROMPT, "quiet")
    canvas.text(board.number, number, 92, bold=True)
    canvas.text(board.caption, caption, PROMPT, "quiet")


def _sheet(canvas: Canvas, box: Box, earlier: Sequence[shown.EarlierRolls], marks: Sequence[int]) -> None:
    """What everybody rolled in earlier rounds, the newest first: the round, then a column for each player. A line lies
    where the table changed.
    """
    head, *rows = rows_in(box, *[0] * (1 + len(earlier)), gap=0)
    totals = [str(total) for rolls in earlier for total in rolls.totals if total is not None]
    size = shapes.one_size(canvas, totals, columns_in(head, 0, *[0] * len(marks), gap=2)[1], LABEL, bold=True)
    for mark, (x, y, width, height) in zip(marks, columns_in(head, 0, *[0] * len(marks), gap=2)[1:], strict=True):
        shapes.person_mark(canvas, mark, (x + width / 2, y + height / 2), 9)
    for row, rolls in zip(rows, earlier, strict=True):
        if rolls.changed:
            canvas.line([(row[0], row[1] + row[3]), (row[0] + row[2], row[1] + row[3])], "warn", CHANGED)
        first, *cells = columns_in(row, 0, *[0] * len(marks), gap=2)
        canvas.text(f"{rolls.round}.", first, SMALL, "quiet")
        for total, cell in zip(rolls.totals, cells, strict=True):
            best = total is not None and total == max(known for known in rolls.totals if known is not None)
            canvas.text("" if total is None else str(total), cell, size, "ink" if best else "quiet", bold=best)


def _places(line: Box) -> tuple[Box, Box, Box]:
    """Return where the name, the total and the last word stand in a player's line."""
    x, y, width, height = line
    total, last = (x + width * 0.64, y, width * 0.14, height), (x + width * 0.79, y, width * 0.2 - 6, height)
    return (x + 52, y, width * 0.24, height), total, last


def _said(roll: shown.RollView) -> tuple[str, str, Text | str]:
    """Return the name, the total and the last word of a player's line."""
    return roll.name, "" if roll.total is None else str(roll.total), _says(roll)[0]


def _line(canvas: Canvas, box: Box, roll: shown.RollView, state: State, sizes: Sequence[float]) -> None:
    """Paint a player's line; the `sizes` of its three texts are those of all lines."""
    x, y, width, height = box
    canvas.panel(box, "raised" if roll.best or roll.rolls_next else "panel")
    shapes.seat_mark(canvas, roll.seat, (x + 28, y + height / 2), 14)
    name, total, last = zip(_said(roll), _places(box), sizes, strict=True)
    canvas.text(*name, bold=roll.best, align="left")
    left = x + 60 + width * 0.24
    side = min(LARGEST_DIE, height - 14, (x + width * 0.64 - left) / max(1, len(roll.faces)) - 8)
    for at, face in enumerate(roll.faces):
        place = (left + at * (side + 8), y + (height - side) / 2, side, side)
        shapes.die(canvas, face, state.table.colour(roll.seat) or "white", place)
    canvas.text(*total, bold=True)
    canvas.text(*last, _says(roll)[1], bold=bool(roll.owes))


def _paint_hands(canvas: Canvas, box: Box, state: State, scene: Scene) -> None:
    """Everybody's suit: a tap on a card puts it into the hand or takes it out. Rolls have a button."""
    facts = scene.facts or {}
    help_line, *lines = rows_in(inset(box, 16, 8), 40, *[0] * len(state.hands), gap=10)
    canvas.text(say("Tap a card: it is in the hand, or it is not."), help_line, LABEL, "quiet", align="left")
    for seat, room in enumerate(lines):
        x, y, width, height = line = inset(room, 0, max(0, (room[3] - HIGHEST_LINE) / 2))
        canvas.panel(line, "panel")
        shapes.seat_mark(canvas, seat, (x + 28, y + height / 2), 14)
        name, cards, roll = columns_in((x + 52, y + 8, width - 60, height - 16), 130, 0, 100, gap=10)
        canvas.text(state.table.name(seat), name, PROMPT, align="left")
        hand = facts["cards"][seat]
        suit = shown.suit_of(state)
        for (rank, mark), place in zip(suit, columns_in(cards, *[0] * len(suit), gap=3), strict=True):
            now = [*facts["cards"][:seat], sorted({rank} ^ {*hand}), *facts["cards"][seat + 1 :]]
            _paint_card(canvas, place, mark, Corrects({"cards": now}), scene, there=rank in hand)
        total = facts["rolls"][seat]
        means = OpensRow("faces")
        words = say("no roll") if total is None else say("rolled {n}", n=total)
        shapes.button(canvas, roll, words, LABEL, down=means in scene.down)
        canvas.target(roll, means)


def _paint_card(canvas: Canvas, box: Box, mark: str, means: Corrects, scene: Scene, *, there: bool) -> None:
    down = means in scene.down
    canvas.panel(box, "pressed" if down else "card" if there else "ground", 8)
    if not there:
        canvas.frame(box, "edge", 8)
    canvas.text(mark, box, PROMPT, "ink" if down else "card_ink" if there else "quiet", bold=there)
    canvas.target(box, means)


def _says(roll: shown.RollView) -> tuple[Text | str, str]:
    """The last word on a seat's line, and its role."""
    if roll.rolls_next and roll.total is None:
        return say("to roll"), "ink"
    if roll.owes:
        return f"\N{MINUS SIGN}{roll.owes}", "warn"
    if roll.empty:
        return say("no cards"), "quiet"
    return (say("best"), "good") if roll.best else ("", "quiet")
