"""The camera and the button boxes in use, and whether they work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from calibration.profile.camera_name import public_name
from companion.core.events import Face
from companion.core.text import NOTHING, Text, say
from companion.devices.inbox import Inbox
from companion.referee.signals import DeviceChanged, DiceSeen, KeyPressed, Share, Signal

if TYPE_CHECKING:  # the camera's libraries load after the first frame
    from companion.devices.box import BoxDevice
    from companion.devices.tray import Preview, TrayDevice


STARTING = say("starting")
NO_CAMERA, NO_BOX = say("no camera was chosen"), say("no box was chosen")


@dataclass(frozen=True, slots=True)
class Device:
    """Status of the camera or the boxes. `why` says for people what is wrong or, if `ok`, what is missing beside what
    works (one of two boxes). `worked`: it has worked in this run. `starting`: it has not reported anything yet.
    """

    name: str
    ok: bool
    why: Text = NOTHING
    worked: bool = False
    starting: bool = False

    @property
    def lacking(self) -> bool:
        """Whether it was chosen but does not work, or not completely."""
        return bool(self.name and self.why) and not self.starting


def _status(name: str, none: Text) -> Device:
    """Return the status of a device that was just chosen, or with the reason `none`."""
    return Device(name, ok=False, why=STARTING if name else none, starting=bool(name))


class DeviceManager:
    """The devices that fill an inbox, `tray_device` and `box_device`, or None; `tray` and `box` are their status."""

    def __init__(self, inbox: Inbox, tray: TrayDevice | None = None, box: BoxDevice | None = None) -> None:
        self._inbox, self._films = inbox, False
        self._played: tuple[str, frozenset[str]] = "", frozenset()  # the game opened last, and its dice's colours
        self.attach(tray, box)

    def chosen(self, tray: str, box: str) -> None:
        """Note that the devices of these names are being made, which takes a while."""
        self.tray, self.box = _status(public_name(tray), NO_CAMERA), _status(box, NO_BOX)

    def attach(self, tray: TrayDevice | None, box: BoxDevice | None) -> None:
        """Use this camera and these boxes from now on; `start` starts them."""
        self.tray_device, self.box_device = tray, box
        self.keep_films(on=self._films)
        self.tray = _status(public_name(tray.name) if tray else "", NO_CAMERA)
        self.box = _status(box.name if box else "", NO_BOX)

    def keep_films(self, *, on: bool) -> None:
        """Have the camera, and any later one, keep the last seconds before each throw comes to rest, or not."""
        self._films = on
        if self.tray_device is not None:
            self.tray_device.keeps_films = on

    def use_tray(self, tray: TrayDevice | None) -> None:
        """Stop the camera, and start and use another one."""
        if self.tray_device is not None:
            self.tray_device.stop()
        self.tray_device, self.tray = tray, _status(public_name(tray.name) if tray else "", NO_CAMERA)
        self.keep_films(on=self._films)
        self._inbox.put(DeviceChanged("tray", ok=False, why=self.tray.why))
        if tray is not None:
            tray.start()

    def use_box(self, box: BoxDevice | None) -> None:
        """Stop the button boxes, and start and use others."""
        if self.box_device is not None:
            self.box_device.stop()
        self.box_device, self.box = box, _status(box.name if box else "", NO_BOX)
        self._inbox.put(DeviceChanged("box", ok=False, why=self.box.why))
        if box is not None:
            box.start()

    def lack(self, device: str, name: str, why: Text) -> None:
        """Report that the chosen "tray" or "box" of this name cannot be used."""
        self._set(device, Device(public_name(name), ok=False, why=why))
        self._inbox.put(DeviceChanged(device, ok=False, why=why))

    def changed(self, change: DeviceChanged) -> bool:
        """Set a device's new status, and return whether it has just stopped working."""
        before = self.tray if change.device == "tray" else self.box
        worked = before.worked or before.ok or change.ok
        starting = before.starting and not change.ok and change.why == STARTING
        self._set(change.device, Device(before.name, change.ok, change.why, worked, starting))
        return before.ok and not change.ok

    def _set(self, device: str, status: Device) -> None:
        if device == "tray":
            self.tray = status
        else:
            self.box = status

    def start(self) -> None:
        """Start the devices."""
        for device in (self.tray_device, self.box_device):
            if device is not None:
                device.start()

    def stop(self) -> None:
        """Stop the devices."""
        for device in (self.tray_device, self.box_device):
            if device is not None:
                device.stop()

    def preview(self) -> Preview | None:
        """Return the newest camera picture, or None."""
        return self.tray_device.preview if self.tray_device is not None else None

    @property
    def says(self) -> Text:
        """Return what keeps dice in the tray from being read well; empty if nothing does."""
        return self.tray_device.says if self.tray_device is not None else NOTHING

    @property
    def stirs(self) -> tuple[float, float, float, float] | None:
        """Return where in the picture something keeps moving: x0, y0, x1, y1 in shares of it."""
        return self.tray_device.stirs if self.tray_device is not None else None

    @property
    def offers_set_up(self) -> bool:
        """Return whether to offer to set up the tray."""
        return self.tray_device is not None and self.tray.ok and self.tray_device.set_up.offered

    def is_no_die(self, box: Share) -> None:
        """Record that the thing in this box is not a die, as people say; the camera looks again."""
        if self.tray_device is not None:
            self.tray_device.is_no_die(box)

    @property
    def can_throw(self) -> bool:
        """Whether the tray is rendered, so that the program can throw dice."""
        return self.tray_device is not None and self.tray_device.hand is not None

    def throw(self, colours: Sequence[str], again: Sequence[Share] = ()) -> None:
        """Throw dice of these colours into a rendered tray, or only those again that lie in these boxes."""
        if self.tray_device is not None and colours:
            self.tray_device.throw(tuple(colours), again)

    def expect(self, colours: Sequence[str]) -> None:
        """Set the colours of the dice the game asks for ("": any)."""
        if self.tray_device is not None:
            self.tray_device.expect(colours)

    def play(self, game: str, colours: Sequence[str]) -> None:
        """Let the camera take dice unlike those of the game before for dice as well, if this is another game or has
        dice in other colours. The same game, resumed or played again, has the same dice.
        """
        before, self._played = self._played, (game, frozenset(colours))
        if self.tray_device is not None and not (before[0] == game and before[1] >= self._played[1]):
            self.tray_device.other_dice_may_come()

    def answered(self, faces: Sequence[Face], seen: DiceSeen) -> None:
        """Let the camera learn from the faces people confirmed or corrected."""
        if self.tray_device is not None:
            self.tray_device.answered(faces, seen)

    def acknowledge(self, signal: Signal) -> None:
        """Let the box forget a press that was judged."""
        if isinstance(signal, KeyPressed) and signal.mark is not None and self.box_device is not None:
            self.box_device.done(signal.mark)
