"""Choose the camera above the tray: those that are there with their live pictures, or one by its address."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from kivy.clock import Clock
from kivy.metrics import dp

from catseye.text import error_text
from companion.core.text import say
from companion.devices.factory import make_tray
from companion.drawing.theme import PROMPT, SMALL
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.screens.certificate_card import CertificateCard
from companion.ui.screens.phone_guide import TITLE, PhoneGuide
from companion.ui.screens.screen import Screen
from companion.ui.widgets.address_keyboard import START, address_pad
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import HIDDEN, Words, put, rows_in
from companion.ui.widgets.picture import Picture
from companion.views.tray_views import without_addresses

if TYPE_CHECKING:
    from companion.devices.camera_list import CameraList, Candidate

_SHOWN_S = 1 / 8
_EXAMPLE = "192.168.0.20"
"""The host in the sentences that say what to type."""
PRACTICE = "sim:"
"""The rendered tray: dice are thrown into it by a button."""


class CamerasScreen(Screen):
    """A tile with a live picture for each camera; below, what else there is."""

    title = say("Choose the camera")
    back = "devices"

    def build(self) -> None:
        """The cameras are looked for away from the screen: importing what they need takes a while."""
        self.tiles: list[CameraTile] = []
        self.list: CameraList | None = None
        self.address = Button(word("Enter an address"), self._enter, "plain", 22)
        self.practice = Button(word("Practise without a camera"), lambda: self._choose(PRACTICE), "plain", 22)
        self.none = Button(word("Play without a camera"), lambda: self._choose(""), "plain", 22)
        self.phone = Button(translate(TITLE), self._guide, "plain", 22)
        self.turn = Button(word("Turn the picture"), self._turn, "plain", 22)
        self.mirror = Button(word("Mirror it"), self._mirror, "plain", 22)
        self._turning: list[str] = []
        self._empty = Words(word("Looking for cameras…"), PROMPT, "quiet", align="center")
        for widget in (self.phone, self.address, self.practice, self.none, self.turn, self.mirror, self._empty):
            self.add_widget(widget)
        self._looking = Clock.schedule_once(self._look, 0.05)
        self._showing = Clock.schedule_interval(lambda _dt: self._show(), _SHOWN_S)

    @property
    def _in_use(self) -> str:
        device = self.controller.devices.tray_device
        return device.name if device is not None else ""

    def _look(self, *_: object) -> None:
        """Every camera but the one in use: that has its picture already, and can be opened only once."""
        from companion.devices.camera_list import CameraList, camera_names  # noqa: PLC0415  OpenCV is slow to import

        self._looking.cancel()
        used = self._in_use
        labels = camera_names(used)
        names = [*labels, *self.app.settings.cameras]
        if self.list is not None:
            self.list.stop()
        self.list = CameraList([name for name in names if name != used], labels=labels)
        self.list.start()
        for tile in self.tiles:
            self.remove_widget(tile)
        shown = [*([used] if used and used != PRACTICE else []), *(each.name for each in self.list.candidates)]
        self.tiles = [
            CameraTile(name, self._choosing(name), in_use=name == used, label=labels.get(name, "")) for name in shown
        ]
        self._turning = [tile.name for tile in self.tiles if tile.in_use]
        for tile in self.tiles:
            self.add_widget(tile)
        self._empty.words = "" if self.tiles else word("No camera is plugged in.")
        self._lay_soon()

    def gone(self) -> None:
        """Lets go of all cameras that were looked at."""
        self._looking.cancel()
        self._showing.cancel()
        if self.list is not None:
            self.list.stop()

    def _show(self) -> None:
        found = {} if self.list is None else {each.name: each for each in self.list.candidates}
        for tile in self.tiles:
            if tile.in_use:
                why = without_addresses(translate(self.controller.devices.tray.why))
                tile.show_preview(self.controller.devices.preview(), why)
            elif tile.name in found:
                tile.show(found[tile.name])

    def _choosing(self, name: str) -> Callable[[], object]:
        return lambda: self._choose(name)

    def _turn(self) -> None:
        from companion.devices.camera_list import turned  # noqa: PLC0415  OpenCV is slow to import

        self._rename(self._in_use, turned(self._in_use))

    def _mirror(self) -> None:
        from companion.devices.camera_list import mirrored  # noqa: PLC0415  OpenCV is slow to import

        self._rename(self._in_use, mirrored(self._in_use))

    def _rename(self, before: str, name: str) -> None:
        """The same camera, looked at in another way: it is used at once if it was in use, and remembered so."""
        if self.list is not None:
            self.list.stop()
            self.list = None
        if before == self._in_use:
            self.controller.devices.use_tray(make_tray(name, self.controller.inbox))
            self.app.change(tray=name)
        self.app.change(cameras=[name if each == before else each for each in self.app.settings.cameras])
        self._look()

    def _accept(self, name: str, fingerprint: str) -> None:
        """The certificate with this fingerprint is the camera's, from now on."""
        from companion.devices.camera_list import accepted  # noqa: PLC0415  OpenCV is slow to import

        self.card.close()
        self._rename(name, accepted(name, fingerprint))

    def _ask_about(self, candidate: Candidate) -> None:
        """Nobody vouches for the camera's certificate: show its fingerprint, which the camera shows too."""
        card = CertificateCard(candidate, lambda: self._accept(candidate.name, candidate.fingerprint))
        self.card.open(card, word("Is this your camera?"))

    def _choose(self, name: str) -> None:
        """From now on this is the camera; "" for none. One with an unknown certificate is asked about first."""
        known = [] if self.list is None else self.list.candidates
        if (asked := next((each for each in known if each.name == name and each.fingerprint), None)) is not None:
            self._ask_about(asked)
            return
        if self.list is not None:
            self.list.stop()  # it can be opened only once
            self.list = None
        if name != self._in_use:
            try:
                self.controller.devices.use_tray(make_tray(name, self.controller.inbox))
            except ValueError as wrong:
                self.toast(translate(error_text(wrong)), role="danger")
                return
        self.app.change(tray=name)
        self.app.go("devices")

    def _enter(self) -> None:
        known = self.app.settings.cameras
        pad = address_pad(known[-1] if known else START, self._entered)
        self.card.open(pad, word("The camera's address"))

    def _guide(self) -> None:
        self.card.open(PhoneGuide(), translate(TITLE))

    def _entered(self, address: str) -> None:
        """The address is kept and looked at; a tap on its picture chooses it."""
        self.card.close()
        if address not in self.app.settings.cameras:
            self.app.change(cameras=[*self.app.settings.cameras, address])
        self._look()

    def lay(self, body: canvas.Box) -> None:
        """Tiles above, the other ways below."""
        upper, keys, low = rows_in(body, 0, 60 if self._turning else 0.01, 72, gap=12)
        self._upper = upper
        if self._turning:
            put_grid([self.turn, self.mirror], keys, 2)
        else:
            put(self.turn, HIDDEN)
            put(self.mirror, HIDDEN)
        put(self._empty, HIDDEN if self.tiles else rows_in(upper, 0, 140, 60, 0, gap=0)[2])
        columns = max(2, min(4, len(self.tiles)))
        rows = max(1, -(-len(self.tiles) // columns))
        high = min(upper[3], dp(320) * rows)
        put_grid(self.tiles, (upper[0], upper[1] + upper[3] - high, upper[2], high), columns, 14)
        put_grid([self.phone, self.address, self.practice, self.none], low, 4)
        self.again()

    def paint(self) -> None:
        """Where there is no camera, a large sign in its place."""
        super().paint()
        if self.tiles or not hasattr(self, "_upper"):
            return
        canvas.panel(self._upper, "panel", 14)
        sign = rows_in(self._upper, 0, 140, 60, 0, gap=0)[1]
        canvas.icon("camera", sign, "edge")


class CameraTile(Tappable):
    """A camera: its live picture, its name, and that it is the one in use or why it shows nothing."""

    def __init__(
        self, name: str, tapped: Callable[[], object], *, in_use: bool, label: str = "", **kwargs: Any
    ) -> None:
        self.name, self.in_use, self.label = name, in_use, label
        self._why, self._number = "", -1
        super().__init__(tapped, **kwargs)
        self.picture = Picture(word("Waiting for a picture"))
        self.add_widget(self.picture)
        self.bind(pos=self._lay, size=self._lay)

    @property
    def words(self) -> str:
        """What is written on it."""
        return self.label or camera_words(self.name)

    def show(self, candidate: Candidate) -> None:
        """The newest picture, or why there is none."""
        if candidate.picture is not None and candidate.number != self._number:
            self._number = candidate.number
            self.picture.show_frame(candidate.picture)
        why = translate(candidate.why)
        self._say(why if _EXAMPLE in why else without_addresses(why))

    def show_preview(self, preview: Any, why: str) -> None:
        """The same of the camera in use."""
        if preview is not None and preview.number != self._number:
            self._number = preview.number
            self.picture.show_frame(preview.image)
        self._say(why if preview is None else "")

    def _say(self, why: str) -> None:
        if why != self._why:
            self._why = why
            if why:
                self.picture.clear(why)
            self.again()

    def _lay(self, *_: object) -> None:
        x, y, width, height = self.box
        put(self.picture, (x + dp(8), y + dp(58), width - dp(16), height - dp(66)))

    def paint(self) -> None:
        """Ground, edge, name."""
        canvas.raised(self.box, "pressed" if self.down else "raised", flat=self.down)
        if self.in_use:
            canvas.frame(self.box, "good", 12, 3)
        x, y, width, _ = self.box
        name, state = rows_in((x + dp(12), y + dp(4), width - dp(24), dp(52)), 0, 22 if self.in_use else 0.01, gap=0)
        canvas.text(self.words, name, 22, bold=True)
        if self.in_use:
            canvas.text("✓ " + word("in use"), state, SMALL, "good")


def camera_words(name: str) -> str:
    """A camera as people call it."""
    kind, _, rest = name.partition(":")
    if kind == "usb" and rest.partition("?")[0].isdecimal():
        return word("Camera {n}", n=int(rest.partition("?")[0]) + 1)
    if kind == "usb" and (made := re.match(r"id/usb-(.+?)(-video-index\d+)?(\?|$)", rest)):
        return made[1].replace("_", " ")
    known = {
        "sim": word("Practice tray"),
        "clip": word("Recorded pictures"),
        "phone": word("A phone"),
        "http": _at(name),
        "https": _at(name),
        "rtsp": _at(name),
    }
    return known.get(kind) or (_at(name) if kind == "rtsp" else word("Camera"))


def _at(address: str) -> str:
    """A camera in the network: its host tells two of them apart."""
    return word("Network camera {host}", host=urlsplit(address).hostname or "") if "://" in address else ""
