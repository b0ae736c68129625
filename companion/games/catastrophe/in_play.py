"""What is in play: the stack and what becomes of it, the dice, whose turn it is, the piles."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in
from companion.drawing.text_layout import fits
from companion.drawing.theme import CAPTION
from companion.games.catastrophe.figures import paint_hand, paint_power_cat, paint_yarn
from companion.games.catastrophe.view_model import BoardView, CardView, RollView

LEAST_CARD, WIDEST_CARD, GAP = 100, 160, 12
"""How wide a card must be to be read, how wide it is at most, and the room for the arrow between two."""
DIE = 84
"""Width that a die wants, with the words below it."""
OLDER = 44
"""Width of the number of cards that find no room."""


def paint_stack(canvas: Canvas, box: Box, board: BoardView, left_s: int) -> None:
    """Paint the newest cards in play, oldest left, their dice, and what happens if nobody reacts (in `left_s` seconds,
    if not 0).
    """
    x, y, width, height = box
    plan = _plan_words(canvas, board, left_s)
    low = 48 if fits(plan, width, 48) else 70  # a third line for long names
    canvas.text(plan, (x, y, width, low), 24, align="left")
    cards = (x, y + low + 2, width, height - low - 2)
    if board.rolls:
        dice = min(width - LEAST_CARD - OLDER - GAP, DIE * len(board.rolls))
        cards, right = columns_in(cards, 0, dice, gap=GAP)
        for roll, place in zip(board.rolls, columns_in(right, *([0] * len(board.rolls)), gap=4), strict=True):
            _paint_roll(canvas, place, roll)
    fit = int((cards[2] + GAP) // (LEAST_CARD + GAP))
    if len(board.stack) > fit:
        older, cards = columns_in(cards, OLDER, 0, gap=4)
        fit = max(1, int((cards[2] + GAP) // (LEAST_CARD + GAP)))
        canvas.text(f"+{len(board.stack) - fit}", older, CAPTION, "quiet")
    newest = board.stack[-fit:]
    each = min(WIDEST_CARD, (cards[2] + GAP) / len(newest) - GAP)
    for at, card in enumerate(newest):
        left = cards[0] + at * (each + GAP)
        _paint_card(canvas, (left, cards[1], each, cards[3]), card, newest=card is board.stack[-1])
        if at:
            middle = cards[1] + cards[3] / 2
            arrow = [(left - 3, middle + 5), (left - 9, middle), (left - 3, middle - 5)]
            canvas.line(arrow, "quiet", 2)


def _plan_words(canvas: Canvas, board: BoardView, left_s: int) -> str:
    odds, said = canvas.look.said(board.odds), canvas.look.said
    if board.plan:
        steps = "  ".join(f"{at}. {said(step)}" for at, step in enumerate(board.plan[:4], 1))
        plan = said(say("No reaction: {steps}", steps=steps))
        return "  ·  ".join(part for part in (plan, f"{left_s} s" if left_s else "", odds) if part)
    return odds or (said(say("No more reactions")) if board.stack[-1].fate == "closed" else "")


def _paint_card(canvas: Canvas, box: Box, card: CardView, *, newest: bool) -> None:
    """One card: kind, player, target; crossed if it will not work, a red dot if nothing can stop it."""
    x, y, width, height = box
    gone = card.fate == "blocked"
    canvas.panel(box, "card", 10, alpha=0.6 if gone else 1.0)
    canvas.frame(box, "warn" if newest else "edge", 10, 7 if newest else 2.7)
    if gone:
        shapes.crossed(canvas, (x + 10, y + 10, width - 20, height - 20), "B3241B", 5)
    narrow = width < 124
    pad = 7
    low = min(32, height * 0.26)
    high = height - 2 * low - 6
    name: Text | str = card.name if narrow or not card.power else f"★ {canvas.look.said(card.name)}"
    canvas.text(name, (x + pad, y + 2 * low + 2, width - 2 * pad, high), CAPTION, "card_ink", bold=True)
    _paint_aim(canvas, (x, y + low + 2, width, low), card, named=not narrow)
    note: Text | str = say("blocked") if gone else card.brief if narrow else card.note
    canvas.text(note, (x + pad, y + 2, width - 2 * pad, low), CAPTION, "card_ink", bold=gone)
    if card.red_dot:
        shapes.mark(canvas, "disc", (x + width - 16, y + height - 16), 8, "C21A1A")


def _paint_aim(canvas: Canvas, box: Box, card: CardView, *, named: bool) -> None:
    """The player and the target: the seats' marks, and a name if all of it has room."""
    x, y, width, height = box
    middle, radius = y + height / 2, min(12, height / 2 - 1)
    name, beside = (card.aimed_at, 110) if card.targets else (card.by, 52)
    named = named and len(card.targets) < 2 and fits(canvas.look.said(name), width - beside, height)
    if not card.targets:
        shapes.seat_mark(canvas, card.seat, (x + (24 if named else width / 2), middle), radius)
    else:
        step = min(2 * radius + 2, (width - 78) / max(1, len(card.targets) - 1))
        last = x + (86 if named else width - 20 - step * (len(card.targets) - 1))
        first = x + (24 if named else 20)
        shapes.seat_mark(canvas, card.seat, (first, middle), radius)
        canvas.line([(first + 18, middle), (last - 18, middle)], "card_ink", 2)
        canvas.line([(last - 24, middle + 5), (last - 18, middle), (last - 24, middle - 5)], "card_ink", 2)
        for at, target in enumerate(card.targets):
            shapes.seat_mark(canvas, target, (last + at * step, middle), radius)
    if named:
        canvas.text(name, (x + beside - 8, y, width - beside, height), CAPTION, "card_ink", align="left")


