"""The app's own icons, in lines."""

from __future__ import annotations

from math import cos, radians, sin

from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point

STROKE = 2.8
"""Width of a line."""


def _arc(centre: Point, radius: float, first: float, last: float) -> list[Point]:
    """Points on a circle, from one angle to another (degrees, counter-clockwise from the right)."""
    steps = 14
    angles = [radians(first + (last - first) * step / steps) for step in range(steps + 1)]
    return [(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles]


def _mirrored(strokes: list[list[Point]]) -> list[list[Point]]:
    return [[(-x, y) for x, y in stroke] for stroke in strokes]


def _rectangle(left: float, low: float, right: float, high: float) -> list[Point]:
    return [(left, low), (right, low), (right, high), (left, high), (left, low)]


def _gear() -> list[list[Point]]:
    teeth = [
        (radians(45 * at + turn), far)
        for at in range(8)
        for turn, far in ((-14, 0.66), (-9, 0.95), (9, 0.95), (14, 0.66))
    ]
    rim = [(far * cos(angle), far * sin(angle)) for angle, far in teeth]
    return [[*rim, rim[0]], _arc((0, 0), 0.3, 0, 360)]


_BACK = [_arc((0.05, -0.15), 0.62, -40, 165), [(-0.98, 0.28), (-0.56, -0.02), (-0.22, 0.38)]]
_PAGE = [[(0, 0.5), (0.3, 0.66), (0.92, 0.62), (0.92, -0.56), (0.3, -0.52), (0, -0.68)]]
_LINES = (0.6, 0.0, -0.6)
STROKES: dict[str, list[list[Point]]] = {
    "undo": _BACK,
    "redo": _mirrored(_BACK),
    "history": [*([(-0.35, y), (0.9, y)] for y in _LINES), *(_arc((-0.76, y), 0.09, 0, 360) for y in _LINES)],
    "rules": [*_PAGE, *_mirrored(_PAGE), [(0, 0.5), (0, -0.68)], *([(0.28, y), (0.66, y)] for y in (0.3, 0.0))],
    "home": [[(-0.95, 0.02), (0, 0.85), (0.95, 0.02)], [(-0.64, 0.22), (-0.64, -0.75), (0.64, -0.75), (0.64, 0.22)],
             [(-0.17, -0.75), (-0.17, -0.2), (0.17, -0.2), (0.17, -0.75)]],
    "gear": _gear(),
    "camera": [_rectangle(-0.92, -0.62, 0.92, 0.42), [(-0.4, 0.42), (-0.24, 0.7), (0.24, 0.7), (0.4, 0.42)],
               _arc((0, -0.1), 0.33, 0, 360)],
    "box": [_rectangle(-0.92, -0.6, 0.92, 0.6), *(_arc((x, 0), 0.17, 0, 360) for x in (-0.5, 0, 0.5))],
    "bot": [_rectangle(-0.86, -0.86, 0.86, 0.3), [(0, 0.3), (0, 0.52)], _arc((0, 0.65), 0.13, 0, 360),
            [(-0.42, -0.56), (0.42, -0.56)], *(_arc((x, -0.12), 0.14, 0, 360) for x in (-0.4, 0.4))],
    "more": [_arc((x, 0), 0.16, 0, 360) for x in (-0.7, 0, 0.7)],
    "journal": [_rectangle(-0.66, -0.8, 0.66, 0.8), *([(-0.34, y), (0.34, y)] for y in (0.4, 0.0, -0.4))],
}  # fmt: skip
"""The lines of each icon, in a square from -1 to 1, y upwards."""


def icon(canvas: Canvas, name: str, box: Box, colour: str = "ink") -> None:
    """Paint an icon as large as fits into the box. Raises KeyError for a name that is not in `STROKES`."""
    x, y, width, height = box
    middle, reach = (x + width / 2, y + height / 2), min(width, height) / 2
    for stroke in STROKES[name]:
        canvas.line([(middle[0] + across * reach, middle[1] + up * reach) for across, up in stroke], colour, STROKE)
