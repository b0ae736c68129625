"""Messages between a box and its host, as listed in PROTOCOL.md; wire.py encodes them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

PROTOCOL_VERSION = 1
BAUD = 250_000
LEDS = 6
MAX_EVENTS = 8
BUTTONS = 19
ENCODERS = 1
"""The most a box has: firmware up to 1.1 had a dial."""
ID_BYTES = 8
NUMBERS = 1 << 16
"""Edge numbers, tails and heads count modulo this."""


class Kind(IntEnum):
    """Kind of an edge. LEFT and RIGHT are steps of the dial of firmware up to 1.1: numbered, but ignored."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3


class Pattern(IntEnum):
    """Blinking of a led."""

    OFF = 0
    ON = 1
    SLOW = 2
    FAST = 3


class Colour(IntEnum):
    """Colour of a led: bit 0 red, bit 1 green, bit 2 blue. A single-colour led lights for any but black."""

    BLACK = 0
    RED = 1
    GREEN = 2
    YELLOW = 3
    BLUE = 4
    MAGENTA = 5
    CYAN = 6
    WHITE = 7


class Tune(IntEnum):
    """Tune of the buzzer, played once per new nonce."""

    SILENCE = 0
    CLICK = 1
    YOUR_TURN = 2
    REFUSED = 3
    DONE = 4


class Chip(IntEnum):
    """The chip the firmware runs on."""

    ATMEGA328P = 1
    ATMEGA32U4 = 2
    SOFTWARE = 3


@dataclass(frozen=True)
class Led:
    """One seat's led."""

    pattern: Pattern = Pattern.OFF
    colour: Colour = Colour.WHITE

    @property
    def code(self) -> int:
        """Encode it as one byte: colour in bits 0 to 2, pattern in bits 3 and 4."""
        return self.pattern << 3 | self.colour


DARK = Led(Pattern.OFF, Colour.BLACK)


@dataclass(frozen=True)
class Hello:
    """Box to host: its identity. Sent at boot and in answer to a `Query`."""

    protocol: int
    firmware: tuple[int, int]
    boot: int
    buttons: int
    leds: int
    encoders: int
    buzzers: int
    chip: int
    reset_cause: int
    device: bytes

    def __post_init__(self) -> None:
        if len(self.device) != ID_BYTES:
            raise ValueError(f"a device id has {ID_BYTES} bytes, not {len(self.device)}")


@dataclass(frozen=True)
class Edge:
    """A button went down or up `age_ms` before the frame was made (65535: that or longer)."""

    kind: Kind
    index: int
    age_ms: int

    @property
    def code(self) -> int:
        """Encode it as one byte: kind in bits 5 to 7, index in bits 0 to 4."""
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
    """Box to host, four times a second: buttons down, ends of the queue, edges lost, what is shown."""

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
    """Host to box: every edge before number `next` has arrived."""

    boot: int
    next: int


@dataclass(frozen=True)
class Orders:
    """Host to box, twice a second and at every change: all leds, and a tune to play if its nonce is new and not 0."""

    generation: int
    nonce: int
    tune: Tune
    leds: tuple[Led, ...]

    def __post_init__(self) -> None:
        if len(self.leds) != LEDS:
            raise ValueError(f"orders name all {LEDS} leds, not {len(self.leds)}")


@dataclass(frozen=True)
class Query:
    """Host to box: say who you are."""

    protocol: int = PROTOCOL_VERSION


@dataclass(frozen=True)
class NewId:
    """Host to box: take this id. For a box whose memory was copied from another's."""

    boot: int
    device: bytes

    def __post_init__(self) -> None:
        if len(self.device) != ID_BYTES:
            raise ValueError(f"a box's id has {ID_BYTES} bytes, not {len(self.device)}")


Message = Hello | Events | Status | Ack | Orders | Query | NewId
