"""What happens on a table: frozen, past tense, public facts only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from companion.core.schema import Bounds, Seat
from companion.core.text import Text, counted, say


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened on the table. Its class name is its `kind` in the journal and the line protocol.

    Subclasses are frozen, slotted dataclasses whose fields are plain JSON-able values (int, bool, str, None, tuples
    and dataclasses of these), with the marks of `core.schema`. Types are checked at the border (`malformed`); whether a
    value makes sense is the rules' affair (`illegal`), and nothing outside the marks ever does. A subclass uses
    `slots=True` as well.
    """

    seat: Seat


def kind_words(event: type[Event]) -> str:
    """The kind of an event in English words: `CardsTaken` as "Cards taken"."""
    name = event.__name__
    return "".join(f" {letter.lower()}" if letter.isupper() and at else letter for at, letter in enumerate(name))


def field_words(name: str) -> str:
    """A field of an event in English words: `min_players` as "min players"."""
    return name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Face:
    """One die as it lies: the pips on top and the colour of its body ("" if nobody cares)."""

    value: Annotated[int, Bounds(1, 6)]
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A player threw dice and these faces lie on the table."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Corrected:
    """People found something different on the table: these facts, as JSON has them, took the place of the present ones.

    Every game has it. It belongs to no seat.
    """

    facts: Mapping[str, Any]
    seat: ClassVar[None] = None

    def __hash__(self) -> int:
        return hash(tuple(sorted((name, repr(value)) for name, value in self.facts.items())))


LONGEST_WHY = 200
"""Characters of the reason for which a game was stopped."""


@dataclass(frozen=True, slots=True)
class Ended:
    """People stopped a game that was not over. Every game has it. It belongs to no seat."""

    why: str = ""
    seat: ClassVar[None] = None


Happening = Event | Corrected | Ended
"""What a record has an entry for."""


class IllegalEvent(ValueError):  # noqa: N818  it names what happened at the table, not a fault of the program
    """The rules forbid this now. `rule` is the paragraph of the game's RULES.md that says so ("R4.1").

    The message names the player, quotes what they did and says what would be right. `text` is the same, translatable.
    """

    def __init__(self, rule: str, text: Text) -> None:
        super().__init__(str(text))
        self.rule, self.text = rule, text


def dice_in(event: Rolled, count: int, rule: str) -> tuple[int, ...]:
    """The values thrown. Raises IllegalEvent quoting `rule` for another number of dice and for impossible faces."""
    seen = len(event.faces)
    if seen != count:
        why = counted("{n} die must be thrown, not {seen}.", "{n} dice must be thrown, not {seen}.", count, seen=seen)
        raise IllegalEvent(rule, why)
    for face in event.faces:
        if not 1 <= face.value <= 6:
            why = say("A die cannot show {value}, only 1 to {sides}.", value=face.value, sides=6)
            raise IllegalEvent(rule, why)
    return tuple(face.value for face in event.faces)
