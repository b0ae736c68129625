"""The theme the glass wears now and the density it is drawn at: the one thing all drawing code shares.

Kivy itself keeps window, clock and metrics in modules; this stands beside them. Whoever changes it rebuilds the screen
(`root.CatsEyeApp.wear`), so drawing code simply reads it.
"""

from __future__ import annotations

from kivy.metrics import Metrics

from companion.ui.drawing.theme import DICE, PLAIN_DIE, SEAT_COLOURS, SEAT_SHAPES, THEMES, DieColour, Rgba, Theme, rgba

_worn: list[Theme] = [THEMES["dark"]]


def theme() -> Theme:
    """The theme worn now."""
    return _worn[0]


def wear(name: str) -> None:
    """Puts another theme on; raises KeyError for one that is not there."""
    _worn[0] = THEMES[name]


def role(name: str, alpha: float = 1.0) -> Rgba:
    """The colour of a role (`"ink"`), or of six hexadecimal digits, as Kivy wants it."""
    return rgba(getattr(theme(), name, name), alpha)


def seat_colour(seat: int, alpha: float = 1.0) -> Rgba:
    """A seat's colour; never alone, always beside its shape or name."""
    return rgba(SEAT_COLOURS[seat % len(SEAT_COLOURS)], alpha)


def seat_shape(seat: int) -> str:
    """The name of a seat's shape."""
    return SEAT_SHAPES[seat % len(SEAT_SHAPES)]


def die_colour(name: str) -> DieColour:
    """Body and pips of a die of a named colour; a plain one where the name is unknown or empty."""
    return DICE.get(name, PLAIN_DIE)


def fit_density(width: float, height: float) -> float:
    """Scales all sizes so that the window holds the 1280 x 800 units the screens are designed for; gives the scale."""
    scale = max(0.5, min(width / 1280, height / 800))
    if abs(Metrics.density - scale) > 0.001:
        Metrics.density = scale
        Metrics.fontscale = 1.0
    return scale
