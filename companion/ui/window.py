"""The app's window: what Kivy's configuration must say before there is one, and when a frame of it is drawn."""

from __future__ import annotations

from kivy.config import Config
from kivy.graphics.opengl import glFinish


def finish_frame(*_: object) -> None:
    """Wait until a frame is drawn: without a screen nothing else does, and Mesa would hoard unfinished frames."""
    glFinish()


def configure(size: tuple[int, int]) -> None:
    """Settle the size of the window (px) and where touches come from.

    On Linux Kivy would read touch panels itself (`probesysfs`), although the window reports the same finger as its
    pointer, and without knowing how the screen is turned. Only the pointer stays. On Windows `wm_touch` keeps fingers
    out of the pointer.
    """
    Config.remove_option("input", "%(name)s")
    for section, key, value in (
        ("input", "mouse", "mouse,disable_on_activity"),
        ("graphics", "allow_screensaver", "0"),
        ("graphics", "width", str(size[0])),
        ("graphics", "height", str(size[1])),
        ("kivy", "exit_on_escape", "0"),
    ):
        Config.set(section, key, value)
