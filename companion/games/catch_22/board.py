"""The middle of the table in CATCH 22: the board as large as it fits, and a row of things to do below it.

Where five or six play, squares are 8 mm wide: a finger means the nearest square that can be chosen within its reach.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from companion.core.events import Event
from companion.core.text import Text, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point, columns_in, inset, rows_in
from companion.drawing.scene import OpensRow, Refused, Scene, ShowsSheet, Switches, Takes
from companion.drawing.text_metrics import LINE_HEIGHT
from companion.drawing.text_metrics import width as width_of
from companion.drawing.theme import SMALL, TOUCH
from companion.games.catch_22 import pieces, set_right
from companion.games.catch_22 import view_model as shown
from companion.games.catch_22.board_files.layout import Layout, layout
from companion.games.catch_22.board_map import Board
from companion.games.catch_22.count_sheet import paint_count
from companion.games.catch_22.events import CubeRemoved, CubesPlaced, Moved
from companion.games.catch_22.state import Phase, State

WHERE, COUNT = Switches("where to"), ShowsSheet(say("Where the tokens are"), paint_count)
RANSOM, PLACE, SUPPLY = "ransom", "place", "supply"
"""Targets of the row: the numbers that lead to each square, the count of all tokens; a ransom, the squares picked for
cubes, the cubes in hand."""
OWN, BY_NAME = "own pawn", "by name"
"""Squares that mean no event: where a drag begins, and one with several pawns to change places with."""
REACH = 40
"""A finger this near to the middle of a square that can be chosen means it: squares may be smaller than fingers."""
RIM, BELOW = 26, 18
"""Width of the rim at the left with the names of rows; height by which the blue ground goes on below for columns."""
LIT, POINTED = 3, 6
"""How far the frames of a square that may be chosen, and of one that a button box points at, stand out from it."""
ROW, BUTTON, CUBES = 56, 108, 226
"""The row: its height, and the widths of a button and of the cubes in hand."""


class Row(NamedTuple):
    """The places in the row below the board. None that is tapped moves during a game; the news has the room of cubes
    and button while there are none.
    """

    where: Box
    tokens: Box
    ransom: Box | None
    supply: Box
    act: Box
    news: Box


def paint(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Paint board and row, what was picked, and the way to the square under a finger."""
    state: State = scene.state
    if scene.facts is not None:
        paint_to_set_right(canvas, box, scene)
        return
    if scene.over:
        state = state._replace(phase=Phase.OVER)
        scene = replace(scene, state=state)
    fit = fit_of(state.board, board_box(box))
    pointed = {shown.square_of(event) for event in scene.pointed.values()} - {""}
    paint_board(canvas, fit, state, pointed, scene.angles)
    _mark_set_right(canvas, fit, scene)
    if WHERE in scene.picked and state.phase is not Phase.SWITCH:  # whom to change with must be seen whole
        _paint_pips(canvas, fit, state)
    is_bots = state.turn in scene.bots
    for place, (offered, reach) in meanings(state, fit.square).items():
        x, y = fit.centres[place]
        means = Refused(offered) if is_bots and isinstance(offered, Event) else offered  # a tap says that a bot plays
        if is_bots and not isinstance(means, Refused):
            continue
        canvas.target((x - fit.square / 2, y - fit.square / 2, fit.square, fit.square), means, reach)
        if means in scene.picked and isinstance(means, CubesPlaced):
            pieces.cube(canvas, means.seat, fit.centres[place], fit.square, alpha=0.6)
            pieces.ring(canvas, fit.centres[place], fit.square)
        if means in scene.down and not is_bots:
            _paint_way(canvas, fit, state, place)
    if not scene.still:
        _paint_row(canvas, row_of(box, state), scene)


