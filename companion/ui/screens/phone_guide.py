"""How a phone becomes the camera above the tray: the steps to read, and as a QR code to take along on the phone."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.core.text import say
from companion.drawing.theme import LABEL, PROMPT
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.painted import Drawn, Words, columns_in, parts_in, put, rows_in
from companion.ui.widgets.qr_picture import QrPicture

TITLE = say("A phone as camera")
_STEPS = (
    say("Install an app that makes the phone's camera a web camera, such as IP Webcam on Android."),
    say("Bring phone and tablet into the same wireless network."),
    say("Start the server in that app."),
    say(
        "On the tablet, enter the address that the app shows. For IP Webcam it ends with /video: "
        "http://192.168.0.20:8080/video"
    ),
)


_CODE, _NUMBER = 430, 64
"""The largest side of the code, and the room for the number of a step, in dp."""


def steps() -> tuple[str, ...]:
    """What to do, one step after the other, in the language of the app."""
    return tuple(translate(step) for step in _STEPS)


def guide() -> str:
    """The steps as the phone shows them."""
    return "\n".join((translate(TITLE), *(f"{at}. {step}" for at, step in enumerate(steps(), 1))))


class PhoneGuide(Drawn):
    """The steps on the left, the same as a QR code on the right."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.steps = [Words(step, PROMPT) for step in steps()]
        self.code = QrPicture()
        self.code.show_text(guide())
        self._scan = Words(word("Scan this with the phone: then it shows the steps."), LABEL, "quiet", align="center")
        for widget in (*self.steps, self.code, self._scan):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        side = min(dp(_CODE), self.height - dp(90), max(self.width, self.height) * 0.45) / dp(1)
        left, right = parts_in(self.box, (0, side), (0, side + 90), gap=36)
        for words, row in zip(self.steps, rows_in(left, 0, 0, 0, 0, gap=10), strict=True):
            put(words, columns_in(row, _NUMBER, 0)[1])
        spare = max(0.01, (self.height / dp(1) - side - 90) / 2)
        _, code, scan, _ = rows_in(right, spare if right[0] > left[0] else 0.01, side, 72, 0, gap=6)
        put(self.code, code)
        put(self._scan, scan)
        self.again()

    def paint(self) -> None:
        """The numbers of the steps."""
        for at, step in enumerate(self.steps, 1):
            x, y, _, height = step.box
            disc = dp(46)
            box = (x - dp(_NUMBER), y + (height - disc) / 2, disc, disc)
            canvas.panel(box, "raised", 23)
            canvas.text(str(at), box, PROMPT, bold=True)
