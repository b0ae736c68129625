"""The messages on the box's cable, byte by byte as PROTOCOL.md says.

Decoding never raises: what is not a sound frame of exactly its type's length, each field in its range, is counted.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum

from firmware_bridge.framing import MAX_ENCODED, unwrap, wrap

PROTOCOL_VERSION = 1
BAUD = 250_000
LAMPS = 6
MAX_EVENTS = 8
BUTTONS = 19
ENCODERS = 1
ID_BYTES = 8
NUMBERS = 1 << 16
"""Event numbers, tails and heads count modulo this."""

_HELLO = struct.Struct("<cBBBI6B8s")
_EVENTS = struct.Struct("<cIHB")
_EVENT = struct.Struct("<BH")
_STATUS = struct.Struct("<cI3sHHHHBIBB")
_ACK = struct.Struct("<cIH")
_ORDERS = struct.Struct(f"<cHBB{LAMPS}B")
_QUERY = struct.Struct("<cB")
_NEW_ID = struct.Struct("<cI8s")


class Kind(IntEnum):
    """What an edge was."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3


class Pattern(IntEnum):
    """How a lamp behaves."""

    OFF = 0
    ON = 1
    SLOW = 2
    FAST = 3


class Colour(IntEnum):
    """A lamp's colour: bit 0 red, bit 1 green, bit 2 blue. A one-colour lamp lights for any of them but black."""

    BLACK = 0
    RED = 1
    GREEN = 2
    YELLOW = 3
    BLUE = 4
    MAGENTA = 5
    CYAN = 6
    WHITE = 7


class Tune(IntEnum):
    """What the buzzer plays, once per new nonce."""

    SILENCE = 0
    CLICK = 1
    YOUR_TURN = 2
    REFUSED = 3
    DONE = 4


class Chip(IntEnum):
    """What the firmware runs on."""

    ATMEGA328P = 1
    ATMEGA32U4 = 2
    SOFTWARE = 3


@dataclass(frozen=True)
class Lamp:
    """One seat's lamp."""

    pattern: Pattern = Pattern.OFF
    colour: Colour = Colour.WHITE

    @property
    def code(self) -> int:
        """The lamp in one byte: colour in bits 0 to 2, pattern in bits 3 and 4."""
        return self.pattern << 3 | self.colour


DARK = Lamp(Pattern.OFF, Colour.BLACK)


@dataclass(frozen=True)
class Hello:
    """Box to host: who is speaking. Sent at boot and as the answer to a `Query`."""

    protocol: int
    firmware: tuple[int, int]
    boot: int
    buttons: int
    lamps: int
    encoders: int
    buzzers: int
    chip: int
    reset_cause: int
    device: bytes

    def __post_init__(self) -> None:
        if len(self.device) != 8:
            raise ValueError(f"a device id has 8 bytes, not {len(self.device)}")


@dataclass(frozen=True)
class Edge:
    """One thing a hand did, `age_ms` before the frame was made (65535 means that long or longer)."""

    kind: Kind
    index: int
    age_ms: int

    @property
    def code(self) -> int:
        """Kind in bits 5 to 7, index in bits 0 to 4."""
        return self.kind << 5 | self.index


@dataclass(frozen=True)
class Events:
    """Box to host: the oldest unacknowledged edges, numbered from `first` upwards."""

    boot: int
    first: int
    edges: tuple[Edge, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.edges) <= MAX_EVENTS:
            raise ValueError(f"an events frame carries 1 to {MAX_EVENTS} edges, not {len(self.edges)}")


@dataclass(frozen=True)
class Status:
    """Box to host, four times a second: what is down now, the queue's ends, what was lost, what is shown."""

    boot: int
    down: int
    tail: int
    head: int
    lost: int
    generation: int
    nonce: int
    uptime_ms: int
    host_heard: bool
    spoiled: int


@dataclass(frozen=True)
class Ack:
    """Host to box: everything before number `next` has arrived."""

    boot: int
    next: int


@dataclass(frozen=True)
class Orders:
    """Host to box, twice a second and at every change: all lamps, and a tune played when its nonce is new and not 0."""

    generation: int
    nonce: int
    tune: Tune
    lamps: tuple[Lamp, ...]

    def __post_init__(self) -> None:
        if len(self.lamps) != LAMPS:
            raise ValueError(f"orders name all {LAMPS} lamps, not {len(self.lamps)}")


@dataclass(frozen=True)
class Query:
    """Host to box: say who you are."""

    protocol: int = PROTOCOL_VERSION


@dataclass(frozen=True)
class NewId:
    """Host to box: this is your id from now on. For a box whose memory was copied from another's."""

    boot: int
    device: bytes

    def __post_init__(self) -> None:
        if len(self.device) != ID_BYTES:
            raise ValueError(f"a box's id has {ID_BYTES} bytes, not {len(self.device)}")


Message = Hello | Events | Status | Ack | Orders | Query | NewId


