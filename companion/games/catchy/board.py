"""The middle of the table in Catchy!: the cat's way on the left, the trick in the middle, the deck on the right; trick
and deck are turned to who lays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.core.text import Text, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in, inset, rows_in
from companion.drawing.scene import Asks, Corrects, OpensRow, Refused, Scene
from companion.drawing.text_layout import fits
from companion.drawing.text_metrics import width as width_of
from companion.drawing.theme import PROMPT, SMALL
from companion.games.catchy import view_model as shown
from companion.games.catchy.asks import asks
from companion.games.catchy.card_faces import GREY, PAPER, SIDES, paint_card, paint_cat, paint_face, paint_gone
from companion.games.catchy.events import CardPlayed
from companion.games.catchy.state import Phase, State, leads_before_swap
from companion.kit.trick_board import paint_flag

SHORT_TRACK = 12
"""Up to so many points a player's track has a cell for each."""
WAY, LEAST_TRICK, DECK, GAP = 326, 200, 560, 22
"""Widths of the cat's way, of the trick at least, of the deck, and of what lies between them."""
DECK_HIGH, LEAST_HIGH = 320, 620
"""Heights of a deck that lies below the way and the trick, and of a room in which it may."""
WIDE_TRICK = 600
"""A trick wider than this has the tracks side by side, and room for sentences."""
SPOT, CAT, MARKED, PENCIL = 134, 84, 44, 24
"""Width of a place of the cat's way, the largest size of the cat beside it, and how much of the place a player's mark
and the mark of a correction have.
"""


class _Columns(NamedTuple):
    way: Box
    trick: Box
    deck: Box


