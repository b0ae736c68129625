from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.host.box import Press, Turn
from firmware_bridge.tools.gestures import Gestures, Kind


def play(*edges: tuple[float, int, bool], box: str = "box", until: float = 100.0):
    machine, reported = Gestures(), []
    for at, button, down in edges:
        reported += machine.press(Press(box, button, down, at))
    reported += machine.due(until)
    return [(gesture.kind, gesture.buttons) for gesture in reported]


def test_a_tap_is_reported_at_its_release():
    assert play((0, 3, True), (0.1, 3, False)) == [(Kind.TAP, (3,))]


def test_a_long_press_is_reported_while_still_held_and_its_release_is_nothing():
    machine = Gestures()
    assert machine.press(Press("b", 3, down=True, at=1.0)) == []
    assert machine.due(1.59) == []
    (gesture,) = machine.due(1.7)
    assert (gesture.kind, gesture.at) == (Kind.LONG, 1.6)
    assert machine.due(1.9) == []
    assert machine.press(Press("b", 3, down=False, at=2.0)) == []


def test_a_long_press_whose_release_comes_with_it_over_a_slow_cable():
    assert play((0, 3, True), (2.0, 3, False)) == [(Kind.LONG, (3,))]


def test_a_double_press_takes_the_place_of_the_second_tap():
    edges = (0, 3, True), (0.1, 3, False), (0.3, 3, True), (0.4, 3, False)
    assert play(*edges) == [(Kind.TAP, (3,)), (Kind.DOUBLE, (3,))]


def test_three_quick_presses_are_a_double_and_a_tap():
    edges = [(0.2 * i + d, 3, d == 0) for i in range(3) for d in (0, 0.1)]
    assert [kind for kind, _ in play(*edges)] == [Kind.TAP, Kind.DOUBLE, Kind.TAP]


def test_two_slow_presses_are_two_taps():
    edges = (0, 3, True), (0.1, 3, False), (0.5, 3, True), (0.6, 3, False)
    assert [kind for kind, _ in play(*edges)] == [Kind.TAP, Kind.TAP]


def test_two_buttons_in_turn_are_two_taps():
    edges = (0, 3, True), (0.1, 3, False), (0.15, 4, True), (0.2, 4, False)
    assert play(*edges) == [(Kind.TAP, (3,)), (Kind.TAP, (4,))]


def test_a_chord_of_three_is_one_thing():
    edges = (0, 5, True), (0.05, 3, True), (0.1, 4, True), (0.3, 3, False), (0.35, 5, False), (0.5, 4, False)
    assert play(*edges) == [(Kind.CHORD, (3, 4, 5))]


def test_two_chords_seconds_apart_are_two():
    edges = (0, 0, True), (0.05, 1, True), (5, 6, True), (5.05, 7, True)
    releases = (5.2, 6, False), (5.3, 7, False), (6, 0, False), (6.1, 1, False)
    assert play(*edges, *releases) == [(Kind.CHORD, (6, 7)), (Kind.CHORD, (0, 1))]
    assert play(*edges, *releases[2:], *((at + 1, *rest) for at, *rest in releases[:2])) == [
        (Kind.CHORD, (0, 1)),
        (Kind.CHORD, (6, 7)),
    ]


def test_a_chord_held_long_is_still_a_chord():
    assert play((0, 1, True), (0.05, 2, True), (3.0, 1, False), (3.1, 2, False)) == [(Kind.CHORD, (1, 2))]


def test_a_button_pressed_while_another_is_long_held_is_a_tap():
    edges = (0, 1, True), (1.0, 2, True), (1.1, 2, False), (2.0, 1, False)
    assert play(*edges) == [(Kind.LONG, (1,)), (Kind.TAP, (2,))]


def test_boxes_do_not_mix():
    machine = Gestures()
    machine.press(Press("a", 1, down=True, at=0.0))
    machine.press(Press("b", 2, down=True, at=0.01))
    assert machine.press(Press("a", 1, down=False, at=0.1))[0].kind is Kind.TAP


def test_dial_steps_pass():
    (gesture,) = Gestures().turn(Turn("a", 0, -1, 5.0))
    assert (gesture.kind, gesture.steps) == (Kind.STEP, -1)


@given(st.lists(st.tuples(st.floats(0.001, 1.0), st.integers(0, 4), st.booleans()), max_size=60))
def test_any_edges_leave_nothing_behind(moves):
    machine, now, down = Gestures(), 0.0, set()
    pressed, meant = 0, 0
    for pause, button, wants_down in moves:
        now += pause
        if wants_down == (button in down):
            continue
        (down.add if wants_down else down.discard)(button)
        pressed += wants_down
        meant += sum(len(g.buttons) for g in machine.press(Press("b", button, wants_down, now)))
    for button in sorted(down):
        now += 0.01
        meant += sum(len(g.buttons) for g in machine.press(Press("b", button, down=False, at=now)))
    held = machine._boxes.get("b")
    assert meant <= pressed
    assert held is None or not (held.since or held.chords or held.spent or held.second)
