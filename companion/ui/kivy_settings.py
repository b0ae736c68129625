"""What Kivy reads when it is first imported; import this module before any of Kivy's."""

from __future__ import annotations

import os

_WANTED = {
    "KIVY_NO_ARGS": "1",  # the command line is ours
    "KIVY_NO_CONFIG": "1",  # nothing that was set for another Kivy program, and no folder of Kivy's own
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # leaves the logging of the program alone
    "KIVY_CLOCK": "interrupt",  # halves the time from a worker's trigger to the screen
    "SDL_AUDIODRIVER": "dummy",  # no sound through SDL: it can freeze a Linux desktop (kivy#9023)
}

for _name, _value in _WANTED.items():
    os.environ.setdefault(_name, _value)  # what is set already stays
