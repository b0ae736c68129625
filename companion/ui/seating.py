"""Where each seat is on the screen: pure geometry. Boxes are x, y, width, height from the lower left corner."""

from __future__ import annotations

from typing import NamedTuple

from companion.ui.geometry import Box

# Clockwise from the bottom, seen from above, as the players sit.
EDGES = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top", "top", "right"),
    6: ("bottom", "bottom", "left", "top", "top", "right"),
    7: ("bottom", "bottom", "left", "top", "top", "top", "right"),
    8: ("bottom", "bottom", "left", "left", "top", "top", "right", "right"),
}
ANGLES = {"bottom": 0, "right": 90, "top": 180, "left": 270}
TRAY, TOOLS, BOTTOM = 236, 196, 186  # the two corners' widths and the depth of the row they stand in
LOW, TOOLS_LOW = 160, 272  # in a row less deep the tools stand in two rows and need more width


class Place(NamedTuple):
    """A seat's strip: where, and how far turned so that its player reads it upright."""

    box: Box
    angle: int
    edge: str


class Seating(NamedTuple):
    """The whole table screen: a place for each seat, the game's panel, the tray's corner, the tools' corner."""

    seats: tuple[Place, ...]
    panel: Box
    tray: Box
    tools: Box


def seating(
    players: int,
    width: float,
    height: float,
    unit: float,
    top_depth: float = 132,
    side_depth: float = 132,
    gap: float = 6,
    *,
    bottom_depth: float = BOTTOM,
    has_tray: bool = True,
) -> Seating:
    """Divides a window; `unit` is the size of a dp in pixels, depths are in dp.

    The sides reach from the bottom row to the top; the top strip lies between them. Without a tray (a game that
    throws no dice) its corner belongs to the bottom strip and its box is empty.
    """
    edges = EDGES[players]
    space = gap * unit
    bottom = bottom_depth * unit
    tools_wide = (TOOLS if bottom_depth >= LOW else TOOLS_LOW) * unit
    corner = TRAY * unit + space if has_tray else 0.0
    top = top_depth * unit if "top" in edges else 0.0
    left, right = (side_depth * unit if edge in edges else 0.0 for edge in ("left", "right"))
    low = bottom + 2 * space
    from_left = left + 2 * space if left else space
    from_right = right + 2 * space if right else space
    above = top + 2 * space if top else space
    middle = (from_left, low, width - from_left - from_right, height - low - above)
    rooms: dict[str, Box] = {
        "bottom": (corner + space, space, width - corner - tools_wide - 3 * space, bottom),
        "top": (middle[0], height - top - space, middle[2], top),
        "left": (space, low, left, height - low - space),
        "right": (width - right - space, low, right, height - low - space),
    }
    seats = tuple(
        Place(_share(rooms[edge], edge, edges[:seat].count(edge), edges.count(edge), space), ANGLES[edge], edge)
        for seat, edge in enumerate(edges)
    )
    tools = (width - tools_wide - space, space, tools_wide, bottom)
    return Seating(seats, middle, (space, space, TRAY * unit if has_tray else 0.0, bottom if has_tray else 0.0), tools)


def _share(room: Box, edge: str, number: int, count: int, space: float) -> Box:
    """One of several strips at an edge, clockwise."""
    x, y, width, height = room
    if edge in {"bottom", "top"}:
        each = (width - space * (count - 1)) / count
        along = number if edge == "top" else count - 1 - number
        return (x + along * (each + space), y, each, height)
    each = (height - space * (count - 1)) / count
    along = number if edge == "left" else count - 1 - number
    return (x, y + along * (each + space), width, each)
