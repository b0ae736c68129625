"""The middle of the table in Cat in the Box: the research board is where cards are declared; the score sheet between
rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catseye.colours import suit
from companion.core.text import Text, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in, inset, rows_in
from companion.drawing.scene import Asks, Corrects, OpensRow, Refused, Scene, ShowsSheet, Takes
from companion.drawing.text_layout import common_size
from companion.drawing.text_metrics import LINE_HEIGHT
from companion.drawing.theme import LABEL, PROMPT, SMALL, Look, ink_on
from companion.games.cat_in_the_box import view_model as shown
from companion.games.cat_in_the_box.events import CardPlayed, ParadoxShown
from companion.games.cat_in_the_box.options import TRUMP
from companion.games.cat_in_the_box.sheet import paint_sheet
from companion.games.cat_in_the_box.state import Phase, State
from companion.kit.trick_board import paint_flag

ROWS = {"red": "B3241B", "blue": "2457B8", "yellow": "F2CE2B", "green": "1E6B3A"}
"""The rows of the board; `ink_on` is written on them."""
PARADOX = "paradox"
SCORES = ShowsSheet(say("Scores"), lambda canvas, box, state: paint_sheet(canvas, box, shown.sheet(state)))
"""Targets that open a dialog."""
GAP = 6
NARROW = 760
"""In a room narrower than this, paradox and scores lie below the cells, and each row's label above it."""
STRIP = 0.265
"""Share of a narrow row's height that its label has: with a claim above, cells are still as high as a finger."""
OUTLINE = 9.0
"""Width of a group's outline, half of which lies outside its cells: the board keeps as much free above and below."""
LETTER = 30
"""Height of the line above a cell's number, with the letter of its colour."""


