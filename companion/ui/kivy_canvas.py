"""Pictures on the Kivy canvas that is open now, sharp at any density."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from kivy.graphics import Color, Ellipse, Mesh, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothLine, Translate
from kivy.metrics import Metrics

from companion.core.text import Text
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point, around
from companion.drawing.targets import Targets
from companion.drawing.text_layout import lay
from companion.drawing.theme import Look, rgba
from companion.ui.drawing import scale
from companion.ui.drawing.rounded_textures import circle, rounded
from companion.ui.drawing.text_layout import line_texture

LARGEST_DIE = 110.0
"""Units: a panel with a longer side is a ground, a smaller one a die, a card or a square that people read (our choice).
"""


class Piece(NamedTuple):
    """Something painted that can slide: its box in pixels, the side of the picture it comes from, what moves it."""

    box: Box
    side: int | None
    moved: Translate


class KivyCanvas(Canvas):
    """Paints into the canvas that is open (`with widget.canvas:`), in the current theme and text size.

    Units become pixels by the window's density. `targets` holds where fingers count on what was painted, `read` where
    words and figures stand (dice, cats, marks), `pieces` what can slide. `angle` is how far the picture is turned in
    the window.
    """

    def __init__(self, angle: float = 0.0) -> None:
        self._angle = angle
        self.targets = Targets()
        self.read: list[Box] = []
        self.pieces: dict[Hashable, Piece] = {}
        self._pixels = Metrics.density
        self._look = scale.look()

    @property
    def look(self) -> Look:
        """The theme, the text size and the language of the app."""
        return self._look

    def panel(self, box: Box, colour: str = "panel", radius: float = 12, *, alpha: float = 1.0) -> None:
        """Fill a rounded rectangle."""
        self._colour(colour, alpha)
        if max(box[2:]) <= LARGEST_DIE:
            self.read.append(self.targets.placed(box))
        x, y, width, height = self._in_pixels(box)
        if radius:
            rounded((x, y, width, height), radius * self._pixels)
        else:
            Rectangle(pos=(x, y), size=(width, height))

    def frame(
        self, box: Box, colour: str = "edge", radius: float = 12, width: float = 2.5, *, alpha: float = 1.0
    ) -> None:
        """Draw a line along the inside of a rounded rectangle."""
        self._colour(colour, alpha)
        rounded(self._in_pixels(box), radius * self._pixels, max(1.0, width * self._pixels))

    def line(
        self, points: Sequence[Point], colour: str = "edge", width: float = 2.5, *, closed: bool = False,
        alpha: float = 1.0,
    ) -> None:  # fmt: skip
        """Draw a line through points."""
        self._colour(colour, alpha)
        flat = [part * self._pixels for point in points for part in point]
        SmoothLine(points=flat, width=max(1.0, width * self._pixels / 2), close=closed)  # Kivy wants half the width

    def polygon(self, points: Sequence[Point], colour: str, *, alpha: float = 1.0) -> None:
        """Fill a polygon as a fan around the mean of its points."""
        self._colour(colour, alpha)
        self.read.append(self.targets.placed(around(points)))
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        fan = [middle, *points, points[0]]
        Mesh(
            vertices=[part for x, y in fan for part in (x * self._pixels, y * self._pixels, 0, 0)],
            indices=list(range(len(fan))),
            mode="triangle_fan",
        )

    def ellipse(self, box: Box, colour: str, width: float = 0.0, *, alpha: float = 1.0) -> None:
        """Fill the ellipse in a box, or draw a line along its inside."""
        self._colour(colour, alpha)
        self.read.append(self.targets.placed(box))
        x, y, wide, high = self._in_pixels(box)
        if abs(wide - high) < 1:
            circle((x + wide / 2, y + high / 2), wide / 2, width * self._pixels)
        elif width:
            half = width * self._pixels / 2
            SmoothLine(ellipse=(x + half, y + half, wide - 2 * half, high - 2 * half), width=max(1.0, half))
        else:
            Ellipse(pos=(x, y), size=(wide, high))

    def text(
        self, words: Text | str, box: Box, size: float, colour: str = "ink", *,
        bold: bool = False, align: str = "center", valign: str = "middle", alpha: float = 1.0,
    ) -> None:  # fmt: skip
        """Write words into a box, a texture for each line."""
        written = self._look.said(words)
        laid = lay(written, box, size, bold=bold, align=align, valign=valign, text_size=self._look.text_size)
        if laid.extent is not None:
            self.read.append(self.targets.placed(laid.extent))
        self._colour(colour, alpha)
        for line in laid.lines:
            texture, base = line_texture(line.words, laid.size * self._pixels, bold)
            spare = line.width * self._pixels - texture.size[0]  # kerning draws letters closer than they were measured
            shift = {"left": 0.0, "center": spare / 2, "right": spare}[align]
            left, low = line.start[0] * self._pixels + shift, line.start[1] * self._pixels - base
            Rectangle(texture=texture, pos=(round(left), round(low)), size=texture.size)

    @contextmanager
    def turned(self, degrees: float, centre: Point) -> Iterator[None]:
        """Turn what is painted inside the `with` block counter-clockwise around a point."""
        PushMatrix()
        Rotate(angle=degrees, axis=(0, 0, 1), origin=(centre[0] * self._pixels, centre[1] * self._pixels))
        self._angle += degrees
        with self.targets.turned(degrees, centre):
            yield
        self._angle -= degrees
        PopMatrix()

    @contextmanager
    def piece(self, name: Hashable, box: Box, seat_angle: int | None = None) -> Iterator[None]:
        """Paint something that `pieces` lets slide."""
        PushMatrix()
        side = None if seat_angle is None else 90 * round((seat_angle - self._angle) / 90) % 360
        self.pieces[name] = Piece(self._in_pixels(box), side, Translate(0, 0, 0))
        yield
        PopMatrix()

    def target(self, box: Box, means: object, reach: float = 0.0) -> None:
        """Mark where a finger counts."""
        self.targets.add(box, means, reach)

    def _colour(self, colour: str, alpha: float) -> None:
        Color(*rgba(self._look.colour(colour), alpha))

    def _in_pixels(self, box: Box) -> Box:
        x, y, width, height = box
        return x * self._pixels, y * self._pixels, width * self._pixels, height * self._pixels
