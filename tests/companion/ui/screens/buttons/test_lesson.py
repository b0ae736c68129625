"""The button lesson by touch and with fingers on a soft box: from the first screen to what a press means in a game."""

import time

import pytest

from companion.app import settings as kept_settings
from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.core.table import Table
from companion.devices.box import BoxDevice, Edge
from companion.devices.button_map import button_of
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.record.journal import Journal
from companion.ui.screens.buttons.button_filter import SETTLE_S, STUCK_S
from companion.ui.screens.buttons.screen import LIT_S, LOOK_S, READ_S
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.refusal_note import Toast
from companion.ui.widgets.value_inputs import LESS
from firmware_bridge.host.box import Colour, Led, Pattern
from firmware_bridge.host.button_map import MEANINGS, ButtonMap, Place, default_mapping
from tests.support.button_lesson import LessonUser
from tests.support.clock import put_later
from tests.support.screen_clock import pass_time

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


class OneBox(LessonUser):
    """Has fingers on the only box."""

    @property
    def fingers(self):
        return self.controller.devices.box_device.fingers

    @property
    def id(self):
        return self.controller.devices.box_device.device

    def tap_place(self, seat, meaning):
        self.shown.tap_on(self.screen.grid.cell(Place(seat, meaning)))

    def press(self, button):
        self.felt(self.fingers.press, button)

    def open(self):
        self.shown.frames(3)
        self.tap("Camera and buttons") if self.app.screen_name == "home" else self.app.go("devices")
        self.shown.frames(2)
        self.tap("Assign the buttons")


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    monkeypatch.setattr(kept_settings, "settings_file", lambda: path)
    return path


@pytest.fixture
def later(monkeypatch):
    """Moves the clock of the screen on."""
    return lambda seconds: put_later(monkeypatch, seconds)


@pytest.fixture
def controller(file):
    made = TableController(Journal(":memory:"), shelf())
    made.devices.attach(None, BoxDevice("soft:", made.inbox, default_mapping()))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def user(controller, file, request):
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415  Kivy opens its window when it is imported

    shown = ScreenDriver(controller, Settings(), getattr(request, "param", (1280, 800)))
    made = OneBox(shown, controller)
    made.until(lambda: controller.devices.box.ok)
    yield made
    shown.close()


def test_whole_lesson_from_home_into_a_game(user, controller, monkeypatch):
    monkeypatch.setattr("companion.referee.stale_presses.REACTION_S", 0.0)
    user.open()
    user.count_seats(LESS, times=2)
    user.tap("Assign all")
    taught = [5, 4, 3, 11, 10, 9]
    for seat in range(2):
        for meaning in MEANINGS:
            assert f"Seat {seat + 1}: press" in user.screen.task
            assert meaning in user.screen.task
            user.press(taught[seat * 3 + MEANINGS.index(meaning)])
    assert user.lesson.mode == "idle"
    for found in (user.saved(), controller.devices.box_device.mapping):
        assert [button_of(found, user.id, Place(seat, meaning)) for seat in (0, 1) for meaning in MEANINGS] == taught
        assert found.place(user.id, 0) is None
    user.app.go("home")
    controller.begin("catch-up", Table(("Ann", "Bo", "Cy")), facts=DISCARDING)
    user.app.go("table")
    user.fingers.press(0)  # Ann's yes as it was wired: means nothing now
    user.fingers.press(3)
    user.until(lambda: controller.pointers.get(0) == 0)
    wanted = next(choice.event for ask in controller.session.asks() for choice in ask.choices if ask.seat == 0)
    user.fingers.press(5)
    user.until(lambda: controller.session.entries)
    assert controller.session.entries[-1].event == wanted
    assert controller.session.entries[-1].origin == "box"
    assert isinstance(wanted, Discarded)


def test_presses_do_not_reach_the_game_during_a_lesson(user, controller):
    controller.begin("catch-up", Table(("Ann", "Bo", "Cy")), facts=DISCARDING)
    user.app.go("table")
    user.open()
    user.press(2)
    assert controller.pointers == {}
    user.tap("Assign all")
    user.press(2)
    assert controller.session.entries == []
    assert controller.pointers == {}
    user.tap("← Back")
    assert user.app.screen_name == "devices"
    user.fingers.press(2)
    user.until(lambda: controller.pointers.get(0) == 0)


def test_players_are_called_by_their_names(user, controller):
    controller.begin("catch-up", Table(("Ann", "Bo", "Cy")))
    user.app.go("table")
    user.open()
    assert user.screen.seats.value == 3
    user.tap("Assign all")
    assert user.screen.task.startswith("Ann: press the button")


