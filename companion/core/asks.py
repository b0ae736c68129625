"""What the table is asked for. Screen, buttons, camera, bots and tests all go by it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, cast

from companion.core.events import Event, Face
from companion.core.schema import AnySeat, Listing, ListOf, OneOf, SchemaField, Shape, fields_of
from companion.core.table import Table
from companion.core.text import Text, say


class Key(StrEnum):
    """A meaning a seat's button can have. NEXT steps through the choices, YES takes the one shown."""

    YES = "yes"
    NO = "no"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Choice:
    """One event that is legal now, ready to be submitted, and the words on its button.

    `key` binds it to a button of the seat directly (at most one choice of a seat for each key). Choices of the same
    `group` may share one button on the screen that opens them; it is the button's words before translation ("Attack").
    Those of the group "" stand by themselves.
    """

    event: Event
    label: Text
    key: Key | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """An event to be filled in, if the legal ones are too many to list.

    `given` are the fields that are settled, `{"seat": 0}` at least. `narrowed` has the shapes of fields that can hold
    less now than their types allow: `{"cards": some_of(hand)}`. `partners` are the other seats that must agree. A form
    is a promise of shape, not of legality: the rules decide.
    """

    event: type[Event]
    given: Mapping[str, object]
    narrowed: Mapping[str, Shape] = field(default_factory=dict)
    partners: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """The seat whose event it is."""
        return cast("int", self.given["seat"])

    @property
    def fields(self) -> dict[str, SchemaField]:
        """The fields to be filled in, those that are narrowed first."""
        known = fields_of(self.event)
        narrowed = {name: known[name]._replace(shape=shape) for name, shape in self.narrowed.items()}
        return {**narrowed, **{name: each for name, each in known.items() if name not in {**self.given, **narrowed}}}


def some_of(values: Iterable[object]) -> ListOf:
    """Return the shape of a list of different ones of these values; a mapping has a word for each."""
    return ListOf(OneOf(values if isinstance(values, Mapping) else tuple(values)), Listing.DIFFERENT)


def some_seats(seats: Iterable[int]) -> ListOf:
    """Return the shape of a list of different ones of these seats."""
    return ListOf(AnySeat(among=tuple(seats)), Listing.DIFFERENT)


@dataclass(frozen=True, slots=True)
class RollCall:
    """The dice one seat has to throw.

    `colours` are the colours expected, one for each die, or empty if any will do; `kept` are dice that may go on
    lying there beside the thrown ones.
    """

    count: int
    colours: tuple[str, ...] = ()
    kept: tuple[Face, ...] = ()


class Ask(NamedTuple):
    """One thing one seat may do now.

    `text` does not name the player: whoever shows it says who is asked. Every choice listed is accepted if submitted.
    The asks of a state are empty exactly when the game is over.
    `optional` asks may be passed over in silence (a reaction, a correction): they light no LED as *your turn*.
    `subject` is what it is asked about, if neither an event nor its key tells (the card that a reaction answers).
    """

    seat: int
    text: Text
    choices: tuple[Choice, ...] = ()
    forms: tuple[Form, ...] = ()
    roll: RollCall | None = None
    optional: bool = False
    subject: tuple[object, ...] = ()

    def named(self, table: Table) -> Text:
        """Return what is asked, with the player's name before it."""
        return say("{name}: {text}", name=table.name(self.seat), text=self.text)


def open_to_people(asks: Iterable[Ask], bots: Container[int]) -> tuple[Ask, ...]:
    """Return what people may do if bots play these seats: nothing for a bot, nor what a bot would have to agree to."""
    found = []
    for ask in asks:
        forms = tuple(form for form in ask.forms if not any(partner in bots for partner in form.partners))
        if ask.seat not in bots and (forms or ask.choices or ask.roll is not None):
            found.append(ask._replace(forms=forms))
    return tuple(found)


def waiting(asks: tuple[Ask, ...]) -> list[int]:
    """The seats the table waits for, sorted: those with an ask that is not optional."""
    return sorted({ask.seat for ask in asks if not ask.optional})
