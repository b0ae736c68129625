"""The reading of a picture, and the reasons to ask about it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from catseye.reasons import reason_text
from catseye.text import NOTHING, Text

Box = tuple[float, float, float, float]
COLOUR_NAMES = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange", "pink", "grey")
"""Colours of dice, in the order of the classifier's colour logits. Ivory counts as white."""


class ReasonKind(StrEnum):
    """Each reason to ask about a picture. `catseye.reasons` has the sentences."""

    # the picture
    NO_PICTURE = "no_picture"  # not (H, W, 3) uint8
    TOO_SMALL = "too_small"
    DAMAGED = "damaged"  # the decoder found data missing or wrong
    TOO_DARK = "too_dark"
    OVEREXPOSED = "overexposed"  # a die is
    BLURRED = "blurred"
    HAZY = "hazy"
    NOISY = "noisy"
    # a die: `die` and `value`
    MAY_LEAN = "may_lean"
    LOW_CONFIDENCE = "low_confidence"  # with `probability`, of its value
    CUT_OFF = "cut_off"  # by the edge of the picture
    LAY_THERE_BEFORE = "lay_there_before"  # when the tray was last seen empty
    AT_TRAY_EDGE = "at_tray_edge"
    NOT_OURS = "not_ours"  # it looks like none of tonight's dice
    # all dice
    NONE_FOUND = "none_found"
    UNLIKELY = "unlikely"  # no die or thing makes up most of the doubt: with `probability`, of the reading
    READ_TWO_WAYS = "read_two_ways"  # the rotated picture shows other dice
    DICE_MISSING = "dice_missing"  # fewer than were asked for: `colours`, and `value`, how many
    TOO_MANY_DICE = "too_many_dice"  # more than were asked for: `colours`, and `value`, how many
    # beside the dice
    UNEXPLAINED_OBJECT = "unexplained_object"  # a candidate that is neither a die nor surely none
    TOO_MUCH = "too_much"  # more than is looked at in one picture
    # the camera
    MAY_HAVE_MOVED = "may_have_moved"
    CAMERA_MOVED = "camera_moved"
    TRAY_HIDDEN = "tray_hidden"
    TRAY_LOST = "tray_lost"
    # what happened before
    OBSTRUCTED = "obstructed"  # a hand or another large thing is in the picture
    OTHER_VIEW = "other_view"
    FROZEN_STREAM = "frozen_stream"
    THROW_NOT_SEEN = "throw_not_seen"
    MOVED_OR_THROWN = "moved_or_thrown"
    # while nothing comes to rest
    KEEPS_MOVING = "keeps_moving"  # with `box`
    # in journals of earlier versions
    MAY_BE_NO_DIE = "may_be_no_die"
    HALF_HIDDEN = "half_hidden"
    NO_DICE = "no_dice"


@dataclass(frozen=True)
class Reason:
    """A reason to ask about a picture. `die` is the index in `Reading.dice`, None for other objects; `value` is the
    value read there, `probability` that of the value or of the whole reading. `box` (px of the picture) is the place of
    another object. `colours` are those of missing or superfluous dice, "" for any.
    """

    kind: ReasonKind
    die: int | None = None
    value: int | None = None
    probability: float | None = None
    box: Box | None = None
    colours: tuple[str, ...] = ()

    @property
    def text(self) -> Text:
        """The reason as a sentence for people."""
        return reason_text(self.kind.value, self.value, self.probability)


@dataclass(frozen=True)
class DieReading:
    """One die. `box` is (x0, y0, x1, y1) in px of the picture; confidences are probabilities.

    `centre_mm` is its place on the table of a calibrated camera, else None. `angle_deg` is the rotation of the top face
    in the picture, 0 <= angle < 90. `cocked`: the die leans, so its value does not count. `top_offset` is the centre of
    the top face relative to the die's, right and down, in half edges of the die, with the deviation `top_offset_sigma`;
    None if unknown.
    """

    value: int
    colour: str
    box: Box
    value_confidence: float
    colour_confidence: float
    centre_mm: tuple[float, float] | None = None
    angle_deg: float = 0.0
    cocked: bool = False
    top_offset: tuple[float, float] | None = None
    top_offset_sigma: float = 0.0


@dataclass(frozen=True)
class Reading:
    """All dice of one picture. `sure`: it may be accepted without a question; if not, `reasons` say why, most important
    first. `at` is the frame's time (s), `frame` its number, `ms` the duration of the reading.
    """

    dice: tuple[DieReading, ...] = ()
    sure: bool = False
    reasons: tuple[Reason, ...] = ()
    at: float = 0.0
    frame: int = 0
    ms: float = 0.0

    @property
    def why(self) -> Text:
        """The first reason as a sentence for people, NOTHING without one."""
        return self.reasons[0].text if self.reasons else NOTHING

    @property
    def values(self) -> tuple[int, ...]:
        """The sorted values of the level dice."""
        return tuple(sorted(die.value for die in self.dice if not die.cocked))

    @property
    def empty(self) -> bool:
        """Whether this is a good picture without dice: no die, and no other reason than that."""
        return not self.dice and all(reason.kind is ReasonKind.NONE_FOUND for reason in self.reasons)

    def has(self, *kinds: ReasonKind) -> bool:
        """Return whether one of the reasons is of one of these kinds."""
        return any(reason.kind in kinds for reason in self.reasons)

    def vetoed(self, reason: Reason) -> Reading:
        """Return the reading, not sure, with this reason in place of its own."""
        return replace(self, sure=False, reasons=(reason,))

    def questioned(self, reason: Reason) -> Reading:
        """Return the reading, not sure for this reason; unchanged if it is not sure anyway."""
        return self.vetoed(reason) if self.sure else self

    def to_json(self) -> str:
        """Return the reading as one line of JSON that `from_json` turns back into an equal reading."""
        fields = asdict(self)
        fields["reasons"] = [
            {key: value for key, value in reason.items() if key != "colours" or value} for reason in fields["reasons"]
        ]
        return json.dumps(fields, separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> Reading:
        """Return the reading that `to_json` wrote. Raises ValueError on anything else."""
        try:
            fields: dict[str, Any] = json.loads(text)
            dice = tuple(_die(die) for die in fields.pop("dice"))
            reasons = tuple(_reason(reason) for reason in fields.pop("reasons"))
            return Reading(dice=dice, reasons=reasons, **fields)
        except (KeyError, TypeError, AttributeError) as error:
            message = f"not a reading: {text[:80]!r} ({error})"
            raise ValueError(message) from error


def _die(fields: dict[str, Any]) -> DieReading:
    x0, y0, x1, y1 = fields.pop("box")
    centre, top_offset = _pair(fields.pop("centre_mm", None)), _pair(fields.pop("top_offset", None))
    return DieReading(box=(x0, y0, x1, y1), centre_mm=centre, top_offset=top_offset, **fields)


def _reason(fields: dict[str, Any]) -> Reason:
    box, colours = fields.pop("box", None), tuple(fields.pop("colours", ()))
    box = None if box is None else (box[0], box[1], box[2], box[3])
    return Reason(ReasonKind(fields.pop("kind")), box=box, colours=colours, **fields)


def _pair(given: Any) -> tuple[float, float] | None:
    return None if given is None else (given[0], given[1])
