"""The host's half of the protocol as a pure state machine: bytes and the time in, events and bytes to send out.

`ButtonBox` runs it on a thread and a link; tests step the time. It outlives links: the `DeliveryLedger` remembers what
was delivered, so that a press sent again after the cable came back is not delivered twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from catseye.text import Text
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.events import MENDED, BoxEvent, Greeted, Leds, LostSome, Pressed, WrongProtocol
from firmware_bridge.host.keepalive import Keepalive
from firmware_bridge.host.loss_counter import LossCounter
from firmware_bridge.host.messages import (
    BUTTONS,
    NUMBERS,
    PROTOCOL_VERSION,
    Ack,
    Events,
    Hello,
    Kind,
    Message,
    NewId,
    Query,
    Status,
)
from firmware_bridge.host.output_state import OutputState
from firmware_bridge.host.wire import Decoder, frame

QUERY_S = 0.1
"""Interval between queries, seconds (PROTOCOL.md)."""
RENAME_S = 0.3
"""Interval between attempts to set an id, seconds: a box that writes its id hears nothing meanwhile."""
ROUGH_S = 2.0
"""How long to send acknowledgements twice after a damaged frame, seconds: a lost one costs a whole events frame."""
CROWDED = 32
"""At this many edges in the box, half its queue, acknowledge what was delivered, even if it is not done with."""


@dataclass
class ProtocolMachine:
    """One box, over any number of cables. Not thread-safe."""

    ledger: DeliveryLedger = field(default_factory=DeliveryLedger)
    hello: Hello | None = None
    decoder: Decoder = field(default_factory=Decoder)
    _showing: OutputState = field(default_factory=OutputState)
    _hearing: Keepalive = field(default_factory=Keepalive)
    _asked_at: float | None = None
    _tail: int | None = None
    _greeted: bool = False
    _device: bytes | None = None
    _boot: int | None = None
    _account: int = 0
    _new_id: bytes | None = None
    _named_at: float = 0.0
    _rough_until: float = 0.0
    _losses: LossCounter = field(default_factory=LossCounter)

    def open(self, now: float) -> None:
        """Start on a cable that was just opened."""
        self.close()
        self.decoder.forget()
        self._hearing = Keepalive.begin(now)
        self._showing.open()
        self._asked_at = None
        self._greeted = False
        self._device = self._tail = None

    def close(self) -> None:
        """End with this cable: the box may come back at another one."""
        self.ledger.release(self)

    @property
    def device(self) -> bytes | None:
        """The id of the box on this cable, or None until it is known."""
        return self._device

    @property
    def down(self) -> int:
        """The buttons held, as a bitmap."""
        return 0 if self._device is None else self.ledger.down(self._device, self._account)

    @property
    def lost(self) -> int:
        """The number of edges of this boot that will never arrive."""
        return self._losses.total

    @property
    def reported_lost(self) -> bool:
        """Whether the box has reported how many it lost."""
        return self._losses.reported

    def show(self, leds: Leds) -> None:
        """Show this from now on; sent with the next `due`."""
        self._showing.show(leds, connected=self._device is not None)

    def rename(self, device: bytes) -> None:
        """Give the box on this cable this id; sent again until it has it."""
        self._new_id = device

    def feed(self, portion: bytes, now: float) -> list[BoxEvent]:
        """Return the events in these bytes; call it with b"" if a read brought none."""
        self._hearing.read(now, came=bool(portion))
        if not portion:
            return []
        happened: list[BoxEvent] = []
        spoiled = self.decoder.spoiled
        messages = self.decoder.feed(portion)
        if self.decoder.spoiled != spoiled:
            self._rough_until = now + ROUGH_S
        for message in messages:
            if isinstance(message, Hello | Events | Status):  # others are ours, echoed by a port that is not a box
                self._hearing.sound(now)
            happened += self._take(message, now)
        return happened

    def due(self, now: float) -> bytes:
        """Return the bytes to send now, acknowledgements among them.

        Call it once the events from `feed` are delivered, and again when a press is done with.
        """
        out = b""
        asked_lately = self._asked_at is not None and now - self._asked_at < QUERY_S
        if not self._greeted and self._hearing.may_speak(now) and not asked_lately:
            self._asked_at = now
            out += frame(Query())
        if self._device is None or self._boot is None:
            return out
        following = None if self._tail is None else self.ledger.forgettable(self._device, self._account, self._tail)
        if following is not None and following != self._tail:
            self._tail = following
            copies = 2 if now < self._rough_until else 1
            out += frame(Ack(self._boot, following)) * copies
        if self._new_id is not None and self._greeted and now - self._named_at >= RENAME_S:
            self._named_at = now
            out += frame(NewId(self._boot, self._new_id))
        orders = self._showing.due(now)
        if orders is not None:
            out += frame(orders)
        return out

    def verdict(self, now: float) -> Text | None:
        """Return why this cable should be given up, or None while all is well."""
        return self._hearing.verdict(now)

    def _take(self, message: Message, now: float) -> list[BoxEvent]:
        if isinstance(message, Hello):
            return self._greet(message, now)
        if not isinstance(message, Events | Status):
            return []
        known = self._device is not None and message.boot == self._boot
        if not (known or self._recognise(message.boot, now)):
            return []
        assert self._device is not None
        self._speaks(self._device, message.boot, now)
        happened = self._release(self._device, self.ledger.left_down(self._device), now)
        if isinstance(message, Events):
            return happened + self._deliver(self._device, message, now)
        return happened + self._check(self._device, message, now)

    def _recognise(self, boot: int, now: float) -> bool:
        """Return whether the boot id belongs to a known box, and adopt it; any other must say hello first."""
        device = self.ledger.device_of(boot)
        if device is None:
            self._greeted, self._device = False, None
            return False
        self._adopt(device, boot, now)
        return True

    def _speaks(self, device: bytes, boot: int, now: float) -> None:
        """Claim the box's account for this cable; go on in a new account if another cable has taken it."""
        account = self.ledger.claim(self, device, boot, now)
        if account != self._account:
            following = self.ledger.next_of(device, self._account)
            if following is not None:
                self.ledger.deliver(device, account, following)
            self._account = account

    def _greet(self, hello: Hello, now: float) -> list[BoxEvent]:
        if hello.protocol != PROTOCOL_VERSION:
            return [WrongProtocol(hello)]
        self._showing.repeat()
        if hello.device == self._new_id:
            self._new_id = None
        if self._greeted and self.hello == hello:
            return []
        boots, duplicate = self.ledger.boots(hello.device), self.ledger.elsewhere(self, hello.device, now)
        before = self.hello
        here = before is not None and before.device == hello.device and before.boot != hello.boot
        restarted = bool(boots) and hello.boot not in boots and (here or not duplicate)
        if (self._device, self._boot) != (hello.device, hello.boot):
            self._adopt(hello.device, hello.boot, now)
        self.hello, self._greeted = hello, True
        left = self.ledger.left_down(hello.device)
        return [Greeted(hello, restarted, duplicate), *self._release(hello.device, left, now)]

    def _adopt(self, device: bytes, boot: int, now: float) -> None:
        """Take this box for the one on this cable from now on."""
        if boot != self._boot:
            self._losses = LossCounter()
            self._greeted = False
        if device != self._device or boot != self._boot:
            self.ledger.release(self)
        self._device, self._boot, self._tail = device, boot, None
        self._account = self.ledger.claim(self, device, boot, now)
        self._showing.begin()

    def _deliver(self, device: bytes, events: Events, now: float) -> list[BoxEvent]:
        account = self._account
        expected = self.ledger.next_of(device, account)
        happened: list[BoxEvent] = []
        skip = 0
        if expected is not None:
            skip = (expected - events.first) % NUMBERS
            if self._losses.skip(expected, events.first):
                happened.append(LostSome(self.lost))
                skip = 0
        for offset, edge in list(enumerate(events.edges))[skip:]:
            at, number = now - edge.age_ms / 1000, (events.first + offset) % NUMBERS
            if edge.kind in (Kind.UP, Kind.DOWN):
                self.ledger.hold(device, account, number)
                down = edge.kind is Kind.DOWN
                self.ledger.press(device, account, edge.index, down=down)
                happened.append(Pressed(device, edge.index, down, at, account, number))
        if skip <= len(events.edges):
            self.ledger.deliver(device, account, (events.first + len(events.edges)) % NUMBERS)
        self._tail = events.first
        return happened

    def _release(self, device: bytes, buttons: int, now: float) -> list[BoxEvent]:
        """Return releases of these buttons: they count as held, but are not."""
        held = [button for button in range(BUTTONS) if buttons >> button & 1]
        return [Pressed(device, button, False, now, self._account, MENDED) for button in held]

    def _check(self, device: bytes, status: Status, now: float) -> list[BoxEvent]:
        happened: list[BoxEvent] = []
        if self._losses.note(status.lost):
            happened.append(LostSome(self.lost))
        account = self._account
        following = self.ledger.next_of(device, account)
        waiting = (status.head - status.tail) % NUMBERS
        if following is None or (following - status.tail) % NUMBERS > waiting:
            if following is not None and self._losses.skip(following, status.tail):
                happened.append(LostSome(self.lost))
            following = status.tail
            self.ledger.deliver(device, account, following)
        if following == status.head:  # everything is fetched: a release that is missing now was lost
            happened += self._release(device, self.down & ~status.down, now)
            self.ledger.hold_down(device, account, status.down)
        self._tail = status.tail
        self.ledger.crowded(device, account, is_crowded=waiting >= CROWDED)
        self._showing.note(status)
        return happened
