"""What `{"show": "games"}` says of a game: its options and its events, with what each field may hold.

The words are those of `companion.core.asks.Form`: `one_of`, `from` and `to` (whole numbers; the one that is not there
is not bounded), `list_of`, `bool`, `text`. Others are `seat` (the number of a seat, within `from` and `to`), `number`
(any whole number), `object` (its fields), `object_of` (any names, with the words of each value), `any_of`, `or_null`,
`any`, and, where a field may be left out, `optional`, with the `default` it then has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from companion.core.events import Allowed
from companion.core.game import Game
from companion.record import codec

Words = dict[str, Any]
_PLAIN = {bool: "bool", int: "number", str: "text"}


def game_to_plain(game: Game) -> Words:
    """A game as the line protocol lists it."""
    seats = game.player_counts[-1]
    return {
        "id": game.id,
        "title": game.title,
        "players": [game.player_counts[0], seats],
        "options": {entry.name: _option(game, entry) for entry in fields(game.options)},
        "events": [cls.__name__ for cls in game.events],
        "event_fields": {cls.__name__: _fields_of(cls, seats) for cls in game.events},
        "rules_version": game.rules_version,
    }


def _option(game: Game, entry: Field[Any]) -> Words:
    low, high, one_of = (entry.metadata.get(key) for key in ("low", "high", "one_of"))
    words = _words(_hints(game.options)[entry.name], 0)
    if one_of is not None and words.pop("text", False):
        words |= {"one_of": list(one_of)}
    if low is not None or high is not None:
        words |= _bounds(low, high)
        words.pop("number", None)
    default = codec.plain(game.options.default_of(entry.name))
    return {"default": default, "help": str(entry.metadata["help"]), **words}


def _fields_of(cls: Any, seats: int) -> Words:
    """The fields of a dataclass."""
    hints = _hints(cls)
    found = {}
    for entry in fields(cls):
        words = _words(hints[entry.name], seats)
        if entry.default is not MISSING:
            words |= {"optional": True, "default": codec.plain(entry.default)}
        found[entry.name] = words
    return found


def _words(hint: Any, seats: int) -> Words:
    """What a value of this type may be."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _allowed(_words(inner[0], seats), inner[1:], seats)
    if origin is NotRequired:
        return {**_words(inner[0], seats), "optional": True}
    if origin is Literal:
        return {"one_of": list(inner)}
    if origin in (Union, UnionType):
        return _either([part for part in inner if part is not NoneType], NoneType in inner, seats)
    if origin is tuple:
        return {"list_of": _words(inner[0], seats)}
    if origin is not None and issubclass(origin, Mapping):
        return {"object_of": _words(inner[1], seats)}
    if is_dataclass(hint):
        return {"object": _fields_of(hint, seats)}
    if hasattr(hint, "__required_keys__"):
        return {"object": {name: _words(part, seats) for name, part in _hints(hint).items()}}
    return {_PLAIN.get(hint, "any"): True}


def _either(parts: list[Any], null: bool, seats: int) -> Words:
    words = [_words(part, seats) for part in parts]
    found = words[0] if len(words) == 1 else {"any_of": words}
    return {**found, "or_null": True} if null else found


def _allowed(words: Words, extras: tuple[Any, ...], seats: int) -> Words:
    """The words of a type with what its `Allowed` says."""
    for extra in extras:
        if isinstance(extra, Allowed):
            if extra.seat:
                return {"seat": True, "from": 0, "to": seats - 1}
            if extra.one_of:
                return {"one_of": list(extra.one_of)}
            return _bounds(extra.low, extra.high)
    return words


def _bounds(low: int | None, high: int | None) -> Words:
    return {name: bound for name, bound in (("from", low), ("to", high)) if bound is not None}


def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)
