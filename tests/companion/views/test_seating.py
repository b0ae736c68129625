"""Everybody has an edge, nobody sits on anybody."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawing.scene import Depths
from companion.views.seating import EDGES, MOST, ROUND, can_sit, edges_of, kept_edges, moved, seat_for, seating


def overlap(one, other):
    return (
        min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0]) > 0.01
        and min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1]) > 0.01
    )


@given(
    players=st.integers(1, 8),
    size=st.sampled_from([(1280, 800, 1.0), (1920, 1200, 1.5), (2000, 1200, 1.5), (1366, 768, 0.96), (800, 1280, 1.0)]),
    depth=st.integers(60, 190),
    has_tray=st.booleans(),
)
def test_places_lie_apart_and_inside(players, size, depth, has_tray):
    width, height, unit = size
    places = seating(players, width, height, unit, Depths(top=depth, side=depth), has_tray=has_tray)
    boxes = [*(place.box for place in places.seats), places.panel, places.tray, places.tools]
    for number, box in enumerate(boxes):
        assert min(box) >= 0
        assert box[0] + box[2] <= width + 0.01
        assert box[1] + box[3] <= height + 0.01
        assert not any(overlap(box, other) for other in boxes[number + 1 :])
    assert places.panel[2] > width / 3
    assert places.panel[3] > height / 3


def test_seats_go_round_clockwise_as_seen_from_above():
    places = seating(6, 1280, 800, 1)
    middle = (640, 400)
    corners = []
    for place in places.seats:
        x, y, width, height = place.box
        corners.append((x + width / 2 - middle[0], y + height / 2 - middle[1]))
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        assert ax * by - ay * bx < 0


@pytest.mark.parametrize(("players", "angles"), [(2, [0, 180]), (3, [0, 270, 90]), (4, [0, 270, 180, 90])])
def test_strips_are_turned_to_their_players(players, angles):
    assert [place.angle for place in seating(players, 1280, 800, 1).seats] == angles


ARRANGEMENTS = [edges for players in range(2, 7) for edges in product(ROUND, repeat=players) if can_sit(edges)]
"""Every way in which two to six people can sit."""


@given(edges=st.sampled_from(ARRANGEMENTS), depth=st.integers(60, 190), has_tray=st.booleans())
def test_people_who_sit_as_they_like_lie_apart_and_inside(edges, depth, has_tray):
    places = seating(len(edges), 1280, 800, 1.0, Depths(top=depth, side=depth), has_tray=has_tray, edges=edges)
    assert tuple(place.edge for place in places.seats) == edges
    boxes = [*(place.box for place in places.seats), places.panel, places.tray, places.tools]
    for number, box in enumerate(boxes):
        assert min(box) >= 0
        assert not any(overlap(box, other) for other in boxes[number + 1 :])


@given(players=st.integers(2, 6), seat=st.integers(0, 5), edge=st.sampled_from(ROUND))
def test_whoever_moves_to_another_edge_sits_there_and_all_go_round(players, seat, edge):
    before = EDGES[players]
    if seat >= players or before[seat] == edge:
        return
    try:
        order, after = moved(before, seat, edge)
    except ValueError:
        now = [edge if at == seat else there for at, there in enumerate(before)]
        sides = players == 2 and edge in {"left", "right"}
        assert before.count(edge) >= MOST[edge] or "bottom" not in now or sides
        return
    assert sorted(order) == list(range(players))
    assert after[order.index(seat)] == edge
    assert all(after[order.index(other)] == before[other] for other in range(players) if other != seat)
    assert can_sit(after)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_usual_places_are_places_where_people_can_sit(players):
    assert can_sit(EDGES[players])


@pytest.mark.parametrize(
    "edges",
    [
        ("bottom", "top", "left"),
        ("left", "left", "top"),
        ("bottom", "sofa", "top"),
        ("bottom", "left", "bottom"),
        ("top", "top", "top"),
        ("left", "top", "right"),
    ],
)
def test_places_that_cannot_be_are_not_used(edges):
    assert not can_sit(edges)
    assert edges_of(3, {"3": edges}) == EDGES[3]
    assert edges_of(3, {"3": ("bottom", "top")}) == EDGES[3]


def test_two_sit_opposite_each_other():
    assert not can_sit(("bottom", "left"))
    assert can_sit(("bottom", "top"))
    assert can_sit(("bottom", "bottom"))


@pytest.mark.parametrize("players", range(3, 7))
def test_people_keep_their_edges_when_somebody_leaves_and_comes_back(players):
    edges = EDGES[players]
    for seat in range(1, players):
        rest = edges[:seat] + edges[seat + 1 :]
        if players > 3:
            assert kept_edges(rest) == rest
        at = seat_for(edges[seat], rest)
        assert kept_edges((*rest[:at], edges[seat], *rest[at:])) == edges