def paint(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Paint the board and the cat on its way."""
    state: State = scene.state
    if scene.facts is not None:
        state = shown.with_cat(state, scene.facts)
    way, trick, deck = _columns(box)
    for spot, place in _spots(way, state):
        _paint_spot(canvas, place, spot, state)
        if scene.facts is not None:
            canvas.target(place, _cat_lies(state, spot.position))
        if spot.position == state.position and scene.is_set_right("cat", "position"):
            shapes.pencil(canvas, (place[0] + place[2] - 8, place[1] + 6))
    _paint_side(canvas, way, state)
    if scene.is_set_right("cat", "side"):
        left, low, wide, _ = _side_box(way)
        shapes.pencil(canvas, (left + wide - 8, low - 22))
    if scene.facts is not None:
        canvas.target(_side_box(way), _cat_lies(state, state.position, turned=True))
    cat = _cat_box(way, state)
    with canvas.piece("cat", cat):
        paint_cat(canvas, cat, blue=state.blue)
    angle = _angle(scene)
    for column, paint_column in ((trick, _paint_middle), (deck, _paint_deck)):
        with canvas.turned(angle, (column[0] + column[2] / 2, column[1] + column[3] / 2)):
            paint_column(canvas, column, scene)


def _cat_box(way: Box, state: State) -> Box:
    """Return where the cat lies, beside its place on the way."""
    x, y, width, height = next(place for spot, place in _spots(way, state) if spot.position == state.position)
    size = max(66, min((height + 6) * 1.25, CAT))
    return (x + width + 12, y + (height - size) / 2, size, size)


def _angle(scene: Scene) -> int:
    """How far the trick and the deck are turned: to the one who is asked."""
    seat = scene.asked[0] if len(scene.asked) == 1 else 0
    return scene.angles[seat] if scene.angles else 0


def _columns(box: Box) -> _Columns:
    room = inset(box, 10, 6)
    if room[2] < WAY + LEAST_TRICK + DECK + 2 * GAP and room[3] > LEAST_HIGH:  # the deck below
        upper, deck = rows_in(room, 0, DECK_HIGH, gap=14)
        way, trick = columns_in(upper, WAY, 0, gap=GAP)
        return _Columns(way, trick, deck)
    return _Columns(*columns_in(room, WAY, 0, DECK, gap=GAP))


def _spots(box: Box, state: State) -> list[tuple[shown.Spot, Box]]:
    """The places of the way from seat 0's end at the bottom to seat 1's at the top."""
    x, y, _, height = box
    way = shown.way(state)
    each = height / len(way)
    return [(spot, (x, y + at * each + 3, SPOT, each - 6)) for at, spot in enumerate(way)]


def _paint_spot(canvas: Canvas, box: Box, spot: shown.Spot, state: State) -> None:
    x, y, width, height = box
    if spot.kind == "card":
        canvas.panel(box, "card", 8)
        canvas.frame(inset(box, 3), GREY, 6, 1.8)
        paint_face(canvas, (x + width / 2, y + height / 2 - 1), min(height * 0.26, 14), GREY, "card")
    elif spot.kind == "gap":
        canvas.frame((x + width * 0.2, y, width * 0.6, height), "edge", 8, 1.8, alpha=0.7)
    else:
        seat, here, marked = 0 if spot.position < 0 else 1, spot.position == state.position, min(height, MARKED)
        canvas.panel(box, "raised", height / 2)
        canvas.frame(box, "ink" if here else "edge", height / 2, 3.6 if here else 1.8)
        shapes.seat_mark(canvas, seat, (x + marked * 0.55, y + height / 2), min(12, marked * 0.28))
        room = (x + marked, y, width - marked - PENCIL, height)
        says = f"{state.table.name(seat)} +3"
        whole = fits(says, room[2], room[3], bold=True)  # a long name gives way: its shape stands there
        canvas.text(says if whole else "+3", room, SMALL if whole else PROMPT, bold=True, align="left")


def _paint_side(canvas: Canvas, box: Box, state: State) -> None:
    """What the cat's upper side means, beside the middle of the way."""
    upper, meaning = (canvas.look.said(text) for text in shown.side(state))
    side = _side_box(box)
    canvas.panel(side, SIDES["blue" if state.blue else "red"], 10)
    canvas.text(f"{upper.upper()}\n{meaning}", inset(side, 4, 0), PROMPT, PAPER, bold=True)


def _side_box(way: Box) -> Box:
    x, y, width, height = way
    left = x + SPOT + CAT + 10
    return (left, y + height / 2 - 52, x + width - left, 104)


def _cat_lies(state: State, position: int, *, turned: bool = False) -> Corrects:
    """The cat lies at this place, with the same side up or `turned`."""
    return Corrects({"cat": {"position": position, "side": "blue" if state.blue != turned else "red"}})


def _paint_middle(canvas: Canvas, box: Box, scene: Scene) -> None:
    """Heading, track, cards; proved revokes, or why the cat went there once the news no longer says so."""
    state: State = scene.state
    is_wide = box[2] > WIDE_TRICK
    heading, track, cards, reason = rows_in(box, 34, 36 if is_wide else 72, 0, 80 if is_wide else 118, gap=8)
    trick = shown.trick(state)
    if scene.is_set_right("round"):
        heading, mark = columns_in(heading, 0, 24, gap=4)
        shapes.pencil(canvas, (mark[0] + 18, mark[1] + mark[3] / 2 - 7))
    canvas.text(trick.heading, heading, PROMPT, "quiet")
    tracks = columns_in(track, 0, 0, gap=16) if is_wide else rows_in(track, 0, 0, gap=6)[::-1]
    for seat, row in enumerate(tracks):
        _paint_track(canvas, row, seat, state)
    for seat, place in enumerate(columns_in(cards, 0, 0, gap=10)):
        _paint_laid(canvas, place, seat, trick, scene)
    if scene.facts is not None:
        canvas.target(track, OpensRow("scores"))
        canvas.target(cards, OpensRow("history" if trick.past else "trick"))
    flags = shown.flags(state, scene.entries)[-2:]
    for flag, row in zip(flags, rows_in(reason, *([0] * len(flags)), gap=6), strict=False):
        paint_flag(canvas, row, flag, scene)
    if not flags and not trick.past:
        canvas.text(trick.why, reason, PROMPT, "quiet")


def _paint_track(canvas: Canvas, row: Box, seat: int, state: State) -> None:
    """A cell a point; only the numbers if the way is long."""
    x, y, width, height = row
    target, score = state.options.target, state.scores[seat]
    shapes.seat_mark(canvas, seat, (x + 14, y + height / 2), 10)
    cells = (x + 34, y, width - 34, height)
    if target > SHORT_TRACK:
        canvas.text(f"{score} / {target}", cells, 24, bold=True, align="left")
        return
    for at, cell in enumerate(columns_in(cells, *([0] * target), gap=4), 1):
        if at <= score:
            canvas.panel(cell, "ink", 5)
            canvas.text(str(at), cell, 18, "ground", bold=True)
        else:
            canvas.frame(cell, "edge", 5, 1.8)
            canvas.text(str(at) if at == target else "", cell, 18, "quiet")


def _paint_laid(canvas: Canvas, box: Box, seat: int, trick: shown.TrickView, scene: Scene) -> None:
    """A seat's card of the trick; below it whose it is, who led, who took them."""
    state: State = scene.state
    x, y, width, height = box
    wide = min(118, width - 20)
    paper = (x + (width - wide) / 2, y + 48, wide, height - 50)
    name = trick.cards[seat]
    if name is None:
        canvas.frame(paper, "edge", 9, 2.2, alpha=0.7)
        canvas.text(say("leads") if trick.leader == seat else "", paper, 22, "quiet")
    else:
        view = next(view for view in shown.deck(state) if view.card == name)
        with canvas.piece(("laid", name), paper, scene.angles[seat] if scene.angles else None):
            paint_card(canvas, paper, view, state.options, edge="ink" if trick.winner == seat else "edge")
    led = trick.leader == seat and name is not None
    words: Text | str = (
        (say("led · takes it") if led else say("takes it")) if trick.winner == seat else say("led") if led else ""
    )
    wide = min(width - 26, width_of(canvas.look.said(words), 22 * canvas.look.text_size) + 2)
    left = x + (width - wide - 26) / 2
    shapes.seat_mark(canvas, seat, (left + 10, y + 22), 9)
    canvas.text(words, (left + 24, y, wide, 44), 22, "quiet", align="left")


def _paint_deck(canvas: Canvas, box: Box, scene: Scene) -> None:
    """A row a colour; the Joker and the Starting card at the end."""
    state: State = scene.state
    seat = scene.asked[0] if scene.asked else 0
    possible = {choice.event for ask in asks(state) for choice in ask.choices if not scene.over}
    pointed = {event.card for event in scene.pointed.values() if isinstance(event, CardPlayed)}
    changed = {event.card for event in scene.corrected if isinstance(event, CardPlayed)}
    changed |= {laid.card for at, laid in enumerate(state.trick) if scene.is_set_right("trick", at)}
    changed |= {
        laid.card
        for trick, cards in enumerate(state.history)
        for at, laid in enumerate(cards)
        if scene.is_set_right("history", trick, at)
    }
    rows = [columns_in(row, *[0] * 6) for row in rows_in(box, 0, 0, 0)]
    places = [place for row in rows for place in row[:5]] + [rows[0][5]]
    for view, place in zip(shown.deck(state), places, strict=True):
        event = CardPlayed(seat, view.card)
        means: object = event if event in possible else Refused(event)
        if scene.facts is not None:
            means = _where(view.card, state, scene.facts)
        canvas.target(place, means)
        down = means in scene.down
        if view.by is None:
            edge = "asked" if view.card in pointed else "edge"
            paint_card(canvas, place, view, state.options, down=down, edge=edge)
        else:
            paint_gone(canvas, place, view, down=down)
            if view.card in changed:
                shapes.pencil(canvas, (place[0] + place[2] - 8, place[1] + 10))
    _paint_starting_card(canvas, rows[1][5], state)


def _where(card: str, state: State, facts: Mapping[str, Any]) -> Asks | OpensRow:
    """Where a card lies: nowhere yet, or with one of the players in the trick; earlier tricks have a row."""
    if any(laid["card"] == card for trick in facts["history"] for laid in trick):
        return OpensRow("history")
    others = [laid for laid in facts["trick"] if laid["card"] != card]

    def lies(trick: list[Any]) -> Corrects:
        playing = state.phase in (Phase.LEAD, Phase.FOLLOW)
        return Corrects({"trick": trick} | ({"phase": str(Phase.FOLLOW if trick else Phase.LEAD)} if playing else {}))

    with_players = [
        (
            say("{name} laid it in this trick", name=name),
            lies([*(laid for laid in others if laid["seat"] != seat), {"seat": seat, "card": card}]),
        )
        for seat, name in enumerate(state.table.players)
    ]
    return Asks(say("Where does this card lie?"), ((say("Not laid yet"), lies(others)), *with_players))


def _paint_starting_card(canvas: Canvas, box: Box, state: State) -> None:
    """The seventeenth card: struck out once it lies in the course; the holder's sign beneath."""
    x, y, width, height = box
    canvas.panel(box, "panel", 9)
    canvas.frame(box, "edge", 9, 1.8)
    gone = state.phase not in (Phase.DEAL, Phase.EXCHANGE) and not leads_before_swap(state)
    canvas.text(say("Start"), (x + 3, y, width - 6, height), 20, "quiet" if gone else "ink", bold=True)
    if gone:
        canvas.line([(x + 10, y + height / 2), (x + width - 10, y + height / 2)], "quiet", 4)
    if state.holder is not None:
        shapes.seat_mark(canvas, state.holder, (x + width / 2, y + 18), 10)
