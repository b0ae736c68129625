"""Screens save one setting at a time, leave a broken file alone, and report unusable settings at home."""

import pytest

from companion.app import settings as kept_settings
from companion.app.settings import Settings, load
from companion.ui.drawing import scale
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.refusal_note import Toast
from firmware_bridge.host.button_map import default_mapping


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "catseye" / "settings.toml"
    monkeypatch.setattr(kept_settings, "settings_file", lambda: path)
    return path


@pytest.fixture
def shown(controller, file):
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415  Kivy opens its window when it is imported

    made = []

    def show(settings):
        made.append(ScreenDriver(controller, settings))
        return made[-1]

    yield show
    for each in made:
        each.close()


def test_saving_one_setting_keeps_the_others(shown, file):
    driver = shown(Settings())
    Settings(tray="http://eye.local/", language="de", theme="light").save(file)
    buttons = default_mapping().to_dict()
    driver.app.change(buttons=buttons)
    assert load(file) == Settings(tray="http://eye.local/", language="de", theme="light", buttons=buttons)
    driver.app.change(theme="contrast")
    assert load(file).buttons == buttons
    assert load(file).tray == "http://eye.local/"


def test_settings_of_one_run_are_not_written_down(shown, file):
    driver = shown(Settings(tray="usb:0"))
    driver.app.appearance.set_theme("contrast")
    assert load(file) == Settings(theme="contrast")


def test_broken_settings_file_is_kept_and_reported(shown, file):
    driver = shown(Settings())
    file.parent.mkdir(parents=True)
    file.write_text('theme = "light\n', encoding="utf-8")
    driver.app.change(theme="contrast")
    driver.frames(2)
    assert file.read_text(encoding="utf-8") == 'theme = "light\n'
    said = next(driver.all(Toast)).words
    assert said.startswith("The settings could not be saved:")
    assert str(file.parent) not in said
    driver.app.go("home")
    assert driver.app.screen.trouble.words.startswith("The settings could not be saved:")
    file.write_text('theme = "light"\n', encoding="utf-8")
    driver.app.change(theme="contrast")
    driver.app.go("home")
    assert driver.app.screen.trouble.words == ""


def test_home_reports_unusable_settings(shown):
    driver = shown(Settings(theme="pink", language="tlh", buttons={"buttons": [{"box": "b0"}]}))
    assert driver.app.screen_name == "home"
    words = driver.app.screen.trouble.words
    assert "'pink'" in words
    assert "'tlh'" in words
    assert "needs box, button, seat and meaning" in words
    assert scale.theme().name == "dark"
    driver.tap_on(driver.app.screen.gear)
    driver.tap_on(driver.button("Light"))
    assert driver.app.settings.theme == "light"


def test_good_settings_say_nothing(shown):
    assert shown(Settings(theme="light")).app.screen.trouble.words == ""


@pytest.mark.parametrize(("screen", "words"), [("home", "Light"), ("home", "150%"), ("devices", "Light")])
def test_tick_moves_to_the_tapped_choice_at_once(shown, file, screen, words):
    driver = shown(Settings())
    driver.app.go(screen)
    driver.frames(2)
    if screen == "home":
        driver.tap_on(driver.app.screen.gear)
    driver.tap_on(driver.button(words))
    driver.frames(2)
    ticked = [button.words for button in driver.all(Tappable) if str(getattr(button, "words", "")).startswith("✓")]
    assert f"✓ {words}" in ticked
    assert file.exists()
