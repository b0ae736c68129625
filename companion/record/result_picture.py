"""How a game ended: who won, with their cat, how everybody did, and the course of the game. On the screen at the end,
and as the picture that people keep and send.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import Game
from companion.core.text import say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.cats import cat_eye, cat_head, confetti
from companion.drawing.game_pictures import paint_picture
from companion.drawing.geometry import Box, Point, columns_in, inset, rows_in
from companion.drawing.text_metrics import width as width_of
from companion.drawing.theme import HERO, LABEL, NUMBER, PROMPT, SMALL, mark_colour, mixed
from companion.record.result_sheet import ResultSheet, SheetRow

WIDE, HIGH = 1280, 800
"""The size of the picture."""
HEAD, EDGE = 120, 32
ROW, LEAST_ROW = 96, 62
NAME = 22
"""The height of a name beside the curve."""
SCALE = 76
"""Width of the scale beside the curve: the word for a round is read whole in every language."""
LABEL_HIGH = 26
"""Height of a number of the scale, in units. If two would touch, the one named first stands: the most, 0, the least."""
FEWEST = 2
"""Positions that make no curve yet."""
POINTS = 240
"""A line needs no more points than this on any screen."""
TINT = 0.24
"""How much of the winner's colour is in the ground of their place."""


def paint_result(canvas: Canvas, sheet: ResultSheet, game: Game, day: str) -> None:
    """Paint the picture to keep: the game and the day above, the result below."""
    canvas.panel((0, 0, WIDE, HIGH), "ground", 0)
    head, result = rows_in(inset((0, 0, WIDE, HIGH), EDGE), HEAD - 20, 0, gap=20)
    x, y, width, height = head
    paint_picture(game, canvas, (x, y, height, height))
    title, below = rows_in((x + height + 24, y, width - height - 300, height), 0, 36, gap=0)
    canvas.text(sheet.game, title, NUMBER, bold=True, align="left")
    canvas.text(day, below, LABEL, "quiet", align="left")
    paint_end(canvas, result, sheet)
    cat_eye(canvas, (x + width - 250, y + height / 2), 24)
    canvas.text("Cat's Eye", (x + width - 215, y, 215, height), PROMPT, bold=True)


def paint_end(canvas: Canvas, box: Box, sheet: ResultSheet) -> None:
    """Paint the winner large, the others beside or below, the course of the game under them."""
    winners = [row for row in sheet.rows if row.place == 1]
    others = [row for row in sheet.rows if row.place != 1]
    split = columns_in if box[2] > box[3] else rows_in
    if winners:
        first, rest = split(box, 0.4 * (box[2] if split is columns_in else box[3]), 0, gap=16)
        _paint_winners(canvas, first, winners, sheet)
    else:
        story, rest = rows_in(box, 40, 0)
        canvas.text(_story(canvas, sheet), story, LABEL, "quiet", align="left")
    has_course, least = len(sheet.course) > FEWEST, 14 + NAME * len(sheet.rows)
    high = (rest[3] - (least + 16 if has_course else 0)) / max(1, len(others))
    high = min(ROW, max(min(LEAST_ROW, rest[3] / max(1, len(others))), high))
    x, y, width, height = rest
    for number, row in enumerate(others, 1):
        _paint_row(canvas, (x, y + height - number * high + 8, width, high - 8), row)
    free = height - high * len(others) - (8 if others else 0)
    if has_course and free >= least:
        _paint_course(canvas, (x, y, width, free), sheet)


def cats_box(box: Box) -> Box:
    """Return where the winners' cats are in the box of `paint_end`: confetti falls there, beside all words."""
    return _winners_rows(_winners_box(box))[0]


def _winners_box(box: Box) -> Box:
    split, length = (columns_in, box[2]) if box[2] > box[3] else (rows_in, box[3])
    return split(box, 0.4 * length, 0, gap=16)[0]


def _winners_rows(box: Box) -> list[Box]:
    return rows_in(inset(box, 16, 12), 0, 110, 40, 44, 84, gap=2)


def _story(canvas: Canvas, sheet: ResultSheet) -> str:
    return " ".join(canvas.look.said(words) for words in sheet.story)


def _paint_winners(canvas: Canvas, box: Box, winners: list[SheetRow], sheet: ResultSheet) -> None:
    """The cats in the winners' colours, their names, what they have, and how it came about."""
    colour = mark_colour(winners[0].mark) if len(winners) == 1 else "F2C530"
    canvas.panel(box, mixed(canvas.look.colour("panel"), colour, TINT), 16)
    cats, name, score, why, story = _winners_rows(box)
    confetti(canvas, cats)
    names = [row.name for row in winners]
    for row, place in zip(winners, columns_in(cats, *[0] * len(winners), gap=4), strict=True):
        radius = max(4.0, min(place[2] / 2.5, place[3] / 2.7))
        centre = (place[0] + place[2] / 2, place[1] + place[3] * 0.4)
        cat_head(canvas, centre, radius, mark_colour(row.mark), mood="wins")
        shapes.person_mark(canvas, row.mark, (centre[0], centre[1] - radius * 0.98), max(10, radius * 0.2))
    canvas.text(" · ".join(names), name, HERO if len(names) == 1 else NUMBER, bold=True)
    canvas.text(winners[0].score, score, PROMPT, bold=True)
    canvas.text(winners[0].why if len(winners) == 1 else say("a tie"), why, SMALL)
    canvas.text(_story(canvas, sheet), story, LABEL)


