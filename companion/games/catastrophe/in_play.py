"""What is in play: the stack and what becomes of it, the dice, whose turn it is, the piles."""

from __future__ import annotations

from companion.core.text import Text, capital, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, columns_in, inset, rows_in
from companion.drawing.scene import Scene
from companion.drawing.text_layout import common_size, fits
from companion.drawing.text_metrics import LINE_HEIGHT
from companion.drawing.theme import LABEL, NUMBER, PROMPT, SMALL
from companion.games.catastrophe.figures import paint_cat, paint_hand, paint_power_cat, paint_yarn
from companion.games.catastrophe.state import DECKS
from companion.games.catastrophe.view_model import BoardView, CardView, RollView

LEAST_CARD, OLD_CARD, LARGE_CARD, GAP = 100, 130, 190, 12
"""How wide a card must be to be read, how wide an older one and the newest are at most, and the room between two."""
PICTURE, LEAST_CAT = 150, 14
"""A card this wide shows the cat of who played it, if it can be so large."""
TWO_LINES = 46
"""The height of a name in two lines."""
VICTIM = 190
"""Width of the arrow and the cat that the newest card is meant for."""
DIE = 84
"""Width that a die wants, with the words below it."""
STEP = 140
"""In a room with less width for each phase of a turn they stand one below the other."""
OLDER = 44
"""Width of the number of cards that find no room."""


def paint_plan(canvas: Canvas, box: Box, board: BoardView, left_s: int) -> Box:
    """Write what happens if nobody reacts (in `left_s` seconds, if not 0) at the bottom; return the room above it."""
    plan = _plan_words(canvas, board, left_s)
    low = 48 if fits(plan, box[2], 48) else 70  # a third line for long names
    room, words = rows_in(box, 0, low, gap=2)
    canvas.text(plan, words, 24, align="left")
    return room


