"""Who plays where there is no screen, and which windows there are: said at once, where it cannot be."""

import subprocess
import sys

import pytest

from companion.app.run_options import SCREENS, bots_of, players_of, plays_by_itself, seeded, window_of
from vision import open_source


@pytest.fixture
def screen(monkeypatch):
    def show(name, value=":0"):
        for known in (*SCREENS, "SDL_VIDEODRIVER"):
            monkeypatch.delenv(known, raising=False)
        if name:
            monkeypatch.setenv(name, value)

    monkeypatch.setattr(sys, "platform", "linux")
    return show


@pytest.mark.parametrize("name", SCREENS)
def test_people_play_on_a_screen(screen, name):
    screen(name)
    assert not plays_by_itself("usb:0", asked=False)
    assert not plays_by_itself("sim:", asked=False)
    assert plays_by_itself("sim:", asked=True)


@pytest.mark.parametrize("tray", ["usb:0", "clip:evening.mp4", "", "ubs:0"])
def test_watch_needs_a_rendered_tray(screen, tray):
    screen("DISPLAY")
    with pytest.raises(ValueError, match="--watch"):
        plays_by_itself(tray, asked=True)
    screen("")
    with pytest.raises(ValueError, match="there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set"):
        plays_by_itself(tray, asked=False)


def test_rendered_tray_without_a_screen_plays_itself(screen):
    screen("")
    assert plays_by_itself("sim:", asked=False)
    screen("SDL_VIDEODRIVER", "offscreen")
    assert plays_by_itself("sim:", asked=False)
    screen("SDL_VIDEODRIVER", "kmsdrm")
    assert not plays_by_itself("usb:0", asked=False)


def test_window_sizes():
    assert window_of("1280x800") == (1280, 800)
    for nonsense in ("", "x", "1280", "1280x", "-1x5", "1280x800x3", "a²x5"):
        with pytest.raises(ValueError, match="WIDTHxHEIGHT"):
            window_of(nonsense)
    for size in ("0x0", "1280x99999", "99999x99999", "319x800"):
        with pytest.raises(ValueError, match=f"320 to 8192 pixels, not {size}"):
            window_of(size)


def test_options_need_a_game():
    assert players_of("", None, new_game=False) == 3
    assert players_of("catchy", None, new_game=True) == 3
    assert players_of("catch-22", 5, new_game=False) == 5
    for seats, new_game in ((3, False), (None, True)):
        with pytest.raises(ValueError, match="--seats and --new need --game"):
            players_of("", seats, new_game=new_game)


def test_bot_seats_are_numbered_from_one():
    assert bots_of("catch-up", 3, "") == ()
    assert bots_of("catch-up", 3, "2, 3") == (1, 2)
    for game, bots in (("", "1"), ("catch-up", "0"), ("catch-up", "4"), ("catch-up", "Bo"), ("catch-up", "1,,2")):
        with pytest.raises(ValueError, match="--bots"):
            bots_of(game, 3, bots)


def test_command_reports_bad_options(screen, monkeypatch, tmp_path):
    screen("")
    monkeypatch.chdir(tmp_path)
    command = [sys.executable, "-m", "companion", "play", "--tray", "usb:0", "--journal", str(tmp_path / "journal")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("there is no screen")


@pytest.mark.parametrize(
    ("tray", "named"),
    [
        ("sim:", "sim:seed=3"),
        ("sim:size=640x360", "sim:seed=3&size=640x360"),
        ("sim:?size=640x360", "sim:seed=3&?size=640x360"),
        ("sim:seed=5", "sim:seed=5"),
    ],
)
def test_game_that_plays_itself_is_the_same_each_time(tray, named):
    assert seeded(tray, 3) == named
    assert "seed=" in open_source(named).name
