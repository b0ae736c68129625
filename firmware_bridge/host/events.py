"""Values of the host's half: LEDs to show, and events of the box."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.host.messages import LEDS, Hello, Led, Tune

MENDED = -1
"""The number of a release that the box had no room to queue."""


@dataclass(frozen=True)
class Leds:
    """Everything the box shows: a led per seat, and a tune that is played once when `nonce` changes."""

    leds: tuple[Led, ...] = ()
    tune: Tune = Tune.SILENCE
    nonce: int = 0

    def __post_init__(self) -> None:
        if len(self.leds) > LEDS:
            raise ValueError(f"a box has {LEDS} leds, not {len(self.leds)}")

    def after(self, before: Leds) -> Leds:
        """Return these with the tune of `before` if the nonce is the same: a tune belongs to its nonce."""
        return self if self.nonce != before.nonce else replace(self, tune=before.tune)


@dataclass(frozen=True)
class Pressed:
    """An edge of a button, delivered exactly once, at `at` seconds of the host's clock.

    A release the box had no room to queue is known from its status only; its number is `MENDED`.
    """

    device: bytes
    button: int
    down: bool
    at: float
    boot: int
    number: int


@dataclass(frozen=True)
class Greeted:
    """The box said who it is. `restarted`: it lost power, and with it edges not yet fetched.

    `duplicate`: a box with the same id speaks on another cable.
    """

    hello: Hello
    restarted: bool
    duplicate: bool = False


@dataclass(frozen=True)
class LostSome:
    """Edges were lost: the box's queue was full, or another program fetched them. `total` counts since its boot."""

    total: int


@dataclass(frozen=True)
class WrongProtocol:
    """The box speaks another protocol version."""

    hello: Hello


BoxEvent = Pressed | Greeted | LostSome | WrongProtocol
