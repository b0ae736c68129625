"""Strict conversion between plain JSON and typed events and options; decides what is `malformed`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints

import msgspec

from companion.core.events import LONGEST_WHY, Corrected, Ended, Event, Happening
from companion.core.game import BadOption, BadPosition, Game, Options
from companion.core.schema import ListOf, Optional, Record, Shape, fields_of
from companion.core.table import Table
from companion.core.text import Commas, Text, in_short, quoted, say
from companion.core.value_check import refused
from companion.record.strict_json import TOO_DEEP, Malformed, parse

__all__ = [
    "CORRECTED", "ENDED", "Malformed", "convert", "correction_from_plain", "end_from_plain", "event_from_json",
    "event_from_plain", "event_of", "event_to_json", "event_to_plain", "facts_from_plain", "happening_from_plain",
    "options_from_plain", "options_to_plain", "parse", "plain", "position_from_plain", "to_json",
]  # fmt: skip

CORRECTED, ENDED = "corrected", "ended"
"""Kinds of rows that belong to no seat. An event's kind is its class name, which begins with a capital."""


def plain(value: object) -> Any:
    """Return a typed value as dicts, lists, strings and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def to_json(value: object) -> bytes:
    """Return any of our values as JSON."""
    return msgspec.json.encode(value)


def convert(value: object, cls: type, what: str) -> Any:
    """Return parsed JSON as a value of this class. Raises Malformed, naming `what` it is."""
    try:
        return msgspec.convert(value, cls)
    except msgspec.ValidationError as wrong:
        raise Malformed(f"{what}: {wrong}") from None


def event_to_json(event: Happening) -> bytes:
    """Return the fields of an event as a JSON object; its kind is stored separately."""
    return msgspec.json.encode(event)


def event_to_plain(event: Happening) -> dict[str, Any]:
    """Return an event as the line protocol writes it: `{"kind": ..., "seat": ..., ...}`."""
    return {"kind": type(event).__name__, **plain(event)}


def event_from_json(game: Game, kind: str, body: bytes) -> Happening:
    """Return an event from the journal. Raises Malformed if the game has no such event or the fields do not fit."""
    if kind in (CORRECTED, ENDED):
        of_table: Happening = convert(parse(body), Corrected if kind == CORRECTED else Ended, kind)
        return of_table
    try:
        event: Event = _decoder(_event_type(game, kind)).decode(body)
    except RecursionError:
        raise Malformed(f"{kind}: {TOO_DEEP}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise Malformed(f"{kind}: {wrong}") from None
    return event


def happening_from_plain(game: Game, value: object) -> Happening:
    """Return an event, a correction or an end from the line protocol. Raises Malformed as `event_from_plain` does."""
    kind = value.get("kind") if isinstance(value, dict) else None
    if isinstance(value, dict) and kind in ("Corrected", "Ended"):
        rest = {name: part for name, part in value.items() if name != "kind"}
        return correction_from_plain(rest.get("facts")) if kind == "Corrected" else end_from_plain(rest)
    return event_from_plain(game, value)


def correction_from_plain(value: object) -> Corrected:
    """Return a correction of these facts. Raises Malformed."""
    if not isinstance(value, dict) or not value:
        raise Malformed("a correction names at least one fact with what it is now")
    return Corrected(value)


def end_from_plain(value: object) -> Ended:
    """Return an end from the line protocol. Raises Malformed."""
    if not isinstance(value, dict) or value.keys() - {"why"}:
        raise Malformed('an end has only a "why", which may be left out')
    why = value.get("why")
    if why is not None and not (isinstance(why, str) and len(why) <= LONGEST_WHY):
        raise Malformed(f'"why" is a text of at most {LONGEST_WHY} characters')
    return Ended(why or "")


def event_from_plain(game: Game, value: object) -> Event:
    """Return an event from the line protocol. Raises Malformed: not an object, unknown kind, wrong or unknown field."""
    if not isinstance(value, dict):
        raise Malformed('"event" must be an object with a "kind"')
    kind = value.get("kind")
    if not isinstance(kind, str):
        raise Malformed('an event needs a "kind": the name of what happened')
    cls = _event_type(game, kind)
    return event_of(cls, {name: part for name, part in value.items() if name != "kind"}, f"{kind}: ")


def event_of(cls: Any, value: Mapping[str, Any], before: str = "") -> Event:
    """An event of this kind from its plain fields. Raises Malformed, with words `before` what is wrong."""
    body = _without_nulls(Record(fields_of(cls)), dict(value))
    try:
        event: Event = msgspec.convert(body, cls)
    except msgspec.ValidationError as wrong:
        raise Malformed(f"{before}{wrong}") from None
    stray = _stray(body, plain(event))
    if stray is not None:
        raise Malformed(f"{cls.__name__} has no field {stray!r}")
    return event


def options_from_plain(game: Game, value: object) -> Options:
    """Return options by name, the rest by default. Raises BadOption for an unknown or wrong one."""
    if not isinstance(value, Mapping):
        raise Malformed('"options" must be an object: names and values')
    cls: Any = game.options
    hints, known = _hints(cls), fields_of(cls)
    given: dict[str, Any] = {}
    for name, part in _without_nulls(Record(known), dict(value)).items():
        if name not in known:
            why = say("there is no such option; the options are {options}", options=Commas(sorted(known)))
            raise BadOption(str(name), why)
        try:
            given[name] = msgspec.convert(part, hints[name])
        except msgspec.ValidationError as wrong:
            raise BadOption(name, _misshapen(known[name].shape, part, wrong)) from None
    return game.options(**given)


def position_from_plain(game: Game, table: Table, options: Options, value: Mapping[str, Any]) -> Any:
    """Return the state of a game with these facts.

    Facts that are not fields of the game's `Facts`, and those given as null, must follow from the others.
    Raises BadPosition, naming the fact, if one is unknown, misshapen, or contradicts the others or the rules.
    """
    facts, known = facts_from_plain(game, value), fields_of(game.facts_type)
    chosen = [name for name in known if value.get(name) is not None]
    for name in chosen:
        why = refused(known[name].shape, value[name], len(table.players))
        if why is not None:
            raise BadPosition(name, why)
    state = game.position(table, options, facts)
    found = game.facts(state)
    for name, part in value.items():
        if name not in found:
            raise BadPosition(str(name)[:40], say("there is no such fact in this game"))
        if name not in chosen and json.dumps(part, sort_keys=True) != json.dumps(found[name], sort_keys=True):
            raise BadPosition(
                name,
                say(
                    "it says {given}, but {found} follows from the rest", given=quoted(part), found=quoted(found[name])
                ),
            )
    return state


def facts_from_plain(game: Game, value: Mapping[str, Any]) -> Any:
    """Return the game's `Facts` with the facts that can be chosen. Raises BadPosition for a misshapen one."""
    hints, facts = _hints(game.facts_type), {}
    for name, part in value.items():
        if name in hints and part is not None:
            try:
                facts[name] = msgspec.convert(part, hints[name])
            except msgspec.ValidationError as wrong:
                raise BadPosition(name, _misshapen(fields_of(game.facts_type)[name].shape, part, wrong)) from None
    return game.facts_type(**facts)


