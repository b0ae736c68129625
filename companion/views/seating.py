"""Where each seat is on the screen: pure geometry. Boxes are x, y, width, height from the lower left corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from companion.drawing.geometry import Box
from companion.drawing.scene import Depths

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
ROUND = ("bottom", "left", "top", "right")
"""The edges, clockwise as seen from above."""
MOST = {"bottom": 2, "left": 1, "top": 2, "right": 1}
"""How many people may sit at an edge by their own choice: strips for more would be too small."""
_SIDES_FROM = 3
ANGLES = {"bottom": 0, "right": 90, "top": 180, "left": 270}
TRAY, TOOLS = 236, 196  # the two corners' widths
LOW, TOOLS_LOW = 160, 300  # in a row less deep the tools stand in two rows and need more width
LONG = 1.25  # height by width of a room from which on a board lies along its height
CORNERS = 122  # depth of the row with the two corners, below all strips, in a window higher than wide


class Place(NamedTuple):
    """A seat's strip: where, and how far turned so that its player reads it upright."""

    box: Box
    angle: int
    edge: str


class Seating(NamedTuple):
    """The whole table screen: a place for each seat, the game's panel with the board and the lines of news below and
    above it, the tray's corner, the tools' corner.
    """

    seats: tuple[Place, ...]
    panel: Box
    tray: Box
    tools: Box
    board: Box
    below: Box
    above: Box


def seating(
    players: int,
    width: float,
    height: float,
    unit: float,
    depths: Depths | None = None,
    gap: float = 6,
    *,
    edges: Sequence[str] = (),
    has_tray: bool = True,
) -> Seating:
    """Divides a window; `unit` is the size of a unit in pixels.

    The sides reach from the bottom row to the top; the top strip lies between them. Without a tray (a game that
    throws no dice) its corner belongs to the bottom strip and its box is empty. In a window that is higher than wide
    the corners have a row of their own below the bottom strips, and these and the top strips the whole width.
    """
    edges = tuple(edges) or EDGES[players]
    depths = depths or Depths()
    space, upright = gap * unit, height > width
    bottom = depths.bottom * unit
    corners = CORNERS * unit if upright else bottom
    tools_wide = (TOOLS if corners >= LOW * unit else TOOLS_LOW) * unit
    tray_wide = (width - tools_wide - 3 * space if upright else TRAY * unit) if has_tray else 0.0
    if upright and not has_tray:
        tools_wide = width - 2 * space
    corner = tray_wide + space if has_tray else 0.0
    top = ((edges.count("top") == 1 and depths.lone_top) or depths.top) * unit if "top" in edges else 0.0
    left, right = (depths.side * unit if edge in edges else 0.0 for edge in ("left", "right"))
    strips = corners + 2 * space if upright else space
    low = strips + bottom + space
    from_left = left + 2 * space if left else space
    from_right = right + 2 * space if right else space
    above = top + 2 * space if top else space
    middle = (from_left, low, width - from_left - from_right, height - low - above)
    sides_high = height - low - (above if upright else space)
    whole = (space, width - 2 * space)
    along_bottom = whole if upright else (corner + space, width - corner - tools_wide - 3 * space)
    along_top = whole if upright else (middle[0], middle[2])
    rooms: dict[str, Box] = {
        "bottom": (along_bottom[0], strips, along_bottom[1], bottom),
        "top": (along_top[0], height - top - space, along_top[1], top),
        "left": (space, low, left, sides_high),
        "right": (width - right - space, low, right, sides_high),
    }
    seats = tuple(
        Place(_share(rooms[edge], edge, edges[:seat].count(edge), edges.count(edge), space), ANGLES[edge], edge)
        for seat, edge in enumerate(edges)
    )
    tools = (width - tools_wide - space, space, tools_wide, corners)
    tray = (space, space, tray_wide, corners if has_tray else 0.0)
    x, y, wide, high = middle
    below = (Depths().news if upright else depths.news) * unit
    above = below if "top" in edges else 0.0
    board = (x, y + below, wide, high - below - above)
    return Seating(seats, middle, tray, tools, board, (x, y, wide, below), (x, y + high - above, wide, above))


