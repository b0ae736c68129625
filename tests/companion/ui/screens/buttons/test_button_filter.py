"""Edges become presses, unless a button sticks, chatters or was hit together with another."""

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.box import Edge
from companion.ui.screens.buttons.button_filter import (
    CHATTER_S,
    CHATTERS,
    SETTLE_S,
    STUCK_S,
    ButtonFilter,
    ButtonOutcome,
    ButtonReport,
)

BOX = "b0"


def heard(*edges):
    """What a filter reports of edges (seconds, button, down), asked a hundred times a second; in order."""
    presses, found, now = ButtonFilter(), [], 0.0
    last = max((at for at, _, _ in edges), default=0.0) + 2 * SETTLE_S
    waiting = sorted(edges)
    while now <= last:
        while waiting and waiting[0][0] <= now:
            at, button, down = waiting.pop(0)
            presses.add(Edge(BOX, button, down, at))
        found += presses.reports(now)
        now += 0.01
    return found


def press(at, button=4, held=0.1):
    return [(at, button, True), (at + held, button, False)]


def test_press_is_reported_once_on_release():
    presses = ButtonFilter()
    presses.add(Edge(BOX, 4, down=True, at=1.0))
    assert presses.reports(1.5) == ()
    assert presses.down == {(BOX, 4)}
    presses.add(Edge(BOX, 4, down=False, at=1.5))
    assert presses.reports(1.5 + SETTLE_S / 2) == ()
    assert presses.reports(1.5 + SETTLE_S) == (ButtonReport(BOX, 4, ButtonOutcome.PRESSED),)
    assert presses.reports(9.0) == ()


def test_two_presses_are_two():
    assert heard(*press(0.1), *press(0.6)) == [ButtonReport(BOX, 4, ButtonOutcome.PRESSED)] * 2


def test_a_bounce_or_two_is_one_press():
    edges = [*press(0.1, held=0.1), *press(0.2 + CHATTER_S / 2, held=0.01), *press(0.28, held=0.05)]
    assert heard(*edges) == [ButtonReport(BOX, 4, ButtonOutcome.PRESSED)]


def test_hammering_is_no_loose_contact():
    edges = [edge for number in range(8) for edge in press(0.1 + number * 0.15, held=0.08)]
    assert heard(*edges) == [ButtonReport(BOX, 4, ButtonOutcome.PRESSED)]


def test_a_loose_contact_is_reported_once_and_is_no_press():
    edges = [edge for number in range(30) for edge in press(0.1 + number * 0.02, held=0.01)]
    assert heard(*edges) == [ButtonReport(BOX, 4, ButtonOutcome.CHATTERING)]


def test_loose_contact_under_a_resting_finger_is_reported_at_once():
    edges = [edge for number in range(CHATTERS + 1) for edge in press(0.1 + number * 0.02, held=0.01)][:-1]
    assert heard(*edges) == [ButtonReport(BOX, 4, ButtonOutcome.CHATTERING)]


def test_stuck_button_is_reported_once_and_blocks_no_other():
    presses, found = ButtonFilter(), []
    presses.add(Edge(BOX, 4, down=True, at=0.0))
    found += presses.reports(STUCK_S)
    assert presses.down == frozenset()
    presses.add(Edge(BOX, 7, down=True, at=STUCK_S + 1))
    presses.add(Edge(BOX, 7, down=False, at=STUCK_S + 1.1))
    found += presses.reports(STUCK_S + 2)
    presses.add(Edge(BOX, 4, down=False, at=STUCK_S + 3))
    found += presses.reports(STUCK_S + 9)
    assert found == [ButtonReport(BOX, 4, ButtonOutcome.STUCK), ButtonReport(BOX, 7, ButtonOutcome.PRESSED)]


def test_a_palm_on_two_buttons_is_neither():
    felt = heard(*press(0.1, 4, 0.3), *press(0.2, 5, 0.3))
    assert set(felt) == {ButtonReport(BOX, 4, ButtonOutcome.TOGETHER), ButtonReport(BOX, 5, ButtonOutcome.TOGETHER)}
    assert len(felt) == 2


def test_button_held_from_the_start_is_ignored():
    assert heard((0.1, 4, False), *press(0.5, 5)) == [ButtonReport(BOX, 5, ButtonOutcome.PRESSED)]


def test_same_number_on_two_boxes_is_two_buttons():
    presses = ButtonFilter()
    for box, at in (("b0", 0.0), ("b1", 1.0)):
        presses.add(Edge(box, 4, down=True, at=at))
        presses.add(Edge(box, 4, down=False, at=at + 0.1))
    assert set(presses.reports(2.0)) == {
        ButtonReport("b0", 4, ButtonOutcome.PRESSED),
        ButtonReport("b1", 4, ButtonOutcome.PRESSED),
    }


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(0, 2), st.booleans()), max_size=40))
def test_no_edges_make_more_presses_than_downs(edges):
    felt = heard(*edges)
    for button in range(3):
        passed = [each for each in felt if each.button == button]
        assert len(passed) <= sum(1 for _, at, down in edges if at == button and down)
