"""The button lesson without a box raises no alarm."""

from companion.ui.screens.buttons.screen import READ_S
from companion.ui.widgets.refusal_note import Toast
from firmware_bridge.host.button_map import Place
from tests.support.clock import put_later


def test_without_a_box_it_says_so_calmly(driver, controller):
    shown = driver()
    shown.app.go("buttons")
    shown.frames(2)
    assert shown.app.screen.task == ("No box was chosen. You can do everything on the screen.")
    shown.tap_on(shown.button("Assign all"))
    assert "everything on the screen" in next(shown.all(Toast)).words
    assert shown.app.screen.lesson.mode == "idle"
    shown.tap_on(shown.app.screen.grid.cell(Place(0, "yes")))
    assert shown.app.screen.lesson.tapped is None
    shown.tap_on(next(shown.all(Toast)))
    shown.tap_on(shown.button("← Back"))
    assert shown.app.screen_name == "devices"


def test_assignments_can_be_viewed_and_cleared_without_a_box(driver, controller, monkeypatch):
    shown = driver()
    shown.app.go("buttons")
    shown.frames(2)
    assert shown.app.screen.grid.cell(Place(1, "yes")).button == 3
    shown.tap_on(shown.button("Clear"))
    put_later(monkeypatch, READ_S)
    shown.tap_on(shown.button("Clear"))
    assert shown.app.settings.buttons == {"buttons": []}
    assert shown.app.screen.grid.cell(Place(1, "yes")).button is None
