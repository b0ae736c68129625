"""The devices screen asks for a throw until one was read; during a game it says that the throw counts."""

from dataclasses import replace

import pytest

from companion.app.club import ClubStatus
from companion.app.device_manager import Device
from companion.app.settings import Settings
from companion.core.events import Face, Rolled
from companion.core.text import say
from companion.record.journal import Evidence, Origin
from companion.referee.signals import DeviceChanged, DiceSeen, SeenDie
from companion.ui.widgets.buttons import Button
from tests.support.screen_driver import beginning
from tests.support.waiting import until
from tests.support.written_words import paint, sentences, written

__all__ = ["written"]

OVER = {"phase": "over", "cards": [[], [9]], "rolls": [9, 12], "holders": [0, 1], "starter": 0}
TO_THROW = "Dice that lie in the tray are read once they are thrown."
begin = beginning("catch-up")


def said_at(driver, written, *, camera=True):
    """All words of the screen of the devices."""
    shown = driver()
    if camera:
        shown.controller.inbox.put(DeviceChanged("tray", ok=True))
        shown.controller.tick()
    shown.app.go("devices")
    written.clear()
    shown.frames(2)
    return [each.words for each in written]


def test_without_a_game_people_are_asked_to_throw(driver, written):
    assert TO_THROW in said_at(driver, written)


def test_during_a_game_dice_are_said_to_count(begin, driver, written):
    begin()
    said = said_at(driver, written)
    assert TO_THROW not in said
    assert "A game is running: dice you throw now count in it." in said


def test_after_a_game_people_are_asked_to_throw(begin, driver, written):
    assert begin(facts=OVER).session.outcome() is not None
    assert TO_THROW in said_at(driver, written)


def test_without_a_camera_nobody_is_asked_to_throw(driver, begin, written):
    said = "There is no camera: enter the dice by hand."
    assert said in said_at(driver, written, camera=False)
    begin()
    assert said in said_at(driver, written, camera=False)


def test_empty_tray_is_called_empty(controller, driver, written):
    controller.inbox.put(DiceSeen((), sure=True))
    assert "The tray is empty." in said_at(driver, written)


def test_a_box_has_no_name_of_a_port(driver, controller, written):
    controller.devices.box = Device("soft:/dev/pts/3", ok=False, why=say("/dev/ttyACM0: it is used by another program"))
    controller.devices.tray = Device("usb:0", ok=False, why=say("usb:0: no such camera here: is it plugged in?"))
    shown = driver()
    shown.app.go("devices")
    shown.frames(3)
    words = "\n".join(each.words for each in written)
    assert "No such camera here: is it plugged in?" in words
    assert "It is used by another program" in words
    assert not any(raw in words for raw in ("usb:", "soft:", "/dev/"))


@pytest.mark.parametrize(("name", "ticked"), [("auto", "look for boxes"), ("", "no box"), ("soft:", ""), ("avr:", "")])
def test_the_boxes_in_use_are_ticked_whatever_the_settings_say(driver, controller, written, name, ticked):
    controller.devices.box = Device(name, ok=bool(name))
    shown = driver()
    shown.app.go("devices")
    shown.frames(3)
    marks = [each.words for each in shown.all(Button, shown.app.screen.boxes) if each.words.startswith("✓")]
    assert marks == ([f"✓ {ticked}"] if ticked else [])
    controller.devices.use_box(None)
    until(
        lambda: [each.words for each in shown.all(Button, shown.app.screen.boxes)][1] == "✓ no box",
        meanwhile=shown.frames,
    )
    assert ("Emulated box" in [each.words for each in written]) == (name in {"soft:", "avr:"})


def test_reason_is_whole_in_large_german_words(show, controller, written):
    why = say("no stream there ({why})", why=say("nothing answers there: is the camera's program running?"))
    controller.devices.tray = Device("usb:0", ok=False, why=say("the camera gives no pictures: {why}", why=why))
    shown = show(controller, settings=Settings(language="de", text_size=1.5))
    shown.app.go("devices")

    def said():
        return [each for each in written if each.words.startswith("✗ Die Kamera liefert keine Bilder:")]

    until(said, meanwhile=shown.frames)
    assert not [each for each in said() if each.cut]


