"""Widgets that paint themselves, and the frame that turns one towards its player."""

from __future__ import annotations

from math import radians
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Canvas, ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.graphics.transformation import Matrix
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing import geometry
from companion.drawing.theme import Rgba
from companion.ui.drawing import canvas, scale

# Where in the inner picture the frame's lower left, lower right, upper right and upper left corners lie.
_CORNERS = {
    0: (0, 0, 1, 0, 1, 1, 0, 1),
    90: (0, 1, 0, 0, 1, 0, 1, 1),
    180: (1, 1, 0, 1, 0, 0, 1, 0),
    270: (1, 0, 1, 1, 0, 1, 0, 0),
}

HIDDEN = (-4000.0, -4000.0, 10.0, 10.0)
"""Where a widget is put that is not wanted now."""


class Drawn(Widget):
    """A widget that paints itself in `paint`; call `again` after whatever it shows has changed.

    Painting happens once before the next frame, under the children, in window coordinates of the parent as always
    in Kivy (`self.x`, `self.y` are the lower left corner).
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.again: Any = Clock.create_trigger(self._paint, -1)
        self.bind(pos=self.again, size=self.again)
        self.again()

    def apply_class_lang_rules(self, *_: object, **__: object) -> None:
        """None of Kivy's style rules: those go by the bare name of a class, and ours has a `Button` too."""

    @property
    def box(self) -> canvas.Box:
        """x, y, width, height in pixels."""
        return (self.x, self.y, self.width, self.height)

    def paint(self) -> None:
        """Draw everything but the children; the canvas is open and empty."""

    def paint_due(self) -> None:
        """Paint now what is to be painted before the next frame."""
        if self.again.is_triggered:
            self.again.cancel()
            self._paint()

    def _paint(self, *_: object) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            self.paint()


class Words(Drawn):
    """Words that fit themselves into their box."""

    def __init__(self, words: str = "", size: float = 22, role: str = "ink", **kwargs: Any) -> None:
        self._words, self._size, self._role = words, size, role
        self._bold = kwargs.pop("bold", False)
        self._align, self._valign = kwargs.pop("align", "left"), kwargs.pop("valign", "middle")
        super().__init__(**kwargs)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words

    @words.setter
    def words(self, words: str) -> None:
        if words != self._words:
            self._words = words
            self.again()

    def say(self, words: str, role: str) -> None:
        """Other words in another colour."""
        if (words, role) != (self._words, self._role):
            self._words, self._role = words, role
            self.again()

    def paint(self) -> None:
        """The words alone, no ground."""
        canvas.text(
            self._words, self.box, self._size, self._role, bold=self._bold, align=self._align, valign=self._valign
        )


