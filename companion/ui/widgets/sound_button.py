"""How loud the app is: a small button for the table that goes through the steps, the first of them quiet."""

from __future__ import annotations

from typing import Any

from companion.ui.drawing import canvas
from companion.ui.widgets.tap_target import Tappable

LEVELS = (0, 35, 70)
"""The steps of the volume in per cent (`Settings.volume`): quiet, soft, loud."""
NOTE = "♪"


def next_level(volume: int) -> int:
    """The volume after a tap: the next louder step, quiet after the loudest."""
    return next((level for level in LEVELS if level > volume), 0)


class SoundButton(Tappable):
    """Shows the volume in the settings of `app`, and changes it: a note, crossed out where it is quiet, with one bar
    where it is soft and two where it is loud.
    """

    def __init__(self, app: Any, **kwargs: Any) -> None:
        self._app = app
        super().__init__(self._step, **kwargs)

    def _step(self) -> None:
        self._app.change(volume=next_level(self._app.settings.volume))
        self.again()

    def paint(self) -> None:
        """The note and its bars."""
        volume = self._app.settings.volume
        x, y, width, height = self.box
        canvas.raised(self.box, "pressed" if self.down else "raised", flat=self.down)
        canvas.text(NOTE, (x, y, width * 0.7, height), 28, "ink" if volume else "quiet")
        if not volume:
            canvas.crossed((x + width * 0.15, y + height * 0.2, width * 0.7, height * 0.6), "danger", 2.5)
        for bar, share in enumerate((0.25, 0.45)):
            if volume > LEVELS[bar]:
                tall = height * share
                canvas.panel((x + width * (0.66 + 0.14 * bar), y + (height - tall) / 2, width * 0.08, tall), "ink", 2)
