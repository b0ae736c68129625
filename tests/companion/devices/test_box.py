"""The button box on a soft box: presses, leds that follow the mapping, teaching."""

import time

import pytest

from companion.core.asks import Ask, Key
from companion.core.table import NOBODY
from companion.core.text import say
from companion.devices.box import BoxDevice
from companion.devices.button_map import assigned
from companion.devices.inbox import Inbox
from companion.devices.leds import leds_beside, leds_for
from companion.referee.signals import KeyPressed
from firmware_bridge.host.box import Colour, Led, Pattern
from firmware_bridge.host.button_map import Place, default_mapping
from tests.support.waiting import until

DARK = Led(Pattern.OFF, Colour.BLACK)
ASKED = (Ask(0, say("go")), Ask(1, say("maybe"), optional=True))


@pytest.fixture
def inbox():
    return Inbox()


@pytest.fixture
def box(inbox):
    made = BoxDevice("soft:", inbox, default_mapping())
    made.start()
    until(lambda: made.device)
    yield made
    made.stop()


def pressed(inbox):
    found = []
    while (signal := inbox.take()) is not None:
        if isinstance(signal, KeyPressed):
            found.append((signal.seat, signal.key))
    return found


def test_a_press_means_what_the_mapping_says(box, inbox):
    box.fingers.press(3)
    until(lambda: pressed(inbox) == [(1, Key.YES)])
    box.mapping = assigned(box.mapping, box.device, 3, Place(0, "no"))
    box.fingers.press(3)
    until(lambda: pressed(inbox) == [(0, Key.NO)])
    assert box.button(0, Key.NO) == 3
    assert box.button(1, Key.YES) is None


def test_a_press_counts_when_the_button_goes_down_not_when_it_comes_up(box, inbox):
    box.fingers.down(3)
    until(lambda: pressed(inbox) == [(1, Key.YES)])
    box.fingers.up(3)
    box.fingers.press(4)
    found = []
    until(lambda: found.extend(pressed(inbox)) or found)
    assert found == [(1, Key.NO)], "the first button's release is no press"


def test_while_teaching_presses_are_edges_and_nothing_else(box, inbox):
    box.teach(True)
    box.fingers.press(3)
    edges = []
    until(lambda: edges.extend(box.edges()) or len(edges) == 2)
    assert [(edge.button, edge.down) for edge in edges] == [(3, True), (3, False)]
    assert edges[0].box == box.device
    assert abs(edges[0].at - time.monotonic()) < 2
    assert pressed(inbox) == []
    box.teach(False)
    box.fingers.press(3)
    until(lambda: pressed(inbox) == [(1, Key.YES)])
    assert box.edges() == ()


def test_leds_wait_while_teaching_and_come_back(box):
    box.show(ASKED, {})
    asked = (Led(Pattern.ON, Colour.BLUE), Led(Pattern.SLOW, Colour.RED), DARK, DARK, DARK, DARK)
    until(lambda: box.fingers.leds() == asked)
    box.teach(True)
    until(lambda: all(led.pattern == Pattern.OFF for led in box.fingers.leds()))
    box.show((Ask(1, say("go")),), {})
    box.light({(box.device, 3)}, box.mapping)
    until(lambda: box.fingers.leds()[1] == Led(Pattern.ON, Colour.RED))
    box.light((), box.mapping)
    until(lambda: box.fingers.leds()[1].pattern == Pattern.OFF)
    box.teach(False)
    until(lambda: box.fingers.leds() == (DARK, Led(Pattern.ON, Colour.RED), DARK, DARK, DARK, DARK))


def test_leds_stand_beside_the_buttons_that_were_taught():
    mapping = assigned(default_mapping(), "b0", 15, Place(0, "yes"))
    for meaning in ("no", "next"):
        mapping = assigned(mapping, "b0", 16 + (meaning == "next"), Place(0, meaning))
    leds = leds_for(ASKED, {}, NOBODY, lambda seat: mapping.led("b0", seat))
    assert leds[5] == Led(Pattern.ON, Colour.BLUE)
    assert leds[1] == Led(Pattern.SLOW, Colour.RED)
    assert leds[0] == DARK


def test_a_seat_without_buttons_has_no_led_and_a_shared_one_is_the_asked_seats():
    assert leds_for(ASKED, {}, NOBODY, lambda _seat: None) == (DARK,) * 6
    assert leds_for(ASKED[::-1], {}, NOBODY, lambda _seat: 2)[2] == Led(Pattern.ON, Colour.BLUE)
    assert leds_for(ASKED, {1: 0}, NOBODY, lambda _seat: 2)[2] == Led(Pattern.FAST, Colour.RED)


def test_a_button_that_means_nothing_shines_white_and_the_extra_button_has_no_led():
    assert leds_beside({4: None, 18: None})[1:3] == (Led(Pattern.ON, Colour.WHITE), DARK)
    assert leds_beside({18: Place(0, "yes")}) == (DARK,) * 6
