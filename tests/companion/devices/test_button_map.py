"""What buttons mean on a tablet that may know several boxes."""

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.button_map import assigned, button_of, kept, learned, unassigned
from firmware_bridge.host.button_map import ANY_BOX, MEANINGS, ButtonMap, Place, default_mapping, learn

ANN_YES, ANN_NO, BO_YES = Place(0, "yes"), Place(0, "no"), Place(1, "yes")
places = st.builds(Place, st.integers(0, 5), st.sampled_from(MEANINGS))


def test_untaught_box_means_what_is_wired():
    assert default_mapping().place("b0", 3) == BO_YES
    assert button_of(default_mapping(), "b0", BO_YES) == 3
    assert default_mapping().led("b0", 1) == 1


def test_buttons_and_places_are_one_to_one():
    mapping = assigned(default_mapping(), "b0", 3, ANN_YES)
    assert mapping.place("b0", 3) == ANN_YES
    assert mapping.place("b0", 0) is None
    assert button_of(mapping, "b0", BO_YES) is None


def test_teaching_one_box_does_not_change_another():
    mapping = assigned(default_mapping(), "b0", 3, ANN_YES)
    assert mapping.place("b1", 0) == ANN_YES
    mapping = assigned(mapping, "b1", 9, ANN_YES)
    assert [button_of(mapping, box, ANN_YES) for box in ("b0", "b1", "b2")] == [3, 9, 0]


def test_taught_box_does_not_fall_back_to_wiring():
    mapping = unassigned(default_mapping(), "b0", BO_YES)
    assert mapping.place("b0", 3) is None
    assert mapping.place("b1", 3) == BO_YES


def test_removing_the_last_meaning():
    mapping = default_mapping()
    for seat in range(6):
        for meaning in MEANINGS:
            mapping = unassigned(mapping, "b0", Place(seat, meaning))
    assert mapping.of("b0") == {}
    assert mapping.of("b1") == default_mapping().of("b1")
    assert kept(mapping.to_dict()) == (mapping, "")
    assert assigned(mapping, "b0", 3, ANN_YES).of("b0") == {3: ANN_YES}


def test_lesson_changes_only_its_places():
    lesson = learn(1)
    asked = lesson.wanted
    lesson = lesson.taught("b0", 7).skipped().taught("b0", 2)
    mapping = learned(default_mapping(), lesson, asked, "b0")
    assert button_of(mapping, "b0", ANN_YES) == 7
    assert button_of(mapping, "b0", ANN_NO) is None
    assert button_of(mapping, "b0", Place(0, "next")) == 2
    assert button_of(mapping, "b0", BO_YES) == 3
    assert mapping.place("b0", 0) is None
    assert mapping.place("b1", 0) == ANN_YES


def test_lesson_over_two_boxes():
    lesson = learn(2)
    asked = lesson.wanted
    for box, button in (("b0", 0), ("b0", 1), ("b0", 2), ("b1", 0), ("b1", 1), ("b1", 2)):
        lesson = lesson.taught(box, button)
    mapping = learned(default_mapping(), lesson, asked, "b0")
    assert [mapping.place(box, 0) for box in ("b0", "b1")] == [ANN_YES, BO_YES]
    assert button_of(mapping, "b1", ANN_YES) is None
    assert mapping.place("b2", 3) == BO_YES


def test_skipped_lesson_removes_buttons():
    lesson = learn(6)
    asked = lesson.wanted
    while lesson.asks_for is not None:
        lesson = lesson.skipped()
    mapping = learned(default_mapping(), lesson, asked, "b0")
    assert mapping.of("b0") == {}
    assert mapping.place("b1", 3) == BO_YES


def test_saved_map():
    mapping = assigned(default_mapping(), "b0", 3, ANN_YES)
    assert kept(mapping.to_dict()) == (mapping, "")
    assert kept({}) == (default_mapping(), "")
    assert kept(ButtonMap().to_dict()) == (ButtonMap(), "")
    for wrong in ({"buttons": [{"box": "b0"}]}, {"buttons": 3}, {"buttons": ["x"]}):
        found, why = kept(wrong)
        assert found == default_mapping()
        assert why


@given(st.lists(st.tuples(st.sampled_from(["b0", "b1"]), st.integers(0, 18), places), max_size=30))
def test_random_lessons_are_one_to_one(steps):
    mapping = default_mapping()
    for box, button, place in steps:
        mapping = assigned(mapping, box, button, place)
        assert mapping.place(box, button) == place
        assert button_of(mapping, box, place) == button
    for box in ("b0", "b1", ANY_BOX):
        found = list(mapping.of(box).values())
        assert len(found) == len(set(found))
    assert kept(mapping.to_dict()) == (mapping, "")
