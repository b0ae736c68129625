"""Rounded corners, rings and discs as small white textures with soft edges, cut into nine where they are stretched.

Kivy's smooth shapes draw the same with hundreds of corners each; a screen of cards and dice is a third lighter so.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, hypot
from typing import Any

from kivy.graphics import BorderImage, Rectangle
from kivy.graphics.texture import Texture


def rounded(box: tuple[float, float, float, float], radius: float, stroke: float = 0.0) -> None:
    """A rounded rectangle in the colour set now; `stroke` > 0 draws only its inner edge, that wide. All in pixels."""
    x, y, width, height = (round(part) for part in box)
    if width < 1 or height < 1:
        return
    corner = max(1, min(ceil(max(radius, stroke)), width // 2, height // 2))
    texture = _corners(corner, round(min(radius, corner), 1), round(stroke, 1))
    if (width, height) == texture.size:
        Rectangle(texture=texture, pos=(x, y), size=(width, height))
    else:
        BorderImage(texture=texture, pos=(x, y), size=(width, height), border=(corner, corner, corner, corner))


def circle(centre: tuple[float, float], radius: float, stroke: float = 0.0) -> None:
    """A disc, or a ring of that stroke, in the colour set now; in pixels, as exact as the pixel grid is."""
    texture = _corners(max(1, ceil(radius)), max(1.0, round(radius, 1)), round(stroke, 1), 0)
    Rectangle(texture=texture, pos=(centre[0] - radius, centre[1] - radius), size=(2 * radius, 2 * radius))


@lru_cache(maxsize=512)
def _corners(corner: int, radius: float, stroke: float, middle: int = 2) -> Texture:
    """Four corners of `corner` pixels around `middle` pixels; coverage is the alpha of white."""
    side, half = 2 * corner + middle, corner + middle // 2
    rows = [
        _mirrored([(255, 255, 255, _coverage(across, up, side, radius, stroke)) for across in range(half)])
        for up in range(half)
    ]
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(part for row in _mirrored(rows) for pixel in row for part in pixel), colorfmt="rgba")
    texture.wrap = "clamp_to_edge"
    return texture


def _mirrored(first: list[Any]) -> list[Any]:
    return [*first, *reversed(first)]


def _coverage(across: int, up: int, side: int, radius: float, stroke: float) -> int:
    """How much of a pixel lies inside, 0..255: the distance of its middle to the edge, one pixel soft."""
    x, y = abs(across + 0.5 - side / 2), abs(up + 0.5 - side / 2)
    straight = side / 2 - radius
    beyond_x, beyond_y = max(0.0, x - straight), max(0.0, y - straight)
    inside = radius - hypot(beyond_x, beyond_y) if beyond_x and beyond_y else side / 2 - max(x, y)
    outer = min(1.0, max(0.0, inside + 0.5))
    inner = min(1.0, max(0.0, inside - stroke + 0.5)) if stroke else 0.0
    return round(255 * max(0.0, outer - inner))