def paint_stack(canvas: Canvas, cards: Box, board: BoardView, scene: Scene) -> None:
    """Paint the newest cards in play, oldest left, and their dice; a pencil if the stack was corrected."""
    if board.rolls:
        width = cards[2]
        dice = min(width - LEAST_CARD - OLDER - GAP, DIE * len(board.rolls))
        cards, right = columns_in(cards, 0, dice, gap=GAP)
        for at, place in enumerate(columns_in(right, *[0] * len(board.rolls), gap=4)):
            _paint_roll(canvas, place, board.rolls[at], set_right=scene.is_set_right("rolls", at))
    fit = int((cards[2] + GAP) // (LEAST_CARD + GAP))
    if len(board.stack) > fit:
        older, cards = columns_in(cards, OLDER, 0, gap=4)
        fit = max(1, int((cards[2] + GAP) // (LEAST_CARD + GAP)))
        canvas.text(f"+{len(board.stack) - fit}", older, PROMPT, "quiet")
    newest = board.stack[-fit:]
    card = newest[-1]
    has_victims = bool(card.targets) and cards[2] >= len(newest) * (OLD_CARD + GAP) + VICTIM
    if has_victims:
        cards, victims = columns_in(cards, 0, VICTIM, gap=0)
    old = min(OLD_CARD, (cards[2] + GAP) / len(newest) - GAP)
    large = min(LARGE_CARD, cards[2] - (len(newest) - 1) * (old + GAP))
    left = cards[0]
    for at, each in enumerate(newest, len(board.stack) - fit if len(board.stack) > fit else 0):
        wide = large if each is card else old
        place = (left, cards[1], wide, cards[3])
        with canvas.piece(("card", at), place, scene.angles[each.seat] if scene.angles else None):
            _paint_card(canvas, place, each, newest=each is card)
        left += wide + GAP
    if scene.is_set_right("stack"):
        shapes.pencil(canvas, (left - GAP - 8, cards[1] + cards[3] - 30))
    if has_victims:
        _paint_victims(canvas, (left - GAP, victims[1], VICTIM, victims[3]), card)


def _paint_victims(canvas: Canvas, box: Box, card: CardView) -> None:
    """An arrow from the card to the cats it is meant for, who do not like it; the name of a lone one."""
    blocked = card.fate == "blocked"
    mood, role = ("waits", "quiet") if blocked else ("sulks", "danger")
    arrow, cats = columns_in(box, 62, 0, gap=2)
    if len(card.targets) == 1:
        name, cats = rows_in(cats, TWO_LINES, 0, gap=0)
        canvas.text(card.aimed_at, name, LABEL, bold=True)
    x, middle = arrow[0], cats[1] + cats[3] / 2
    canvas.line([(x + 8, middle), (x + 44, middle)], role, 7)
    canvas.polygon([(x + 40, middle + 16), (x + 62, middle), (x + 40, middle - 16)], role)
    across = 1 if len(card.targets) == 1 else 2
    rows = rows_in(cats, *[0] * -(-len(card.targets) // across), gap=2)
    places = [place for row in rows for place in columns_in(row, *[0] * across, gap=2)]
    for seat, (left, low, width, height) in zip(card.targets, places, strict=False):
        radius = min(46, height / 2.9, width / 2.4)
        paint_cat(canvas, seat, (left + width / 2, low + height / 2), radius, mood)


def _plan_words(canvas: Canvas, board: BoardView, left_s: int) -> str:
    odds, said = canvas.look.said(board.odds), canvas.look.said
    if board.plan:
        steps = [said(step) for step in board.plan[:4]]
        numbered = [f"{at}. {step}" for at, step in enumerate(steps, 1)] if len(steps) > 1 else steps
        plan = said(say("No reaction: {steps}", steps="  ".join(numbered)))
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
    narrow = width < PICTURE
    pad, foot = (3 if narrow else 7), (7 if newest else 3)  # the foot is clear of the frame
    low = min(32, height * 0.26)
    high = height - 2 * low - foot - 4
    radius = min(0.3 * width, (high - TWO_LINES) / 3.1)
    if newest and width >= PICTURE and radius >= LEAST_CAT and not gone:
        paint_cat(canvas, card.seat, (x + width / 2, y + height - 1.55 * radius), radius, "pounces")
        high -= 3.05 * radius
    name = ("" if narrow or not card.power else "★ ") + capital(canvas.look.said(card.name))
    canvas.text(name, (x + pad, y + 2 * low + foot, width - 2 * pad, high), PROMPT, "card_ink", bold=True)
    _paint_aim(canvas, (x, y + low + foot, width, low), card, named=not narrow)
    note: Text | str = say("blocked") if gone else card.brief if narrow else card.note
    canvas.text(note, (x + pad, y + foot, width - 2 * pad, low), PROMPT, "card_ink", bold=gone)
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
        canvas.text(name, (x + beside - 8, y, width - beside, height), PROMPT, "card_ink", align="left")


def _paint_roll(canvas: Canvas, box: Box, roll: RollView, *, set_right: bool) -> None:
    x, y, width, height = box
    low = 28 if width > DIE - 5 else 44  # two lines
    side = min(width - 6, height - low - 24, 70)
    shapes.seat_mark(canvas, roll.seat, (x + width / 2, y + low + side + 14), 9)
    die = (x + (width - side) / 2, y + low, side, side)
    shapes.die(canvas, roll.value or 0, roll.colour, die, "danger" if roll.fails else "edge")
    if set_right:  # beside the seat's shape: it must cover no pip
        shapes.pencil(canvas, (x + width / 2 + 30, y + low + side + 5))
    rolled = say("fails") if roll.fails else say("safe") if roll.need and roll.value else ""
    words = say("to roll") if roll.waits else rolled
    if fits(canvas.look.said(words), width, low):
        canvas.text(words, (x, y, width, low), PROMPT, "danger" if roll.fails else "ink")


def paint_turn(canvas: Canvas, box: Box, board: BoardView, scene: Scene) -> None:
    """Paint whose turn it is, and which of its phases; a pencil if a phase that is left out was corrected."""
    x, y, width, height = box
    whose = capital(canvas.look.said(board.whose))
    canvas.text(whose, (x, y + height * 0.5, width, height * 0.5), NUMBER, bold=True, align="left")
    if not any(step.now for step in board.steps):
        return
    each, high = min(width / 3, 220), min(54, height * 0.46)
    beside = width / 3 >= STEP
    places = [(x + at * each, y + 4, each - 26, high) for at in range(len(board.steps))]
    if not beside:
        places = rows_in((x, y + 4, width, height * 0.5 - 8), *[0] * len(board.steps), gap=4)
    texts = [canvas.look.said(step.name) for step in board.steps]
    size = common_size(texts, places[0][2] - 8, places[0][3], PROMPT, bold=True, text_size=canvas.look.text_size)
    for step, place in zip(board.steps, places, strict=True):
        left, low, wide, high = place
        canvas.panel(place, "pressed" if step.now else "panel", 12)
        ink = "ink" if step.now else "quiet"
        canvas.text(step.name, (left + 4, low, wide - 8, high), size, ink, bold=step.now)
        if step.left_out:
            canvas.line([(left + 12, low + high / 2), (left + wide - 12, low + high / 2)], "danger", 3)
            if scene.is_set_right("skips"):
                shapes.pencil(canvas, (left + wide - 4, low + high - 18))
        if beside and place is not places[-1]:
            canvas.text("→", (left + wide, low, 26, high), LABEL, "quiet")


def paint_piles(canvas: Canvas, box: Box, board: BoardView, scene: Scene) -> None:
    """Paint the decks, their discards, the sanctuary, with pencils at corrected counts; the signs before them are those
    of the players' counts. In large text each pile has a cell, its name below its numbers.
    """
    canvas.panel(box, "panel", 14)
    signs = (paint_hand, paint_power_cat, None, paint_yarn)
    rows: list[tuple[Text, int, str]] = [(pile.name, pile.draw, str(pile.discard)) for pile in board.piles]
    rows.append((say("Sanctuary"), board.sanctuary, ""))
    marked = [scene.is_set_right("decks", deck) for deck in DECKS] + [scene.is_set_right("sanctuary")]
    names, text_size = [canvas.look.said(name) for name, *_ in rows], canvas.look.text_size
    if pile_cells(canvas, box):
        high = LABEL * text_size * LINE_HEIGHT + 1
        cells = [inset(cell, 8, 0) for cell in pile_cells(canvas, box)]
        size = common_size(names, cells[0][2], cells[0][3] - high, SMALL, text_size=text_size)
        for sign, cell, name, changed, (_, count, discards) in zip(signs, cells, names, marked, rows, strict=True):
            x, y, width, height = cell
            numbers = (x + 32, y + height - high, width - 32, high)
            if sign is not None:
                sign(canvas, (x + 12, y + height - high / 2), 12)
            canvas.text(str(count), numbers, LABEL, bold=True, align="left")
            canvas.text(discards, numbers, LABEL, "quiet", align="right")
            if changed:
                shapes.pencil(canvas, (x + 32 + (width - 32) / 2 + 6, y + height - high / 2 - 7))
            canvas.text(name, (x, y, width, height - high), size, "quiet", align="left")
        return
    x, y, width, height = box
    y, height = y + 5, height - 10
    each = height / (len(rows) + 1)
    middle, right = x + width - 94, x + width - 12
    for heading, end in ((say("deck"), middle), (say("discards"), right)):
        canvas.text(heading, (end - 76, y + height - each, 76, each), SMALL, "quiet", align="right")
    room = middle - 44 - x - 44
    size = common_size(names, room, each, LABEL, text_size=text_size)
    for at, (sign, name, (_, count, discards)) in enumerate(zip(signs, names, rows, strict=True)):
        low = y + height - (at + 2) * each
        if sign is not None:
            sign(canvas, (x + 24, low + each / 2), min(12, each * 0.38))
        canvas.text(name, (x + 44, low, room, each), size, "quiet", align="left")
        if marked[at]:
            shapes.pencil(canvas, (middle + 20, low + each / 2 - 7))
        canvas.text(str(count), (middle - 44, low, 44, each), LABEL, bold=True, align="right")
        canvas.text(discards, (right - 60, low, 60, each), LABEL, "quiet", align="right")


def pile_cells(canvas: Canvas, box: Box) -> list[Box]:
    """Return where the three decks and the sanctuary stand in large text, which finds no room in rows; else nothing."""
    x, y, width, height = inset(box, 0, 5)
    if canvas.look.text_size == 1:
        return []
    return [(x + across * width / 2, y + up * height / 2, width / 2, height / 2) for up in (1, 0) for across in (0, 1)]
