"""What `make run` starts for the words it is given, and that the README's commands can be typed."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def play(tmp_path):
    """The app that `.ci/play` would start, as words, and what else is said."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "play", tmp_path / ".ci")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)

    def call(**given):
        environment = {"PATH": "/usr/bin:/bin", "BOX": "soft:", **given}
        done = subprocess.run(
            [tmp_path / ".ci" / "play"], env=environment, capture_output=True, text=True, check=True, timeout=20
        )
        return done.stdout, done.stderr

    return call


@pytest.mark.parametrize("tray", ["usb:0", "http://phone/video", "sim:", "clip:evening.mp4"])
def test_a_game_that_is_named_begins_on_every_tray(tray, play):
    words, _ = play(TRAY=tray, GAME="catchy", SEATS="2")
    assert f"--tray {tray} " in words
    assert "--game catchy --seats 2" in words


def test_on_a_rendered_tray_a_game_begins_and_every_tray_has_the_same_data_folder(play):
    words, _ = play()
    assert "--game catch-up --seats 3" in words
    assert not {"--journal", "--folder"} & set(words.split())
    words, said = play(TRAY="usb:0")
    assert not {"--game", "--journal", "--folder"} & set(words.split())
    assert said == ""


def test_seats_without_a_game_are_answered(play):
    words, said = play(TRAY="usb:0", SEATS="2")
    assert "--seats" not in words
    assert "SEATS goes with GAME" in said


def test_make_clean_leaves_every_journal(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    kept = [tmp_path / "run" / name for name in ("journal.sqlite", "evidence/one.jpg", "screenshots/end.png")]
    built = [tmp_path / "firmware_bridge/firmware/build/box-328p.hex", tmp_path / "dist/catseye.whl"]
    for path in (*kept, *built):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    subprocess.run(["make", "-s", "clean"], cwd=tmp_path, check=True, timeout=300)
    assert all(path.exists() for path in kept)
    assert not any(path.exists() for path in built)


@pytest.mark.parametrize("document", ["README.md", "firmware_bridge/README.md"])
def test_the_environment_is_entered_before_its_commands_are_typed(document):
    text = (ROOT / document).read_text()
    entered = text.index("`. .venv/bin/activate`")
    assert all(entered < text.find(command) for command in ("\npython -m", "\ncatseye ") if command in text)