def edges_of(players: int, chosen: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The edge of each seat: as people sit, where `chosen` says so for this many players, else as usual."""
    found = tuple(chosen.get(str(players), ()))
    return found if len(found) == players and can_sit(found) else EDGES[players]


def kept_edges(edges: Sequence[str | None]) -> tuple[str, ...]:
    """Return the edges of a table at which people keep theirs as far as they can; None for those who come, who get an
    edge with few others. `edges` are by seat, as the new table has them.
    """
    possible = [found for found in product(MOST, repeat=len(edges)) if can_sit(found)]
    return max(possible, key=lambda found: (_same(found, edges), len({*found}), _same(found, EDGES[len(edges)])))


def seats_kept(chosen: Mapping[str, Sequence[str]], edges: Sequence[str | None]) -> dict[str, list[str]]:
    """Return the edges that people chose, by the number of players, once those at these `edges` keep theirs."""
    kept, players = kept_edges(edges), len(edges)
    seats = {count: list(there) for count, there in chosen.items()}
    return seats if kept == edges_of(players, chosen) else {**seats, str(players): list(kept)}


def seats_after(chosen: Mapping[str, Sequence[str]], players: int, seats: Sequence[int | None]) -> dict[str, list[str]]:
    """Return the edges after a table of `players` changed: `seats` says where each one sat, None for newcomers."""
    edges = edges_of(players, chosen)
    return seats_kept(chosen, [None if seat is None else edges[seat] for seat in seats])


def seat_for(edge: str | None, edges: Sequence[str | None]) -> int:
    """Return the seat for somebody who comes to these people, to an `edge` if they had one: the last seat, unless at
    another one more people keep their edge, or there is more room.
    """
    room = {}
    for at in range(len(edges), 0, -1):
        wanted = (*edges[:at], edge, *edges[at:])
        kept = kept_edges(wanted)
        room[at] = _same(kept, wanted), len({*kept})
    return max(room, key=lambda at: room[at])


def _same(edges: Sequence[str | None], others: Sequence[str | None]) -> int:
    return sum(one == other for one, other in zip(edges, others, strict=True))


def can_sit(edges: Sequence[str]) -> bool:
    """Whether people can sit like this: clockwise by seat, no more at an edge than find room, somebody at the bottom.
    Where two play nobody sits at the sides: boards for two are made for people opposite each other.
    """
    if "bottom" not in edges or (len(edges) < _SIDES_FROM and {"left", "right"} & set(edges)):
        return False
    if any(edge not in MOST for edge in edges) or any(edges.count(edge) > MOST[edge] for edge in edges):
        return False
    places = [ROUND.index(edge) for edge in edges]
    steps = sum((after - before) % len(ROUND) for before, after in zip(places, places[1:] + places[:1], strict=True))
    return steps <= len(ROUND) and (len(set(edges)) == 1 or edges[0] != edges[-1])


def moved(edges: Sequence[str], seat: int, edge: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """What follows when the player of a seat moves to another edge: who sits at each seat now, by their seats of
    before, and the edges. Seat 0 stays at its edge, if somebody still sits there. Raises ValueError where they cannot
    sit like that.
    """
    now = [edge if at == seat else there for at, there in enumerate(edges)]
    first = ROUND.index(now[0])
    clockwise = [ROUND[(first + step) % len(ROUND)] for step in range(len(ROUND))]
    order = tuple(sorted(range(len(now)), key=lambda at: clockwise.index(now[at])))
    after = tuple(now[at] for at in order)
    if not can_sit(after):
        raise ValueError(f"nobody more can sit at the {edge}")
    return order, after


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