def payload(message: Message) -> bytes:
    """The bare bytes of a message, without CRC and framing."""
    match message:
        case Hello():
            m = message
            counts = (m.buttons, m.lamps, m.encoders, m.buzzers, m.chip, m.reset_cause)
            return _HELLO.pack(b"H", m.protocol, *m.firmware, m.boot, *counts, m.device)
        case Events(boot, first, edges):
            body = b"".join(_EVENT.pack(e.code, min(e.age_ms, 0xFFFF)) for e in edges)
            return _EVENTS.pack(b"E", boot, first, len(edges)) + body
        case Status():
            s = message
            down = s.down.to_bytes(3, "little")
            ends = (s.tail, s.head, s.lost, s.generation, s.nonce, s.uptime_ms)
            return _STATUS.pack(b"S", s.boot, down, *ends, int(s.host_heard), s.spoiled)
        case Ack(boot, following):
            return _ACK.pack(b"a", boot, following)
        case Orders(generation, nonce, tune, lamps):
            return _ORDERS.pack(b"o", generation, nonce, tune, *(lamp.code for lamp in lamps))
        case Query(protocol):
            return _QUERY.pack(b"h", protocol)
        case NewId(boot, device):
            return _NEW_ID.pack(b"n", boot, device)


def frame(message: Message) -> bytes:
    """A message ready for the cable."""
    return wrap(payload(message))


def parse(body: bytes) -> Message | None:
    """The message in a payload, or None when its length or a field does not fit its type exactly."""
    reader = _READERS.get(body[:1])
    return reader(body) if reader else None


def _read_hello(body: bytes) -> Hello | None:
    if len(body) != _HELLO.size:
        return None
    _, protocol, major, minor, boot, buttons, lamps, encoders, buzzers, chip, cause, device = _HELLO.unpack(body)
    return Hello(protocol, (major, minor), boot, buttons, lamps, encoders, buzzers, chip, cause, device)


def _read_events(body: bytes) -> Events | None:
    if len(body) < _EVENTS.size:
        return None
    _, boot, first, count = _EVENTS.unpack_from(body)
    if not 1 <= count <= MAX_EVENTS or len(body) != _EVENTS.size + count * _EVENT.size:
        return None
    edges = []
    for code, age_ms in _EVENT.iter_unpack(body[_EVENTS.size :]):
        kind, index = code >> 5, code & 31
        if kind > Kind.RIGHT or index >= (BUTTONS if kind <= Kind.DOWN else ENCODERS):
            return None
        edges.append(Edge(Kind(kind), index, age_ms))
    return Events(boot, first, tuple(edges))


def _read_status(body: bytes) -> Status | None:
    if len(body) != _STATUS.size:
        return None
    _, boot, down, tail, head, lost, generation, nonce, uptime_ms, heard, spoiled = _STATUS.unpack(body)
    bitmap = int.from_bytes(down, "little")
    if heard > 1 or bitmap >> BUTTONS:
        return None
    return Status(boot, bitmap, tail, head, lost, generation, nonce, uptime_ms, bool(heard), spoiled)


def _read_ack(body: bytes) -> Ack | None:
    if len(body) != _ACK.size:
        return None
    _, boot, following = _ACK.unpack(body)
    return Ack(boot, following)


def _read_orders(body: bytes) -> Orders | None:
    if len(body) != _ORDERS.size:
        return None
    _, generation, nonce, tune, *codes = _ORDERS.unpack(body)
    if tune > Tune.DONE or any(code >> 5 for code in codes):
        return None
    lamps = tuple(Lamp(Pattern(code >> 3), Colour(code & 7)) for code in codes)
    return Orders(generation, nonce, Tune(tune), lamps)


def _read_query(body: bytes) -> Query | None:
    return Query(body[1]) if len(body) == _QUERY.size else None


def _read_new_id(body: bytes) -> NewId | None:
    if len(body) != _NEW_ID.size:
        return None
    _, boot, device = _NEW_ID.unpack(body)
    return NewId(boot, device)


_READERS = {
    b"H": _read_hello,
    b"E": _read_events,
    b"S": _read_status,
    b"a": _read_ack,
    b"o": _read_orders,
    b"h": _read_query,
    b"n": _read_new_id,
}


@dataclass
class Decoder:
    """Turns portions of any size into whole, sound messages, and counts what was spoiled."""

    spoiled: int = 0
    sound: int = 0
    _run: bytearray = field(default_factory=bytearray)
    _overlong: bool = False

    def feed(self, portion: bytes) -> list[Message]:
        """The messages completed by these bytes, in order."""
        found = []
        *ends, rest = portion.split(b"\0")
        for piece in ends:
            self._gather(piece)
            message = self._close()
            if message is not None:
                found.append(message)
        self._gather(rest)
        return found

    def forget(self) -> None:
        """Drop a frame begun but not ended: the cable was changed."""
        self._run.clear()
        self._overlong = False

    def _gather(self, piece: bytes) -> None:
        room = MAX_ENCODED - len(self._run)
        self._overlong = self._overlong or len(piece) > room
        self._run += piece[: max(room, 0)]

    def _close(self) -> Message | None:
        run, overlong = bytes(self._run), self._overlong
        self.forget()
        if not run:
            return None
        body = None if overlong else unwrap(run)
        message = None if body is None else parse(body)
        if message is None:
            self.spoiled += 1
        else:
            self.sound += 1
        return message