def paint(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Paint rows of cells with their colour before them; paradox and scores beside or below; a false claim above."""
    state: State = scene.state
    if scene.over:
        state = state._replace(phase=Phase.OVER)
        scene = replace(scene, state=state)
    rest = inset(box, 6, OUTLINE)
    flags = shown.flags(state, scene.entries)
    if flags and scene.facts is None:
        claim, rest = rows_in(rest, 60, 0, gap=GAP)
        paint_flag(canvas, claim, flags[-1], scene)
    if rest[2] < NARROW:
        rest, side = rows_in(rest, 0, 64, gap=GAP + 2)
    else:
        rest, side = columns_in(rest, 0, 156, gap=GAP + 2)
    _paint_side(canvas, side, scene)
    if shown.between_rounds(state):
        paint_sheet(canvas, rest, shown.sheet(state))
        if scene.facts is not None:
            canvas.target(rest, OpensRow("rounds"))
        return
    labels, rows = _labelled_rows(rest, state)
    cells, taken = _cell_boxes(rows, state), []
    for row in shown.cells(state):
        for cell in row:
            there = cell if scene.facts is None else shown.with_token(cell, scene.facts)
            _paint_cell(canvas, cells[cell.colour, cell.number], there, scene)
            if there.owner not in {None, shown.NEUTRAL}:
                taken.append(there)
    for cell in taken:  # above all cells: a token slides over them
        _paint_token(canvas, cells[cell.colour, cell.number], cell, scene)
    _paint_outlines(canvas, cells, state)
    _paint_labels(canvas, labels, state)  # in a narrow room outlines go on below them


def letter(look: Look, colour: str) -> str:
    """Return the first letter of a colour, for those who cannot tell colours apart; more if others begin alike."""
    names = {other: look.said(suit(other)).capitalize() for other in ROWS}
    name = names.pop(colour)
    shortest = next((n for n in range(1, len(name)) if not any(o.startswith(name[:n]) for o in names.values())), None)
    return name[:shortest]


def paint_card(canvas: Canvas, box: Box, colour: str, number: int) -> None:
    """Paint a card as it was declared: the number on its colour, and the colour's name."""
    x, y, width, height = box
    ink = ink_on(ROWS[colour])
    canvas.panel(box, ROWS[colour], 9)
    canvas.text(str(number), (x, y + height * 0.32, width, height * 0.64), 36, ink, bold=True)
    canvas.text(suit(colour), (x + 3, y + 4, width - 6, height * 0.32), SMALL, ink)


def _labelled_rows(box: Box, state: State) -> tuple[list[Box], list[Box]]:
    """Return where the label of each row lies, and where its cells."""
    rows = rows_in(box, *([0] * len(state.setup.rows)), gap=GAP)
    if box[2] < NARROW:
        parts = [rows_in(row, row[3] * STRIP, 0, gap=OUTLINE / 2) for row in rows]
    else:
        parts = [columns_in(row, 108, 0, gap=GAP + 2) for row in rows]
    return [label for label, _ in parts], [cells for _, cells in parts]


def _cell_boxes(rows: Sequence[Box], state: State) -> dict[tuple[str, int], Box]:
    """Return where each cell lies, by its colour and number."""
    setup = state.setup
    return {
        (colour, number): box
        for colour, row in zip(setup.rows, rows, strict=True)
        for number, box in enumerate(columns_in(row, *([0] * setup.numbers), gap=GAP), 1)
    }


def _paint_side(canvas: Canvas, box: Box, scene: Scene) -> None:
    state: State = scene.state
    heading, paradox, scores = (rows_in if box[3] > box[2] else columns_in)(box, 0, 0, 0, gap=GAP)
    lines, text_size = [canvas.look.said(words) for words in shown.heading(state)], canvas.look.text_size
    size = common_size(lines, heading[2], LINE_HEIGHT * LABEL * text_size, LABEL, text_size=text_size)
    canvas.text("\n".join(lines), heading, size, "quiet")
    if scene.is_set_right("round"):
        shapes.pencil(canvas, (heading[0] + heading[2] - 6, heading[1] + 6))
    means = PARADOX if state.phase is Phase.PLAY else Refused(ParadoxShown(shown.acting(state), ()))
    buttons: list[tuple[Text, str, object]] = [(say("Paradox"), "danger", means), (say("Scores"), "plain", SCORES)]
    if scene.facts is not None:
        buttons = [
            (say("Tricks won"), "plain", OpensRow("tricks")),
            (say("Predictions"), "plain", OpensRow("predictions")),
        ]
    size = shapes.button_size(canvas, (words for words, *_ in buttons), paradox, 22)
    for (words, kind, meaning), place in zip(
        buttons if not scene.still else (), (paradox, scores), strict=not scene.still
    ):
        shapes.button(canvas, place, words, size, kind, down=meaning in scene.down)
        canvas.target(place, meaning)


def _paint_labels(canvas: Canvas, labels: Sequence[Box], state: State) -> None:
    """The colour of each row; which one was led, and whether red is unbroken: below the colour, or at the right."""
    led, setup = shown.led(state), state.setup
    _, _, wide, high = labels[0]
    flat = wide > 2 * high
    least = (0.0, 0.0, wide / 2, high) if flat else (0.0, 0.0, wide - 8, high * 0.46)  # as much as a name has by a word
    size = shapes.one_size(canvas, map(suit, setup.rows), least, PROMPT, bold=True)
    for colour, box in zip(setup.rows, labels, strict=True):
        ink = ink_on(ROWS[colour])
        canvas.panel(box, ROWS[colour], 9)
        word: Text | str = say("led") if colour == led else ""
        if colour == TRUMP and not word:
            word = say("trump") if state.taken & setup.red else say("unbroken")
        name, beside = columns_in(inset(box, 10, 0), 0, 0) if flat else rows_in(inset(box, 4, high * 0.04), 0, 0, gap=0)
        if not flat and not word:
            name = inset(box, 4, 0)
        canvas.text(suit(colour), name, size, ink, bold=True, align="left" if flat else "center")
        canvas.text(word, beside, 22, ink, align="right" if flat else "center")
        if colour == led:
            canvas.frame(box, "ink", 9, 3 if flat else 5)


def _paint_cell(canvas: Canvas, box: Box, cell: shown.CellView, scene: Scene) -> None:
    """Open in its colour, closed as an outline, taken with its owner's sign."""
    means = _meaning(scene.state, cell) if scene.facts is None else _set_right(scene, cell)
    canvas.target(box, means)
    down = means in scene.down
    x, y, width, height = box
    tint = ROWS[cell.colour]
    top, rest = (x + 8, y + height - LETTER, width - 16, LETTER - 2), (x, y + 2, width, height - LETTER)
    if cell.owner is None:
        canvas.panel(box, "pressed" if down else tint if cell.open else "panel", 9)
        if not cell.open and not down:
            canvas.frame(box, tint, 9)
        ink = "ink" if down else ink_on(tint) if cell.open else "quiet"
        canvas.text(str(cell.number), rest, 36, ink, bold=cell.open)
        canvas.text(letter(canvas.look, cell.colour), top, 22, ink, align="left")
    else:
        canvas.panel(box, "pressed" if down else "raised", 9)
        if cell.owner == shown.NEUTRAL:
            canvas.text("✕", rest, 34, "quiet")
        canvas.text(f"{cell.number}{letter(canvas.look, cell.colour)}", top, 22, "quiet", align="left")
        if cell.laid:
            canvas.frame(box, "ink", 9, 4.5)
    changed = any(isinstance(event, CardPlayed) and _is_of(event, cell) for event in scene.corrected)
    if changed or scene.is_set_right("board", cell.colour, cell.number - 1):
        shapes.pencil(canvas, (x + width - 8, y + 10))
    pointed = any(isinstance(event, CardPlayed) and _is_of(event, cell) for event in scene.pointed.values())
    if pointed or Takes((cell.colour, cell.number)) in scene.picked:
        canvas.frame(box, "asked", 9, 7)


def _paint_token(canvas: Canvas, box: Box, cell: shown.CellView, scene: Scene) -> None:
    """The owner's sign; a new one comes from their seat."""
    assert cell.owner is not None, "only taken cells have a token"
    x, y, width, height = box
    angle = scene.angles[cell.owner] if scene.angles else None
    with canvas.piece((cell.colour, cell.number), box, angle):
        shapes.seat_mark(canvas, cell.owner, (x + width / 2, y + height * 0.4), min(20, height * 0.24))


def _is_of(event: CardPlayed, cell: shown.CellView) -> bool:
    return (event.colour, event.number) == (cell.colour, cell.number)


def _meaning(state: State, cell: shown.CellView) -> CardPlayed | Refused:
    """The player on turn lays this card as this colour; a red lead may need a claim."""
    claims = shown.asks_to_claim(state, cell.colour, cell.number)
    event = CardPlayed(shown.acting(state), cell.number, cell.colour, only_red=claims)
    return event if cell.open else Refused(event)


def _set_right(scene: Scene, cell: shown.CellView) -> Takes | Corrects | Asks:
    """A token is taken up, and changes places with what lies where it is put; an empty cell asks whose lies there."""
    facts = scene.facts or {}
    taken = next((means.what for means in scene.picked if isinstance(means, Takes)), None)
    if taken is not None:
        return Corrects(shown.exchanged(facts, taken, (cell.colour, cell.number)))
    if cell.owner is not None:
        return Takes((cell.colour, cell.number))
    names = [say("{name}", name=name) for name in scene.state.setup.table.players]
    return Asks(
        say("Whose token lies on the {colour} {n}?", colour=suit(cell.colour), n=cell.number),
        tuple(
            (words, Corrects({"board": shown.with_owner(facts["board"], cell.colour, cell.number, owner)}))
            for owner, words in ((None, say("No token")), *enumerate(names))
        ),
    )


def _paint_outlines(canvas: Canvas, cells: dict[tuple[str, int], Box], state: State) -> None:
    """The largest groups: a line in ink, the seat's colour on it, as the shapes of the seats are outlined."""
    rows = state.setup.rows
    sides = [
        (seat, _side(_grown(cells[rows[row], column + 1], group, row, column), side))
        for seat, group in enumerate(shown.largest_groups(state))
        if len(group) > 1
        for row, column, side in shown.rim(group)
    ]
    for width, role in ((OUTLINE, "ink"), (5.6, "")):
        for seat, ends in sides:
            canvas.line(ends, role or canvas.look.seat_colour(seat), width)


def _side(box: Box, side: str) -> list[tuple[float, float]]:
    x, y, wide, high = box
    return {
        "left": [(x, y), (x, y + high)],
        "right": [(x + wide, y), (x + wide, y + high)],
        "above": [(x, y + high), (x + wide, y + high)],
        "below": [(x, y), (x + wide, y)],
    }[side]


def _grown(box: Box, group: frozenset[tuple[int, int]], row: int, column: int) -> Box:
    """A cell's box for its outline: grown over half the gap towards neighbours of its group, so that lines meet."""
    half = GAP / 2
    x, y, width, height = box
    left = half if (row, column - 1) in group else 0.0
    right = half if (row, column + 1) in group else 0.0
    above = half if (row - 1, column) in group else 0.0
    below = half if (row + 1, column) in group else 0.0
    return (x - left, y - below, width + left + right, height + above + below)
