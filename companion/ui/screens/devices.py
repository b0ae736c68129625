"""Camera and buttons: what they see and say, and the ways to set them up."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.app.club import CALLS
from companion.core.text import capital, listed, say
from companion.devices.factory import make_box
from companion.drawing.geometry import inset
from companion.drawing.theme import LABEL, SMALL, THEME_NAMES
from companion.i18n import translate, word
from companion.record.throws import Rate
from companion.ui.drawing import canvas
from companion.ui.rate_reading import read_rate
from companion.ui.screens.cameras import camera_words
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import columns_in, parts_in, put, rows_in
from companion.ui.widgets.picture import Picture
from companion.ui.widgets.sound_button import LEVELS
from companion.ui.widgets.value_inputs import Segments
from companion.views.dice_views import die_view
from companion.views.tray_views import without_addresses

_PREVIEW_S = 1 / 12
_MOST_DICE, _SURE = 8, 56
"""How many dice of the last reading are shown, and the width (dp) of how sure each is."""


class DevicesScreen(Screen):
    """The tray's live picture and last reading, the box's state, and what there is to set up."""

    title = say("Devices: camera and buttons")

    def __init__(self, app: Any, **kwargs: Any) -> None:
        self.back = "table" if app.controller.session is not None else "home"
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """The picture, and a button for each wizard this tablet has."""
        self.picture = Picture(word("No camera picture"))
        self._number = -1
        self.ways = {
            name: Button(words, self._going(name), "plain", 22)
            for name, words in (
                ("cameras", word("Choose the camera")),
                ("tray_outline", word("Set up the tray")),
                ("buttons", word("Assign the buttons")),
            )
            if self.app.can_go(name)
        }
        boxes = [("auto", word("look for boxes")), ("", word("no box"))]
        self.boxes = Segments(boxes, self.controller.devices.box.name, self._use_box)
        volumes = [(level, words) for level, words in zip(LEVELS, volume_words(), strict=True)]
        self.volume = Segments(volumes, nearest_level(self.app.settings.volume), self._set_volume)
        self.away = Button(word("Play without the missing box"), self._put_away, "plain", 24)
        self.look = Segments(
            [(name, translate(words)) for name, words in THEME_NAMES.items()],
            self.app.settings.theme,
            self.app.appearance.set_theme,
        )
        self.rate = Button(word("How well this table is read"), self._going("evidence"), "quiet", LABEL)
        self.organiser = Button("", self._call, "plain", LABEL)
        self._reading_rate = read_rate(self.app.people, self._found)
        for widget in (self.picture, self.rate, *self.ways.values(), self.boxes, self.volume, self.look):
            self.add_widget(widget)
        if self.app.club is not None:
            self.add_widget(self.organiser)
        self._club_says = ""
        self._show_club()
        self._preview = Clock.schedule_interval(lambda _dt: self._show(), _PREVIEW_S)

    def _found(self, rate: Rate) -> None:
        """Say how well the table is read."""
        self.rate.say(translate(rate.short) + "  ▸")

    def _going(self, name: str) -> Any:
        return lambda: self.app.go(name)

    def _call(self) -> None:
        """Call the organiser, or say that nobody is needed any more."""
        if self.app.club is not None:
            self.app.club.call(wanted=not self.app.club.status.called)
            self._show_club()

    def _show_club(self) -> None:
        """Say how it stands with the club, if that is different."""
        if self.app.club is None:
            return
        status = self.app.club.status
        says = translate(status.words)
        called = translate(CALLS[status.call])
        if (says, called) != (self._club_says, self.organiser.words):
            self._club_says = says
            self.organiser.say(called, kind="asked" if status.called else "plain")
            self.again()

    def _show(self) -> None:
        self._show_club()
        preview = self.controller.devices.preview()
        if preview is None:
            why = without_addresses(translate(self.controller.devices.tray.why))
            self.picture.clear(why or word("No camera picture"))
        elif preview.number != self._number:
            self._number = preview.number
            self.picture.show_frame(preview.image)

    def _use_box(self, name: str) -> None:
        """Other button boxes from now on, and at the next start."""
        try:
            self.controller.devices.use_box(make_box(name, self.controller.inbox, self.app.settings.buttons))
        except ValueError as wrong:
            self.toast(str(wrong), role="danger")
            return
        self.app.change(box=name)
        self.refresh()

    def _set_volume(self, volume: int) -> None:
        self.app.change(volume=volume)

    def _put_away(self) -> None:
        box = self.controller.devices.box_device
        if box is not None:
            box.dismiss_missing()
            self.toast(word("Missing boxes dismissed. A box that you plug in again works at once."))

    @property
    def _club_rows(self) -> tuple[int, ...]:
        """The heights (dp) of what is said of the club, and of the button."""
        return (26, 58) if self.app.club is not None else ()

    @property
    def _missed(self) -> bool:
        return self.controller.devices.box_device is not None and bool(self.controller.devices.box_device.missing)

    def refresh(self) -> None:
        """Paints the states again; the set-up of a tray that would help is offered."""
        kind = "asked" if self.controller.devices.offers_set_up else "plain"
        self.ways["tray_outline"].say(self.ways["tray_outline"].words, kind=kind)
        if self.boxes.chosen != self.controller.devices.box.name:
            self.boxes.show(self.controller.devices.box.name)
        if self._missed != (self.away.parent is not None):
            self._lay_all()
        self.again()

    def gone(self) -> None:
        """No more pictures, and nothing more is read."""
        self._preview.cancel()
        self._reading_rate.cancel()

    def lay(self, body: canvas.Box) -> None:
        """Picture left; a card for the camera, one for the box, one for sound and theme right."""
        left, right = parts_in(body, (0, 540), (0, 670), gap=24)
        picture, self._reading, rate, *club = rows_in(left, 0, 84, 58, *self._club_rows, gap=12)
        put(self.rate, rate)
        put(self.picture, picture)
        if club:
            self._club, organiser = club
            put(self.organiser, organiser)
        missed = self._missed
        self._cards = rows_in(right, 200, 244 if missed else 186, 0, gap=16)
        self._tray, tray = rows_in(inset(self._cards[0], dp(14)), 0, 58, gap=8)
        self._box, box, *away = rows_in(inset(self._cards[1], dp(14)), 0, 58, *([54] if missed else []), gap=8)
        self._volume, sound, self._look, look, _ = rows_in(inset(self._cards[2], dp(14)), 28, 58, 28, 58, 0, gap=6)
        self.remove_widget(self.away)
        if missed:
            self.add_widget(self.away)
            put(self.away, away[0])
        put_grid([self.ways[name] for name in ("cameras", "tray_outline") if name in self.ways], tray, 2)
        choose, assign = columns_in(box, 0, 200, gap=10)
        put(self.boxes, choose)
        if "buttons" in self.ways:
            put(self.ways["buttons"], assign)
        put(self.volume, sound)
        put(self.look, look)
        words = columns_in(self._volume, 0, 300, gap=12)
        self._volume, self._sound = words
        self.again()

    def paint(self) -> None:
        """What each device says."""
        super().paint()
        if not hasattr(self, "_reading"):
            return
        for card in self._cards:
            canvas.panel(card, "panel", 16)
        self._state(self._tray, "camera", word("Camera"), self.controller.devices.tray)
        self._state(self._box, "box", box_words(self.controller.devices.box.name), self.controller.devices.box)
        canvas.text(word("Sound"), self._volume, SMALL, "quiet", align="left")
        canvas.text(word("Theme"), self._look, SMALL, "quiet", align="left")
        canvas.text(translate(self.app.missing_sound()), self._sound, SMALL, "quiet", align="left")
        self._last_reading()
        if self._club_rows:
            canvas.text(self._club_says, self._club, LABEL, "quiet", align="left")

    def _state(self, box: canvas.Box, sign: str, name: str, device: Any) -> None:
        x, y, width, height = box
        why = capital(without_addresses(translate(device.why)))
        is_camera = bool(device.name) and device is self.controller.devices.tray
        called = camera_words(device.name) if is_camera else name
        named, partly = bool(device.name), bool(device.ok and why)
        role = "warn" if partly else "good" if device.ok else "danger" if named else "quiet"
        canvas.icon(sign, (x + dp(4), y + (height - dp(40)) / 2, dp(40), dp(40)), role)
        upper, lower = rows_in((x + dp(60), y, width - dp(64), height), 36, 0, gap=2)
        canvas.text(called, upper, LABEL, bold=True, align="left")
        says = why or (self._works(device) if device.ok else "")
        mark = {"warn": "! ", "good": "✓ ", "danger": "✗ ", "quiet": ""}[role]
        canvas.text(mark + says, lower, LABEL, role, align="left")

    def _works(self, device: Any) -> str:
        boxes = (
            self.controller.devices.box_device.devices
            if device is self.controller.devices.box and self.controller.devices.box_device is not None
            else ()
        )
        if len(boxes) < 2:
            return word("Works")
        return word("Boxes {ids} work", ids=listed([box[-4:] for box in boxes], "and"))

    @property
    def _unread(self) -> str:
        session = self.controller.session
        if self.controller.devices.tray.ok and session is not None and session.outcome() is None:
            return word("A game is running: dice you throw now count in it.")
        if not self.controller.devices.tray.ok:
            if self.controller.devices.tray.name:
                return word("There is no picture: enter the dice by hand.")
            return word("There is no camera: enter the dice by hand.")
        if self.controller.seen is not None:
            return word("The tray is empty.")
        return word("Dice that lie in the tray are read once they are thrown.")

    def _last_reading(self) -> None:
        x, y, width, height = self._reading
        canvas.panel(self._reading, "panel", 16)
        seen = self.controller.seen
        if seen is None or not seen.dice or not self.controller.devices.tray.ok:
            canvas.text(
                self._unread,
                (x + dp(16), y, width - dp(32), height),
                22,
                "quiet",
                align="left",
            )
            return
        dice = seen.dice[:_MOST_DICE]
        each = (width - dp(28)) / len(dice)
        side = min(height - dp(24), each - dp(_SURE))
        each = min(each, side + dp(_SURE))
        for at, die in enumerate(dice):
            shown = die_view(die)
            left = x + dp(14) + at * each
            place = (left, y + (height - side) / 2, side, side)
            canvas.die(shown.value, shown.colour, place, "edge" if shown.sure else "warn")
            sure = f"{round(100 * min(die.value_confidence, die.colour_confidence))}%"
            canvas.text(sure, (left + side, y, dp(_SURE - 2), height), 18, "quiet" if shown.sure else "warn")


def box_words(name: str) -> str:
    """The button boxes of this name as people call them."""
    return word("Emulated box") if name.startswith(("soft:", "avr:")) else word("Button box")


def volume_words() -> tuple[str, ...]:
    """The steps of the volume in words."""
    return word("quiet"), word("soft"), word("loud")


def nearest_level(volume: int) -> int:
    """The step that a volume in per cent comes nearest to."""
    return min(LEVELS, key=lambda level: abs(level - volume))
