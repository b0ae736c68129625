"""The threads and processes that a test has started: whether they have ended."""

import subprocess
import threading

import pytest


def running(name):
    """The threads with this name, or one that begins with it, that have not ended."""
    return [each for each in threading.enumerate() if each.name.startswith(name)]


def end_of(name):
    """Wait for the ends of these threads."""
    for each in running(name):
        each.join()


@pytest.fixture
def processes(monkeypatch):
    """Every process that is started from now on."""
    found = []

    class Noted(subprocess.Popen):
        def __init__(self, *given, **more):
            super().__init__(*given, **more)
            found.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    return found