def test_places_can_be_skipped_and_a_lesson_restarted(user):
    user.open()
    user.count_seats(LESS)
    user.tap("Assign all")
    user.press(8)
    user.tap("Start again")
    assert user.lesson.asks_for == Place(0, "yes")
    user.press(1)
    for _ in range(8):
        user.tap("Skip")
    assert button_of(user.saved(), user.id, Place(0, "yes")) == 1
    assert button_of(user.saved(), user.id, Place(0, "no")) is None
    assert button_of(user.saved(), user.id, Place(3, "yes")) == 9


def test_stopping_or_leaving_a_lesson_changes_nothing(user, file, controller):
    user.open()
    for leave in ("Stop", "← Back"):
        user.tap("Assign all")
        user.press(8)
        user.tap(leave)
    assert not file.exists()
    assert controller.devices.box_device.mapping == default_mapping()


def test_one_place_is_taught_alone_and_at_once(user, controller):
    user.open()
    user.tap_place(1, "no")
    assert user.screen.task.startswith("Seat 2: press")
    user.press(0)
    assert user.lesson.tapped is None
    assert "Seat 1, yes has no button now" in user.lesson.said
    for found in (user.saved(), controller.devices.box_device.mapping):
        assert found.place(user.id, 0) == Place(1, "no")
        assert button_of(found, user.id, Place(0, "yes")) is None
        assert button_of(found, user.id, Place(1, "yes")) == 3


def test_a_place_can_be_left_without_a_button(user):
    user.open()
    user.tap_place(1, "no")
    user.tap("No button")
    assert button_of(user.saved(), user.id, Place(1, "no")) is None
    assert user.lesson.tapped is None
    assert user.screen.grid.cell(Place(1, "no")).button is None


def test_second_tap_on_a_place_cancels(user, file):
    user.open()
    user.tap_place(1, "no")
    user.tap_place(1, "no")
    user.press(7)
    assert not file.exists()


def test_every_press_lights_its_place_and_its_led(user):
    user.open()
    cell = user.screen.grid.cell(Place(1, "no"))
    user.fingers.down(4)
    user.until(lambda: cell.lit)
    assert [each.place for each in user.screen.grid.cells if each.lit] == [Place(1, "no")]
    user.until(lambda: user.fingers.leds()[1].pattern == Pattern.ON)
    assert user.fingers.leds()[1].colour == Colour.RED
    assert user.lesson.said == "Button 4: Seat 2, no"
    user.fingers.up(4)
    user.until(lambda: not cell.lit)
    user.until(lambda: user.fingers.leds()[1].pattern == Pattern.OFF)


def test_led_follows_a_new_assignment_at_once(user):
    user.open()
    user.tap_place(0, "yes")
    user.press(4)
    assert user.screen.grid.cell(Place(0, "yes")).lit
    assert user.until(lambda: user.fingers.leds()[1] == Led(Pattern.ON, Colour.BLUE)) < LIT_S / 2


def test_unassigned_button_says_so(user):
    user.open()
    user.press(18)
    assert user.lesson.said.startswith("Button 18 means nothing")
    assert not any(cell.lit for cell in user.screen.grid.cells)


@pytest.mark.parametrize("ask", ["Assign all", "Skip", "Start again", Place(0, "yes")])
def test_button_held_before_the_question_is_no_answer(user, later, ask):
    user.open()
    if ask in ("Skip", "Start again"):
        user.tap("Assign all")
    user.fingers.down(7)
    user.until(lambda: user.edges.taken)
    user.tap_place(ask.seat, ask.meaning) if isinstance(ask, Place) else user.tap(ask)
    before = user.lesson
    user.fingers.up(7)
    user.until(lambda: len(user.edges.taken) == 2)
    later(SETTLE_S)
    user.shown.frames(3)
    assert user.lesson == before
    user.press(7)
    assert user.lesson != before


def test_repeated_button_is_reported_and_counts_once(user):
    user.open()
    user.tap("Assign all")
    user.press(7)
    user.press(7)
    assert user.lesson.said == "Button 7 is Seat 1, yes already."
    assert user.lesson.asks_for == Place(0, "no")


def test_stuck_button_is_reported_and_skipped(user, controller):
    user.open()
    user.tap("Assign all")
    user.edges.added.append(Edge(user.id, 6, down=True, at=time.monotonic() - STUCK_S))
    user.until(lambda: "stuck" in user.lesson.said)
    assert user.lesson.asks_for == Place(0, "yes")
    user.press(7)
    assert user.lesson.asks_for == Place(0, "no")
    assert user.lesson.course.learned.places == {(user.id, 7): Place(0, "yes")}


def test_loose_contact_is_reported_and_assigns_nothing(user):
    user.open()
    user.tap("Assign all")
    for _ in range(6):
        user.fingers.press(6)
    user.until(lambda: "loose contact" in user.lesson.said)
    user.press(7)
    assert user.lesson.course.learned.places == {(user.id, 7): Place(0, "yes")}


