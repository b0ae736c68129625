"""Before anything was read the screen of the devices asks for dice; while a game is on it says that they count."""

from companion.referee.signals import DeviceChanged
from tests.support.screen_driver import beginning

OVER = {"phase": "over", "cards": [[], [9]], "rolls": [9, 12], "holders": [0, 1], "starter": 0}
begin = beginning("catch-up")


def shown_at(driver, *, camera=True):
    shown = driver()
    if camera:
        shown.controller.inbox.put(DeviceChanged("tray", ok=True))
        shown.controller.tick()
    shown.app.go("devices")
    shown.frames(2)
    return shown.app.screen._unread


def test_without_a_game_dice_may_be_thrown(driver):
    assert shown_at(driver) == "No dice seen yet: throw some."


def test_in_a_game_it_is_said_that_they_count(begin, driver):
    begin()
    said = shown_at(driver)
    assert "throw some" not in said
    assert "dice you throw now count" in said


def test_once_it_is_over_they_do_not(begin, driver):
    assert begin(facts=OVER).session.outcome() is not None
    assert shown_at(driver) == "No dice seen yet: throw some."


def test_nobody_is_asked_to_throw_before_no_camera(driver, begin):
    said = "There is no camera: enter the dice by hand."
    assert shown_at(driver, camera=False) == said
    begin()
    assert shown_at(driver, camera=False) == said
