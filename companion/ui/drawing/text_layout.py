"""Lines of words as textures for Kivy, kept between paints."""

from __future__ import annotations

from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics.texture import Texture
from kivy.utils import escape_markup

from companion.drawing.fonts import ROBOTO, path_of
from companion.drawing.text_metrics import ASCENT, runs


@lru_cache(maxsize=600)
def line_texture(words: str, size: float, bold: bool) -> tuple[Texture, float]:
    """Return one line of words as a texture, and how many pixels its base line lies above its lower edge. `size` is
    that of the type in pixels.
    """
    label = _label(words, size, bold)
    label.refresh()
    texture = label.texture
    return texture, texture.size[1] - size * ASCENT


def _label(words: str, size: float, bold: bool) -> CoreLabel:
    looks = {"font_size": size, "bold": bold, "color": (1, 1, 1, 1)}
    parts = runs(words)
    fonts = {font for font, run in parts if not run.isspace()} or {ROBOTO}
    if fonts == {ROBOTO}:
        return CoreLabel(text=words, **looks)
    if len(fonts) == 1:
        return CoreLabel(text=words, font_name=path_of(fonts.pop()), **{**looks, "bold": False})
    marked = (
        escape_markup(run) if font == ROBOTO else f"[font={path_of(font)}]{escape_markup(run)}[/font]"
        for font, run in parts
    )
    return MarkupLabel(text="".join(marked), **looks)
