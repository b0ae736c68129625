"""Software boxes at pseudo-terminals, with lasting names in a folder: plugged in, pulled and put back at any time."""

from __future__ import annotations

import os
import pty
import select
import threading
import time
import tty
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.host.messages import Kind, Led
from firmware_bridge.sim.soft_box import SoftBox


@dataclass
class Port:
    """What pyserial says of a serial port; one that is not at USB has no ids."""

    device: str
    vid: int | None = None
    pid: int | None = None
    serial_number: str | None = None


class Unreadable(type(Path())):
    """A folder one may not look into."""

    def iterdir(self):
        """See `Path.iterdir`."""
        raise PermissionError(13, "Permission denied", str(self))


class PortBox:
    """A box that any program can open as a serial port. It is its own fingers."""

    def __init__(self, folder: Path, number: int, *, plugged_in: bool = True, copy_of: int = 0) -> None:
        """`copy_of`: its memory was copied from the box of that number, its id and the count of its boots included."""
        drawn = copy_of or number
        self.id = f"port{drawn:04d}".encode()
        self.device = self.id.hex()
        self.box = SoftBox(self.id, 1000 + drawn, now=time.monotonic())
        self.link = folder / f"usb-Cats_Eye_Button_Box_{number:04d}-if00"
        self._lock = threading.Lock()
        self._master = -1
        self.rounds = 0  # how often it has sent something; what is not acknowledged is sent again every 20 ms
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        if plugged_in:
            self.replug()
        self._thread.start()

    @property
    def name(self) -> str:
        """What the app calls it."""
        return f"box {self.device[-4:]}"

    @property
    def waiting(self) -> int:
        """The edges that were not acknowledged."""
        with self._lock:
            return self.box.waiting

    @property
    def has_sent(self) -> bool:
        """Whether everything that waits was sent, since the last press."""
        with self._lock:
            return self.box._sent_at is not None

    def replug(self) -> None:
        """The cable goes in: at whatever port is free."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        with self._lock:
            self.box.plugged()
            self._master = master
            self.port = os.ttyname(slave)
            self.link.symlink_to(self.port)
        os.close(slave)

    def unplug(self) -> None:
        """The cable is pulled; the box goes on by itself."""
        with self._lock:
            self.link.unlink()
            os.close(self._master)
            self._master = -1

    def power_cycle(self) -> None:
        """Off and on: its memory is gone, and its boot another."""
        with self._lock:
            self.box = SoftBox(self.id, self.box.hello.boot + 100_000, now=time.monotonic())

    def press(self, button: int) -> None:
        """Down and up again."""
        self.down(button)
        self.up(button)

    def down(self, button: int) -> None:
        """A finger goes down and stays."""
        with self._lock:
            self.box.edge(Kind.DOWN, button, time.monotonic())

    def up(self, button: int) -> None:
        """The finger comes up."""
        with self._lock:
            self.box.edge(Kind.UP, button, time.monotonic())

    def leds(self) -> tuple[Led, ...]:
        """What a person would see."""
        with self._lock:
            return self.box.shown(time.monotonic())

    def close(self) -> None:
        """Put it away."""
        self._stop.set()
        self._thread.join(5)
        if self._master >= 0:
            self.unplug()

    def _run(self) -> None:
        while not self._stop.wait(0.002):
            with self._lock:
                if self._master >= 0:
                    self._talk()

    def _talk(self) -> None:
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        heard = dict(poll.poll(0)).get(self._master, 0)
        if heard & select.POLLHUP:  # nobody has the port open: what is said now is not kept for later
            return
        now = time.monotonic()
        if heard & select.POLLIN:
            self.box.feed(os.read(self._master, 4096), now)
        out = self.box.due(now)
        if out:
            self.rounds += 1
            try:
                os.write(self._master, out)
            except BlockingIOError:
                return  # the line is full: it is sent again