def options_to_plain(options: Options) -> dict[str, Any]:
    """Return every option with its value, as the line protocol writes them."""
    return {entry.name: plain(getattr(options, entry.name)) for entry in fields(options)}


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


@cache
def _decoder(cls: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cls)


def _misshapen(shape: Shape, part: object, wrong: Exception) -> Text:
    """Return why a value has the wrong shape; what the decoder says if the schema has nothing against it."""
    other = say("{given} does not fit here ({why})", given=quoted(part), why=in_short(str(wrong)))
    return refused(shape, part) or other


def _without_nulls(shape: Shape, value: Any) -> Any:
    """Return a JSON value without the fields that are null where that means "left out".

    A field that may be left out may be null instead, unless null is one of its own values.
    """
    if isinstance(shape, ListOf) and isinstance(value, list):
        return [_without_nulls(shape.of, part) for part in value]
    if not isinstance(shape, Record) or not isinstance(value, dict):
        return value
    known, kept = shape.fields, {}
    for name, part in value.items():
        if name not in known or known[name].needed or isinstance(known[name].shape, Optional) or part is not None:
            kept[name] = _without_nulls(known[name].shape, part) if name in known else part
    return kept


def _event_type(game: Game, kind: str) -> Any:
    for cls in game.events:
        if cls.__name__ == kind:
            return cls
    names = ", ".join(cls.__name__ for cls in game.events)
    raise Malformed(f"{game.title} has no event {kind[:60]!r}; it has {names}")


def _stray(given: object, kept: object) -> str | None:
    """Return the first field in `given` that is not in `kept`, or None."""
    if isinstance(given, dict) and isinstance(kept, dict):
        for name, part in given.items():
            if name not in kept:
                return str(name)
            if (found := _stray(part, kept[name])) is not None:
                return found
    if isinstance(given, list) and isinstance(kept, list):
        for part, same in zip(given, kept, strict=False):
            if (found := _stray(part, same)) is not None:
                return found
    return None
