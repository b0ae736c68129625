"""Where the squares of a board are drawn: as its maker said, or spread out so that paths stay short and apart."""

from __future__ import annotations

import math
from typing import NamedTuple

from companion.games.catch_22.board_map import Board

Point = tuple[float, float]
WORK = 600_000
"""The most pairs of squares that are compared, for boards of any size: half a second on a tablet."""


class Layout(NamedTuple):
    """A drawing in its own units, y downwards: the centre of each square, how wide squares are, and the whole size.

    All centres lie at least half a square inside (0, 0) - (width, height).
    """

    centres: tuple[Point, ...]
    square: float
    width: float
    height: float


def layout(board: Board) -> Layout:
    """The drawing of a board: its own positions if every square has one, else computed positions."""
    given = [(square.x, square.y) for square in board.squares if square.x is not None and square.y is not None]
    points = given if len(set(given)) == len(board.squares) else spread(board)
    return _framed(points)


def spread(board: Board) -> list[Point]:
    """Positions such that distances on the paper are like distances on the paths.

    Stress majorization (Gansner, Koren, North 2004: Graph drawing by stress majorization), from two landmarks on.
    """
    count = len(board.squares)
    steps = [_steps(board, place) for place in range(count)]
    first = max(range(count), key=lambda place: steps[0][place])
    second = max(range(count), key=lambda place: min(steps[0][place], steps[first][place]))
    third = max(range(count), key=lambda place: min(steps[first][place], steps[second][place]))
    points = [
        (steps[first][place] - steps[second][place] + 0.01 * place, steps[third][place] + 0.013 * (place % 7))
        for place in range(count)
    ]
    for _ in range(max(3, min(120, WORK // (count * count)))):
        points = [_pulled(points, steps[place], place) for place in range(count)]
    return points


def _pulled(points: list[Point], steps: list[int], place: int) -> Point:
    """One square's best place if all others stayed: each pulls it to its right distance, near ones harder."""
    x, y = points[place]
    along = down = weight = 0.0
    for other, (ox, oy) in enumerate(points):
        if other == place:
            continue
        right = steps[other]
        far = math.hypot(x - ox, y - oy) or 1e-6
        pull = 1.0 / (right * right)
        along += pull * (ox + right * (x - ox) / far)
        down += pull * (oy + right * (y - oy) / far)
        weight += pull
    return (along / weight, down / weight) if weight else (x, y)


def _steps(board: Board, start: int) -> list[int]:
    """Steps from one square to every other; what cannot be reached counts as far away."""
    found = [len(board.squares)] * len(board.squares)
    found[start] = 0
    edge = [start]
    while edge:
        wider = []
        for place in edge:
            for beside in board.graph.neighbours[place]:
                if found[beside] > found[place] + 1:
                    found[beside] = found[place] + 1
                    wider.append(beside)
        edge = wider
    return found


def _framed(points: list[Point]) -> Layout:
    """Moved to the corner, the square as wide as its nearest neighbours let it be."""
    if not points:
        return Layout((), 1.0, 1.0, 1.0)
    nearest = _nearest(points)
    square = 0.86 * nearest
    margin = 0.62 * nearest
    left, top = min(x for x, _ in points), min(y for _, y in points)
    centres = tuple((x - left + margin, y - top + margin) for x, y in points)
    width = max(x for x, _ in centres) + margin
    height = max(y for _, y in centres) + margin
    return Layout(centres, square, width, height)


def _nearest(points: list[Point]) -> float:
    """The smallest distance between two squares (larger of the two directions: squares do not touch)."""
    ordered = sorted(points)
    best = math.inf
    for number, (x, y) in enumerate(ordered):
        for ox, oy in ordered[number + 1 :]:
            if ox - x >= best:
                break
            best = min(best, max(ox - x, abs(oy - y)))
    return best if 0 < best < math.inf else 1.0
