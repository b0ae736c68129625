"""The button lesson with two and three boxes: which box a press came from, and what each of them means."""

import pytest

from companion.app import settings as kept_settings
from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.core.table import Table
from companion.devices.box import BoxDevice
from companion.devices.button_map import button_of
from companion.games import shelf
from companion.record.journal import Journal
from companion.ui.widgets.value_inputs import LESS
from companion.views.device_signs import glyphs
from firmware_bridge.host.box import Colour, Led, Pattern
from firmware_bridge.host.button_map import MEANINGS, Place, default_mapping
from tests.support.button_lesson import LessonUser
from tests.support.serial_ports import PortBox
from tests.support.written_words import paint, written

__all__ = ["written"]

ANN_YES, BO_NO = Place(0, "yes"), Place(1, "no")


class ManyBoxes(LessonUser):
    """Has boxes at the ports of a folder."""

    def __init__(self, shown, controller, folder, boxes):
        super().__init__(shown, controller)
        self.folder, self.boxes = folder, boxes

    def box(self, number):
        self.boxes.append(PortBox(self.folder, number))
        return self.boxes[-1]

    def tap_place(self, place):
        self.shown.tap_on(self.screen.grid.cell(place))

    def press(self, box, button):
        self.felt(box.press, button)

    def open(self):
        self.app.go("buttons")
        self.shown.frames(2)


@pytest.fixture
def user(tmp_path, monkeypatch, request):
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415  Kivy opens its window when it is imported

    path = tmp_path / "settings.toml"
    monkeypatch.setattr(kept_settings, "settings_file", lambda: path)
    folder = tmp_path / "ports"
    folder.mkdir()
    boxes = [PortBox(folder, number) for number in (1, 2)]
    controller = TableController(Journal(":memory:"), shelf())
    controller.devices.attach(None, BoxDevice(f"auto:{folder}", controller.inbox, default_mapping()))
    controller.start()
    shown = ScreenDriver(controller, Settings(), getattr(request, "param", (1280, 800)))
    made = ManyBoxes(shown, controller, folder, boxes)
    made.until(lambda: len(controller.devices.box_device.devices) == 2 and controller.devices.box.ok)
    yield made
    shown.close()
    controller.stop()
    for box in boxes:
        box.close()


def below(cell, written):
    """What stands below the meaning of a place."""
    written.clear()
    paint(cell)
    return written[-1].words.removeprefix("● ")


def test_press_on_any_box_lights_its_place_and_led(user):
    first, second = user.boxes
    user.open()
    second.down(4)
    user.until(lambda: user.screen.grid.cell(BO_NO).lit)
    assert user.lesson.said == f"Button 4 of {second.name}: Seat 2, no"
    user.until(lambda: second.leds()[1] == Led(Pattern.ON, Colour.RED))
    assert first.leds()[1].pattern == Pattern.OFF
    second.up(4)
    user.until(lambda: second.leds()[1].pattern == Pattern.OFF)


def test_a_button_is_named_with_its_box_while_another_is_missing(user):
    first, second = user.boxes
    user.open()
    first.unplug()
    user.until(lambda: user.controller.devices.box_device.devices == (second.device,))
    user.press(second, 4)
    assert user.lesson.said == f"Button 4 of {second.name}: Seat 2, no"
    user.controller.devices.box_device.dismiss_missing()
    user.until(lambda: user.controller.devices.box_device.missing == ())
    user.press(second, 8)
    assert user.lesson.said == "Button 8: Seat 3, next"


def test_a_place_is_taught_on_the_box_that_was_pressed(user, written):
    first, second = user.boxes
    user.open()
    user.tap_place(ANN_YES)
    user.press(second, 8)
    lost = f"Seat 3, next has no button on {second.name} now."  # it still has one on the first
    assert user.lesson.said == f"Button 8 of {second.name}: Seat 1, yes. {lost}"
    for found in (user.saved(), user.controller.devices.box_device.mapping):
        assert [button_of(found, box.device, ANN_YES) for box in (first, second)] == [0, 8]
        assert found.place(second.device, 0) is None
        assert found.place(first.device, 8) == Place(2, "next")
    cell = user.screen.grid.cell(ANN_YES)
    assert cell.buttons == ((first.device, 0), (second.device, 8))
    assert below(cell, written) == f"{first.device[-4:]}·0  {second.device[-4:]}·8"


