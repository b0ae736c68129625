"""Encode and decode the messages of PROTOCOL.md, byte by byte.

Decoding never raises: a frame that is damaged, of a wrong length or has a field out of range is counted and dropped.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from firmware_bridge.host.framing import MAX_ENCODED, unwrap, wrap
from firmware_bridge.host.messages import (
    BUTTONS,
    ENCODERS,
    LEDS,
    MAX_EVENTS,
    Ack,
    Colour,
    Edge,
    Events,
    Hello,
    Kind,
    Led,
    Message,
    NewId,
    Orders,
    Pattern,
    Query,
    Status,
    Tune,
)

_HELLO = struct.Struct("<cBBBI6B8s")
_EVENTS = struct.Struct("<cIHB")
_EVENT = struct.Struct("<BH")
_STATUS = struct.Struct("<cI3sHHHHBIBB")
_ACK = struct.Struct("<cIH")
_ORDERS = struct.Struct(f"<cHBB{LEDS}B")
_QUERY = struct.Struct("<cB")
_NEW_ID = struct.Struct("<cI8s")


def payload(message: Message) -> bytes:
    """Encode a message without CRC and framing."""
    match message:
        case Hello():
            m = message
            counts = (m.buttons, m.leds, m.encoders, m.buzzers, m.chip, m.reset_cause)
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
        case Orders(generation, nonce, tune, leds):
            return _ORDERS.pack(b"o", generation, nonce, tune, *(led.code for led in leds))
        case Query(protocol):
            return _QUERY.pack(b"h", protocol)
        case NewId(boot, device):
            return _NEW_ID.pack(b"n", boot, device)


def frame(message: Message) -> bytes:
    """Encode a message for the cable."""
    return wrap(payload(message))


def parse(body: bytes) -> Message | None:
    """Decode a payload, or return None if its length or a field does not fit its type."""
    reader = _READERS.get(body[:1])
    return reader(body) if reader else None


def _read_hello(body: bytes) -> Hello | None:
    if len(body) != _HELLO.size:
        return None
    _, protocol, major, minor, boot, buttons, leds, encoders, buzzers, chip, cause, device = _HELLO.unpack(body)
    return Hello(protocol, (major, minor), boot, buttons, leds, encoders, buzzers, chip, cause, device)


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
    _, boot, down, tail, head, lost, generation, nonce, uptime_ms, host_heard, spoiled = _STATUS.unpack(body)
    bitmap = int.from_bytes(down, "little")
    if host_heard > 1 or bitmap >> BUTTONS:
        return None
    return Status(boot, bitmap, tail, head, lost, generation, nonce, uptime_ms, bool(host_heard), spoiled)


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
    leds = tuple(Led(Pattern(code >> 3), Colour(code & 7)) for code in codes)
    return Orders(generation, nonce, Tune(tune), leds)


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
    """Turns portions of any size into messages, and counts sound and spoiled frames."""

    spoiled: int = 0
    sound: int = 0
    _run: bytearray = field(default_factory=bytearray)
    _overlong: bool = False

    def feed(self, portion: bytes) -> list[Message]:
        """Return the messages completed by these bytes, in order."""
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
        """Drop a partial frame: the cable was changed."""
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
