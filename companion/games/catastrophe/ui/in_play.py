"""Painting what is in play: the stack and what becomes of it, the dice, whose turn it is, the piles."""

from __future__ import annotations

from kivy.metrics import dp

from companion.core.text import say
from companion.drawing.theme import CAPTION
from companion.games.catastrophe import view_model as shown
from companion.games.catastrophe.ui import drawing
from companion.i18n import translate, word
from companion.ui.drawing import canvas

MOST_CARDS = 7
"""Cards that find room; of more the newest are shown."""


def stack(board: shown.BoardView, left_s: int, box: canvas.Box) -> None:
    """The cards in play, oldest left, their dice, and what happens if nobody reacts (in `left_s` seconds, if not 0)."""
    x, y, width, height = box
    plan = _plan_words(board, left_s)
    low = dp(48) if canvas.fits(plan, width, dp(48)) else dp(70)  # a third line for long names
    cards = (x, y + low + dp(2), width, height - low - dp(2))
    if board.rolls:
        wide = min(width * 0.45, dp(84) * len(board.rolls) + dp(8))
        _rolls(board, (x + width - wide, cards[1], wide, cards[3]))
        cards = (x, cards[1], width - wide - dp(10), cards[3])
    newest = board.stack[-MOST_CARDS:]
    count = len(newest)
    each = min(dp(172), (cards[2] + dp(12)) / count)
    for at, card in enumerate(newest):
        last = at == count - 1
        visible = min(dp(160), cards[2] - (count - 1) * each if last else each - dp(12))
        _card(card, (x + at * each, cards[1], visible, cards[3]), newest=last)
        if not last:
            canvas.text("←", (x + at * each + visible - dp(2), cards[1], dp(16), cards[3]), 18, "quiet")
    canvas.text(plan, (x, y, width, low), 24, "ink", align="left")


def _plan_words(board: shown.BoardView, left_s: int) -> str:
    odds = translate(board.odds)
    if board.plan:
        steps = "  ".join(f"{at}. {translate(step)}" for at, step in enumerate(board.plan[:4], 1))
        plan = translate(say("No reaction: {steps}", steps=steps))
        return "  ·  ".join(part for part in (plan, f"{left_s} s" if left_s else "", odds) if part)
    return odds or (word("No more reactions") if board.stack[-1].fate == "closed" else "")


def _card(card: shown.CardView, box: canvas.Box, *, newest: bool) -> None:
    """One card: kind, player, target; crossed where it will not work, a red dot where nothing can stop it."""
    x, y, width, height = box
    gone = card.fate == "blocked"
    canvas.panel(box, "card", 10, 0.6 if gone else 1.0)
    canvas.frame(box, "warn" if newest else "edge", 10, 4 if newest else 1.5)
    narrow = width < dp(124)
    pad, line = dp(2 if narrow else 6), min(dp(32), height / 4)
    name = ("" if narrow or not card.power else "★ ") + translate(card.name)
    canvas.text(name, (x + pad, y + height - line - dp(4), width - 2 * pad, line), CAPTION, "card_ink", bold=True)
    middle = y + height - line * 2.1 - dp(4)
    _aim(card, (x, middle - dp(16), width, dp(32)), named=not narrow)
    note = word("blocked") if gone else card.brief if narrow else translate(card.note)
    canvas.text(note, (x + pad, y + dp(2), width - 2 * pad, line), CAPTION, "card_ink", bold=gone)
    if card.red_dot:
        canvas.shape("disc", (x + width - dp(16), y + height - dp(16)), dp(8), "C21A1A")
    if gone:
        canvas.crossed((x + dp(10), y + dp(10), width - dp(20), height - dp(20)), "B3241B", 2.5)


