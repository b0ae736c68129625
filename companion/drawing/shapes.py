"""Shapes made of the canvas's primitives: buttons, dice, the marks of seats, ticks and crosses."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from companion.core.text import Text
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point, inset, square_in
from companion.drawing.text_layout import common_size, lay
from companion.drawing.theme import die_colour, mark_colour, mark_shape

PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
"""Where the pips of each face lie, in steps from its middle."""
RADIUS, LEDGE = 12, 4
"""The corners of what can be tapped, and how far it stands out."""
RIM = 2.4
"""Width of the line around a seat's shape."""
UPSIDE_DOWN = str.maketrans("01689", "01986")
"""What these digits are for somebody across the table; the others are no digits then."""
FOOT, FOOT_HIGH = 0.14, 0.06
"""How far the bar under a number reaches below its base line, and how high it is, in sizes of type."""


def button(
    canvas: Canvas, box: Box, words: Text | str, size: float = 24, kind: str = "plain", *,
    note: Text | str = "", down: bool = False, marked: bool = False,
) -> None:  # fmt: skip
    """Paint words on a raised ground. `kind` is plain, asked (wanted), chosen, quiet (framed), danger or off (it does
    nothing now); `down`: a finger is on it; `marked`: a button box has stepped to it. A high one has a `note` below
    its words.
    """
    ground = {"asked": "asked", "quiet": "panel", "off": "panel", "chosen": "pressed"}.get(kind, "raised")
    ink = {"asked": "asked_ink", "danger": "danger", "quiet": "quiet", "off": "quiet"}.get(kind, "ink")
    if down:
        ground, ink = "pressed", "ink"
    x, y, width, height = face = raised(canvas, box, ground, flat=down or kind in {"quiet", "off"})
    if kind == "quiet":
        canvas.frame(face, "edge", RADIUS, 1.5)
    if marked or kind == "chosen":
        canvas.frame(face, "asked" if marked else "ink", RADIUS, 7.2 if marked else 3.6)
    if note and height > 80:
        canvas.text(words, (x + 8, y + height * 0.42, width - 16, height * 0.5), size, ink, bold=True)
        canvas.text(note, (x + 8, y + height * 0.06, width - 16, height * 0.36), 18, "ink" if down else "quiet")
    else:
        canvas.text(words, words_box(face), size, ink, bold=True)


def button_size(canvas: Canvas, texts: Iterable[Text | str], box: Box, size: float = 24) -> float:
    """Return the largest size up to `size` at which each of these fits on a button in a box."""
    return one_size(canvas, texts, words_box(face_of(box)), size, bold=True)


def words_box(face: Box) -> Box:
    """Return where the words of a button stand on its face."""
    return inset(face, 8, 2)


def face_of(box: Box) -> Box:
    """Return the face of something raised: what lies above its shade."""
    x, y, width, height = box
    return (x, y + LEDGE, width, height - LEDGE)


def raised(
    canvas: Canvas, box: Box, ground: str = "raised", radius: float = RADIUS, *, flat: bool = False
) -> Box:  # fmt: skip
    """Paint the ground of something to tap, with its shade below unless it is `flat`; return its face."""
    x, y, width, height = box
    face = box if flat else face_of(box)
    if not flat:
        canvas.panel((x, y, width, min(height, 2 * radius + LEDGE)), "shade", radius)
    canvas.panel(face, ground, radius)
    return face


def disc(canvas: Canvas, centre: Point, radius: float, colour: str, width: float = 0.0, *, alpha: float = 1.0) -> None:
    """Paint a disc; with a `width`, only a ring of it."""
    x, y = centre
    canvas.ellipse((x - radius, y - radius, 2 * radius, 2 * radius), colour, width, alpha=alpha)


def die(canvas: Canvas, value: int, name: str, box: Box, rim: str = "edge") -> None:
    """Paint a die of a named colour that shows `value` (0: no pips), as large as fits into the box."""
    x, y, side, _ = square = square_in(box)
    looks = die_colour(name)
    canvas.panel(square, looks.body, 0.2 * side)
    canvas.frame(square, rim, 0.2 * side, 2.2)
    for across, up in PIPS.get(value, ()):
        middle = (x + side * (0.5 + 0.26 * across), y + side * (0.5 + 0.26 * up))
        disc(canvas, middle, 0.095 * side, looks.pips)


