"""What a value may be: one set of marks on the fields of options, facts and events, and the shapes they give.

A field states its type, and a mark what the type alone does not tell: `Annotated[int, Bounds(1, 13)]`.
`fields_of` reads a dataclass once. The line protocol's listing, forms on every kind of screen, the move to another
table, and refusals of a value all go by the shapes that it returns. Type checkers and JSON see plain numbers, texts and
tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (  # fmt: skip
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from companion.core.text import Text

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """A whole number from `low` to `high`; None: not bounded. `words` has words for some of the numbers, and for None
    where there may be none. `seats`: people see the players at these seats, the first is 0.
    """

    low: int | None = None
    high: int | None = None
    words: Mapping[int | None, Text] | None = field(default=None, hash=False)
    seats: bool = False


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values; as a mapping it has a word for each. On a type that lists its values it adds only the words.

    A function gives the values by the state of a table that begins.
    """

    values: Mapping[Any, Text] | tuple[Any, ...] | Callable[[Any], Iterable[Any]] = field(hash=False)
    _order: tuple[Any, ...] = field(init=False, repr=False)
    """`typing` returns a type that it made before for an equal mark: the same values in another order are not equal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_order", () if callable(self.values) else tuple(self.values))

    def among(self, state: Any = None) -> tuple[Any, ...]:
        """Return the values; `state` is that of a table that begins."""
        return tuple(self.values(state) if callable(self.values) else self.values)

    @property
    def words(self) -> Mapping[Any, Text]:
        """The words for the values."""
        return self.values if isinstance(self.values, Mapping) else {}


@dataclass(frozen=True, slots=True)
class AnySeat:
    """The number of a seat of the table (with `among`, of one of these), or a key of `others`, which has its words."""

    others: Mapping[Any, Text] | None = field(default=None, hash=False)
    among: tuple[int, ...] | None = None


class Listing(Enum):
    """The entries that a list has: how many, and which."""

    ANY = "any"
    BY_SEAT = "one for each seat"
    DIFFERENT = "different values, in their usual order"
    ROW = "as many as at a table that begins"


Seat = Annotated[int, AnySeat()]
BySeat = Annotated[tuple[_T, ...], Listing.BY_SEAT]
Different = Annotated[tuple[_T, ...], Listing.DIFFERENT]
Row = Annotated[tuple[_T, ...], Listing.ROW]


@dataclass(frozen=True, slots=True)
class Anything:
    """A text, if `text`; else any value."""

    text: bool = False


@dataclass(frozen=True, slots=True)
class Optional:
    """A value or None."""

    of: Shape


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of several shapes."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list. `count`: it has this many entries."""

    of: Shape
    listing: Listing = Listing.ANY
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Together:
    """A list in which each entry has its own shape."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object whose names are not known before."""

    key: Shape
    of: Shape


@dataclass(frozen=True, slots=True)
class Record:
    """An object with the fields of a dataclass or a TypedDict; some of them narrowed."""

    fields: Mapping[str, SchemaField]


Shape = Bounds | OneOf | AnySeat | Anything | Optional | AnyOf | ListOf | Together | MapOf | Record
YES_OR_NO = OneOf((False, True))


@dataclass(frozen=True, slots=True)
class Labelled:
    """The words beside a field, and when the field counts: made by `option` and `fact`, or as a mark of a type.

    `needs` names other options and the values with which alone an option means something, `players` the numbers of
    players with which it does. `follows` names facts from which a fact follows: when one of them is corrected it is
    worked out anew, by `anew(before, now)` from all facts before and after (None: left out, so that the position says
    it). Without `anew`, it is left out if its value before is what then follows, and else stays as it is.
    """

    label: Text | None = None
    help: Text | None = None
    needs: Mapping[str, object] | None = field(default=None, hash=False)
    players: range | None = None
    follows: tuple[str, ...] = ()
    anew: Callable[[Any, Any], Any] | None = None


_LABELLED = "labelled"
LEFT_OUT = object()
"""The default of a field of a TypedDict that may be left out."""


class SchemaField(NamedTuple):
    """A field: its shape, its default (MISSING if there is none), and its words."""

    name: str
    shape: Shape
    default: Any = MISSING
    labelled: Labelled = Labelled()

    @property
    def needed(self) -> bool:
        """Whether it cannot be left out."""
        return self.default is MISSING


