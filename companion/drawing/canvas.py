"""What a picture is painted on: the primitives that the app, the browser and the tests draw in their own way.

All lengths are units of a screen of 1280 x 800 (about 6 to a millimetre on a 10 inch tablet), y upwards. A colour is
the name of a role of the theme ("ink") or six hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from companion.core.text import Text
from companion.drawing.geometry import Box, Point
from companion.drawing.theme import Look


class Canvas(Protocol):
    """Paints in the order of the calls: later calls lie on top of earlier ones."""

    @property
    def look(self) -> Look:
        """The theme, the text size and the language that this picture is painted with."""

    def panel(self, box: Box, colour: str = "panel", radius: float = 12, *, alpha: float = 1.0) -> None:
        """Fill a rectangle with rounded corners; with radius 0 they are square."""

    def frame(
        self, box: Box, colour: str = "edge", radius: float = 12, width: float = 2.5, *, alpha: float = 1.0
    ) -> None:
        """Draw a line of this width along the inside of a rounded rectangle."""

    def line(
        self, points: Sequence[Point], colour: str = "edge", width: float = 2.5, *, closed: bool = False,
        alpha: float = 1.0,
    ) -> None:  # fmt: skip
        """Draw a line through points; `closed` joins the last to the first."""

    def polygon(self, points: Sequence[Point], colour: str, *, alpha: float = 1.0) -> None:
        """Fill a polygon that is star-shaped around the mean of its points."""

    def ellipse(self, box: Box, colour: str, width: float = 0.0, *, alpha: float = 1.0) -> None:
        """Fill the ellipse in a box; with a `width`, draw only a line of it along the inside."""

    def text(
        self, words: Text | str, box: Box, size: float, colour: str = "ink", *,
        bold: bool = False, align: str = "center", valign: str = "middle", alpha: float = 1.0,
    ) -> None:  # fmt: skip
        """Write words, translated by the look, into a box as `text_layout.lay` does. `align` is left, center or right,
        `valign` bottom, middle or top.
        """

    def turned(self, degrees: float, centre: Point) -> AbstractContextManager[None]:
        """Turn what is painted inside the `with` block counter-clockwise around a point."""

    def piece(self, name: Hashable, box: Box, seat_angle: int | None = None) -> AbstractContextManager[None]:
        """Paint inside the `with` block something that lies in this box and that people know as one thing. Where a
        picture can move, it slides from where it lay in the picture before; a new one comes from the side of the seat
        whose strip is turned so far, if that is given.
        """

    def target(self, box: Box, means: object, reach: float = 0.0) -> None:
        """Mark where a finger counts, and what it means there: an event, or a name that the screen knows. So far around
        the box as `reach`, a finger means the nearest such target, unless another than a refused one is under it.
        """
