"""The time a player has been waited for is off at first, stands in their strip, and is marked when long."""

import pytest

from companion.core.events import Corrected, Face, Rolled
from companion.ui.screens.table.turn_timer import TurnTimer, minutes, next_limit
from tests.support.screen_driver import beginning

begin = beginning("catch-up", players=3)


@pytest.mark.parametrize(("seconds", "words"), [(0, "0:00"), (59.9, "0:59"), (61, "1:01"), (600, "10:00")])
def test_a_time_in_words(seconds, words):
    assert minutes(seconds) == words


def test_it_is_off_and_set_with_taps(begin, driver):
    begin(3)
    shown = driver()
    screen = shown.app.screen
    assert [strip.waited for strip in screen.strips] == ["", "", ""]
    shown.tap_on(screen.tools.more)
    shown.frames(2)
    seen = []
    for _ in range(4):
        shown.tap_on(shown.button("Turn timer"))
        shown.frames(2)
        seen.append((shown.app.settings.timer_s, shown.button("Turn timer").words))
    assert seen == [
        (60, "Turn timer: 1:00"),
        (120, "Turn timer: 2:00"),
        (300, "Turn timer: 5:00"),
        (0, "Turn timer: off"),
    ]
    assert next_limit(61) == 120


def test_waiting_time_is_shown_and_marked_when_long(begin, driver):
    controller = begin(3, facts={"phase": "rolling", "round": 2, "starter": 0})
    screen = driver().app.screen
    now = [100.0]
    timer = TurnTimer(screen.strips, lambda: 60, lambda: now[0])

    def after(seconds):
        now[0] += seconds
        screen.refresh()
        timer.show(screen.view)
        return [(strip.waited, strip.late) for strip in screen.strips]

    nobody = ("", False)
    assert after(0) == [("0:00", False), nobody, nobody]
    assert after(59) == [("0:59", False), nobody, nobody]
    assert after(2) == [("1:01", True), nobody, nobody]
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    assert after(5) == [nobody, ("0:00", False), nobody], "the next begins anew"
    assert after(7)[1] == ("0:07", False)
    controller.touch(Corrected({"round": 3}))
    assert after(1)[1] == ("0:00", False)
