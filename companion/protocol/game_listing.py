"""What `{"show": "games"}` says of a game: its options and its events, with what each field may hold; and of a form.

The words for a value: `one_of`, `from` and `to` (whole numbers; the one that is not there is not bounded), `list_of`,
`bool`, `text`, `seat` (the number of a seat, within `from` and `to`), `number` (any whole number), `object` (its
fields), `object_of` (any names, with the words of each value), `any_of`, `or_null`, `any`, and, if a field may be left
out, `optional`, with the `default` it then has. In forms also `is` (only this value) and `some_of` (a list of different
values); `count` says how many entries a list has.
"""

from __future__ import annotations

from typing import Any

from companion.core.asks import Form
from companion.core.game import Game
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
    Optional,
    Record,
    SchemaField,
    Shape,
    Together,
    fields_of,
)
from companion.record import codec

Words = dict[str, Any]


def game_to_plain(game: Game) -> Words:
    """A game as the line protocol lists it."""
    seats = game.player_counts[-1]
    return {
        "id": game.id,
        "title": game.title,
        "players": [game.player_counts[0], seats],
        "options": {name: _option(known) for name, known in fields_of(game.options).items()},
        "events": [cls.__name__ for cls in game.events],
        "event_fields": {
            cls.__name__: {name: _field(known, seats) for name, known in fields_of(cls).items()} for cls in game.events
        },
        "rules_version": game.rules_version,
    }


def form_to_plain(form: Form) -> Words:
    """The fields of a form as the line protocol writes them."""
    given = {name: {"is": value} for name, value in form.given.items()}
    return {**given, **{name: _form_field(known) for name, known in form.fields.items()}}


def _option(known: SchemaField) -> Words:
    return {"default": codec.plain(known.default), "help": str(known.labelled.help), **_words(known.shape, 0)}


def _field(known: SchemaField, seats: int) -> Words:
    words = _words(known.shape, seats)
    if known.needed:
        return words
    default = {} if known.default is LEFT_OUT else {"default": codec.plain(known.default)}
    return {**words, "optional": True, **default}


def _form_field(known: SchemaField) -> Words:
    return {**_form_words(known.shape), **({} if known.needed else {"optional": True})}


def _form_words(shape: Shape) -> Words:
    if not isinstance(shape, ListOf):
        return _words(shape, 0)
    if shape.listing is Listing.DIFFERENT:
        return {"some_of": _words(shape.of, 0)["one_of"]}
    of = _words(shape.of, 0)
    if isinstance(shape.of, Record):
        of = {name: _form_field(known) for name, known in shape.of.fields.items()}
    return {"list_of": of, **({"count": shape.count} if shape.count is not None else {})}


def _words(shape: Shape, seats: int) -> Words:  # noqa: C901  a case each
    """What a value of this shape may be."""
    match shape:
        case Optional(of):
            return {**_words(of, seats), "or_null": True}
        case AnyOf(shapes):
            return {"any_of": [_words(each, seats) for each in shapes]}
        case ListOf(of) | Together((of, *_)):
            return {"list_of": _words(of, seats)}
        case MapOf(_, of):
            return {"object_of": _words(of, seats)}
        case Record(known):
            return {"object": {name: _field(each, seats) for name, each in known.items()}}
        case OneOf():
            return {"bool": True} if shape is YES_OR_NO else {"one_of": list(shape.among())}
        case AnySeat(others, among) if among is not None:
            return {"one_of": [*(others or ()), *among]}
        case AnySeat():
            return {"seat": True, "from": 0, "to": seats - 1}
        case Bounds(low, high):
            bounds = (("from", low), ("to", high))
            return {name: bound for name, bound in bounds if bound is not None} or {"number": True}
        case Anything(text):
            return {"text" if text else "any": True}
    raise ValueError(f"there are no words for {shape}")
