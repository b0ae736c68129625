"""A place that loses its last button to another one is named. Runs without a screen."""

import pytest

from companion.ui.screens.buttons.button_filter import ButtonOutcome, ButtonReport
from companion.ui.screens.buttons.lesson import Boxes, ButtonLesson
from firmware_bridge.host.button_map import ButtonMap, Place

ANN, BO = Place(0, "yes"), Place(1, "yes")
PRESSED = ButtonReport("aaaa", 1, ButtonOutcome.PRESSED)


@pytest.mark.parametrize(
    ("others", "boxes", "said"),
    [
        ({}, Boxes(("aaaa",)), "Button 1: Seat 2, yes. Seat 1, yes has no button now."),
        ({("aaaa", 2): ANN}, Boxes(("aaaa",)), "Button 1: Seat 2, yes"),
        (
            {("bbbb", 7): ANN},
            Boxes(("aaaa", "bbbb")),
            "Button 1 of box aaaa: Seat 2, yes. Seat 1, yes has no button on box aaaa now.",
        ),
        (
            {("bbbb", 7): ANN},
            Boxes(("aaaa",), away=("bbbb",)),
            "Button 1 of box aaaa: Seat 2, yes. Seat 1, yes has no button now.",
        ),
    ],
)
def test_place_without_a_button_says_so(others, boxes, said):
    lesson = ButtonLesson(ButtonMap({("aaaa", 1): ANN, **others})).asking(BO)
    after = lesson.felt(PRESSED, boxes)
    assert after.said == said
    assert after.mapping.place("aaaa", 1) == BO
    assert after.mode == "idle"


def test_no_button_also_covers_a_box_that_is_briefly_away():
    lesson = ButtonLesson(ButtonMap({("aaaa", 1): ANN, ("bbbb", 7): ANN, ("bbbb", 8): BO})).asking(ANN)
    after = lesson.without_button(Boxes(("aaaa",), away=("bbbb",)))
    assert after.mapping.place("aaaa", 1) is None
    assert after.mapping.place("bbbb", 7) is None
    assert after.mapping.place("bbbb", 8) == BO
