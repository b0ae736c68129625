"""The box in Python answers as the firmware does: both get the same input, in stepped time."""

from __future__ import annotations

import pytest

from firmware_bridge.host.framing import wrap
from firmware_bridge.host.messages import (
    Ack,
    Colour,
    Edge,
    Events,
    Hello,
    Kind,
    Led,
    NewId,
    Orders,
    Pattern,
    Status,
    Tune,
)
from firmware_bridge.host.wire import Decoder, frame
from firmware_bridge.sim.soft_box import QUEUE, SoftBox

DEVICE, OTHER = b"8 bytes!", b"another!"
RED = (Led(Pattern.ON, Colour.RED),) * 6


class Soft:
    """The box in Python, polled a hundred times a second."""

    def __init__(self) -> None:
        self.box, self.now, self._decoder = SoftBox(DEVICE, 77), 0.0, Decoder()

    def hears(self, data: bytes) -> None:
        self.box.feed(data, self.now)

    def says(self, seconds: float) -> list:
        said = []
        for _ in range(round(seconds * 100)):
            self.now += 0.01
            said += self._decoder.feed(self.box.due(self.now))
        return said

    def holds(self, button: int) -> None:
        self.box.edge(Kind.DOWN, button, self.now)

    def presses(self, times: int) -> None:
        for kind in (Kind.DOWN, Kind.UP) * times:
            self.box.edge(kind, 4, self.now)


class Firmware:
    """The real firmware with the same interface."""

    def __init__(self, emulator) -> None:
        self.emulator, self._decoder = emulator, Decoder()

    def hears(self, data: bytes) -> None:
        self.emulator.line(data)

    def says(self, seconds: float) -> list:
        return self._decoder.feed(self.emulator.step(round(seconds * 1e6))[1])

    def holds(self, button: int) -> None:
        self.emulator.contact(button, [(True, 0)])

    def presses(self, times: int) -> None:
        self.emulator.contact(4, [(edge % 2 == 0, edge * 20_000) for edge in range(2 * times)])


@pytest.fixture(params=["soft", "firmware"])
def box(request):
    made = Soft() if request.param == "soft" else Firmware(request.getfixturevalue("emulators")())
    made.says(0.6)
    return made


def statuses(said: list) -> list[Status]:
    return [message for message in said if isinstance(message, Status)]


def test_full_queue_counts_losses(box):
    box.presses(QUEUE // 2 + 1)
    box.says(QUEUE * 0.02 + 0.1)
    box.holds(3)
    last = statuses(box.says(0.6))[-1]
    assert (last.head - last.tail, last.lost, last.down) == (QUEUE, 3, 1 << 3)


def test_only_new_orders_are_answered_at_once(box):
    last = statuses(box.says(0.5))[-1]
    box.hears(frame(Orders(last.generation + 1, 0, Tune.SILENCE, RED)))
    assert [status.generation for status in statuses(box.says(0.02))] == [last.generation + 1]
    box.hears(frame(Orders(last.generation + 1, 9, Tune.CLICK, RED)))
    assert [status.nonce for status in statuses(box.says(0.02))] == [9]
    box.hears(frame(Orders(last.generation + 1, 9, Tune.CLICK, RED)))
    assert len(statuses(box.says(0.2))) <= 1  # the one that comes four times a second anyway


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        (frame(Hello(1, (1, 1), 77, 19, 6, 1, 1, 1, 0, DEVICE)), 1),
        (frame(Status(77, 0, 0, 0, 0, 0, 0, 0, host_heard=False, spoiled=0)), 1),
        (frame(Events(77, 0, (Edge(Kind.DOWN, 1, 0),))), 1),
        (wrap(b"o" + bytes([3, 0, 0, len(Tune)]) + bytes(6)), 1),
        (wrap(b"o" + bytes([3, 0, 0, 0, 0x20]) + bytes(5)), 1),
        (wrap(b"o" + bytes(9)), 1),
        (wrap(b"x12"), 1),
        (frame(Ack(99, 3)), 0),
        (frame(NewId(99, OTHER)), 0),
    ],
    ids=["hello", "status", "events", "tune", "led", "short", "unknown", "ack of another", "id for another"],
)
def test_spoiled_frames_are_counted(box, said, counted):
    before = statuses(box.says(0.5))[-1].spoiled
    box.hears(said)
    assert statuses(box.says(0.5))[-1].spoiled == before + counted


def test_new_id_restarts_the_box(box):
    box.holds(3)
    box.says(0.1)
    box.hears(frame(Orders(5, 7, Tune.CLICK, RED)))
    boot = statuses(box.says(0.6))[-1].boot
    box.hears(frame(NewId(boot, OTHER)))
    said = box.says(1.0)
    hello = next(message for message in said if isinstance(message, Hello))
    last = statuses(said)[-1]
    assert hello.device == OTHER
    assert hello.boot == last.boot != boot
    assert (last.generation, last.nonce, last.lost, last.tail, last.head) == (0, 0, 0, 0, 1)
    assert last.down == 1 << 3
    assert not last.host_heard
    assert last.uptime_ms < 1_100
    events = [message for message in said if isinstance(message, Events) and message.boot == last.boot]
    assert [(edge.kind, edge.index) for edge in events[-1].edges] == [(Kind.DOWN, 3)]
