"""A settings file nobody can understand: the command line says where and what, and ends with 2."""

import os
import sys

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.app import settings
from companion.app.settings import BadSettings, Settings, load


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('tray = "usb:0\n', "line 1"),
        ("tray = 3\n", "tray"),
        ('camera = "usb:0"\n', "there is no setting 'camera'"),
        ('theme = "dark"\nbuttons = [1]\n', "buttons"),
        ("[buttons]\nx = " + "9" * 5000 + "\n", "too many digits"),
        ("buttons = " + "[" * 3000 + "]" * 3000 + "\n", "nested too deeply"),
    ],
)
def test_broken_settings_are_set_aside(tmp_path, monkeypatch, text, why):
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(settings, "settings_file", lambda: path)
    monkeypatch.setattr(sys, "argv", ["catseye"])
    result = CliRunner().invoke(app, ["play", "--game", "chess", "--tray", "sim:", "--folder", str(tmp_path / "data")])
    assert str(path) in result.output
    assert why in result.output
    assert "chess cannot begin" in result.output, "it came as far as that"
    (aside,) = tmp_path.glob("settings-unreadable-*.toml")
    assert aside.name in result.output
    assert aside.read_text(encoding="utf-8") == text
    assert not path.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are Unix's")
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.mkdir()])
def test_not_a_file_is_refused(tmp_path, make):
    path = tmp_path / "settings.toml"
    make(path)
    with pytest.raises(BadSettings, match="it is not a file"):
        load(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("buttons = {x = 1}\n", "unknown field `x` - at `$.buttons`"),
        ("buttons = {buttons = 3}\n", "Expected `array`, got `int` - at `$.buttons.buttons`"),
        ("buttons = {buttons = [3]}\n", "Expected `object`, got `int` - at `$.buttons.buttons[0]`"),
    ],
)
def test_misshapen_buttons_are_refused(tmp_path, text, why):
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings) as refused:
        load(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert why in str(refused.value)


def test_obsolete_setting_is_dropped(tmp_path):
    """Earlier versions wrote where the tray's profile lies, which was never read."""
    path = tmp_path / "settings.toml"
    path.write_text('theme = "light"\nprofile = "p.json"\n', encoding="utf-8")
    kept = load(path)
    assert kept == Settings(theme="light")
    kept.save(path)
    assert "profile" not in path.read_text(encoding="utf-8")


def test_settings_survive_saving(tmp_path):
    path = tmp_path / "deep" / "settings.toml"
    kept = Settings(tray="http://eye/", box="", theme="light", language="de", buttons={"buttons": []})
    kept.save(path)
    assert load(path) == kept
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettings, match=r"settings\.toml"):
        load(path)
