"""The button lesson by touch and with fingers on a soft box: from the first screen to what a press means in a game."""

import time
from math import inf

import pytest

from companion.app import settings as kept_settings
from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.core.table import Table
from companion.devices.box import BoxDevice
from companion.devices.button_filter import SETTLE_S, STUCK_S, Edge
from companion.devices.button_map import button_of, kept
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.record.journal import Journal
from companion.referee.stale_presses import REACTION_S
from companion.ui.screens.buttons.screen import LIT_S, READ_S
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.refusal_note import Toast
from firmware_bridge.host.box import Colour, Led, Pattern
from firmware_bridge.host.button_map import MEANINGS, Mapping, Place, default_mapping
from tests.support.serial_ports import until

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


class Evening:
    """A glass with the button lesson open, and fingers on the box before it."""

    def __init__(self, shown, controller):
        self.shown, self.controller, self.app = shown, controller, shown.app

    @property
    def screen(self):
        return self.app.screen

    @property
    def lesson(self):
        return self.screen.lesson

    @property
    def fingers(self):
        return self.controller.devices.box_device.fingers

    @property
    def id(self):
        return self.controller.devices.box_device.device

    def until(self, met):
        return until(met, look=lambda seconds: (self.shown.frames(1), time.sleep(seconds)))

    def tap(self, words):
        self.shown.tap_on(self.shown.button(words))

    def tap_place(self, seat, meaning):
        self.shown.tap_on(self.screen.grid.cell(Place(seat, meaning)))

    def press(self, button):
        """A press, and waits until it has been felt."""
        before = self.lesson
        self.fingers.press(button)
        self.until(lambda: self.lesson != before)

    def open(self):
        self.shown.frames(3)
        self.tap("Camera and buttons") if self.app.screen_name == "home" else self.app.go("devices")
        self.shown.frames(2)
        self.tap("Assign the buttons")

    def saved(self):
        """What the settings file says of the buttons."""
        return kept(kept_settings.load().buttons)[0]


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    monkeypatch.setattr(kept_settings, "settings_file", lambda: path)
    return path


@pytest.fixture
def controller(file):
    made = TableController(Journal(":memory:"), shelf())
    made.devices.attach(None, BoxDevice("soft:", made.inbox, default_mapping()))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def evening(controller, file, request):
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415  Kivy opens its window when it is imported

    shown = ScreenDriver(controller, Settings(), getattr(request, "param", (1280, 800)))
    made = Evening(shown, controller)
    made.until(lambda: controller.devices.box.ok)
    yield made
    shown.close()


def test_a_whole_lesson_from_home_to_the_saved_mapping_and_into_a_game(evening, controller):
    evening.open()
    evening.shown.tap_on(evening.screen.seats._less)
    evening.shown.tap_on(evening.screen.seats._less)
    evening.tap("Assign all")
    taught = [5, 4, 3, 11, 10, 9]
    for seat in range(2):
        for meaning in MEANINGS:
            assert f"Seat {seat + 1}: press" in evening.screen.task
            assert meaning in evening.screen.task
            evening.press(taught[seat * 3 + MEANINGS.index(meaning)])
    assert evening.lesson.mode == "idle"
    for found in (evening.saved(), controller.devices.box_device.mapping):
        assert [button_of(found, evening.id, Place(seat, meaning)) for seat in (0, 1) for meaning in MEANINGS] == taught
        assert found.place(evening.id, 0) is None
    evening.app.go("home")
    controller.begin("catch-up", Table(("Ann", "Bo", "Cy")), facts=DISCARDING)
    evening.app.go("table")
    time.sleep(REACTION_S)
    evening.fingers.press(0)  # Ann's yes as it was wired: means nothing now
    evening.fingers.press(3)
    evening.until(lambda: controller.pointers.get(0) == 0)
    wanted = next(choice.event for ask in controller.session.asks() for choice in ask.choices if ask.seat == 0)
    evening.fingers.press(5)
    evening.until(lambda: controller.session.entries)
    assert controller.session.entries[-1].event == wanted
    assert controller.session.entries[-1].origin == "box"
    assert isinstance(wanted, Discarded)


