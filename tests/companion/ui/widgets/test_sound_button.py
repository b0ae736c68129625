"""The volume on the table: each tap is a step louder, after the loudest it is quiet."""

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


def test_taps_go_through_loud_quiet_and_soft(shown):
    assert [tapped(*shown(70))] == [0]
    assert [tapped(*shown(0))] == [35]
    assert [tapped(*shown(35))] == [70]


def test_a_volume_of_the_settings_file_between_two_steps_goes_on_to_the_next_and_above_all_to_quiet(shown):
    assert tapped(*shown(45)) == 70
    assert tapped(*shown(100)) == 0


def test_it_looks_different_at_every_step(shown):
    pictures = set()
    for volume in (0, 35, 70):
        _, button = shown(volume)
        pictures.add(bytes(button.export_as_image().texture.pixels))
    assert len(pictures) == 3


def test_a_finger_finds_it(shown):
    _, button = shown(70)
    assert min(button.size) >= TOUCH