def _aim(card: shown.CardView, box: canvas.Box, *, named: bool) -> None:
    """The player and the target: the seats' marks, and a name where all of it has room."""
    x, y, width, height = box
    middle = y + height / 2
    name, beside = (card.by, dp(48)) if card.target is None else (card.aimed_at, dp(106))
    named = named and canvas.fits(name, width - beside, height)
    if card.target is None:
        canvas.seat_mark(card.seat, (x + (dp(24) if named else width / 2), middle), dp(12))
        if named:
            canvas.text(card.by, (x + dp(44), y, width - dp(48), height), CAPTION, "card_ink", align="left")
        return
    last = x + (dp(86) if named else width - dp(20))
    canvas.seat_mark(card.seat, (x + dp(24 if named else 20), middle), dp(12))
    first = x + dp(38 if named else 32)
    canvas.text("→", (first, y, last - dp(14) - first, height), 22, "card_ink")
    canvas.seat_mark(card.target, (last, middle), dp(12))
    if named:
        canvas.text(card.aimed_at, (x + dp(102), y, width - dp(106), height), CAPTION, "card_ink", align="left")


def _rolls(board: shown.BoardView, box: canvas.Box) -> None:
    x, y, width, height = box
    each = width / len(board.rolls)
    side = min(each - dp(10), height - dp(56), dp(70))
    for at, roll in enumerate(board.rolls):
        left = x + at * each
        canvas.seat_mark(roll.seat, (left + each / 2, y + height - dp(14)), dp(11))
        canvas.die(
            roll.value or 0, roll.colour, (left + (each - side) / 2, y + dp(28), side, side),
            "danger" if roll.fails else "edge",
        )  # fmt: skip
        text = word("due") if roll.value is None else word("fails") if roll.fails else ""
        if roll.need is not None and not text:
            text = word("safe")
        canvas.text(text, (left, y, each, dp(28)), CAPTION, "danger" if roll.fails else "ink")


def turn(board: shown.BoardView, box: canvas.Box) -> None:
    """Whose turn it is, and which of its phases."""
    x, y, width, height = box
    head = (x, y + height * 0.5, width, height * 0.5)
    canvas.text(translate(board.whose), head, 40, bold=True, align="left")
    if not any(now for _, now in board.steps):
        return
    each = min(width / 3, dp(220))
    high = min(dp(54), height * 0.46)
    for at, (words, now) in enumerate(board.steps):
        step = (x + at * each, y + dp(4), each - dp(26), high)
        canvas.panel(step, "pressed" if now else "panel", 12)
        canvas.frame(step, "ink" if now else "edge", 12, 2.5 if now else 1)
        canvas.text(translate(words), step, CAPTION, "ink" if now else "quiet", bold=now)
        if at < len(board.steps) - 1:
            canvas.text("→", (step[0] + step[2], step[1], dp(26), high), 22, "quiet")


def piles(board: shown.BoardView, box: canvas.Box) -> None:
    """The decks, their discards, the sanctuary; the signs before them are those of the players' counts."""
    x, y, width, height = box
    canvas.panel(box, "panel", 10)
    each = height / (len(board.piles) + 2)
    middle, right = x + width - dp(124), x + width - dp(12)
    for words, end in ((word("deck"), middle), (word("discards"), right)):
        wide = dp(104)
        canvas.text(words, (end - wide, y + height - each, wide, each), CAPTION, "quiet", align="right")
    signs = (drawing.cards, drawing.power_cat, None, drawing.yarn)
    rows = [(translate(pile.name), pile.draw, str(pile.discard)) for pile in board.piles]
    for at, (sign, (name, count, discards)) in enumerate(
        zip(signs, [*rows, (word("Sanctuary"), board.sanctuary, "")], strict=True)
    ):
        low = y + height - (at + 2) * each
        if sign is not None:
            sign((x + dp(24), low + each / 2), min(dp(12), each * 0.38))
        left = x + dp(44)
        canvas.text(name, (left, low, middle - dp(44) - left, each), CAPTION, "quiet", align="left")
        canvas.text(f"{count}", (middle - dp(44), low, dp(44), each), CAPTION, bold=True, align="right")
        canvas.text(discards, (right - dp(60), low, dp(60), each), CAPTION, "quiet", align="right")
