"""No test reads or writes the folders of the person who runs it.

HOME and the folders the platform derives from it lie in a temporary folder that goes with the run. What is slow to make
(the button box's emulator) is kept between runs, in pytest's own cache.
"""

import atexit
import gc
import os
import shutil
import sqlite3
import sys
import tempfile
import warnings
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

_OTHERS = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_DOCUMENTS_DIR", "KIVY_HOME")
"""What else says where a person's folders lie: without them all lie below HOME."""
_YOUNG = 5_000
"""New objects after which garbage is collected; Python's 700 is for programs that hold less."""
_LANGUAGE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What says a person's language: tests read English unless they choose another."""


class _Connection(sqlite3.Connection):
    """Warns where it is collected before it was closed, as every connection does from Python 3.13 on."""

    _open = False

    def __init__(self, *given, **more):
        super().__init__(*given, **more)
        self._open = True

    def close(self):
        super().close()
        self._open = False

    def __del__(self):
        if self._open:
            super().close()
            warnings.warn(f"unclosed database in {self!r}", ResourceWarning, stacklevel=1)


def pytest_configure(config):
    settings.register_profile("busy machine", deadline=None)  # how long something takes is measured in bench/
    settings.load_profile("busy machine")
    if sys.version_info < (3, 13):
        sqlite3.connect = partial(sqlite3.connect, factory=_Connection)
    home = tempfile.mkdtemp(prefix="catseye-tests-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)  # a process of xdist ends without pytest_unconfigure
    for name in (*_OTHERS, *_LANGUAGE):
        os.environ.pop(name, None)
    os.environ["LANG"] = "C.UTF-8"
    os.environ["HOME"] = home
    cache = getattr(config, "cache", None)  # there is none with `-p no:cacheprovider`
    os.environ["XDG_CACHE_HOME"] = str(cache.mkdir("home") if cache is not None else Path(home) / ".cache")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Leave what all modules and tests hold out of garbage collections, which would look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Run one more worker than there are cores: many tests wait for a device, a thread or another program."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def _english_again():
    """Leave English to the next test, whatever language this one chose."""
    yield
    if "companion.i18n" in sys.modules:
        sys.modules["companion.i18n"].set_language("")


@pytest.fixture
def home(monkeypatch, tmp_path):
    """A fresh home folder for one test: settings, journal and documents lie in it by default."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder
