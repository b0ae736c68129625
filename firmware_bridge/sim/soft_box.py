"""A button box in Python behind a Link: the firmware's frames, numbers, repeats and queue, but no bounce."""

from __future__ import annotations

import os
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import replace

from catseye.text import plain
from firmware_bridge.host.links import LinkLost
from firmware_bridge.host.messages import (
    BUTTONS,
    DARK,
    LEDS,
    MAX_EVENTS,
    NUMBERS,
    PROTOCOL_VERSION,
    Ack,
    Chip,
    Edge,
    Events,
    Hello,
    Kind,
    Led,
    Message,
    NewId,
    Orders,
    Query,
    Status,
)
from firmware_bridge.host.wire import Decoder, frame

QUEUE = 64
RESEND_S = 0.020
STATUS_S = 0.250
HOST_GONE_S = 2.0


class SoftBox:
    """The box's half of the protocol as a pure state machine; `now` is in seconds."""

    def __init__(self, device: bytes, boot: int, *, seats: int = 6, now: float = 0.0) -> None:
        self.hello = Hello(PROTOCOL_VERSION, (1, 2), boot, BUTTONS, seats, 0, 1, Chip.SOFTWARE, 1, device)
        self.tunes: list[int] = []
        self._decoder = Decoder()
        self._begin(now)

    def _begin(self, now: float) -> None:
        self.leds: tuple[Led, ...] = (DARK,) * LEDS
        self.lost = 0
        self._started = now
        self._queue: list[tuple[Kind, int, float]] = []
        self._tail = 0
        self._down = 0
        self._generation = self._nonce = 0
        self._host_at: float | None = None
        self._greet = True
        self._sent_at: float | None = None
        self._status_at: float | None = None

    @property
    def waiting(self) -> int:
        """The number of edges that the host has not acknowledged."""
        return len(self._queue)

    def plugged(self) -> None:
        """Drop half a frame from the cable before this one."""
        self._decoder.forget()

    def edge(self, kind: Kind, index: int, now: float) -> None:
        """Queue an edge, or count it as lost if there is no room."""
        if kind in (Kind.UP, Kind.DOWN):
            bit = 1 << index
            if bool(self._down & bit) == (kind is Kind.DOWN):
                return
            self._down ^= bit
        if self.waiting >= QUEUE:
            self.lost = (self.lost + 1) % NUMBERS
            return
        self._queue.append((kind, index, now))
        self._sent_at = None

    def feed(self, portion: bytes, now: float) -> None:
        """Take bytes from the host."""
        for message in self._decoder.feed(portion):
            self._take(message, now)

    def due(self, now: float) -> bytes:
        """Return the bytes to send now."""
        out = b""
        if self._greet:
            self._greet = False
            out += frame(self.hello)
        if self._queue and (self._sent_at is None or now - self._sent_at >= RESEND_S):
            self._sent_at = now
            edges = tuple(Edge(kind, index, round((now - at) * 1000)) for kind, index, at in self._queue[:MAX_EVENTS])
            out += frame(Events(self.hello.boot, self._tail, edges))
        if self._status_at is None or now - self._status_at >= STATUS_S:
            self._status_at = now
            out += frame(self._status(now))
        return out

    def wait(self, now: float) -> float:
        """Return seconds until `due` may have something new, if no edge and no byte comes before."""
        times = [now + STATUS_S if self._status_at is None else self._status_at + STATUS_S]
        if self._queue and self._sent_at is not None:
            times.append(self._sent_at + RESEND_S)
        return max(min(times) - now, 0.0)

    def shown(self, now: float) -> tuple[Led, ...]:
        """Return what a person would see: the ordered leds, dark while no host is heard."""
        return self.leds if self._hears_host(now) else (DARK,) * LEDS

    def _hears_host(self, now: float) -> bool:
        return self._host_at is not None and now - self._host_at < HOST_GONE_S

    def _status(self, now: float) -> Status:
        head = (self._tail + self.waiting) % NUMBERS
        uptime = int((now - self._started) * 1000) & 0xFFFFFFFF
        host_heard, spoiled = self._hears_host(now), self._decoder.spoiled & 0xFF
        ends = (self._tail, head, self.lost, self._generation, self._nonce)
        return Status(self.hello.boot, self._down, *ends, uptime, host_heard, spoiled)

    def _take(self, message: Message, now: float) -> None:
        match message:
            case Query():
                self._greet = True
            case Ack(boot, following) if boot == self.hello.boot:
                done = (following - self._tail) % NUMBERS
                if 0 < done <= self.waiting:
                    del self._queue[:done]
                    self._tail = following
                    self._sent_at = None
            case NewId(boot, device) if boot == self.hello.boot:
                self._begin_anew(device, boot, now)
            case Orders(generation, nonce, tune, leds):
                self._host_at = now
                self.leds = leds
                buzz = nonce not in (0, self._nonce)
                if buzz:
                    self._nonce = nonce
                    self.tunes.append(tune)
                if buzz or generation != self._generation:
                    self._generation = generation
                    self._status_at = None
            case Hello() | Events() | Status():
                self._decoder.spoiled += 1

    def _begin_anew(self, device: bytes, boot: int, now: float) -> None:
        """Restart as after power-up with this id and another boot; held buttons are edges again."""
        held = self._down
        self.hello = replace(self.hello, boot=zlib.crc32(device + boot.to_bytes(4, "little")), device=device)
        self._decoder.spoiled = 0
        self._begin(now)
        for button in range(BUTTONS):
            if held >> button & 1:
                self.edge(Kind.DOWN, button, now)