def test_presses_mean_nothing_to_the_game_while_the_lesson_is_open(evening, controller):
    controller.begin("catch-up", Table(("Ann", "Bo", "Cy")), facts=DISCARDING)
    evening.app.go("table")
    evening.open()
    evening.press(2)
    assert controller.pointers == {}
    evening.tap("Assign all")
    evening.press(2)
    assert controller.session.entries == []
    assert controller.pointers == {}
    evening.tap("← Back")
    assert evening.app.screen_name == "devices"
    evening.fingers.press(2)
    evening.until(lambda: controller.pointers.get(0) == 0)


def test_players_are_called_by_their_names(evening, controller):
    controller.begin("catch-up", Table(("Ann", "Bo", "Cy")))
    evening.app.go("table")
    evening.open()
    assert evening.screen.seats.value == 3
    evening.tap("Assign all")
    assert evening.screen.task.startswith("Ann: press the button")


def test_places_can_be_skipped_and_a_lesson_begun_again(evening):
    evening.open()
    evening.shown.tap_on(evening.screen.seats._less)
    evening.tap("Assign all")
    evening.press(8)
    evening.tap("Start again")
    assert evening.lesson.asks_for == Place(0, "yes")
    evening.press(1)
    for _ in range(8):
        evening.tap("Skip")
    assert button_of(evening.saved(), evening.id, Place(0, "yes")) == 1
    assert button_of(evening.saved(), evening.id, Place(0, "no")) is None
    assert button_of(evening.saved(), evening.id, Place(3, "yes")) == 9


def test_a_lesson_that_is_stopped_or_left_changes_nothing(evening, file, controller):
    evening.open()
    for leave in ("Stop", "← Back"):
        evening.tap("Assign all")
        evening.press(8)
        evening.tap(leave)
    assert not file.exists()
    assert controller.devices.box_device.mapping == default_mapping()


def test_one_place_is_taught_alone_and_at_once(evening, controller):
    evening.open()
    evening.tap_place(1, "no")
    assert evening.screen.task.startswith("Seat 2: press")
    evening.press(0)
    assert evening.lesson.tapped is None
    assert "Seat 1, yes has no button now" in evening.lesson.said
    for found in (evening.saved(), controller.devices.box_device.mapping):
        assert found.place(evening.id, 0) == Place(1, "no")
        assert button_of(found, evening.id, Place(0, "yes")) is None
        assert button_of(found, evening.id, Place(1, "yes")) == 3


def test_a_place_can_be_left_without_a_button(evening):
    evening.open()
    evening.tap_place(1, "no")
    evening.tap("No button")
    assert button_of(evening.saved(), evening.id, Place(1, "no")) is None
    assert evening.lesson.tapped is None
    assert evening.screen.grid.cell(Place(1, "no")).button is None


def test_a_second_tap_on_a_place_lets_it_be(evening, file):
    evening.open()
    evening.tap_place(1, "no")
    evening.tap_place(1, "no")
    evening.press(7)
    assert not file.exists()


def test_every_press_lights_its_place_and_its_led(evening):
    evening.open()
    cell = evening.screen.grid.cell(Place(1, "no"))
    evening.fingers.down(4)
    evening.until(lambda: cell.lit)
    assert [each.place for each in evening.screen.grid.cells if each.lit] == [Place(1, "no")]
    evening.until(lambda: evening.fingers.leds()[1].pattern == Pattern.ON)
    assert evening.fingers.leds()[1].colour == Colour.RED
    assert evening.lesson.said == "Button 4: Seat 2, no"
    evening.fingers.up(4)
    evening.until(lambda: not cell.lit)
    evening.until(lambda: evening.fingers.leds()[1].pattern == Pattern.OFF)


