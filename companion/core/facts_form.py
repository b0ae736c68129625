"""Words and types with which a game's `Facts` say how a running table is entered: a form is made from them.

Type checkers and JSON see plain whole numbers and tuples; only the form looks at the marks. A game needs none of them:
a fact without a label is called by its key, and a number without a mark is entered as a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from companion.core.text import Text

_T = TypeVar("_T")


class Mark(Enum):
    """What a type alone does not tell of a number or a list."""

    SEAT = "seat"
    BY_SEAT = "by seat"
    SOME = "some"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Within:
    """The least and the greatest whole number that can stand here."""

    low: int
    high: int


Seat = Annotated[int, Mark.SEAT]
"""A seat of the table, entered as a player's name."""
BySeat = Annotated[tuple[_T, ...], Mark.BY_SEAT]
"""One entry for each seat."""
Some = Annotated[tuple[_T, ...], Mark.SOME]
"""Different values, in their usual order."""
Row = Annotated[tuple[_T, ...], Mark.ROW]
"""As many entries as at a table that begins."""


def fact(
    label: Text,
    default: object = None,
    *,
    one_of: Mapping[Any, Text] | None = None,
    values: Callable[[Any], Iterable[Any]] | None = None,
    needed: bool = False,
    entered: bool = True,
    follows: tuple[str, ...] = (),
    anew: Callable[[Any, Any], Any] | None = None,
) -> Any:
    """A field of a `Facts` dataclass, or of a record in it, with the word of the form for it.

    `one_of` has words for values. `values(state)` gives the texts that can stand here, by the state of a table that
    begins. A field of a record that must be filled in is `needed`; any other has a `default`. The form leaves out what
    is not `entered`: a field that a record has only where it is something.

    `follows` names facts from which this one follows: when one of them is corrected it is worked out anew.
    `anew(before, now)` does that from all facts before and after (None: left out, so that the position says it).
    Without it, the fact is left out if its value before is what then follows, and else stays as it is.
    """
    metadata: dict[str, object] = {"label": label, "one_of": one_of, "values": values, "entered": entered}
    metadata |= {"follows": follows, "anew": anew}
    return field(metadata=metadata) if needed else field(default=default, metadata=metadata)


def bare(hint: Any) -> tuple[Any, list[Any], bool]:
    """A type without `| None` and without its marks, the marks, and whether it may be None."""
    marks: list[Any] = []
    optional = False
    while True:
        if get_origin(hint) is Annotated:
            hint, *more = get_args(hint)
            marks += more
        elif get_origin(hint) in {Union, UnionType} and NoneType in get_args(hint):
            optional = True
            rest = [part for part in get_args(hint) if part is not NoneType]
            if len(rest) != 1:
                return None, marks, optional
            hint = rest[0]
        else:
            return hint, marks, optional