def option(
    default: object,
    label: Text,
    help: Text,  # noqa: A002  it is what the form calls it
    *,
    factory: Callable[[], object] | None = None,
    needs: Mapping[str, object] | None = None,
    players: range | None = None,
) -> Any:
    """A field of an `Options` dataclass. `label` is the form's word, `help` explains it in one line; see `Labelled`."""
    metadata = {_LABELLED: Labelled(label, help, needs, players)}
    return field(default_factory=factory, metadata=metadata) if factory else field(default=default, metadata=metadata)


def fact(
    label: Text,
    default: object = None,
    *,
    needed: bool = False,
    follows: tuple[str, ...] = (),
    anew: Callable[[Any, Any], Any] | None = None,
) -> Any:
    """A field of a `Facts` dataclass, or of a record in it. One that must be filled in is `needed`; see `Labelled`."""
    metadata = {_LABELLED: Labelled(label, None, follows=follows, anew=anew)}
    return field(metadata=metadata) if needed else field(default=default, metadata=metadata)


def fields_of(kind: Any) -> Mapping[str, SchemaField]:
    """Return the fields of a dataclass or a TypedDict by their names."""
    return _read(kind)


@cache
def _read(kind: Any) -> Mapping[str, SchemaField]:
    hints = get_type_hints(kind, include_extras=True)
    if is_typeddict(kind):
        left_out = kind.__optional_keys__
        return {
            name: SchemaField(name, shape_of(hint), LEFT_OUT if name in left_out else MISSING)
            for name, hint in hints.items()
        }
    found = {}
    for each in fields(kind):
        default = each.default if each.default_factory is MISSING else each.default_factory()
        marks = getattr(hints[each.name], "__metadata__", ())
        marked = next((mark for mark in marks if isinstance(mark, Labelled)), Labelled())
        said = each.metadata.get(_LABELLED, marked)
        found[each.name] = SchemaField(each.name, shape_of(hints[each.name]), default, said)
    return found


def shape_of(hint: Any, marks: tuple[Any, ...] = ()) -> Shape:
    """Return what a value of this annotated type may be."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Annotated, NotRequired):
        return shape_of(args[0], (*args[1:], *marks))
    if origin in (Union, UnionType):
        shapes = tuple(shape_of(part, marks) for part in args if part is not NoneType)
        either = shapes[0] if len(shapes) == 1 else AnyOf(shapes)
        return Optional(either) if NoneType in args else either
    if origin is tuple:
        shapes = tuple(shape_of(part) for part in args if part is not Ellipsis)
        listing = next((mark for mark in marks if isinstance(mark, Listing)), Listing.ANY)
        together = Ellipsis not in args and listing is Listing.ANY
        return Together(shapes) if together else ListOf(shapes[0], listing)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return MapOf(shape_of(args[0]), shape_of(args[1]))
    if is_dataclass(hint) or is_typeddict(hint):
        return Record(fields_of(hint))
    return _single(hint, marks)


def _single(hint: Any, marks: tuple[Any, ...]) -> Shape:
    """Return the shape of a value without parts."""
    mark = next((mark for mark in marks if isinstance(mark, Bounds | OneOf | AnySeat)), None)
    own = get_args(hint) if get_origin(hint) is Literal else ()
    if isinstance(hint, type) and issubclass(hint, Enum):
        own = tuple(each.value for each in hint)
    if own and not isinstance(mark, AnySeat):
        words = mark.words if isinstance(mark, OneOf) else {}
        return OneOf({value: words[value] for value in own} if words else own)
    if mark is not None:
        return mark
    return YES_OR_NO if hint is bool else Bounds() if hint is int else Anything(text=hint is str)


def words_in(shape: Shape) -> Mapping[Any, Text]:
    """Return the words for the values that a field can have."""
    match shape:
        case OneOf():
            return shape.words
        case AnyOf(shapes):
            return {value: words for each in shapes for value, words in words_in(each).items()}
    return {}


def parts_of(shape: Shape, value: Any) -> Iterator[tuple[Shape, Any]]:
    """The shapes within a shape, each with the part of a value that stands there."""
    match shape:
        case Optional(of) if value is not None:
            yield of, value
        case ListOf(of):
            yield from ((of, part) for part in value)
        case Together(shapes):
            yield from zip(shapes, value, strict=True)
        case MapOf(key, of):
            yield from ((each, part) for pair in value.items() for each, part in zip((key, of), pair, strict=True))
        case Record(known) if isinstance(value, Mapping):
            yield from ((known[name].shape, part) for name, part in value.items())
        case Record(known):
            yield from ((each.shape, getattr(value, name)) for name, each in known.items())
