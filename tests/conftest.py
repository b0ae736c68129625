"""No test reads or writes the folders of the person who runs it.

HOME and the folders the platform derives from it lie in a temporary folder that goes with the run. What is slow to make
(the button box's emulator) is kept between runs, in pytest's own cache.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest

_OTHERS = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_DOCUMENTS_DIR", "KIVY_HOME")
"""What else says where a person's folders lie: without them all lie below HOME."""


def pytest_configure(config):
    home = tempfile.mkdtemp(prefix="catseye-tests-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)  # a process of xdist ends without pytest_unconfigure
    for name in _OTHERS:
        os.environ.pop(name, None)
    os.environ["HOME"] = home
    cache = getattr(config, "cache", None)  # there is none with `-p no:cacheprovider`
    os.environ["XDG_CACHE_HOME"] = str(cache.mkdir("home") if cache is not None else Path(home) / ".cache")


@pytest.fixture
def home(monkeypatch, tmp_path):
    """A fresh home folder for one test: settings, journal and documents lie in it by default."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder
