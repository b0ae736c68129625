"""A window of another size shows the same screen, scaled."""

from kivy.metrics import Metrics

from companion.core.events import Face, Rolled
from companion.ui.widgets.tray_corner import TrayCorner


def test_screen_is_rebuilt_at_the_new_scale(begin, driver, controller):
    begin(3)
    shown = driver((1280, 800))
    controller.touch(Rolled(0, (Face(6), Face(5), Face(4))))
    before = shown.app.screen
    shown.app.appearance.window.size = (1920, 1200)
    shown.draw(3)
    assert Metrics.density == 1.5
    assert shown.app.screen is not before
    assert shown.app.screen_name == "table"
    assert shown.app.screen.view.seats[1].asked
    assert next(shown.all(TrayCorner)).width == 236 * 1.5
    shown.app.appearance.window.size = (1280, 800)
    shown.draw(3)
    assert Metrics.density == 1.0
