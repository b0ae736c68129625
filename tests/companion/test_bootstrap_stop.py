"""A table that is terminated while dice are read ends cleanly: the reading ends first, the exit code is 0."""

import os
import signal
import threading

import pytest

from companion import bootstrap
from companion.app import attaching
from companion.app.addresses import Address
from companion.app.folders import DataFolder
from companion.app.run_options import RunOptions
from companion.app.settings import Settings
from companion.devices.tray import TrayDevice
from companion.devices.tray_watch import TrayMonitor
from tests.support.waiting import until
from vision import open_watcher


class Reading(TrayDevice):
    """A camera above a tray in which dice are read, longer than it takes to stop it: until somebody waits for it."""

    def __init__(self, inbox):
        self.let, self.done = threading.Event(), threading.Event()
        watcher = open_watcher()
        watcher.feed = self.reads
        super().__init__("sim:", inbox, lambda _name: TrayMonitor(watcher))

    def reads(self, _frame):
        until(lambda: callable(signal.getsignal(signal.SIGTERM)))
        os.kill(os.getpid(), signal.SIGTERM)
        self.let.wait()
        self.done.set()
        return ()

    def wait(self, within_s):
        self.let.set()
        super().wait(within_s)


@pytest.fixture(name="tray")
def _tray(monkeypatch):
    made = []
    monkeypatch.setattr(attaching, "make_tray", lambda _name, inbox: made.append(Reading(inbox)) or made[-1])
    yield made
    for each in made:
        each.let.set()


def test_a_reading_ends_before_a_terminated_table(tray, tmp_path):
    folder = DataFolder(tmp_path)
    options = RunOptions(Settings(), Settings(), tmp_path / "journal", folder, "catch-up", web=Address("127.0.0.1", 0))
    assert bootstrap.serve_browsers(options) == 0
    assert tray[0].done.is_set()
