"""Pictures as SVG: for the browser, for saved results and for sheets. No window is needed.

It lies beside the canvas and not in the web package, because the app saves pictures with it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from xml.sax.saxutils import escape, quoteattr

from companion.core.text import Text
from companion.drawing.canvas import Canvas
from companion.drawing.fonts import DEJAVU, ROBOTO
from companion.drawing.geometry import Box, Point
from companion.drawing.right_to_left import as_read
from companion.drawing.targets import Targets
from companion.drawing.text_layout import lay
from companion.drawing.text_metrics import runs, width
from companion.drawing.theme import Look

FAMILIES = {ROBOTO: "Roboto", DEJAVU: "DejaVu Sans"}


class SvgCanvas(Canvas):
    """Collects SVG elements; `document` returns the whole picture. `key` names a target for the browser, if there is
    one: it becomes the attribute `data-means`. `fonts` are those that its words need, as `font_of` calls them.
    """

    def __init__(
        self, width: float, height: float, look: Look | None = None, key: Callable[[object], str] | None = None
    ) -> None:
        self.width, self.height = width, height
        self.targets = Targets()
        self.fonts: set[str] = set()
        self._look, self._key = look or Look(), key
        self._parts: list[str] = []

    @property
    def look(self) -> Look:
        """The theme, the text size and the language of this picture."""
        return self._look

    def document(self) -> str:
        """Return the picture as an SVG document."""
        size = f'width="{_n(self.width)}" height="{_n(self.height)}" viewBox="0 0 {_n(self.width)} {_n(self.height)}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(self._parts)}</svg>\n'

    def panel(self, box: Box, colour: str = "panel", radius: float = 12, *, alpha: float = 1.0) -> None:
        """Fill a rounded rectangle."""
        self._add(f"<rect {self._box(box, radius)} {self._fill(colour, alpha)}/>")

    def frame(
        self, box: Box, colour: str = "edge", radius: float = 12, width: float = 2.5, *, alpha: float = 1.0
    ) -> None:
        """Draw a line along the inside of a rounded rectangle."""
        x, y, wide, high = box
        inner = (x + width / 2, y + width / 2, max(0.0, wide - width), max(0.0, high - width))
        self._add(f"<rect {self._box(inner, max(0.0, radius - width / 2))} {self._stroke(colour, width, alpha)}/>")

    def line(
        self, points: Sequence[Point], colour: str = "edge", width: float = 2.5, *, closed: bool = False,
        alpha: float = 1.0,
    ) -> None:  # fmt: skip
        """Draw a line through points."""
        kind = "polygon" if closed else "polyline"
        self._add(
            f'<{kind} points="{self._points(points)}" {self._stroke(colour, width, alpha)} '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def polygon(self, points: Sequence[Point], colour: str, *, alpha: float = 1.0) -> None:
        """Fill a polygon."""
        self._add(f'<polygon points="{self._points(points)}" {self._fill(colour, alpha)}/>')

    def ellipse(self, box: Box, colour: str, width: float = 0.0, *, alpha: float = 1.0) -> None:
        """Fill the ellipse in a box, or draw a line along its inside."""
        x, y, wide, high = box
        across, up = max(0.0, (wide - width) / 2), max(0.0, (high - width) / 2)
        centre = f'cx="{_n(x + wide / 2)}" cy="{_n(self._down(y + high / 2))}" rx="{_n(across)}" ry="{_n(up)}"'
        self._add(f"<ellipse {centre} {self._stroke(colour, width, alpha) if width else self._fill(colour, alpha)}/>")

    def text(
        self, words: Text | str, box: Box, size: float, colour: str = "ink", *,
        bold: bool = False, align: str = "center", valign: str = "middle", alpha: float = 1.0,
    ) -> None:  # fmt: skip
        """Write words into a box."""
        written = self._look.said(words)
        laid = lay(written, box, size, bold=bold, align=align, valign=valign, text_size=self._look.text_size)
        weight = ' font-weight="700"' if bold else ""
        looks = f'font-size="{_n(laid.size)}"{weight} {self._fill(colour, alpha)} xml:space="preserve"'
        for line in laid.lines:
            left, up = line.start
            for file, part in runs(line.words):  # an element each: renderers choose one font for a whole element
                place = f'x="{_n(left)}" y="{_n(self._down(up))}" font-family="{FAMILIES.get(file, "sans-serif")}"'
                self._add(f"<text {place} {looks}>{escape(as_read(part))}</text>")
                left += width(part, laid.size, bold=bold)
                self.fonts.add(file)

    @contextmanager
    def turned(self, degrees: float, centre: Point) -> Iterator[None]:
        """Turn what is painted inside the `with` block counter-clockwise around a point."""
        around = f"{_n(centre[0])} {_n(self._down(centre[1]))}"
        self._add(f'<g transform="rotate({_n(-degrees)} {around})">')
        with self.targets.turned(degrees, centre):
            yield
        self._add("</g>")

    def piece(self, name: Hashable, box: Box, seat_angle: int | None = None) -> AbstractContextManager[None]:
        """Paint the piece where it lies: this picture does not move."""
        del name, box, seat_angle
        return nullcontext()

    def target(self, box: Box, means: object, reach: float = 0.0) -> None:
        """Mark where a finger counts with a transparent rectangle, if this picture names its targets."""
        self.targets.add(box, means, reach)
        if self._key is not None:
            far = f' data-reach="{_n(reach)}"' if reach else ""
            self._add(f'<rect {self._box(box, 0)} fill="transparent" data-means={quoteattr(self._key(means))}{far}/>')

    def _add(self, element: str) -> None:
        self._parts.append(element)

    def _down(self, up: float) -> float:
        return self.height - up

    def _box(self, box: Box, radius: float) -> str:
        x, y, wide, high = box
        corner = f' rx="{_n(min(radius, wide / 2, high / 2))}"' if radius else ""
        return f'x="{_n(x)}" y="{_n(self._down(y + high))}" width="{_n(wide)}" height="{_n(high)}"{corner}'

    def _points(self, points: Sequence[Point]) -> str:
        return " ".join(f"{_n(x)},{_n(self._down(y))}" for x, y in points)

    def _fill(self, colour: str, alpha: float) -> str:
        return f'fill="#{self._look.colour(colour)}"' + (f' fill-opacity="{_n(alpha)}"' if alpha < 1 else "")

    def _stroke(self, colour: str, width: float, alpha: float) -> str:
        seen = f' stroke-opacity="{_n(alpha)}"' if alpha < 1 else ""
        return f'fill="none" stroke="#{self._look.colour(colour)}" stroke-width="{_n(width)}"{seen}'


def _n(value: float) -> str:
    """Write a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