def test_the_led_beside_a_button_follows_what_it_was_just_taught(evening):
    evening.open()
    evening.tap_place(0, "yes")
    evening.press(4)
    assert evening.screen.grid.cell(Place(0, "yes")).lit
    assert evening.until(lambda: evening.fingers.leds()[1] == Led(Pattern.ON, Colour.BLUE)) < LIT_S / 2


def test_a_button_that_means_nothing_says_so(evening):
    evening.open()
    evening.press(18)
    assert evening.lesson.said.startswith("Button 18 means nothing")
    assert not any(cell.lit for cell in evening.screen.grid.cells)


@pytest.mark.parametrize("ask", ["Assign all", "Skip", "Start again", Place(0, "yes")])
def test_a_button_that_was_down_before_a_place_was_asked_for_answers_nothing(evening, ask):
    evening.open()
    if ask in ("Skip", "Start again"):
        evening.tap("Assign all")
    evening.fingers.down(7)
    evening.until(lambda: evening.screen._lit)
    evening.tap_place(ask.seat, ask.meaning) if isinstance(ask, Place) else evening.tap(ask)
    before = evening.lesson
    evening.fingers.up(7)
    evening.until(lambda: evening.screen._lit[evening.id, 7] < inf)
    time.sleep(SETTLE_S)
    evening.shown.frames(3)
    assert evening.lesson == before
    evening.press(7)
    assert evening.lesson != before


def test_the_same_button_twice_is_said_and_counts_once(evening):
    evening.open()
    evening.tap("Assign all")
    evening.press(7)
    time.sleep(0.2)
    evening.press(7)
    assert evening.lesson.said == "Button 7 is Seat 1, yes already."
    assert evening.lesson.asks_for == Place(0, "no")


def test_a_stuck_button_is_said_and_the_lesson_goes_on_without_it(evening, controller):
    evening.open()
    evening.tap("Assign all")
    controller.devices.box_device._edges.put(Edge(evening.id, 6, down=True, at=time.monotonic() - STUCK_S))
    evening.until(lambda: "stuck" in evening.lesson.said)
    assert evening.lesson.asks_for == Place(0, "yes")
    evening.press(7)
    assert evening.lesson.asks_for == Place(0, "no")
    assert evening.lesson.course.learned.places == {(evening.id, 7): Place(0, "yes")}


def test_a_loose_contact_is_said_and_teaches_nothing(evening):
    evening.open()
    evening.tap("Assign all")
    for _ in range(6):
        evening.fingers.press(6)
    evening.until(lambda: "loose contact" in evening.lesson.said)
    time.sleep(0.2)
    evening.shown.frames(5)
    assert evening.lesson.asks_for == Place(0, "yes")


def test_two_buttons_at_once_teach_nothing(evening):
    evening.open()
    evening.tap("Assign all")
    for act in (evening.fingers.down, evening.fingers.up):
        for button in (6, 7):
            act(button)
    evening.until(lambda: "at once" in evening.lesson.said)
    assert evening.lesson.asks_for == Place(0, "yes")


def test_two_boxes_keep_their_own_meanings(evening, controller):
    evening.open()
    evening.tap_place(0, "yes")
    evening.press(8)
    first = evening.id
    evening.app.go("home")
    controller.devices.box_device.stop()
    other = BoxDevice("soft:seats=3", controller.inbox, evening.saved())
    controller.devices.box_device = other
    other.start()
    evening.until(lambda: controller.devices.box.ok and other.device not in ("", first))
    evening.open()
    assert evening.screen.grid.cell(Place(0, "yes")).button == 0
    evening.tap_place(0, "yes")
    evening.press(5)
    saved = evening.saved()
    assert [button_of(saved, box, Place(0, "yes")) for box in (first, other.device)] == [8, 5]
    assert saved.place(first, 5) == Place(1, "next")


def test_a_box_that_comes_while_the_screen_is_open_can_be_taught(evening, controller):
    box, controller.devices.box_device = controller.devices.box_device, None
    evening.open()
    assert "everything on the screen" in evening.screen.task
    controller.devices.box_device = box
    evening.until(lambda: evening.screen.device is box)
    evening.tap_place(0, "yes")
    evening.press(8)
    assert evening.saved().place(evening.id, 8) == Place(0, "yes")


