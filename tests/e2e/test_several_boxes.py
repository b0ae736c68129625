"""Several boxes at one table, each a software box at a port of its own: the app's way from the port to the event."""

from threading import Event

import pytest

from companion.app.settings import Settings
from companion.bootstrap import make_controller
from companion.core.asks import Ask, Key
from companion.core.table import Table
from companion.core.text import say
from companion.devices.button_map import assigned
from companion.record.journal import Journal, JournalError
from companion.referee.referee import Referee
from firmware_bridge.host.box import Colour, Led, Pattern, Tune
from firmware_bridge.host.button_map import ButtonMap, Place, default_mapping
from firmware_bridge.host.ports import DiscoveredConnectors
from firmware_bridge.host.protocol_machine import CROWDED
from tests.support.serial_ports import PortBox
from tests.support.waiting import until

TABLE = Table(("Ann", "Bo", "Cy"))
DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}
SEATS = (0, 2)  # those who must discard
DARK = Led(Pattern.OFF, Colour.BLACK)
SAID_S, BACK_S = 1.2, 1.0


class RunningApp:
    """An app that looks for boxes in a folder, and boxes to plug in."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "ports").mkdir()
        self.boxes, self.controllers = [], []

    def box(self, number, **more):
        self.boxes.append(PortBox(self.folder / "ports", number, **more))
        return self.boxes[-1]

    def start(self, mapping=None, begin=True):
        buttons = mapping.to_dict() if mapping is not None else {}
        settings = Settings(tray="", box=f"auto:{self.folder / 'ports'}", buttons=buttons)
        self.controller = make_controller(settings, Journal(self.folder / "journal.sqlite"))
        self.controllers.append(self.controller)
        if begin:
            self.controller.begin("catch-up", TABLE, facts=DISCARDING)
        self.controller.start()
        return self.controller

    def until(self, met):
        """Waits until it is so, the controller ticking; gives the seconds it took."""
        return until(lambda: (self.controller.tick(), met())[1])

    def all_here(self):
        devices = self.controller.devices
        self.until(lambda: len(devices.box_device.devices) == len(self.boxes) and devices.box.ok)

    def said(self):
        return [str(notice.text) for notice in self.controller.notifications if notice.kind == "device"]

    def close(self):
        for controller in self.controllers:
            controller.stop()
        for box in self.boxes:
            box.close()


@pytest.fixture
def app(tmp_path):
    made = RunningApp(tmp_path)
    yield made
    made.close()


def taught(*boxes):
    """A mapping in which each box has only the buttons of one of `SEATS`, at 3, 4 and 5."""
    mapping = default_mapping()
    for seat, box in zip(SEATS, boxes, strict=False):
        places = {(box.device, 3 + at): Place(seat, meaning) for at, meaning in enumerate(("yes", "no", "next"))}
        mapping = ButtonMap({**mapping.places, **places})
    return mapping


def only(*boxes):
    """The same, and no box is as it is wired."""
    return ButtonMap({key: place for key, place in taught(*boxes).places.items() if key[0]})


def test_each_box_presses_for_whom_its_own_buttons_stand(app, monkeypatch):
    monkeypatch.setattr("companion.referee.stale_presses.REACTION_S", 0.0)
    first, second = app.box(1), app.box(2)
    controller = app.start(taught(first, second))
    app.all_here()
    first.press(5)
    app.until(lambda: controller.pointers == {0: 0})
    second.press(5)
    app.until(lambda: controller.pointers == {0: 0, 2: 0})
    first.press(3)
    app.until(lambda: len(controller.session.entries) == 1)
    second.press(5)  # what Cy had stepped to is forgotten
    second.press(3)
    app.until(lambda: len(controller.session.entries) == 2)
    assert [(entry.event.seat, entry.origin) for entry in controller.session.entries] == [(0, "box"), (2, "box")]
    until(lambda: first.waiting == second.waiting == 0)


def test_a_seat_may_have_its_buttons_on_two_boxes(app):
    first, second = app.box(1), app.box(2)
    mapping = assigned(
        assigned(default_mapping(), first.device, 0, Place(0, "yes")), second.device, 17, Place(0, "next")
    )
    controller = app.start(mapping)
    app.all_here()
    second.press(17)
    app.until(lambda: controller.pointers == {0: 0})
    first.press(0)
    app.until(lambda: controller.session.entries)


def test_leds_and_the_tune_are_at_the_box_of_whoever_is_asked(app):
    first, second = app.box(1), app.box(2)
    controller = app.start(taught(first, second), begin=False)
    app.all_here()
    controller.devices.box_device.show((Ask(0, say("go")),), {})
    until(lambda: first.leds()[1] == Led(Pattern.ON, Colour.BLUE) and first.box.tunes == [Tune.YOUR_TURN])
    controller.devices.box_device.show((Ask(2, say("go")), Ask(0, say("maybe"), optional=True)), {2: 0})
    until(lambda: second.leds() == (DARK, Led(Pattern.FAST, Colour.GREEN), DARK, DARK, DARK, DARK))
    until(lambda: first.leds() == (DARK, Led(Pattern.SLOW, Colour.BLUE), DARK, DARK, DARK, DARK))
    until(lambda: second.box.tunes == [Tune.YOUR_TURN])
    assert first.box.tunes == [Tune.YOUR_TURN]


def test_untaught_boxes_show_every_seat_and_a_seat_without_a_led_is_called_by_all(app):
    first, second = app.box(1), app.box(2)
    controller = app.start(begin=False)
    app.all_here()
    controller.devices.box_device.show((Ask(1, say("go")),), {})
    until(lambda: first.leds()[1] == second.leds()[1] == Led(Pattern.ON, Colour.RED))
    controller.devices.box_device.mapping = only(first)
    controller.devices.box_device.show((), {})
    before = [list(box.box.tunes) for box in (first, second)]
    controller.devices.box_device.show((Ask(4, say("go")),), {})
    until(lambda: [box.box.tunes for box in (first, second)] == [[*tunes, Tune.YOUR_TURN] for tunes in before])


def test_one_of_two_pulled_is_named_play_goes_on_and_it_comes_back(app):
    first, second = app.box(1), app.box(2)
    controller = app.start(taught(first, second))
    app.all_here()
    first.unplug()
    assert app.until(app.said) < SAID_S
    (said,) = app.said()
    assert (
        said
        == f"{first.name.capitalize()} (seat 1) is gone (the box was unplugged); {second.name} (seat 3) still works."
    )
    assert controller.devices.box.ok
    assert f"{first.name} (seat 1) is missing" in str(controller.devices.box.why)
    second.press(5)
    app.until(lambda: controller.pointers == {2: 0})
    first.press(5)
    first.replug()
    assert app.until(lambda: app.said() == [f"Box {first.device[-4:]} (seat 1) is back."]) < BACK_S
    app.until(lambda: controller.pointers == {0: 0, 2: 0})
    assert (controller.devices.box.ok, str(controller.devices.box.why)) == (True, "")


def test_both_pulled_is_not_well_and_both_are_named(app):
    first, second = app.box(1), app.box(2)
    controller = app.start()
    app.all_here()
    first.unplug()
    app.until(app.said)
    second.unplug()
    assert app.until(lambda: not controller.devices.box.ok) < SAID_S
    assert str(controller.devices.box.why) == f"{first.name} and {second.name} are missing (the box was unplugged)"
    assert app.said()[0].endswith("Play goes on by touch.")
    second.replug()
    assert app.until(lambda: controller.devices.box.ok) < BACK_S
    assert str(controller.devices.box.why).startswith(f"{first.name} is missing")


def test_a_third_box_can_be_plugged_in_at_any_time(app):
    for number in (1, 2):
        app.box(number)
    controller = app.start()
    app.all_here()
    third = app.box(3)
    assert app.until(lambda: third.device in controller.devices.box_device.devices) < BACK_S
    until(lambda: all(box.leds() == app.boxes[0].leds() != (DARK,) * 6 for box in app.boxes))
    assert third.box.tunes in ([], [Tune.SILENCE])  # nobody new was asked
    third.press(2)
    app.until(lambda: controller.pointers == {0: 0})
    assert app.said() == []


def test_a_box_that_lost_power_says_so_by_name(app):
    first, _ = app.box(1), app.box(2)
    controller = app.start()
    app.all_here()
    first.press(2)
    app.until(lambda: controller.pointers == {0: 0})
    first.power_cycle()
    app.until(app.said)
    assert app.said() == [f"{first.name.capitalize()} lost power: presses it had not yet delivered are gone."]
    first.press(2)
    app.until(lambda: controller.pointers == {0: 1})


def test_while_teaching_edges_of_all_boxes_are_distinguished_and_each_lights_its_own_led(app):
    first, second = app.box(1), app.box(2)
    controller = app.start()
    app.all_here()
    device = controller.devices.box_device
    device.teach(True)
    until(lambda: first.leds() == second.leds() == (DARK,) * 6)
    first.press(3)
    second.press(7)
    edges = []
    until(lambda: edges.extend(device.edges()) or len(edges) == 4)
    assert {(edge.box, edge.button) for edge in edges} == {(first.device, 3), (second.device, 7)}
    device.light({(first.device, 3), (second.device, 7)}, device.mapping)
    until(lambda: first.leds()[1] == Led(Pattern.ON, Colour.RED) and first.leds()[2] == DARK)
    until(lambda: second.leds()[2] == Led(Pattern.ON, Colour.GREEN) and second.leds()[1] == DARK)
    until(lambda: first.waiting == second.waiting == 0)
    controller.tick()
    assert controller.pointers == {}
    third = app.box(3)
    app.until(lambda: third.device in device.devices)
    assert third.leds() == (DARK,) * 6
    device.teach(False)
    until(lambda: all(box.leds()[0].pattern == Pattern.ON for box in (first, second, third)))


def test_buttons_are_found_on_the_box_that_has_them(app):
    first, second = app.box(1), app.box(2)
    controller = app.start(taught(first, second), begin=False)
    app.all_here()
    assert controller.devices.box_device.button(2, Key.NEXT) == 5
    controller.devices.box_device.mapping = only(first, second)
    assert controller.devices.box_device.button(1, Key.YES) is None
    assert controller.devices.box_device.fingers is None


def test_a_press_waits_in_its_box_while_the_app_does_not_look_and_no_other_is_held_up(app):
    first, second = app.box(1), app.box(2)
    controller = app.start()
    app.all_here()
    arrived = Event()
    controller.inbox.wake = arrived.set
    first.press(2)
    until(arrived.is_set)
    again = first.rounds + 10
    until(lambda: first.rounds >= again)
    assert first.waiting == 2
    app.until(lambda: controller.pointers == {0: 0})
    until(lambda: first.waiting == 0)
    second.press(2)
    app.until(lambda: controller.pointers == {0: 1})
    until(lambda: second.waiting == 0)


def at_home(app):
    app.controller.leave()


def paused(app):
    def full(*_):
        raise JournalError("the disk is full")

    app.controller.journal.append = full
    app.controller.touch(app.controller.session.asks()[0].choices[0].event)
    assert app.controller.paused


def in_a_lesson(app):
    app.controller.devices.box_device.teach(True)


def with_nothing_taught(app):
    app.controller.devices.box_device.mapping = ButtonMap()


def in_play(_session):
    """Most of what is pressed then is refused, ignored, or steps to a choice; some of it counts."""


@pytest.mark.parametrize("situation", [at_home, paused, in_a_lesson, with_nothing_taught, in_play])
def test_every_press_is_thanked_for_whatever_it_comes_to(app, situation):
    first, second = app.box(1), app.box(2)
    app.start()
    app.all_here()
    situation(app)
    for press in range(60):  # as many edges from each box as its queue holds twice
        for box in (first, second):
            box.press(press % 19)
        app.until(lambda: max(first.waiting, second.waiting) < CROWDED)  # however busy this machine is
    app.until(lambda: first.waiting == second.waiting == 0)
    assert first.box.lost == second.box.lost == 0


def test_a_press_counts_once_after_the_app_was_ended_before_its_box_was_thanked(app, monkeypatch):
    """Killed between the journal and the acknowledgement, on both boxes: delivered again, and not counted again."""
    first, second = app.box(1), app.box(2)
    controller = app.start(taught(first, second))
    app.all_here()
    monkeypatch.setattr(controller.devices.box_device, "done", lambda _mark: None)
    for count, box in enumerate((first, second), start=1):
        for button in (5, 3):
            box.press(button)
        app.until(lambda count=count: len(controller.session.entries) == count)
    assert (first.waiting, second.waiting) == (4, 4)
    rows = controller.session.seq
    controller.stop()
    controller = app.start(taught(first, second), begin=False)
    controller.resume("last")
    app.until(lambda: first.waiting == second.waiting == 0)
    controller.tick()
    assert controller.session.seq == rows
    assert sum("already been counted" in str(notice.text) for notice in controller.notifications) == 2


def test_a_press_that_makes_the_app_fail_is_not_delivered_again_for_ever(app, monkeypatch):
    first = app.box(1)
    app.start()
    app.all_here()

    def fails(_referee, _signal):
        raise KeyError("a fault in a game")

    monkeypatch.setattr(Referee, "judge", fails)
    first.press(2)
    with pytest.raises(KeyError):
        app.until(lambda: False)
    until(lambda: first.waiting == 0)


def test_two_with_the_same_id_are_named_with_the_remedy_and_both_play(app):
    first, second = app.box(1), app.box(2, copy_of=1)
    controller = app.start()
    app.until(lambda: "two boxes" in str(controller.devices.box.why))
    assert controller.devices.box.ok
    (said,) = app.said()
    remedy = "close the app, unplug one, type «python -m firmware_bridge newid»"
    assert said == f"Two boxes have the id {first.device[-4:]}: {remedy}."
    for box, seat in ((first, 0), (second, 2)):
        box.press(3 * seat + 2)
        app.until(lambda seat=seat: seat in controller.pointers)
        box.press(3 * seat)
        app.until(lambda seat=seat: controller.session.entries and controller.session.entries[-1].event.seat == seat)
    until(lambda: first.waiting == second.waiting == 0)
    assert len(controller.session.entries) == 2
    assert not any("already been counted" in str(notice.text) for notice in controller.notifications)
    second.unplug()
    app.until(lambda: not controller.devices.box.why)


def test_the_folder_goes_with_the_last_box_and_comes_with_the_next(app, monkeypatch):
    first = app.box(1)
    controller = app.start()
    app.all_here()
    first.unplug()
    (app.folder / "ports").rmdir()
    app.until(lambda: not controller.devices.box.ok)
    looked = []
    look = DiscoveredConnectors.look
    monkeypatch.setattr(DiscoveredConnectors, "look", lambda ports: (looked.append(1), look(ports))[1])
    app.until(lambda: len(looked) > 2)
    (app.folder / "ports").mkdir()
    first.replug()
    assert app.until(lambda: controller.devices.box.ok) < BACK_S