def number(
    canvas: Canvas, words: str, box: Box, size: float, colour: str = "ink", *,
    bold: bool = False, align: str = "center",
) -> None:  # fmt: skip
    """Write a number that is read from all sides: with a bar below, as on dice, if it is another one upside down."""
    canvas.text(words, box, size, colour, bold=bold, align=align)
    across = words[::-1].translate(UPSIDE_DOWN)
    if across == words or across.startswith("0") or not set(words) <= set("01689"):
        return
    laid = lay(words, box, size, bold=bold, align=align, text_size=canvas.look.text_size)
    for line in laid.lines:
        bar = (line.start[0], line.start[1] - FOOT * laid.size, line.width, FOOT_HIGH * laid.size)
        canvas.panel(bar, colour, 0)


def one_size(
    canvas: Canvas, texts: Iterable[Text | str], box: Box, size: float, *, bold: bool = False
) -> float:  # fmt: skip
    """Return the largest size up to `size` at which each of these fits into a box: neighbours are written alike."""
    said = map(canvas.look.said, texts)
    return common_size(said, box[2], box[3], size, bold=bold, text_size=canvas.look.text_size)


def seat_mark(canvas: Canvas, seat: int, centre: Point, radius: float, rim: str = "ink") -> None:
    """Paint the mark of the player at a seat; the rim stands out from what lies below it."""
    person_mark(canvas, canvas.look.mark(seat), centre, radius, rim)


def person_mark(canvas: Canvas, number: int, centre: Point, radius: float, rim: str = "ink") -> None:
    """Paint a mark by its number: a shape in its colour."""
    mark(canvas, mark_shape(number), centre, radius, mark_colour(number), rim)


def mark(
    canvas: Canvas, kind: str, centre: Point, radius: float, colour: str, rim: str = "ink", *, alpha: float = 1.0
) -> None:
    """Paint a shape, filled and with a rim: disc, square, triangle, diamond, star, ring, cross or hexagon."""
    if kind in {"disc", "ring"}:
        disc(canvas, centre, radius, colour, alpha=alpha)
        disc(canvas, centre, radius, rim, RIM)
        if kind == "ring":
            disc(canvas, centre, radius * 0.5, "panel")
            disc(canvas, centre, radius * 0.5, rim, RIM)
        return
    points = corners(kind, centre, radius)
    canvas.polygon(points, colour, alpha=alpha)
    canvas.line(points, rim, RIM, closed=True)


def corners(kind: str, centre: Point, radius: float) -> list[Point]:
    """Return the corners of a shape that has corners."""
    x, y = centre

    def ring(count: int, turn: float, *radii: float) -> list[Point]:
        angles = [(turn + 2 * pi * at / count, radii[at % len(radii)]) for at in range(count)]
        return [(x + reach * sin(angle), y + reach * cos(angle)) for angle, reach in angles]

    if kind == "square":
        return ring(4, pi / 4, radius * 1.2)
    if kind == "triangle":
        return ring(3, 0, radius * 1.2)
    if kind == "diamond":
        return ring(4, 0, radius * 1.15)
    if kind == "star":
        return ring(10, 0, radius * 1.2, radius * 0.52)
    if kind == "cross":
        arm = 0.38
        quarter = [(-arm, 1), (arm, 1), (arm, arm), (1, arm), (1, -arm), (arm, -arm)]
        half = [*quarter, *((-across, -up) for across, up in quarter)]
        return [(x + radius * across, y + radius * up) for across, up in half]
    return ring(6, 0, radius * 1.1)


def tick(canvas: Canvas, centre: Point, radius: float, colour: str = "good") -> None:
    """Paint a small check mark."""
    x, y = centre
    canvas.line([(x - radius, y), (x - radius * 0.3, y - radius * 0.7), (x + radius, y + radius * 0.7)], colour, 4)


def crossed(canvas: Canvas, box: Box, colour: str = "danger", width: float = 4) -> None:
    """Strike out a box with a cross."""
    x, y, wide, high = box
    canvas.line([(x, y), (x + wide, y + high)], colour, width)
    canvas.line([(x, y + high), (x + wide, y)], colour, width)


def pencil(canvas: Canvas, corner: Point) -> None:
    """Paint the mark of what was corrected afterwards at the lower right corner of something."""
    box = (corner[0] - 16, corner[1] - 4, 20, 22)
    canvas.panel(box, "warn", 5)
    canvas.text("\u270e", box, 16, "warn_ink")
