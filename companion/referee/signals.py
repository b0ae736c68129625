"""Signals of the devices, before the referee judges them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.asks import Key
from companion.core.text import NOTHING, Text

MOTION = "motion"
"""What news from the tray may be about: something moves there. It is over once the tray comes to rest."""
Share = tuple[float, float, float, float]
"""Where something lies in a picture: x0, y0, x1, y1 in shares of it."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die as read. Confidences are probabilities."""

    value: int
    colour: str = ""
    value_confidence: float = 1.0
    colour_confidence: float = 1.0
    cocked: bool = False
    box: Share = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ReviewReason:
    """Why a reading is not sure. `code` names the reason (see `companion.referee.messages`), `value` the value read on
    the die in question, `probability` how likely that is. `box` is where a thing lies that may be a die.
    """

    code: str
    value: int | None = None
    probability: float | None = None
    box: Share | None = None


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """Dice came to rest. `picture` is the JPEG they were read from, `reading` the complete reading as JSON.

    `sure`: the reading may be accepted without asking, or shows an empty tray in a good picture; if not, `reasons` say
    why, the most important first. `at`: seconds of the camera's clock. `disturbed`: dice already read were turned or
    pushed without a throw. `after_gap`: readings just before were dropped because the app was busy. `film` has the last
    two seconds before, small JPEGs, () if people do not want films.
    """

    dice: tuple[SeenDie, ...]
    sure: bool
    reasons: tuple[ReviewReason, ...] = ()
    at: float = 0.0
    disturbed: bool = False
    picture: bytes | None = None
    reading: bytes = b"{}"
    after_gap: bool = False
    film: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class TrayMoved:
    """Something began to move in the tray."""


@dataclass(frozen=True, slots=True)
class TraySettled:
    """The tray is still again without a throw: a hand passed or took dice away. `seen` is what is there."""

    seen: DiceSeen


@dataclass(frozen=True, slots=True)
class PressMark:
    """Identifies a press of a box, also when it is delivered again after the app was killed."""

    box: str
    boot: int
    number: int


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A button went down. `at`: seconds of the host's monotonic clock.

    `seat` is the mark of the player whose button it is until the app knows the table (see `Table.seat_of`).
    """

    seat: int
    key: Key
    at: float = 0.0
    mark: PressMark | None = None


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """The camera or the boxes came or went; `why` says so for people, and what is missing beside what works."""

    device: str
    ok: bool
    why: Text = NOTHING


@dataclass(frozen=True, slots=True)
class DeviceSaid:
    """News from a device, or from what tells other programs: the camera was bumped, an address does not answer.

    `about`: what ends it; MOTION if it is no longer true once the tray comes to rest.
    """

    device: str
    text: Text
    about: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """A browser wants something done on the thread that owns the session. `run` never raises."""

    run: Callable[[], None]


TraySignal = DiceSeen | TrayMoved | TraySettled
Signal = TraySignal | KeyPressed | DeviceChanged | DeviceSaid | Request