def test_clearing_takes_two_taps_and_wiring_comes_back_with_one(evening, controller, file):
    evening.open()
    evening.tap("Clear")
    evening.tap("Clear")
    assert not file.exists(), "nobody has read the warning in so short a time"
    time.sleep(READ_S)
    evening.tap("Clear")
    assert evening.saved() == controller.devices.box_device.mapping == Mapping()
    evening.press(0)
    assert "means nothing" in evening.lesson.said
    evening.tap("As wired")
    assert kept_settings.load().buttons == {}
    assert evening.saved() == controller.devices.box_device.mapping == default_mapping()


def test_a_button_that_was_down_when_its_box_went_counts_when_it_is_pressed_again(evening, controller):
    evening.open()
    evening.tap("Assign all")
    evening.fingers.down(7)
    evening.until(lambda: evening.screen._lit)
    evening.fingers.unplug()
    assert evening.until(lambda: not evening.screen._lit) < STUCK_S + 1
    for down, at in ((True, 0.0), (False, 0.1)):  # it has started anew: it knows of no button that was down
        controller.devices.box_device._edges.put(Edge(evening.id, 7, down=down, at=time.monotonic() + at))
    evening.until(lambda: evening.lesson.said == "Button 7: Seat 1, yes")


def test_a_box_that_goes_and_comes_back_leaves_the_lesson_where_it_was(evening, controller):
    evening.open()
    evening.tap("Assign all")
    evening.press(7)
    evening.fingers.unplug()
    evening.until(lambda: not controller.devices.box.ok)
    assert "unplugged" in evening.screen.task
    evening.fingers.replug()
    evening.until(lambda: controller.devices.box.ok)
    assert evening.screen.task.startswith("Seat 1: press")
    evening.press(8)
    assert evening.lesson.asks_for == Place(0, "next")


def test_a_settings_file_that_cannot_be_written_is_said_and_the_buttons_work(evening, controller, monkeypatch):
    def full(self, path=None):
        raise OSError("no space left on the device")

    monkeypatch.setattr(Settings, "save", full)
    evening.open()
    evening.tap_place(0, "yes")
    evening.press(8)
    assert "no space left" in next(evening.shown.all(Toast)).words
    assert controller.devices.box_device.mapping.place(evening.id, 8) == Place(0, "yes")


@pytest.mark.parametrize("evening", [(1280, 800), (1920, 1200)], indirect=True)
def test_everything_to_tap_is_nine_millimetres(evening):
    from kivy.metrics import dp  # noqa: PLC0415  Kivy after its surroundings

    evening.open()
    for _ in range(2):
        evening.shown.tap_on(evening.screen.seats._more)
    for act in (lambda: None, lambda: evening.tap_place(0, "yes"), lambda: evening.tap("Stop")):
        act()
        small = [each for each in evening.shown.all(Tappable) if min(each.size) < dp(56) - 1 and each.x > -dp(100)]
        assert small == []
    assert len(evening.screen.grid.cells) == 18


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_what_comes_where_a_button_was_is_not_tapped_with_it(evening, share):
    """One screen, other buttons in the same places: where Stop was comes "As wired", and all taught were lost."""
    evening.open()
    evening.tap_place(0, "yes")
    evening.press(17)
    taught = evening.saved()
    evening.tap_place(0, "no")

    def twice(widget):
        place = widget.to_window(widget.x + share * widget.width, widget.center_y)
        evening.shown.tap(*place)
        evening.shown.tap(*place, at_once=True)

    evening.shown.frames(2)
    twice(evening.screen.stop)
    assert evening.lesson.mode == "idle"
    assert evening.saved() == taught
    evening.shown.frames(2)
    twice(evening.screen.begin)
    assert evening.lesson.asks_for == Place(0, "yes")
