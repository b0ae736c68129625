"""How loud the app is: a small button for the table that makes it quiet, and as loud as before."""

from __future__ import annotations

from typing import Any

from companion.ui.drawing import canvas
from companion.ui.widgets.tap_target import Tappable

LEVELS = (0, 35, 70)
"""The steps of the volume in per cent (`Settings.volume`): quiet, soft, loud."""
NOTE = "♪"


class SoundButton(Tappable):
    """Makes the app quiet with one tap, and as loud as before with the next: a note, crossed out where it is quiet,
    with one bar where it is soft and two where it is loud.
    """

    def __init__(self, app: Any, **kwargs: Any) -> None:
        self._app = app
        self._before = app.settings.volume or LEVELS[-1]
        super().__init__(self._switch, **kwargs)

    def _switch(self) -> None:
        volume = self._app.settings.volume
        self._before = volume or self._before
        self._app.change(volume=0 if volume else self._before)
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