def test_two_buttons_at_once_assign_nothing(user):
    user.open()
    user.tap("Assign all")
    for act in (user.fingers.down, user.fingers.up):
        for button in (6, 7):
            act(button)
    user.until(lambda: "at once" in user.lesson.said)
    assert user.lesson.asks_for == Place(0, "yes")


def test_two_boxes_keep_their_own_meanings(user, controller):
    user.open()
    user.tap_place(0, "yes")
    user.press(8)
    first = user.id
    user.app.go("home")
    controller.devices.box_device.stop()
    other = BoxDevice("soft:seats=3", controller.inbox, user.saved())
    controller.devices.box_device = other
    other.start()
    user.until(lambda: controller.devices.box.ok and other.device not in ("", first))
    user.open()
    assert user.screen.grid.cell(Place(0, "yes")).button == 0
    user.tap_place(0, "yes")
    user.press(5)
    saved = user.saved()
    assert [button_of(saved, box, Place(0, "yes")) for box in (first, other.device)] == [8, 5]
    assert saved.place(first, 5) == Place(1, "next")


def test_box_connected_later_can_be_assigned(user, controller):
    box, controller.devices.box_device = controller.devices.box_device, None
    user.open()
    assert "everything on the screen" in user.screen.task
    controller.devices.box_device = box
    user.until(lambda: user.screen.device is box)
    user.tap_place(0, "yes")
    user.press(8)
    assert user.saved().place(user.id, 8) == Place(0, "yes")


def test_clearing_takes_two_taps_and_default_wiring_one(user, controller, file, later):
    user.open()
    user.tap("Clear")
    user.tap("Clear")
    assert not file.exists(), "nobody has read the warning in so short a time"
    later(READ_S)
    user.tap("Clear")
    assert user.saved() == controller.devices.box_device.mapping == ButtonMap()
    user.press(0)
    assert "means nothing" in user.lesson.said
    user.tap("As wired")
    assert kept_settings.load().buttons == {}
    assert user.saved() == controller.devices.box_device.mapping == default_mapping()


def test_button_held_while_its_box_was_unplugged_counts_when_pressed_again(user, controller):
    user.open()
    user.tap("Assign all")
    user.fingers.down(7)
    user.until(lambda: user.edges.taken)
    user.fingers.unplug()
    user.until(lambda: not user.controller.devices.box_device.devices)
    pass_time(LOOK_S)
    for down, at in ((True, 0.0), (False, 0.1)):  # it has started anew: it knows of no button that was down
        user.edges.added.append(Edge(user.id, 7, down=down, at=time.monotonic() + at))
    user.until(lambda: user.lesson.said == "Button 7: Seat 1, yes")


def test_unplugged_box_does_not_reset_the_lesson(user, controller):
    user.open()
    user.tap("Assign all")
    user.press(7)
    user.fingers.unplug()
    user.until(lambda: not controller.devices.box.ok)
    assert "unplugged" in user.screen.task
    user.fingers.replug()
    user.until(lambda: controller.devices.box.ok)
    assert user.screen.task.startswith("Seat 1: press")
    user.press(8)
    assert user.lesson.asks_for == Place(0, "next")


def test_unwritable_settings_are_reported_and_buttons_work(user, controller, monkeypatch):
    def full(self, path=None):
        raise OSError("no space left on the device")

    monkeypatch.setattr(Settings, "save", full)
    user.open()
    user.tap_place(0, "yes")
    user.press(8)
    assert "no space left" in next(user.shown.all(Toast)).words
    assert controller.devices.box_device.mapping.place(user.id, 8) == Place(0, "yes")


@pytest.mark.parametrize("user", [(1280, 800), (1920, 1200)], indirect=True)
def test_everything_to_tap_is_nine_millimetres(user):
    from kivy.metrics import dp  # noqa: PLC0415  Kivy after its surroundings

    user.open()
    user.count_seats("+", times=2)
    for act in (lambda: None, lambda: user.tap_place(0, "yes"), lambda: user.tap("Stop")):
        act()
        small = [each for each in user.shown.all(Tappable) if min(each.size) < dp(56) - 1 and each.x > -dp(100)]
        assert small == []
    assert len(user.screen.grid.cells) == 18


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_second_tap_misses_the_button_that_replaced_the_first(user, share):
    """ "As wired" appears where Stop was: a second tap there once lost all assignments."""
    user.open()
    user.tap_place(0, "yes")
    user.press(17)
    taught = user.saved()
    user.tap_place(0, "no")

    def twice(widget):
        place = widget.to_window(widget.x + share * widget.width, widget.center_y)
        user.shown.tap(*place)
        user.shown.tap(*place, at_once=True)

    user.shown.frames(2)
    twice(user.screen.stop)
    assert user.lesson.mode == "idle"
    assert user.saved() == taught
    user.shown.frames(2)
    twice(user.screen.begin)
    assert user.lesson.asks_for == Place(0, "yes")