def test_last_reading_goes_with_the_picture(driver, controller, written):
    controller.devices.chosen("usb:0", "")
    controller.inbox.put(DeviceChanged("tray", ok=True))
    controller.inbox.put(DiceSeen((SeenDie(6),), sure=True))
    shown = driver()
    shown.app.go("devices")
    until(lambda: any(each.words.endswith("%") for each in written), meanwhile=shown.frames)
    controller.inbox.put(DeviceChanged("tray", ok=False, why=say("the camera was unplugged")))
    controller.tick()
    until(lambda: any("unplugged" in each.words for each in written), meanwhile=shown.frames)
    written.clear()
    paint(shown.app.screen)
    assert "There is no picture: enter the dice by hand." in [each.words for each in written]
    assert not [each for each in written if each.words.endswith("%")]


@pytest.mark.parametrize("count", [1, 6, 8])
def test_all_dice_of_the_last_reading_lie_on_their_panel(driver, controller, written, count):
    controller.inbox.put(DeviceChanged("tray", ok=True))
    controller.inbox.put(DiceSeen(tuple(SeenDie(6) for _ in range(count)), sure=True))
    shown = driver()
    shown.app.go("devices")
    shown.frames(3)
    sure = [each for each in written if each.words.endswith("%")]
    assert len({each.box for each in sure}) == count
    assert not [each for each in sure if each.cut]
    assert max(each.box[0] + each.box[2] for each in sure) <= shown.app.screen.rate.right


def test_line_about_reading_opens_the_evidence(begin, driver, written):
    controller = begin(facts={"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0})
    reading = b'{"dice": [{"value": 1, "box": [0, 0, 9, 9]}, {"value": 1, "box": [9, 0, 18, 9]}], "sure": true}'
    picture = Evidence(reading.replace(b"}], ", b'}, {"value": 2, "box": [0, 9, 9, 18]}], '), b"a JPEG")
    controller.session.submit(Rolled(0, (Face(1), Face(1), Face(2))), Origin.TRAY, picture)
    controller.amend({1: Rolled(0, (Face(1), Face(1), Face(3)))})
    controller.inbox.put(DeviceChanged("tray", ok=True))
    controller.tick()
    shown = driver()
    shown.app.go("devices")
    shown.frames(3)
    assert shown.app.screen.rate.words.startswith("Of 1 throw read: 100.0 in 100 silently wrong, 0.0 in 100 asked")
    assert not [each.words for each in written if "No throw" in each.words]
    shown.tap_on(shown.app.screen.rate)
    shown.frames(3)
    assert shown.app.screen_name == "evidence"
    assert "Of 1 throw read: 100.0 silently wrong in 100 (20.7 to 100.0)" in sentences(shown)


class ClubWithoutServer:
    """A club that says what it is told to."""

    def __init__(self):
        self.status = ClubStatus("Table 7", connected=False, waiting=12, silent_s=200, called=False)

    def call(self, *, wanted):
        self.status = replace(self.status, called=wanted)


def test_table_in_a_club_shows_its_status_and_calls_the_organiser(driver, written):
    shown = driver()
    shown.app.club = club = ClubWithoutServer()
    shown.app.go("devices")
    shown.frames(3)
    said = "Table 7: no contact with the club for 3 min; entries waiting: 12"
    assert {each.cut for each in written if each.words == said} == {False}
    shown.tap_on(shown.button("Call the organiser"))
    assert club.status.called
    shown.frames(3)
    shown.tap_on(shown.button("The organiser is called: cancel"))
    assert not club.status.called


def test_table_without_a_club_mentions_none(driver, written):
    shown = driver()
    shown.app.go("devices")
    shown.frames(3)
    assert not [each for each in written if "organiser" in each.words]
