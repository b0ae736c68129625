"""The first start moves nothing where the desktop is set to show no animations; what was chosen since stays."""

import subprocess
import sys

import pytest

from companion.app import settings
from companion.app.settings import Settings, load
from companion.app.system_motion import system_motion


def answering(monkeypatch, platform, program, said):
    """A desktop whose program answers this, or fails."""

    def run(command, **_how):
        assert command[0].endswith(program)
        if isinstance(said, Exception):
            raise said
        return subprocess.CompletedProcess(command, 0, stdout=said)

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(subprocess, "run", run)


@pytest.mark.parametrize(
    ("platform", "program", "said", "motion"),
    [
        ("linux", "gsettings", "false\n", "calm"),
        ("linux", "gsettings", "true\n", "lively"),
        ("linux", "gsettings", "", "lively"),
        ("linux", "gsettings", FileNotFoundError(), "lively"),
        ("linux", "gsettings", subprocess.TimeoutExpired("gsettings", 1), "lively"),
        ("darwin", "defaults", "1\n", "calm"),
        ("darwin", "defaults", "0\n", "lively"),
        ("darwin", "defaults", "", "lively"),
    ],
)
def test_motion_of_the_desktop(monkeypatch, platform, program, said, motion):
    answering(monkeypatch, platform, program, said)
    assert system_motion() == motion


def test_a_platform_that_cannot_be_asked_is_lively(monkeypatch):
    answering(monkeypatch, "freebsd", "nothing is asked", "false")
    assert system_motion() == "lively"


def test_motion_of_the_desktop_only_at_first_start(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "system_motion", lambda: "calm")
    path = tmp_path / "settings.toml"
    assert load(path).motion == "calm"
    Settings(motion="lively").save(path)
    assert load(path).motion == "lively"