def _paint_roll(canvas: Canvas, box: Box, roll: RollView) -> None:
    x, y, width, height = box
    low = 28 if width > DIE - 5 else 44  # two lines
    side = min(width - 6, height - low - 24, 70)
    shapes.seat_mark(canvas, roll.seat, (x + width / 2, y + height - 12), 9)
    die = (x + (width - side) / 2, y + low, side, side)
    shapes.die(canvas, roll.value or 0, roll.colour, die, "danger" if roll.fails else "edge")
    words = say("due") if roll.value is None else say("fails") if roll.fails else say("safe") if roll.need else ""
    canvas.text(words, (x, y, width, low), CAPTION, "danger" if roll.fails else "ink")


def paint_turn(canvas: Canvas, box: Box, board: BoardView) -> None:
    """Paint whose turn it is, and which of its phases."""
    x, y, width, height = box
    canvas.text(board.whose, (x, y + height * 0.5, width, height * 0.5), 40, bold=True, align="left")
    if not any(now for _, now in board.steps):
        return
    each, high = min(width / 3, 220), min(54, height * 0.46)
    for at, (words, now) in enumerate(board.steps):
        step = (x + at * each, y + 4, each - 26, high)
        canvas.panel(step, "pressed" if now else "panel", 12)
        canvas.frame(step, "ink" if now else "edge", 12, 4.5 if now else 1.8)
        canvas.text(words, (step[0] + 4, step[1], step[2] - 8, high), CAPTION, "ink" if now else "quiet", bold=now)
        if at < len(board.steps) - 1:
            canvas.text("→", (step[0] + step[2], step[1], 26, high), 22, "quiet")


def paint_piles(canvas: Canvas, box: Box, board: BoardView) -> None:
    """Paint the decks, their discards, the sanctuary; the signs before them are those of the players' counts."""
    x, y, width, height = box
    canvas.panel(box, "panel", 10)
    each = height / (len(board.piles) + 2)
    middle, right = x + width - 124, x + width - 12
    for heading, end in ((say("deck"), middle), (say("discards"), right)):
        canvas.text(heading, (end - 104, y + height - each, 104, each), CAPTION, "quiet", align="right")
    signs = (paint_hand, paint_power_cat, None, paint_yarn)
    rows: list[tuple[Text, int, str]] = [(pile.name, pile.draw, str(pile.discard)) for pile in board.piles]
    rows.append((say("Sanctuary"), board.sanctuary, ""))
    for at, (sign, (name, count, discards)) in enumerate(zip(signs, rows, strict=True)):
        low = y + height - (at + 2) * each
        if sign is not None:
            sign(canvas, (x + 24, low + each / 2), min(12, each * 0.38))
        left = x + 44
        canvas.text(name, (left, low, middle - 44 - left, each), CAPTION, "quiet", align="left")
        canvas.text(str(count), (middle - 44, low, 44, each), CAPTION, bold=True, align="right")
        canvas.text(discards, (right - 60, low, 60, each), CAPTION, "quiet", align="right")