def paint_to_set_right(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Paint a table that is set right: pawns and cubes are taken up and put down, cubes in hand lie below."""
    facts = scene.facts or {}
    state = set_right.with_pieces(scene.state, facts)._replace(phase=Phase.OVER, turn=None)
    fit = fit_of(state.board, board_box(box))
    paint_board(canvas, fit, state, set(), scene.angles)
    taken = next((means for means in scene.picked if isinstance(means, Takes)), None)
    for place, (x, y) in enumerate(fit.centres):
        means = set_right.piece_at(state, place) if taken is None else set_right.put_at(state, facts, taken, place)
        reach = max(0.0, TOUCH - fit.square) / 2
        if means is not None:
            canvas.target((x - fit.square / 2, y - fit.square / 2, fit.square, fit.square), means, reach)
        if means in scene.down or (taken is not None and set_right.piece_at(state, place, taken) == taken):
            pieces.ring(canvas, (x, y), fit.square)
    row = rows_in(inset(box, 4, 0), 0, ROW, gap=2)[1]
    tokens, *hands = columns_in(row, BUTTON, *[0] * len(state.pawns))
    button = OpensRow("tokens")
    shapes.button(canvas, tokens, say("Tokens"), 22, down=button in scene.down)
    canvas.target(tokens, button)
    for seat, hand in enumerate(hands):
        means = set_right.hand_of(facts, taken, seat)
        down = means in scene.down or (taken is not None and taken.what == ("hand", seat))
        canvas.panel(hand, "pressed" if down else "panel", 12)
        pieces.cube(canvas, seat, (hand[0] + 34, hand[1] + hand[3] / 2), 44)
        words = say("{n} in hand", n=facts["supply"][seat])
        canvas.text(words, (hand[0] + 64, hand[1], hand[2] - 72, hand[3]), 22, align="left")
        if means is not None:
            canvas.target(hand, means)


def board_box(box: Box) -> Box:
    """Return what the row leaves for the board."""
    return rows_in(inset(box, 4, 0), 0, ROW, gap=2)[0]


def row_of(box: Box, state: State) -> Row:
    """Return the places of the row below the board. News leaves the button free that may come."""
    row = rows_in(inset(box, 4, 0), 0, ROW, gap=2)[1]
    has_ransom = state.options.ransom != "off"
    where, tokens, *ransom, supply, act, news = columns_in(row, *[BUTTON] * (2 + has_ransom), CUBES, BUTTON, 0)
    if not shown.cubes_to_place(state)[1] and not may_take_none(state):
        news = (supply[0], supply[1], news[0] + news[2] - supply[0], supply[3])
    return Row(where, tokens, ransom[0] if ransom else None, supply, act, news)


def may_take_none(state: State) -> bool:
    """Return whether somebody may take a cube off the board, or none."""
    return state.phase is Phase.REMOVE and state.options.remove == "optional"


def fit_of(board: Board, box: Box) -> shown.Fitted:
    """Return where the squares of a board lie in a box, and the rims around them."""
    x, y, width, height = box
    rim, below = (RIM, BELOW) if shown.has_coordinates(board) else (0, 0)
    return shown.fitted(_layout(board), (x + rim, y + below, width - rim, height - below))


@lru_cache(maxsize=4)
def _layout(board: Board) -> Layout:
    return layout(board)


def meanings(state: State, side: float) -> dict[int, tuple[object, float]]:
    """Return what a finger on each square means and how far around it, for squares `side` wide. Squares for cubes are
    many and lie beside each other: of these, the one under the finger counts.
    """
    seat, cubes = state.turn, shown.cube_squares(state)
    found: dict[int, tuple[object, float]] = {}
    for place in range(len(state.board.squares)):
        event, can = shown.meaning(state, place), bool((shown.choosable(state) | cubes) >> place & 1)
        if isinstance(event, Moved) and not can and seat is not None and state.pawns[seat] == place:
            found[place] = OWN, max(0.0, TOUCH - side) / 2
        elif event is None and can:
            found[place] = BY_NAME, REACH - side / 2
        elif event is not None and can:
            reach = (TOUCH if isinstance(event, CubesPlaced) else max(2 * REACH, 1.5 * side)) - side
            found[place] = event, max(0.0, reach) / 2
        elif event is not None:
            found[place] = Refused(event), 0.0
    return found


def paint_board(
    canvas: Canvas, fit: shown.Fitted, state: State, pointed: set[str], angles: tuple[int, ...] = ()
) -> None:  # fmt: skip
    """Paint blue ground, yellow paths and squares, what is printed on them, cubes and pawns; `pointed` are the squares
    that button boxes have stepped to, `angles` how far each seat's strip is turned.
    """
    below = _below(fit) if shown.has_coordinates(state.board) else 0
    canvas.panel((fit.left, fit.bottom - below, fit.width, fit.height + below), pieces.BLUE, 14)
    for one, other in state.board.paths:
        pieces.path(canvas, fit.centres[one], fit.centres[other], fit.square)
    views = shown.square_views(state)
    for square in views:
        pieces.square(canvas, fit.centres[square.place], fit.square, lit=square.lit)
        pieces.printed(canvas, square.kind, fit.centres[square.place], fit.square, square.tokens)
    if shown.has_coordinates(state.board):
        _paint_coordinates(canvas, fit, state.board)
    for square in views:
        x, y = fit.centres[square.place]
        around = inset((x - fit.square / 2, y - fit.square / 2, fit.square, fit.square), -LIT)
        if square.lit:
            canvas.frame(around, pieces.INK, 0.14 * fit.square, 8)
            canvas.frame(around, pieces.LIGHT, 0.14 * fit.square, 4.5)
        if state.board.id(square.place) in pointed:
            canvas.frame(inset(around, LIT - POINTED), "asked", 8, 7)
    for square in views:
        if square.cube is not None:
            x, y = fit.centres[square.place]
            box = (x - fit.square / 2, y - fit.square / 2, fit.square, fit.square)
            with canvas.piece(("cube", square.cube, square.place), box, angles[square.cube] if angles else None):
                pieces.cube(canvas, square.cube, fit.centres[square.place], fit.square)
        if square.pawns:
            pieces.pawns(canvas, square.pawns, fit.centres[square.place], fit.square)


def _mark_set_right(canvas: Canvas, fit: shown.Fitted, scene: Scene) -> None:
    """Paint a pencil on each square where a pawn, a cube or the tokens of a jackpot were corrected."""
    state: State = scene.state
    pawns = {place for seat, place in enumerate(state.pawns) if scene.is_set_right("pawns", seat)}
    for place, (x, y) in enumerate(fit.centres):
        name = state.board.id(place)
        if place in pawns or scene.is_set_right("cubes", name) or scene.is_set_right("jackpots", name):
            shapes.pencil(canvas, (x + fit.square / 2, y - fit.square / 2))


def _below(fit: shown.Fitted) -> float:
    """Return by how much the ground goes on below, so that letters are clear of the frames of small squares too."""
    free = min(y for _, y in fit.centres) - fit.square / 2 - fit.bottom
    return max(BELOW, SMALL * LINE_HEIGHT + POINTED - free)


def _paint_coordinates(canvas: Canvas, fit: shown.Fitted, board: Board) -> None:
    """What sentences call the squares by: numbers at the left, letters below."""
    rows, columns = shown.coordinates(board, fit)
    side = fit.square
    low, top = fit.bottom - _below(fit), min(y for _, y in fit.centres) - side / 2
    for name, up in rows.items():
        canvas.text(name, (fit.left - RIM - 2, up - side / 2, RIM, side), 22, "quiet")
    for name, across in columns.items():
        below_frames = (across - side / 2, low, side, top - POINTED - low)
        canvas.text(name, below_frames, SMALL, pieces.LIGHT)


def _paint_pips(canvas: Canvas, fit: shown.Fitted, state: State) -> None:
    """The numbers that would lead the player to each square."""
    for place, pips in shown.pips_to(state).items():
        x, y = fit.centres[place]
        words = "".join(str(number) for number in pips)
        wide = max(22.0, width_of(words, SMALL, bold=True) + 8)
        tag = (x - wide / 2, y - 0.62 * fit.square, wide, 22)
        canvas.panel(tag, pieces.LIGHT, 4)
        canvas.frame(tag, pieces.INK, 4, 1.8)
        canvas.text(words, tag, SMALL, pieces.INK, bold=True)


def _paint_way(canvas: Canvas, fit: shown.Fitted, state: State, place: int) -> None:
    """The path to a square under a finger, and the pawn there if it can go."""
    way = shown.way_to(state, place)
    points = [fit.centres[spot] for spot in way]
    if len(points) > 1:
        canvas.line(points, pieces.INK, 0.24 * fit.square)
        canvas.line(points, pieces.LIGHT, 0.14 * fit.square)
    pieces.ring(canvas, fit.centres[place], fit.square)
    if way and state.turn is not None:
        pieces.pawn(canvas, state.turn, fit.centres[place], 0.42 * fit.square)


def _paint_row(canvas: Canvas, row: Row, scene: Scene) -> None:
    state: State = scene.state
    picked = sum(isinstance(means, CubesPlaced) for means in scene.picked)
    done = say("Place {n}", n=picked) if picked else say("Take none")
    size = shapes.button_size(canvas, (say("Where to?"), say("Count all"), say("Ransom"), done), row.where, 22)

    def button(box: Box, words: Text, means: object, kind: str = "plain") -> None:
        shapes.button(canvas, box, words, size, kind, down=means in scene.down)
        canvas.target(box, means)

    if state.phase is not Phase.OVER:
        button(row.where, say("Where to?"), WHERE, "chosen" if WHERE in scene.picked else "plain")
    else:
        canvas.text(say("Where to?"), inset(row.where, 8, 2), size, "quiet")
    button(row.tokens, say("Count all"), COUNT)
    if row.ransom is not None and shown.ransoms(state, scene.bots):
        button(row.ransom, say("Ransom"), RANSOM)
    elif row.ransom is not None:
        canvas.text(say("Ransom"), inset(row.ransom, 8, 2), size, "quiet")
        if shown.ransoms(state):  # a tap says that bots do not trade
            canvas.target(row.ransom, RANSOM)
    if picked:
        button(row.act, done, PLACE, "asked")
    elif may_take_none(state) and state.turn is not None and state.turn not in scene.bots:
        button(row.act, done, CubeRemoved(state.turn, None), "asked")
    seat, count = shown.cubes_to_place(state)
    if count and seat not in scene.bots:
        _paint_supply(canvas, row.supply, seat, count)
        canvas.target(row.supply, SUPPLY)


def _paint_supply(canvas: Canvas, box: Box, seat: int, count: int) -> None:
    """The cubes in hand, to be dragged onto the board one by one."""
    canvas.panel(box, "panel", 12)
    words, room = columns_in(inset(box, 8, 0), 80, 0, gap=6)
    canvas.text(say("drag cubes"), words, SMALL, "quiet")
    side = min(44, room[2] / count, room[3] - 8)
    first: Point = (room[0] + (room[2] - side * (count - 1)) / 2, room[1] + room[3] / 2)
    for number in range(count):
        pieces.cube(canvas, seat, (first[0] + number * side, first[1]), side * 0.9)