def test_a_lesson_goes_from_box_to_box(user):
    first, second = user.boxes
    user.open()
    user.count_seats(LESS, times=2)
    user.tap("Assign all")
    for seat, box in enumerate((second, first)):
        for button in range(3):
            user.press(box, 15 + button)
            if user.lesson.mode == "lesson":
                assert user.lesson.said == f"Button {15 + button} of {box.name}: Seat {seat + 1}, {MEANINGS[button]}"
    assert user.lesson.mode == "idle"
    saved = user.saved()
    for seat, box in enumerate((second, first)):
        other = first if box is second else second
        assert [button_of(saved, box.device, Place(seat, meaning)) for meaning in MEANINGS] == [15, 16, 17]
        assert [button_of(saved, other.device, Place(seat, meaning)) for meaning in MEANINGS] == [None] * 3
    user.controller.begin("catch-up", Table(("Ann", "Bo", "Cy")))
    user.app.go("table")
    user.until(lambda: second.leds()[5] == Led(Pattern.ON, Colour.BLUE))


def test_skipping_everything_applies_to_every_connected_box(user):
    user.open()
    user.tap("Assign all")
    for _ in range(12):
        user.tap("Skip")
    assert user.lesson.mode == "idle"
    for box in user.boxes:
        assert button_of(user.saved(), box.device, ANN_YES) is None
        assert button_of(user.saved(), box.device, Place(4, "yes")) == 12


def test_the_same_button_of_another_box_is_another_button(user):
    first, second = user.boxes
    user.open()
    user.tap("Assign all")
    user.press(first, 7)
    user.press(second, 7)
    assert user.lesson.course.learned.places == {(first.device, 7): ANN_YES, (second.device, 7): Place(0, "no")}
    user.press(second, 7)
    assert user.lesson.said == f"Button 7 of {second.name} is Seat 1, no already."


def test_buttons_of_two_boxes_at_once_assign_nothing(user):
    first, second = user.boxes
    user.open()
    user.tap("Assign all")
    for count, act in ((2, "down"), (4, "up")):
        for box in (first, second):
            getattr(box, act)(6)
        user.until(lambda count=count: len(user.edges.taken) == count)
    user.until(lambda: "at once" in user.lesson.said)
    assert user.lesson.asks_for == ANN_YES


def test_no_button_applies_to_every_connected_box(user):
    first, second = user.boxes
    user.open()
    user.tap_place(ANN_YES)
    user.tap("No button")
    assert user.screen.grid.cell(ANN_YES).buttons == ()
    assert [button_of(user.saved(), box.device, ANN_YES) for box in (first, second)] == [None, None]
    assert button_of(user.saved(), first.device, BO_NO) == 4


def test_boxes_may_be_swapped_during_a_lesson(user):
    first, second = user.boxes
    user.open()
    user.tap("Assign all")
    user.press(first, 0)
    first.unplug()
    user.until(lambda: user.controller.devices.box_device.devices == (second.device,))
    assert user.screen.task.startswith("Seat 1: press")
    user.press(second, 1)
    third = user.box(3)
    user.until(lambda: third.device in user.controller.devices.box_device.devices)
    user.press(third, 2)
    assert set(user.lesson.course.learned.places) == {(first.device, 0), (second.device, 1), (third.device, 2)}


def test_with_three_boxes_a_cell_counts_its_buttons(user, written):
    third = user.box(3)
    user.until(lambda: third.device in user.controller.devices.box_device.devices)
    user.open()
    assert below(user.screen.grid.cell(ANN_YES), written) == "3 buttons"


def test_missing_box_is_a_warning_on_the_table(user):
    first, _ = user.boxes
    user.controller.begin("catch-up", Table(("Ann", "Bo", "Cy")))
    user.app.go("table")
    user.shown.frames(2)
    first.unplug()
    user.until(lambda: user.controller.devices.box.why)
    user.shown.frames(3)
    glyph = user.screen.tools.signs.glyphs[1]
    assert (glyph.ok, glyph.why) == (True, str(user.controller.devices.box.why))
    assert glyph == glyphs(user.controller)[1]
    assert any(f"{first.name} is gone" in notice.text.lower() for notice in user.screen.view.notices)
    first.replug()
    user.until(lambda: not user.controller.devices.box.why)
    user.shown.frames(3)
    assert not user.screen.tools.signs.glyphs[1].why


@pytest.mark.parametrize("user", [(1280, 800), (1920, 1200)], indirect=True)
def test_play_goes_on_without_a_dismissed_box(user):
    first, second = user.boxes
    user.app.go("devices")
    user.shown.frames(2)
    away = user.screen.away
    assert away.parent is None  # nothing is missing
    first.unplug()
    user.until(lambda: user.controller.devices.box_device.missing == (first.device,) and away.parent is not None)
    user.shown.tap_on(away)
    user.until(lambda: not user.controller.devices.box.why and away.parent is None)
    assert user.controller.devices.box_device.devices == (second.device,)
    first.replug()
    user.until(lambda: user.controller.devices.box_device.devices == (first.device, second.device))
    first.unplug()
    user.until(lambda: user.controller.devices.box.why)
