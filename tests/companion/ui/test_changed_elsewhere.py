"""The app's window follows the games that a browser begins and leaves."""

from companion.core.table import Table


def test_a_game_that_began_elsewhere_is_shown(controller, driver):
    shown = driver()
    shown.app.go("home")
    shown.frames(2)
    controller.begin("catch-22", Table(("Ann", "Bo")))
    shown.frames(2)
    assert shown.app.screen_name == "table"
    controller.begin("catch-22", Table(("Ann", "Bo", "Cy")))
    shown.frames(2)
    assert len(shown.app.screen.strips) == 3
    controller.leave()
    shown.frames(2)
    assert shown.app.screen_name == "home"