def _paint_row(canvas: Canvas, box: Box, row: SheetRow) -> None:
    x, y, width, height = box
    canvas.panel(box, "raised")
    canvas.text(f"{row.place}." if row.place else "", (x + 6, y, 50, height), PROMPT, "quiet")
    shapes.person_mark(canvas, row.mark, (x + 76, y + height / 2), 15)
    says = canvas.look.said(row.score)
    wide = min(width * 0.34, width_of(says, PROMPT * canvas.look.text_size, bold=True) + 8)
    canvas.text(says, (x + width - wide - 14, y, wide, height), PROMPT, bold=True, align="right")
    words = (x + 106, y + 2, width - wide - 134, height - 4)
    if not canvas.look.said(row.why):
        canvas.text(row.name, words, PROMPT, align="left")
        return
    name, below = rows_in(words, 0, 26 if height < 80 else 44, gap=0)
    canvas.text(row.name, name, PROMPT, align="left", valign="bottom" if height > 80 else "middle")
    canvas.text(row.why, below, SMALL, "quiet", align="left")


def _paint_scale(canvas: Canvas, left: float, right: float, heights: Mapping[int, float]) -> None:
    """Paint a line at each number's height, and the number before it unless it would touch one painted before."""
    labelled: list[float] = []
    for number, up in heights.items():
        canvas.line([(left, up), (right, up)], "edge", 1.2, alpha=0.4)
        if all(abs(up - other) >= LABEL_HIGH for other in labelled):
            place = (left - SCALE + 6, up - LABEL_HIGH / 2, SCALE - 12, LABEL_HIGH)
            canvas.text(str(number), place, SMALL, "quiet", align="right")
            labelled.append(up)


def _paint_course(canvas: Canvas, box: Box, sheet: ResultSheet) -> None:
    """What each player had over the game: a line each with the name at its end, a scale, the rounds below."""
    canvas.panel(box, "ground")
    names = {row.seat: row.name for row in sheet.rows}
    marks = {row.seat: row.mark for row in sheet.rows}
    label = min(0.4 * box[2], max(width_of(name, SMALL, bold=True) for name in names.values()) + 40)
    x, y, width, height = box[0] + SCALE, box[1] + 34, box[2] - 16 - SCALE - label, box[3] - 50
    every = [count for counts in sheet.course for count in counts if count is not None]
    least, most = min(0, *every), max(1, *every)
    last = len(sheet.course) - 1
    steps = sorted({round(number * last / min(last, POINTS)) for number in range(min(last, POINTS) + 1)})

    def place(step: int, count: int) -> Point:
        return x + width * step / last, y + height * (count - least) / (most - least)

    heights = {count: place(0, count)[1] for count in (most, 0, least)}
    _paint_scale(canvas, x, x + width, heights)
    if sheet.rounds:
        canvas.text(say("Round"), (box[0] + 6, box[1] + 1, SCALE - 8, 22), SMALL, "quiet", align="right")
    shown, right = -1e9, x + width
    for step, number in sheet.rounds:
        across = place(step, 0)[0]
        canvas.line([(across, y), (across, y + height)], "edge", 1.2, alpha=0.4)
        if across - shown > 40 and across < right - 24:
            canvas.text(str(number), (across + 2, box[1] + 4, 36, 28), SMALL, "quiet", align="left")
            shown = across
    if sheet.turning_at:
        across = place(sheet.turning_at, 0)[0]
        canvas.line([(across, y), (across, y + height)], "good", 3)
    ends = {seat: sheet.course[last][seat] or 0 for seat in names}
    order = sorted(names, key=lambda seat: ends[seat])
    for seat in order:
        counts = [(step, sheet.course[step][seat]) for step in steps]
        points = [place(step, count) for step, count in counts if count is not None]
        if len(points) > 1:
            canvas.line(points, mark_colour(marks[seat]), 5)
    each = min(26.0, (box[3] - 12) / len(order))
    low = box[1] + 6.0
    for number, seat in enumerate(order):
        room = box[1] + box[3] - 6 - each * (len(order) - number)
        low = min(max(low, place(last, ends[seat])[1] - each / 2), room)
        shapes.person_mark(canvas, marks[seat], (right + 16, low + each / 2), min(9, each / 2 - 1))
        canvas.text(names[seat], (right + 32, low, label - 28, each), SMALL, bold=True, align="left")
        low += each
