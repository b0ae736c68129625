"""Everybody has an edge, nobody sits on anybody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.seating import seating


def overlap(one, other):
    return (
        min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0]) > 0.01
        and min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1]) > 0.01
    )


@given(
    players=st.integers(1, 8),
    size=st.sampled_from([(1280, 800, 1.0), (1920, 1200, 1.5), (2000, 1200, 1.5), (1366, 768, 0.96)]),
    depth=st.integers(60, 190),
    has_tray=st.booleans(),
)
def test_places_lie_apart_and_inside(players, size, depth, has_tray):
    width, height, unit = size
    places = seating(players, width, height, unit, depth, depth, has_tray=has_tray)
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
