"""The clock of the screen with the buttons, moved on: nobody waits until time has passed."""

from __future__ import annotations

import time


def put_later(monkeypatch, seconds):
    """The screen takes it to be so many seconds later."""
    monkeypatch.setattr("companion.ui.screens.buttons.screen.monotonic", lambda: time.monotonic() + seconds)
