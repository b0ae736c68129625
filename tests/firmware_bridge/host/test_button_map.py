from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.host.button_map import ANY_BOX, ButtonMap, Place, default_mapping, learn

places = st.builds(Place, st.integers(0, 5), st.sampled_from(["yes", "no", "next"]))
rows = st.dictionaries(st.tuples(st.sampled_from(["", "ab12"]), st.integers(0, 18)), places)
mappings = st.builds(ButtonMap, rows, st.sampled_from([frozenset(), frozenset({"cd34"})]))


def test_default_map():
    mapping = default_mapping(4)
    assert mapping.place("any", 0) == Place(0, "yes")
    assert mapping.place("any", 11) == Place(3, "next")
    assert mapping.place("any", 12) is None
    assert mapping.led("any", 3) == 3


@given(mappings)
def test_map_survives_saving(mapping):
    assert ButtonMap.from_dict(mapping.to_dict()) == mapping


@given(mappings, st.integers(0, 18), places)
def test_an_assigned_place_has_one_button(mapping, button, place):
    after = mapping.assigned("ab12", button, place)
    assert after.place("ab12", button) == place
    assert list(after.places.values()).count(place) == 1


def test_taught_box_means_only_that():
    taught = ButtonMap({**default_mapping().places, ("ab12", 4): Place(2, "yes")})
    assert taught.of("ab12") == {4: Place(2, "yes")}
    assert taught.place("ab12", 0) is None
    assert (taught.led("ab12", 2), taught.led("ab12", 0)) == (1, None)
    assert taught.place("cd34", 0) == Place(0, "yes")


def test_bare_box_means_nothing():
    taught = default_mapping().taught("ab12", {4: Place(2, "yes")}).taught("ab12", {})
    assert taught.of("ab12") == {}
    assert taught.of("cd34") == default_mapping().of("cd34")
    assert ButtonMap.from_dict(taught.to_dict()) == taught
    assert taught.assigned("ab12", 4, Place(2, "yes")).of("ab12") == {4: Place(2, "yes")}
    assert taught.taught("ab12", {4: Place(2, "yes")}).bare == frozenset()
    assert default_mapping().taught(ANY_BOX, {}) == ButtonMap()


def test_bare_and_taught_box_is_taught():
    rows = [{"box": "ab12", "taught": True}, {"box": "ab12", "button": 1, "seat": 0, "meaning": "yes"}]
    assert ButtonMap.from_dict({"buttons": rows}) == ButtonMap({("ab12", 1): Place(0, "yes")})


@pytest.mark.parametrize("saved", [{"buttons": 3}, {"buttons": {}}, [], "x"])
def test_rows_must_be_a_list(saved):
    with pytest.raises(ValueError, match="a list of rows"):
        ButtonMap.from_dict(saved)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"box": "", "button": 1, "seat": 0}, "needs"),
        ({"box": "", "button": "1", "seat": 0, "meaning": "yes"}, "numbers"),
        ({"box": "", "button": True, "seat": 0, "meaning": "yes"}, "numbers"),
        ({"box": "", "button": -1, "seat": 0, "meaning": "yes"}, "numbers"),
        ({"box": "", "button": 1, "seat": 0, "meaning": "maybe"}, "yes, no or next"),
        ({"box": "ab12", "taught": False}, "needs"),
        ({"box": "ab12", "taught": 1}, "needs"),
        ({"box": "", "taught": True}, "needs"),
        ({"box": 7, "taught": True}, "needs"),
        (3, "needs"),
    ],
)
def test_invalid_row_is_refused(row, words):
    with pytest.raises(ValueError, match=words):
        ButtonMap.from_dict({"buttons": [row]})


def test_a_button_saved_twice_is_refused():
    row = {"box": "", "button": 1, "seat": 0, "meaning": "yes"}
    with pytest.raises(ValueError, match="twice"):
        ButtonMap.from_dict({"buttons": [row, {**row, "seat": 1}]})


def test_learning_by_pressing():
    lesson = learn(2)
    asked = []
    for button in (5, 5, 3, 8, 1, 0):
        if lesson.asks_for == Place(1, "no"):
            lesson = lesson.skipped()
        asked.append(lesson.asks_for)
        lesson = lesson.taught("box", button)
    assert asked[:3] == [Place(0, "yes"), Place(0, "no"), Place(0, "no")]  # a button is taken once
    assert lesson.asks_for is None
    assert lesson.learned.place("box", 5) == Place(0, "yes")
    assert lesson.learned.place("box", 0) == Place(1, "next")
    assert Place(1, "no") not in lesson.learned.places.values()
    assert lesson.taught("box", 17) is lesson
