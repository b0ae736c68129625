"""Forms made from the fields of a schema at one table, with their words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass
from typing import Any

from companion.app.forms import ChoiceField, FieldForm, Label, Letters, ListField, Number, Part, Parts, Several
from companion.core import schema
from companion.core.events import field_words
from companion.core.schema import (
    LEFT_OUT,
    YES_OR_NO,
    AnyOf,
    AnySeat,
    Anything,
    Bounds,
    Listing,
    ListOf,
    MapOf,
    OneOf,
    Record,
    SchemaField,
    Shape,
    Together,
)
from companion.core.table import Table, seat_words
from companion.core.text import say
from companion.record.codec import plain

MOST_TAPPED = 24
"""A whole number with at most this many values is chosen from a list, if it stands in one."""


@dataclass(frozen=True)
class _Maker:
    """Makes forms for one table that begins in `state`."""

    players: Sequence[str]
    state: Any = None

    def form(self, shape: Shape, sample: Any = None, *, optional: bool = False) -> FieldForm | None:  # noqa: C901  a case each
        """Return what is entered for this shape; None if people cannot enter it. `sample` is what is there at first:
        where there is such a word or number, there always is one.
        """
        match shape:
            case schema.Optional(of):
                return self.form(of, sample, optional=True)
            case AnyOf((first, *_)):
                return self.form(first, sample, optional=optional)
            case AnySeat(others, among):
                names = dict(enumerate(self.players))
                seats = names if among is None else among
                return _choice([*(others or ()), *seats], {**(others or {}), **names}, _NOBODY if optional else None)
            case OneOf():
                words = _YES_OR_NO if shape is YES_OR_NO else shape.words
                may_be_none = optional and sample is None
                return _choice(shape.among(self.state), words, _NOTHING if may_be_none else None)
            case Bounds():
                return _number(shape, optional and sample is None, self.players)
            case Anything(text=True):
                return Letters()
            case ListOf(of, Listing.BY_SEAT):
                return self._by_place([of] * len(self.players), self.players, sample)
            case ListOf(of, Listing.ROW):
                return self._by_place([of] * len(sample or ()), None, sample)
            case Together(shapes):
                return self._by_place(shapes, None, sample)
            case ListOf():
                return self._list(shape, optional)
            case MapOf():
                return self._map(shape, sample)
            case Record(known):
                return _parts(self.parts(known.values(), sample if isinstance(sample, dict) else {}))
        return None

    def parts(self, known: Iterable[SchemaField], sample: Mapping[str, Any]) -> list[Part]:
        """The fields that people can enter."""
        found = []
        for each in known:
            fresh = sample.get(each.name, None if each.default in (MISSING, LEFT_OUT) else plain(each.default))
            form = self.form(each.shape, fresh, optional=each.default is LEFT_OUT)
            if form is not None:
                found.append(Part(each.name, label_of(each), form, fresh, each.needed))
        return found

    def _list(self, shape: ListOf, optional: bool) -> FieldForm | None:
        of = self.form(shape.of)
        match shape.of:
            case Bounds(low, int(high), words) if high - (low or 0) < MOST_TAPPED:
                of = _choice(range(low or 0, high + 1), words or {})
        if shape.listing is Listing.DIFFERENT and isinstance(of, ChoiceField):
            return Several(of.values, optional)
        return None if of is None else ListField(of, optional=optional, count=shape.count)

    def _by_place(self, shapes: Sequence[Shape], names: Sequence[str] | None, sample: Any) -> FieldForm | None:
        there = isinstance(sample, list) and len(sample) == len(shapes)
        samples = sample if there else [None] * len(shapes)
        labels = names or [str(number + 1) for number in range(len(shapes))]
        return _parts(self._part(at, labels[at], shape, samples[at]) for at, shape in enumerate(shapes))

    def _part(self, key: Any, label: Label, shape: Shape, sample: Any = None) -> Part | None:
        form = self.form(shape, sample)
        return None if form is None else Part(key, label, form, sample)

    def _map(self, shape: MapOf, sample: Any) -> FieldForm | None:
        known_before = not (isinstance(shape.key, OneOf) and callable(shape.key.values))
        if sample and known_before:
            return _parts(self._part(key, called(key, {}), shape.of, part) for key, part in sample.items())
        pair = (self._part(0, say("where"), shape.key), self._part(1, say("whose"), shape.of))
        of = _parts(pair)
        return None if of is None else ListField(of, pairs=True)


_NOBODY, _NOTHING = say("nobody"), say("nothing")
_YES_OR_NO: Mapping[Any, Label] = {False: say("no"), True: say("yes")}


def fact_form(kind: Any, table: Table, state: Any, facts: Mapping[str, Any]) -> Parts:
    """The form of a game's `Facts`, for a table that begins with this state and these facts."""
    return Parts(tuple(_Maker(table.players, state).parts(schema.fields_of(kind).values(), facts)))


def event_form(fields: Iterable[SchemaField], players: Sequence[str]) -> Parts:
    """The form of an event, from the fields of an ask's form."""
    return Parts(tuple(_Maker(players).parts(fields, {})))


def option_form(known: SchemaField, players: Sequence[str] = ()) -> FieldForm | None:
    """Return what is entered for an option by these players; None if people enter it in a way of the game's own."""
    return _Maker(players).form(known.shape)


def label_of(known: SchemaField) -> Label:
    """The word of a field: the game's own, else its name in words."""
    return known.labelled.label or field_words(known.name)


def called(value: Any, words: Mapping[Any, Label]) -> Label:
    """A value in words: those that are given, else its own ("start-roll" as "start roll")."""
    if value in words:
        return words[value]
    return value.replace("-", " ").replace("_", " ") if isinstance(value, str) else str(value)


def _number(shape: Bounds, optional: bool, players: Sequence[str]) -> FieldForm | None:
    """Return a choice if each number has its word or is the seat of one of the players, else the number itself."""
    low, high, words = shape.low or 0, shape.high, shape.words or {}
    if high is not None and shape.seats:
        who = dict(enumerate(players[: high + 1])) or seat_words(high + 1)
        return _choice(who, who, words.get(None, _NOTHING) if optional else None, seats=True)
    if high is not None and all(number in words for number in range(low, high + 1)):
        return _choice(range(low, high + 1), words, words.get(None, _NOTHING) if optional else None)
    return Number(low, high, optional, tuple(words.items()))


def _choice(
    values: Iterable[Any], words: Mapping[Any, Label], none: Label | None = None, *, seats: bool = False
) -> ChoiceField | None:
    """Return the choice among some values; `none` is the word for none of them, if that is a choice."""
    found = tuple((value, called(value, words)) for value in values)
    return ChoiceField((() if none is None else ((None, none),)) + found, seats) if found else None


def _parts(found: Iterable[Part | None]) -> Parts | None:
    parts = tuple(found)
    known = tuple(part for part in parts if part is not None)
    return Parts(known) if known and len(known) == len(parts) else None
