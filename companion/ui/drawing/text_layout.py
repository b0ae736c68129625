"""Words on the Kivy canvas: wrapped, shrunk to fit but never below 18 sp, kept as textures between paints."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from itertools import groupby

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import sp
from kivy.utils import escape_markup

from companion.ui.drawing import scale
from companion.ui.drawing.fonts import ROBOTO, font_of
from companion.ui.drawing.right_to_left import as_drawn, has_right_to_left
from companion.ui.drawing.signs import legible

_KEPT: OrderedDict[tuple[object, ...], Texture] = OrderedDict()
_MOST_KEPT = 600


def draw_text(
    words: str, box: tuple[float, float, float, float], size: float, name: str = "ink", *,
    bold: bool = False, align: str = "center", valign: str = "middle", alpha: float = 1.0,
) -> None:  # fmt: skip
    """Words inside a box (pixels): first the type shrinks from `size` sp to 18, then the end is cut with an ellipsis.

    `align` left, center, right; `valign` bottom, middle, top.
    """
    x, y, width, height = box
    size = max(size, scale.smallest_type())
    if not words or width < 2 or height < 2:
        return
    texture = _fitted(legible(words), int(width), int(height), size, bold, align)
    wide, high = texture.size
    low = {"bottom": y, "middle": y + (height - high) / 2, "top": y + height - high}[valign]
    left = {"left": x, "center": x + (width - wide) / 2, "right": x + width - wide}[align]
    Color(*scale.role(name, alpha))
    Rectangle(texture=texture, pos=(round(left), round(low)), size=texture.size)


def text_width(words: str, size: float, *, bold: bool = False) -> float:
    """How many pixels one line of these words needs at `size` sp."""
    return float(_measured(legible(words), sp(size), bold)[0]) if words else 0.0


def text_height(words: str, width: float, size: float, *, bold: bool = False) -> float:
    """How many pixels high these words are, wrapped at `width` pixels."""
    return float(_measured(legible(words), sp(size), bold, int(width))[1]) if words else 0.0


def _fitted(words: str, width: int, height: int, size: float, bold: bool, align: str) -> Texture:
    least = scale.smallest_type()
    while size > least and not _fits(words, width, height, size, bold):
        size = max(least, size - 2)
    cut = words
    while len(cut) > 1 and not _fits(cut, width, height, size, bold):
        cut = cut[: len(words) - 2 if cut is words else len(cut) - 2].rstrip(" ,.…") + "…"
    return _texture(cut, size, bold, width, align)


def _fits(words: str, width: int, height: int, size: float, bold: bool) -> bool:
    widest = max((text_width(word, size, bold=bold) for word in words.split()), default=0)
    return widest <= width and text_height(words, width, size, bold=bold) <= height + 1


def _texture(words: str, size: float, bold: bool, width: int | None = None, align: str = "left") -> Texture:
    key = (words, round(sp(size), 1), bold, width, align)
    known = _KEPT.get(key)
    if known is None:
        known = _KEPT[key] = _written(words, sp(size), bold, width, align)
        if len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    else:
        _KEPT.move_to_end(key)
    return known


def _written(words: str, size: float, bold: bool, width: int | None, align: str) -> Texture:
    label = _label(words, size, bold, width, align)
    label.refresh()
    return label.texture


@lru_cache(maxsize=8192)
def _measured(words: str, size: float, bold: bool, width: int | None = None) -> tuple[int, int]:
    """Width and height in pixels of the texture that these words get; none is made."""
    wide, high = _label(words, size, bold, width, "left").render()
    return (wide, high) if min(wide, high) > 1 else (1, 1)


def _label(words: str, size: float, bold: bool, width: int | None, align: str) -> CoreLabel:
    if has_right_to_left(words):
        lines = words.split("\n") if width is None else _wrapped(words, size, bold, width)
        words = "\n".join(map(as_drawn, lines))
    runs = [(font, "".join(run)) for font, run in groupby(words, lambda letter: font_of(letter) or ROBOTO)]
    shape = {"font_size": size, "bold": bold, "text_size": (width, None), "halign": align, "color": (1, 1, 1, 1)}
    fonts = {font for font, run in runs if not run.isspace()} or {ROBOTO}
    if fonts == {ROBOTO}:
        return CoreLabel(text=words, **shape)
    if len(fonts) == 1:
        return CoreLabel(text=words, font_name=fonts.pop(), **{**shape, "bold": False})
    marked = "".join(
        escape_markup(run) if font == ROBOTO else f"[font={font}]{escape_markup(run)}[/font]" for font, run in runs
    )
    return MarkupLabel(text=marked, **shape)


def _wrapped(words: str, size: float, bold: bool, width: int) -> list[str]:
    """The lines that fit, in the order of reading. Kivy would break them after they were turned round."""
    lines = []
    for line in words.split("\n"):
        row, *rest = line.split(" ")
        for word in rest:
            if _measured(f"{row} {word}", size, bold)[0] > width:
                lines.append(row)
                row = word
            else:
                row = f"{row} {word}"
        lines.append(row)
    return lines
