"""What desktops answer when they are asked whether they want animations."""

import subprocess
import sys

import pytest

from companion.app.system_motion import desktop_is_calm


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
    ("platform", "program", "said", "calm"),
    [
        ("linux", "gsettings", "false\n", True),
        ("linux", "gsettings", "true\n", False),
        ("linux", "gsettings", "", False),
        ("linux", "gsettings", FileNotFoundError(), False),
        ("linux", "gsettings", subprocess.TimeoutExpired("gsettings", 1), False),
        ("darwin", "defaults", "1\n", True),
        ("darwin", "defaults", "0\n", False),
        ("darwin", "defaults", "", False),
    ],
)
def test_motion_of_the_desktop(monkeypatch, platform, program, said, calm):
    answering(monkeypatch, platform, program, said)
    assert desktop_is_calm() == calm


def test_a_platform_that_cannot_be_asked_is_lively(monkeypatch):
    answering(monkeypatch, "freebsd", "nothing is asked", "false")
    assert not desktop_is_calm()
