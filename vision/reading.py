"""The one currency of the eye: what was read from a picture, and how far to trust it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from vision.pose.table_pose import Table

Box = tuple[float, float, float, float]
NONE_FOUND = "no dice found"
"""Why a good picture is not sure in which nothing was read as a die."""
DAMAGED = "the picture is damaged"
"""Why no picture is sure of which some data are missing or wrong."""


@dataclass(frozen=True)
class DieReading:
    """One die. `box` is (x0, y0, x1, y1) in pixels of the picture; confidences are probabilities.

    `centre_mm` is the place on the table where the camera has been calibrated, else None. `angle_deg` is the turn of
    the top face in the picture, 0 <= angle < 90. `cocked`: the die leans, so its value does not count. `upright` is
    where the top face's middle lies from the die's, right and down, in half edges of the die, with the deviation
    `upright_off`; None where the reader does not say.
    """

    value: int
    colour: str
    box: Box
    value_confidence: float
    colour_confidence: float
    centre_mm: tuple[float, float] | None = None
    angle_deg: float = 0.0
    cocked: bool = False
    upright: tuple[float, float] | None = None
    upright_off: float = 0.0


@dataclass(frozen=True)
class Reading:
    """All dice of one picture. `sure`: may be accepted unasked; if not, `why` says why in plain words. `ms` is the
    time reading took.
    """

    dice: tuple[DieReading, ...] = ()
    sure: bool = False
    why: str = ""
    at: float = 0.0
    frame: int = 0
    ms: float = 0.0

    @property
    def values(self) -> tuple[int, ...]:
        """The sorted values of the dice that lie flat."""
        return tuple(sorted(die.value for die in self.dice if not die.cocked))

    @property
    def empty(self) -> bool:
        """Whether this is a good picture in which nothing was read as a die: the tray is empty, as far as is seen."""
        return not self.dice and self.why in ("", NONE_FOUND)

    def to_json(self) -> str:
        """Return the reading as one line of JSON that `from_json` turns back into an equal reading."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> Reading:
        """Return the reading that `to_json` wrote. Raises ValueError on anything else."""
        try:
            fields: dict[str, Any] = json.loads(text)
            dice = tuple(_die(die) for die in fields.pop("dice"))
            return Reading(dice=dice, **fields)
        except (KeyError, TypeError, AttributeError) as error:
            message = f"not a reading: {text[:80]!r} ({error})"
            raise ValueError(message) from error


def vetoed(reading: Reading, why: str) -> Reading:
    """Return the reading, not sure for this reason whatever its own is; as it is where there is none ("")."""
    return replace(reading, sure=False, why=why) if why else reading


class TableReader(Protocol):
    """What turns a picture into a Reading and may be told how the table stands; as `pipeline.reader.Reader`."""

    def read(self, image: object, *, at: float = 0.0, frame: int = 0, table: Table | None = None) -> Reading:
        """Return what lies in the picture."""


def _die(fields: dict[str, Any]) -> DieReading:
    x0, y0, x1, y1 = fields.pop("box")
    centre, upright = _pair(fields.pop("centre_mm", None)), _pair(fields.pop("upright", None))
    return DieReading(box=(x0, y0, x1, y1), centre_mm=centre, upright=upright, **fields)


def _pair(given: Any) -> tuple[float, float] | None:
    return None if given is None else (given[0], given[1])
