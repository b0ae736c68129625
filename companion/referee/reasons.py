"""Why dice do not count, or why people are asked about them: values, which `messages` puts into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from companion.core.events import Face


class Why(Enum):
    """The reasons. What `DiceReason` carries besides is named in brackets."""

    NO_ROLL_DUE = auto()
    NO_DICE = auto()
    ENTERED = auto()
    COUNTED = auto()
    TURNED = auto()
    WRONG_NUMBER = auto()  # faces, wanted
    WRONG_DICE = auto()  # faces of one seat's colours, wanted
    STRANGE_DIE = auto()  # faces (one), colours that are due
    LEANING = auto()  # faces of the leaning dice
    UNSURE = auto()  # words of the reading, "" where it has none
    MOVED = auto()
    IN_PAUSE = auto()
    IN_SET_UP = auto()
    MAYBE_THROWN = auto()
    SOME_COUNTED = auto()
    ENTERED_MEANWHILE = auto()
    UNDONE_MEANWHILE = auto()
    OTHERS_ENTERED = auto()


@dataclass(frozen=True, slots=True)
class DiceReason:
    """A reason with its values: the dice it is about, how many are wanted, in which colours."""

    why: Why
    faces: tuple[Face, ...] = ()
    wanted: int = 0
    colours: tuple[str, ...] = ()
    words: str = ""
