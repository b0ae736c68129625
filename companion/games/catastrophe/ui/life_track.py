"""Painting the life track: the spaces, the cats on them, the Reapurr, and who has just left it."""

from __future__ import annotations

from kivy.metrics import dp

from companion.drawing.theme import CAPTION
from companion.games.catastrophe import view_model as shown
from companion.games.catastrophe.ui import drawing
from companion.i18n import translate, word
from companion.ui.drawing import canvas


def track(board: shown.BoardView, box: canvas.Box) -> None:
    """The spaces from the Lair to 9, with the variant's rule above."""
    x, y, width, height = box
    each = width / len(board.spaces)
    rule = translate(board.rule)
    if rule:
        canvas.text(rule, (x, y + height - dp(32), width, dp(32)), CAPTION, "quiet")
        height -= dp(34)
    for space in board.spaces:
        _space(space, (x + space.number * each + dp(2), y, each - dp(4), height))


def _space(space: shown.SpaceView, box: canvas.Box) -> None:
    x, y, width, height = box
    canvas.panel(box, "panel" if space.number else "ground", 10)
    canvas.frame(box, "danger" if space.deadly or space.reapurr else "edge", 10, 2 if space.deadly else 1)
    label = str(space.number) if space.number else word("Lair")
    canvas.text(label, (x, y + dp(2), width, dp(30)), CAPTION, "quiet", bold=True)
    room = (x + dp(2), y + dp(32), width - dp(4), height - dp(36))
    if space.reapurr:
        drawing.reapurr((x + width / 2 - dp(4), room[1] + room[3] - dp(30)), min(dp(24), width * 0.3))
        room = (room[0], room[1], room[2], room[3] - dp(56))
    _tokens(space, room)


def _tokens(space: shown.SpaceView, room: canvas.Box) -> None:
    if not space.seats:
        return
    x, y, width, height = room
    across = 1 if len(space.seats) == 1 else 2
    rows = -(-len(space.seats) // across)
    radius = min(width / across / 2.5, height / rows / 2.6, dp(26))
    for at, seat in enumerate(space.seats):
        row, column = divmod(at, across)
        centre = (
            x + width * (column + 0.5) / across,
            y + height - height * (row + 0.5) / rows - radius * 0.1,
        )
        drawing.cat(seat, centre, radius, out=not space.number)


def farewell(words: str, gone: tuple[int, ...], box: canvas.Box) -> None:
    """A card over the track for those who just went out."""
    x, y, width, height = box
    wide = min(width * 0.8, dp(640))
    card = (x + (width - wide) / 2, y + dp(10), wide, height - dp(20))
    canvas.panel(card, "raised", 16)
    canvas.frame(card, "danger", 16, 3)
    middle = card[1] + height * 0.56
    each = dp(110)
    left = x + width / 2 - each * (len(gone) - 1) / 2
    for at, seat in enumerate(gone):
        centre = (left + at * each, middle)
        drawing.burst(centre, min(dp(64), height * 0.36))
        drawing.cat(seat, centre, min(dp(32), height * 0.2))
    canvas.text(words, (card[0], card[1] + dp(6), wide, dp(44)), 32, bold=True)
