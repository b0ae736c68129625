"""The button box at the desk, a soft one: presses, lamps that follow the mapping, teaching."""

import time

import pytest

from companion.core.asks import Ask, Key
from companion.core.text import say
from companion.devices.box import BoxDevice
from companion.devices.inbox import Inbox
from companion.devices.lamps import lamps_beside, lamps_for
from companion.devices.meanings import assigned, lamp_of
from companion.signals import KeyPressed
from firmware_bridge.box import Colour, Lamp, Pattern
from firmware_bridge.mapping import Place, default_mapping

DARK = Lamp(Pattern.OFF, Colour.BLACK)
ASKED = (Ask(0, say("go")), Ask(1, say("maybe"), optional=True))


def until(met, within=3.0):
    end = time.monotonic() + within
    while time.monotonic() < end:
        if met():
            return True
        time.sleep(0.005)
    return bool(met())


@pytest.fixture
def box():
    made = BoxDevice("soft:", Inbox(), default_mapping())
    made.start()
    assert until(lambda: made.device)
    yield made
    made.stop()


def pressed(box):
    found = []
    while (signal := box._inbox.take()) is not None:
        if isinstance(signal, KeyPressed):
            found.append((signal.seat, signal.key))
    return found


def test_a_press_means_what_the_mapping_says(box):
    box.fingers.press(3)
    assert until(lambda: box._inbox.is_waiting)
    assert until(lambda: pressed(box) == [(1, Key.YES)])
    box.mapping = assigned(box.mapping, box.device, 3, Place(0, "no"))
    box.fingers.press(3)
    assert until(lambda: pressed(box) == [(0, Key.NO)])
    assert box.button(0, Key.NO) == 3
    assert box.button(1, Key.YES) is None
    assert box.button(0, Key.PREVIOUS) is None


def test_while_teaching_presses_are_edges_and_nothing_else(box):
    box.teach(True)
    box.fingers.press(3)
    edges = []
    assert until(lambda: edges.extend(box.edges()) or len(edges) == 2)
    assert [(edge.button, edge.down) for edge in edges] == [(3, True), (3, False)]
    assert edges[0].box == box.device
    assert abs(edges[0].at - time.monotonic()) < 2
    assert pressed(box) == []
    box.teach(False)
    box.fingers.press(3)
    assert until(lambda: pressed(box) == [(1, Key.YES)])
    assert box.edges() == ()


def test_lamps_wait_while_teaching_and_come_back(box):
    box.show(ASKED, {})
    asked = (Lamp(Pattern.ON, Colour.BLUE), Lamp(Pattern.SLOW, Colour.RED), DARK, DARK, DARK, DARK)
    assert until(lambda: box.fingers.lamps() == asked)
    box.teach(True)
    assert until(lambda: all(lamp.pattern == Pattern.OFF for lamp in box.fingers.lamps()))
    box.show((Ask(1, say("go")),), {})
    box.light({(box.device, 3)}, box.mapping)
    assert until(lambda: box.fingers.lamps()[1] == Lamp(Pattern.ON, Colour.RED))
    box.light((), box.mapping)
    assert until(lambda: box.fingers.lamps()[1].pattern == Pattern.OFF)
    box.teach(False)
    assert until(lambda: box.fingers.lamps() == (DARK, Lamp(Pattern.ON, Colour.RED), DARK, DARK, DARK, DARK))


def test_lamps_stand_beside_the_buttons_that_were_taught():
    mapping = assigned(default_mapping(), "b0", 15, Place(0, "yes"))
    for meaning in ("no", "next"):
        mapping = assigned(mapping, "b0", 16 + (meaning == "next"), Place(0, meaning))
    lamps = lamps_for(ASKED, {}, lambda seat: lamp_of(mapping, "b0", seat))
    assert lamps[5] == Lamp(Pattern.ON, Colour.BLUE)
    assert lamps[1] == Lamp(Pattern.SLOW, Colour.RED)
    assert lamps[0] == DARK


def test_a_seat_without_buttons_has_no_lamp_and_a_shared_one_is_the_asked_seats():
    assert lamps_for(ASKED, {}, lambda _seat: None) == (DARK,) * 6
    assert lamps_for(ASKED[::-1], {}, lambda _seat: 2)[2] == Lamp(Pattern.ON, Colour.BLUE)
    assert lamps_for(ASKED, {1: 0}, lambda _seat: 2)[2] == Lamp(Pattern.FAST, Colour.RED)


def test_a_button_that_means_nothing_shines_white_and_the_dial_has_no_lamp():
    assert lamps_beside({4: None, 18: None})[1:3] == (Lamp(Pattern.ON, Colour.WHITE), DARK)
    assert lamps_beside({18: Place(0, "yes")}) == (DARK,) * 6
