"""Drawing for widgets, whose boxes are pixels: the same primitives and shapes as on a `Canvas`. Call these inside
`Drawn.paint` (or `with canvas:`). Sizes of type, radii and widths of lines are units (dp).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kivy.graphics import Color, Mesh
from kivy.metrics import Metrics, dp

from companion.core.game import Game
from companion.drawing import icons, shapes, text_layout, text_metrics
from companion.drawing.game_pictures import paint_picture
from companion.drawing.geometry import Box, Point
from companion.drawing.theme import SMALL
from companion.ui.drawing import scale
from companion.ui.kivy_canvas import KivyCanvas

__all__ = [
    "Box",
    "bar",
    "colour",
    "common_size",
    "crossed",
    "die",
    "disc",
    "fits",
    "frame",
    "game_picture",
    "icon",
    "line",
    "number",
    "panel",
    "pencil",
    "person_mark",
    "polygon",
    "raised",
    "seat_mark",
    "text",
    "text_height",
    "text_width",
    "tick",
    "width_in_two",
]


def in_units(box: Box) -> Box:
    """Return a box of pixels in units."""
    x, y, width, height = box
    pixels = Metrics.density
    return x / pixels, y / pixels, width / pixels, height / pixels


def point_in_units(point: Point) -> Point:
    """Return a point of pixels in units."""
    return point[0] / Metrics.density, point[1] / Metrics.density


def colour(name: str) -> None:
    """Draw in a role's colour, or RRGGBB, from here on."""
    Color(*scale.role(name))


def panel(box: Box, name: str = "panel", radius: float = 12, alpha: float = 1.0) -> None:
    """Fill a rounded rectangle."""
    KivyCanvas().panel(in_units(box), name, radius, alpha=alpha)


def frame(box: Box, name: str = "edge", radius: float = 12, width: float = 1.5, alpha: float = 1.0) -> None:
    """Draw a line along the inside of a rounded rectangle."""
    KivyCanvas().frame(in_units(box), name, radius, width * 1.8, alpha=alpha)


def raised(box: Box, name: str = "raised", radius: float = 12, *, flat: bool = False) -> None:
    """Draw the ground of something to tap."""
    shapes.raised(KivyCanvas(), in_units(box), name, radius, flat=flat)


def bar(box: Box, name: str, alpha: float = 1.0) -> None:
    """Fill a rectangle."""
    KivyCanvas().panel(in_units(box), name, 0, alpha=alpha)


def disc(centre: Point, radius: float, name: str, width: float = 0.0, alpha: float = 1.0) -> None:
    """Draw a disc; with a `width` (pixels), only a ring of it."""
    units = Metrics.density
    shapes.disc(KivyCanvas(), point_in_units(centre), radius / units, name, width / units, alpha=alpha)


def line(points: Sequence[float], name: str = "edge", width: float = 1.5, alpha: float = 1.0) -> None:
    """Draw a line through x, y, x, y...; `width` is half of the line's."""
    pairs = [point_in_units(point) for point in zip(points[::2], points[1::2], strict=True)]
    KivyCanvas().line(pairs, name, 2 * width, alpha=alpha)


def text(
    words: str, box: Box, size: float, name: str = "ink", *,
    bold: bool = False, align: str = "center", valign: str = "middle", alpha: float = 1.0,
) -> None:  # fmt: skip
    """Write words into a box; `align` left, center or right, `valign` bottom, middle or top."""
    KivyCanvas().text(words, in_units(box), size, name, bold=bold, align=align, valign=valign, alpha=alpha)


def number(
    words: str, box: Box, size: float, name: str = "ink", *, bold: bool = False, align: str = "center"
) -> None:  # fmt: skip
    """Write a number that is read from all sides of the table."""
    shapes.number(KivyCanvas(), words, in_units(box), size, name, bold=bold, align=align)


def fits(words: str, width: float, height: float, size: float = SMALL, *, bold: bool = False) -> bool:
    """Whether words can be read whole in this many pixels at `size`; in the smallest type, long words may be broken."""
    size = SMALL if size <= SMALL else scale.type_size(size)
    return text_layout.fits(words, width / Metrics.density, height / Metrics.density, size, bold=bold)


def text_width(words: str, size: float, *, bold: bool = False) -> float:
    """Return how many pixels one line of words needs at `size`."""
    return dp(text_metrics.width(words, scale.type_size(size), bold=bold))


def text_height(words: str, width: float, size: float, *, bold: bool = False) -> float:
    """Return how many pixels high words are, wrapped at `width` pixels."""
    return dp(text_layout.height(words, width / Metrics.density, scale.type_size(size), bold=bold))


def common_size(texts: Iterable[str], width: float, height: float, size: float, *, bold: bool = False) -> float:
    """Return the largest size up to `size` at which each of these texts fits into this many pixels."""
    room = width / Metrics.density, height / Metrics.density
    return text_layout.common_size(texts, *room, size, bold=bold, text_size=scale.look().text_size)


def width_in_two(words: str, *, bold: bool = False) -> float:
    """Return the least width in pixels at which words stand in two lines of the smallest type."""
    return dp(text_layout.width_in_two(words, bold=bold))


def polygon(points: Sequence[tuple[float, float]], rgba: Sequence[float]) -> None:
    """A filled polygon, as a fan around the middle of its points (so it must be star-shaped around it)."""
    Color(*rgba)
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    corners = [middle, *points, points[0]]
    Mesh(
        vertices=[part for x, y in corners for part in (x, y, 0, 0)],
        indices=list(range(len(corners))),
        mode="triangle_fan",
    )


def seat_mark(seat: int, centre: Point, radius: float, rim: str = "ink") -> None:
    """Draw the mark of the player at a seat."""
    shapes.seat_mark(KivyCanvas(), seat, point_in_units(centre), radius / Metrics.density, rim)


def person_mark(number: int, centre: Point, radius: float) -> None:
    """Draw a mark by its number."""
    shapes.person_mark(KivyCanvas(), number, point_in_units(centre), radius / Metrics.density)


def die(value: int, name: str, box: Box, rim: str = "edge") -> None:
    """Draw a die of a named colour showing `value` (0: no pips), as large as fits into the box."""
    shapes.die(KivyCanvas(), value, name, in_units(box), rim)


def icon(name: str, box: Box, role: str = "ink") -> None:
    """Draw an icon as large as fits into the box."""
    icons.icon(KivyCanvas(), name, in_units(box), role)


def game_picture(game: Game, box: Box) -> None:
    """Draw the picture that stands for a game, as large as fits into the box."""
    paint_picture(game, KivyCanvas(), in_units(box))


def tick(centre: Point, radius: float, name: str = "good") -> None:
    """Draw a small check mark."""
    shapes.tick(KivyCanvas(), point_in_units(centre), radius / Metrics.density, name)


def crossed(box: Box, name: str = "danger", width: float = 2) -> None:
    """Strike out a box with a cross."""
    shapes.crossed(KivyCanvas(), in_units(box), name, 2 * width)


def pencil(corner: Point) -> None:
    """Draw the mark of what was corrected afterwards at the lower right corner of something."""
    shapes.pencil(KivyCanvas(), point_in_units(corner))
