"""A tap on the table's volume mutes, the next restores it."""

import pytest

from companion.app.settings import Settings
from companion.drawing.theme import TOUCH
from companion.ui.widgets.sound_button import SoundButton


@pytest.fixture
def shown(begin, driver):
    def show(volume):
        begin()
        made = driver(settings=Settings(volume=volume))
        button = next(each for each in made.app.screen.walk() if isinstance(each, SoundButton))
        return made, button

    return show


def tapped(driver, button):
    driver.tap(*button.to_window(*button.center))
    driver.frames()
    return driver.app.settings.volume


@pytest.mark.parametrize("volume", [35, 45, 70, 100])
def test_tap_mutes_and_next_tap_restores_the_volume(shown, volume):
    driver, button = shown(volume)
    assert [tapped(driver, button) for _ in range(4)] == [0, volume, 0, volume]


def test_app_muted_from_the_start_can_become_loud(shown):
    assert tapped(*shown(0)) == 70


def test_volume_chosen_elsewhere_comes_back(shown):
    driver, button = shown(70)
    driver.app.change(volume=35)
    assert [tapped(driver, button) for _ in range(2)] == [0, 35]


def test_it_looks_different_at_every_step(shown):
    pictures = set()
    for volume in (0, 35, 70):
        _, button = shown(volume)
        pictures.add(bytes(button.export_as_image().texture.pixels))
    assert len(pictures) == 3


def test_a_finger_finds_it(shown):
    _, button = shown(70)
    assert min(button.size) >= TOUCH
