from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading import DieReading, Reading, Reason, ReasonKind

share = st.floats(0, 1)
place = st.floats(-1e4, 1e4)
dice = st.builds(
    DieReading,
    value=st.integers(1, 6),
    colour=st.sampled_from(["red", "white", ""]),
    box=st.tuples(place, place, place, place),
    value_confidence=share,
    colour_confidence=share,
    centre_mm=st.none() | st.tuples(place, place),
    angle_deg=st.floats(0, 90),
    cocked=st.booleans(),
)
reasons = st.builds(
    Reason,
    st.sampled_from(ReasonKind),
    die=st.none() | st.integers(0, 8),
    value=st.none() | st.integers(1, 6),
    probability=st.none() | share,
    box=st.none() | st.tuples(place, place, place, place),
)
readings = st.builds(
    Reading,
    dice=st.lists(dice, max_size=8).map(tuple),
    sure=st.booleans(),
    reasons=st.lists(reasons, max_size=3).map(tuple),
    at=place,
    frame=st.integers(0, 10**9),
    ms=share,
)


@given(readings)
def test_a_reading_survives_json(reading):
    assert Reading.from_json(reading.to_json()) == reading


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"dice": 3}', '{"dice": [{"value": 1}]}', '{"dice": [], "colour": "red"}']
)
def test_what_is_no_reading_is_refused(text):
    with pytest.raises(ValueError, match="not a reading"):
        Reading.from_json(text)


def test_what_is_no_json_is_refused():
    with pytest.raises(ValueError):
        Reading.from_json("no reading at all")


def test_values_leave_cocked_dice_out():
    flat = DieReading(5, "red", (0, 0, 1, 1), 1.0, 1.0)
    leaning = DieReading(2, "red", (0, 0, 1, 1), 1.0, 1.0, cocked=True)
    low = DieReading(1, "red", (0, 0, 1, 1), 1.0, 1.0)
    assert Reading((flat, leaning, low)).values == (1, 5)


@pytest.mark.parametrize("kind", ReasonKind)
def test_picture_without_dice_is_empty(kind):
    assert Reading((), reasons=(Reason(kind),)).empty == (kind is ReasonKind.NONE_FOUND)
    assert Reading((), sure=True).empty
