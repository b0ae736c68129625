"""The tray's wizard is opened before the camera is found and then uses that camera's files."""

from threading import Event

import pytest

from tests.support.screen_clock import pass_time


class Camera:
    """A camera without a picture yet."""

    name = "usb:7"
    hand = newest = preview = None

    def stop(self):
        pass


@pytest.fixture(name="screen")
def _screen(driver, monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    shown = driver()
    shown.app.go("tray_setup")
    shown.frames(2)
    return shown.app.screen


def test_camera_found_later_gets_its_own_files(controller, screen):
    first = screen.setup
    controller.devices.attach(Camera(), None)
    pass_time(0.1)
    assert screen.setup.files.draft_path.name == "usb-7.draft.json"
    assert screen.setup is not first
    assert screen.setup.answer.draft.camera == "usb:7"
    assert screen.progress == screen.setup.answer.progress
    again = screen.setup
    pass_time(0.1)
    assert screen.setup is again, "it is adopted once"


def test_pending_answer_of_the_first_wizard_is_awaited(controller, screen):
    first, hold = screen.setup, Event()
    first.do(lambda wizard: (hold.wait(5), wizard.skip())[1])
    controller.devices.attach(Camera(), None)
    pass_time(0.1)
    assert screen.setup is first
    hold.set()
    first.close()
    pass_time(0.1)
    assert screen.progress.step == "corners", "the new one begins at the beginning"
    assert screen.setup.files.draft_path.name == "usb-7.draft.json"