class Ground(Drawn):
    """A plain panel to put things on; holds touches back from what lies beneath."""

    def __init__(self, role: str = "panel", edge: str = "", radius: float = 14, **kwargs: Any) -> None:
        self._role, self._edge, self._radius = role, edge, radius
        super().__init__(**kwargs)

    def paint(self) -> None:
        """The panel and, where asked for, its edge."""
        canvas.panel(self.box, self._role, self._radius)
        if self._edge:
            canvas.frame(self.box, self._edge, self._radius)

    def on_touch_down(self, touch: Any) -> bool:
        """A touch that lands here goes no deeper."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


class Turned(Widget):
    """Shows one widget turned by 0, 90, 180 or 270 degrees (counter-clockwise), its touches turned with it.

    The inner widget lives in coordinates of its own from (0, 0) and is given this frame's size, sides swapped where
    needed. It is painted into a texture, again only when something in it changes: a new camera picture elsewhere then
    costs one rectangle here. `backdrop` (r, g, b, a) lies under it, by default the theme's ground.
    """

    def __init__(self, inner: Widget, angle: int = 0, backdrop: Rgba | None = None, **kwargs: Any) -> None:
        self.inner, self.angle = inner, angle % 360
        self.canvas = Canvas()
        with self.canvas:
            self._fbo = Fbo(size=(1, 1))
            Color(1, 1, 1, 1)
            self._picture = Rectangle()
        with self._fbo:
            ClearColor(*(backdrop or scale.role("ground")))
            ClearBuffers()
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)
        outer, self.canvas = self.canvas, self._fbo
        self.add_widget(inner)
        self.canvas = outer
        self._lay()

    def _lay(self, *_: object) -> None:
        wide, high = max(1, round(self.width)), max(1, round(self.height))
        self.inner.size = (high, wide) if self.angle in {90, 270} else (wide, high)
        self.inner.pos = (0, 0)
        if tuple(self._fbo.size) != tuple(self.inner.size):
            self._fbo.size = self.inner.size
        self._picture.texture = self._fbo.texture
        self._picture.tex_coords = _CORNERS[self.angle]  # giving it a texture resets them
        self._picture.pos, self._picture.size = (round(self.x), round(self.y)), (wide, high)
        shift = {0: (0, 0), 90: (wide, 0), 180: (wide, high), 270: (0, high)}[self.angle]
        turn = Matrix().rotate(radians(self.angle), 0, 0, 1)
        self._matrix = Matrix().translate(round(self.x) + shift[0], round(self.y) + shift[1], 0).multiply(turn)
        self._back = self._matrix.inverse()

    def turn(self, angle: int) -> None:
        """Another angle from now on."""
        if angle != self.angle:
            self.angle = angle
            self._lay()

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:
        """From the parent's coordinates to the inner widget's."""
        del relative
        inner = self._back.transform_point(x, y, 0)
        return inner[0], inner[1]

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:
        """From the inner widget's coordinates to the parent's."""
        del relative
        outer = self._matrix.transform_point(x, y, 0)
        return outer[0], outer[1]

    def on_touch_down(self, touch: Any) -> bool:
        """Hands a touch inside the frame to the inner widget, in its coordinates."""
        return bool(self.collide_point(*touch.pos)) and self._handed(touch, "on_touch_down")

    def on_touch_move(self, touch: Any) -> bool:
        """Moves are handed on wherever they went."""
        return self._handed(touch, "on_touch_move")

    def on_touch_up(self, touch: Any) -> bool:
        """So are the ends of touches."""
        return self._handed(touch, "on_touch_up")

    def _handed(self, touch: Any, what: str) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(getattr(super(), what)(touch))
        touch.pop()
        return taken


def rows_in(box: canvas.Box, *heights: float, gap: float = 8) -> list[canvas.Box]:
    """Cut a box of pixels into rows from the top; a height in dp, or 0 for an equal share of what is left."""
    return geometry.rows_in(box, *map(dp, heights), gap=dp(gap))


def columns_in(box: canvas.Box, *widths: float, gap: float = 8) -> list[canvas.Box]:
    """Cut a box of pixels into columns from the left; a width in dp, or 0 for an equal share of what is left."""
    return geometry.columns_in(box, *map(dp, widths), gap=dp(gap))


def parts_in(box: canvas.Box, widths: tuple[float, ...], heights: tuple[float, ...], gap: float) -> list[canvas.Box]:
    """Cut a screen into columns of these widths or, if it is higher than wide, into rows of these heights."""
    return rows_in(box, *heights, gap=gap) if box[3] > box[2] else columns_in(box, *widths, gap=gap)


def with_foot(box: canvas.Box, *widths: float) -> list[canvas.Box]:
    """Cut a screen into what lies above, a remark, and buttons of these widths beside the remark; below it, if the
    screen is higher than wide.
    """
    if box[3] > box[2]:
        upper, remark, low = rows_in(box, 0, 56, 78, gap=12)
        return [upper, remark, *columns_in(low, 0, *widths[1:], gap=16)]
    upper, low = rows_in(box, 0, 78, gap=14)
    return [upper, *columns_in(low, 0, *widths, gap=16)]


def put(widget: Widget, box: canvas.Box) -> None:
    """Places a widget."""
    widget.pos, widget.size = box[:2], box[2:]