class SoftLink:
    """The cable to a SoftBox in this program."""

    def __init__(self, connector: SoftConnector) -> None:
        self._connector = connector
        self._woken = False
        self._open = True

    def read(self, timeout: float) -> bytes:
        """See `Link.read`."""
        connector = self._connector
        with connector.bell:
            until = connector.now() + timeout
            while True:
                self._check()
                now = connector.now()
                out = connector.box.due(now)
                if out or self._woken or now >= until:
                    self._woken = False
                    return out
                connector.bell.wait(min(until - now, max(connector.box.wait(now), 0.0005)))

    def write(self, data: bytes) -> None:
        """See `Link.write`."""
        with self._connector.bell:
            self._check()
            self._connector.box.feed(data, self._connector.now())

    def wake(self) -> None:
        """See `Link.wake`."""
        with self._connector.bell:
            self._woken = True
            self._connector.bell.notify_all()

    def close(self) -> None:
        """See `Link.close`."""
        with self._connector.bell:
            self._open = False
            self._connector.bell.notify_all()

    def _check(self) -> None:
        if not (self._open and self._connector.plugged_in):
            raise LinkLost(plain("the soft box is unplugged"))


class SoftConnector:
    """Opens a box in this program, and is its simulated input."""

    def __init__(self, name: str = "soft:", *, seats: int = 6, now: Callable[[], float] = time.monotonic) -> None:
        if not 1 <= seats <= LEDS:
            raise ValueError(f"a box has 1 to {LEDS} seats, not {seats}")
        self.name = name
        self.now = now
        self.bell = threading.Condition()
        self.plugged_in = True
        device = b"soft" + zlib.crc32(name.encode()).to_bytes(4, "little")
        self.box = SoftBox(device, int.from_bytes(os.urandom(4), "little"), seats=seats, now=now())
        self.fingers = self

    def connect(self) -> SoftLink:
        """See `BoxConnector.connect`."""
        with self.bell:
            if not self.plugged_in:
                raise LinkLost(plain("the soft box is unplugged"))
            self.box.plugged()
        return SoftLink(self)

    def close(self) -> None:
        """Do nothing: it holds nothing outside this program."""

    def press(self, button: int) -> None:
        """Press and release a button."""
        self.down(button)
        self.up(button)

    def down(self, button: int) -> None:
        """Press a button and hold it."""
        self._edge(Kind.DOWN, button)

    def up(self, button: int) -> None:
        """Release a button."""
        self._edge(Kind.UP, button)

    def leds(self) -> tuple[Led, ...]:
        """Return what a person would see."""
        with self.bell:
            return self.box.shown(self.now())

    def unplug(self) -> None:
        """Pull the cable."""
        with self.bell:
            self.plugged_in = False
            self.bell.notify_all()

    def replug(self) -> None:
        """Put the cable back."""
        with self.bell:
            self.plugged_in = True

    def _edge(self, kind: Kind, index: int) -> None:
        if not 0 <= index < BUTTONS:
            raise ValueError(f"the box has no button {index}")
        with self.bell:
            self.box.edge(kind, index, self.now())
            self.bell.notify_all()
