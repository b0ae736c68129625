"""The current theme and the pixel density: all drawing code reads them here.

Kivy keeps window, clock and metrics in modules too. Whoever changes the theme builds the screen again
(`kivy_app.CatsEyeApp.set_theme`).
"""

from __future__ import annotations

from kivy.metrics import Metrics

from companion.core.table import NOBODY, Table
from companion.drawing.theme import (
    THEMES,
    Look,
    Rgba,
    Theme,
    rgba,
    type_step,
)
from companion.i18n import translate

_current: list[Theme] = [THEMES["dark"]]
_text_size: list[float] = [1.0]
_calm: list[bool] = [False]
_table: list[Table] = [NOBODY]


def theme() -> Theme:
    """The current theme."""
    return _current[0]


def look() -> Look:
    """Return how pictures are painted now: in this theme, text size and language, for the players of this table."""
    return Look(theme(), _text_size[0], translate, _table[0])


def set_table(table: Table) -> None:
    """Paint the players of this table from now on."""
    _table[0] = table


def set_theme(name: str) -> None:
    """Use another theme. Raises KeyError for one that does not exist."""
    _current[0] = THEMES[name]


def role(name: str, alpha: float = 1.0) -> Rgba:
    """The colour of a role (`"ink"`), or of six hexadecimal digits, as Kivy wants it."""
    return rgba(getattr(theme(), name, name), alpha)


def fit_density(width: float, height: float) -> float:
    """Scale all sizes so that the window holds the 1280 x 800 units that screens are designed for, or 800 x 1280 if it
    is higher than wide; return the scale.
    """
    scale = max(0.5, min(max(width, height) / 1280, min(width, height) / 800))
    if abs(Metrics.density - scale) > 0.001:
        Metrics.density = scale
    if Metrics.fontscale != _text_size[0]:
        Metrics.fontscale = _text_size[0]
    return scale


def set_text_size(size: float) -> None:
    """Write all words this much larger, where they have the room; `fit_density` then applies it."""
    _text_size[0] = size


def set_calm(calm: bool) -> None:
    """Choose whether things are where they belong at once, without moving there."""
    _calm[0] = calm


def is_calm() -> bool:
    """Return whether nothing is to move."""
    return _calm[0]


def type_size(size: float) -> float:
    """Return the size (units) in which words designed for `size` are written, if they have the room."""
    return type_step(size) * _text_size[0]
