"""Messages between host and box, without their encoding: LEDs to show, and events of the box."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.host.messages import LEDS, Hello, Led, Tune

MENDED = -1
"""The number of a release the box had no room to queue."""


@dataclass(frozen=True)
class Leds:
    """Everything the box shows: a led per seat, and a tune played once when `nonce` has changed."""

    leds: tuple[Led, ...] = ()
    tune: Tune = Tune.SILENCE
    nonce: int = 0

    def __post_init__(self) -> None:
        if len(self.leds) > LEDS:
            raise ValueError(f"a box has {LEDS} leds, not {len(self.leds)}")

    def after(self, before: Leds) -> Leds:
        """The same, shown after `before`: a tune goes with its nonce, so an unchanged nonce keeps its tune."""
        return self if self.nonce != before.nonce else replace(self, tune=before.tune)


@dataclass(frozen=True)
class Pressed:
    """An edge of a button, delivered exactly once. `at` is the host's time of the edge, seconds.

    A release the box had no room to queue, known from its status only, has the number `MENDED`.
    """

    device: bytes
    button: int
    down: bool
    at: float
    boot: int
    number: int


@dataclass(frozen=True)
class Greeted:
    """The box has said who it is. `restarted`: it lost power since the last time, and with it what was not fetched.

    `duplicate`: a box of the same id speaks on another cable as well.
    """

    hello: Hello
    restarted: bool
    duplicate: bool = False


@dataclass(frozen=True)
class LostSome:
    """Edges that will never arrive: its queue was full, or another program fetched them. `total` counts this boot's."""

    total: int


@dataclass(frozen=True)
class WrongProtocol:
    """It is a button box, but of another protocol version."""

    hello: Hello


BoxEvent = Pressed | Greeted | LostSome | WrongProtocol


@dataclass(frozen=True)
class EdgeMark:
    """How far a box has been heard: every edge of `boot` (its account in the ledger) before `next` was delivered."""

    boot: int
    next: int
