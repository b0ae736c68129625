"""Show the camera its tray in ten seconds: drag four corners, say that it is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.core.text import say
from companion.drawing.theme import LABEL, PROMPT
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.first_steps import TRAY, TRAY_IS_EMPTY, paint_steps
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.corner_picture import CornerPicture
from companion.ui.widgets.painted import Words, parts_in, put, rows_in
from companion.views.tray_views import without_addresses

if TYPE_CHECKING:
    from typing import Any

    from companion.devices.tray import TrayDevice

TICK_S = 1 / 12


class TrayOutlineScreen(Screen):
    """The live picture with four corners, and one button. Back to the game, or to the devices, once it is done."""

    title = say("Where is the tray?")

    def __init__(self, app: Any, **kwargs: Any) -> None:
        self.back = "table" if app.controller.session is not None else "devices"
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """The picture, what to do, and the ways on."""
        self._number, self._done = -1, 0 if self._device is None else self._device.set_up.done
        self.controller.tray.setting_up = True
        self.picture = CornerPicture(word("No camera picture"))
        self.said = Words("", PROMPT, "asked", align="left", valign="top")
        self.empty = Button(translate(TRAY_IS_EMPTY), self._take, "asked", PROMPT)
        self.wizard = Button(word("A better set-up, step by step"), lambda: self.app.go("tray_setup"), "quiet", LABEL)
        for widget in (self.picture, self.said, self.empty, self.wizard):
            self.add_widget(widget)
        self._ticking = Clock.schedule_interval(lambda _dt: self._tick(), TICK_S)

    @property
    def _device(self) -> TrayDevice | None:
        return self.controller.devices.tray_device

    def gone(self) -> None:
        """Dice count again; a tray that was not taken yet is not taken."""
        self._ticking.cancel()
        self.controller.tray.setting_up = False
        if self._device is not None and self._device.set_up.done == self._done:
            self._device.set_up.cancel()

    def _take(self) -> None:
        if self._device is not None and self.picture.corners:
            self._device.set_up.show(self.picture.corners)

    def _tick(self) -> None:
        device, preview = self._device, self.controller.devices.preview()
        if device is None or preview is None:
            self._number = -1
            why = without_addresses(translate(self.controller.devices.tray.why))
            self.picture.clear(why or word("No camera picture"))
            self.said.say("", "asked")
            self.empty.say(self.empty.words, why=word("No camera picture"))
            return
        if preview.number != self._number:
            self._number = preview.number
            self.picture.show_frame(preview.image)
            self.empty.say(self.empty.words, why="")
        if not self.picture.corners:
            self.picture.show_corners(device.set_up.first_corners(preview.image))
        self.said.say(translate(device.set_up.said), "asked")
        if device.set_up.done != self._done:
            self.controller.tray.shown(self.picture.corners)
            self.app.go(self.back)
            if self.app.screen is not None:
                self.app.screen.toast(translate(device.set_up.said), role="good")

    def lay(self, body: canvas.Box) -> None:
        """Picture left; what to do and the ways on right."""
        left, right = parts_in(body, (0, 380), (0, 590), gap=22)
        put(self.picture, left)
        self._steps, said, empty, _, wizard = rows_in(right, 0, 84, 96, 8, 64, gap=12)
        put(self.said, said)
        put(self.empty, empty)
        put(self.wizard, wizard)
        self.again()

    def paint(self) -> None:
        """The title, and the steps beside or below the picture."""
        super().paint()
        if hasattr(self, "_steps"):
            paint_steps(KivyCanvas(), canvas.in_units(self._steps), TRAY)
