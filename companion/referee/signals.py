"""What devices and fingers say, before anybody has judged it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.asks import Key
from companion.core.events import Event


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die as the camera saw it. Confidences are probabilities; `box` is x0, y0, x1, y1 in shares of the picture."""

    value: int
    colour: str = ""
    value_confidence: float = 1.0
    colour_confidence: float = 1.0
    cocked: bool = False
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ReviewReason:
    """Why a reading is not sure. `code` names the reason (see `companion.referee.messages`); `value` is what was read
    on the die it is about, and `probability` how likely that is.
    """

    code: str
    value: int | None = None
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """Dice came to rest. `picture` is the JPEG they were read from, `reading` the eye's whole answer as JSON.

    `sure`: the eye would have it accepted unasked, or sees a tray without dice in a good picture; if not, `reasons`
    say why, the most important first. `disturbed`: dice read before were turned or pushed without a throw.
    """

    dice: tuple[SeenDie, ...]
    sure: bool
    reasons: tuple[ReviewReason, ...] = ()
    at: float = 0.0
    disturbed: bool = False
    picture: bytes | None = None
    reading: bytes = b"{}"


@dataclass(frozen=True, slots=True)
class DiceMoving:
    """Something began to move in the tray, or (`moving` false) it is still again and nobody threw: a hand passed, or
    took dice away. Then `seen` is what lies there.
    """

    at: float = 0.0
    moving: bool = True
    seen: DiceSeen | None = None


@dataclass(frozen=True, slots=True)
class PressMark:
    """Which press of which box: the same for a press that is delivered again after the app was killed."""

    box: str
    boot: int
    number: int


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A seat's button went down."""

    seat: int
    key: Key
    at: float = 0.0
    mark: PressMark | None = None


@dataclass(frozen=True, slots=True)
class Picked:
    """Somebody touched an event on the glass."""

    event: Event


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """The camera or the boxes came or went; `why` says it in plain words, also what is missing beside what works."""

    device: str
    ok: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class DeviceSaid:
    """A device has something to say, and goes on working: the camera was bumped, the lamp went out."""

    device: str
    text: str


Signal = DiceSeen | DiceMoving | KeyPressed | Picked | DeviceChanged | DeviceSaid
