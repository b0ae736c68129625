"""The app is as calm as the desktop until people choose; it is asked beside the screen, which does not wait for it."""

from threading import Event

import pytest

from companion.app.settings import Settings
from companion.ui import appearance
from companion.ui.drawing import scale
from tests.support.waiting import until


@pytest.fixture
def desktop(monkeypatch):
    """A desktop that wants no animations, and says so once `answers` is set."""

    class Desktop:
        answers, answered = Event(), Event()

    def ask():
        assert Desktop.answers.wait(60)
        Desktop.answered.set()
        return True

    monkeypatch.setattr(appearance, "desktop_is_calm", ask)
    yield Desktop
    Desktop.answers.set()


def test_the_screen_does_not_wait_for_the_desktop(driver, desktop):
    shown = driver()
    shown.app.appearance.follow_the_desktop()
    shown.frames(3)
    assert not scale.is_calm()
    desktop.answers.set()
    until(scale.is_calm, meanwhile=lambda: shown.frames(1))


@pytest.mark.parametrize(("chosen", "calm"), [("lively", False), ("calm", True)])
def test_what_people_chose_stays(driver, desktop, chosen, calm):
    shown = driver(settings=Settings(motion=chosen))
    shown.app.appearance.follow_the_desktop()
    desktop.answers.set()
    shown.frames(3)
    assert scale.is_calm() == calm
    assert not desktop.answered.is_set()


def test_what_people_choose_before_the_desktop_answers_stays(driver, desktop):
    shown = driver()
    shown.app.appearance.follow_the_desktop()
    shown.app.appearance.set_motion("lively")
    desktop.answers.set()
    until(desktop.answered.is_set, meanwhile=lambda: shown.frames(1))
    shown.frames(5)
    assert not scale.is_calm()
