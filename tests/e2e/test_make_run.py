"""What `make run` starts for the words it is given, and that the README's commands can be typed."""

import shutil
import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]


@pytest.fixture
def play(tmp_path):
    """The app that `.ci/play` would start, as words, and what is said besides."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(HOUSE / ".ci" / "play", tmp_path / ".ci")
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


def test_a_rendered_tray_has_a_game_and_a_journal_of_its_own_and_a_real_one_has_not(play):
    words, _ = play()
    assert "--game catch-up --seats 3" in words
    assert "--journal run/journal.sqlite" in words
    words, said = play(TRAY="usb:0")
    assert "--game" not in words
    assert "--journal" not in words
    assert said == ""


def test_seats_without_a_game_are_answered(play):
    words, said = play(TRAY="usb:0", SEATS="2")
    assert "--seats" not in words
    assert "SEATS goes with GAME" in said


@pytest.mark.parametrize("document", ["README.md", "firmware_bridge/README.md"])
def test_the_environment_is_entered_before_its_commands_are_typed(document):
    text = (HOUSE / document).read_text()
    entered = text.index("`. .venv/bin/activate`")
    assert all(entered < text.find(command) for command in ("\npython -m", "\ncatseye ") if command in text)
