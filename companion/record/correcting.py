"""Correct a position: change some facts, and with them the facts that follow. No I/O."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.game import BadPosition, Game, Options
from companion.core.schema import SchemaField, fields_of
from companion.core.table import Table
from companion.core.text import say
from companion.record import codec


def corrected(game: Game, table: Table, options: Options, state: Any, named: Mapping[str, Any]) -> Any:
    """Return the state with the `named` facts changed and the facts that follow from them worked out again.

    Raises BadPosition, naming the fact, if one is unknown, misshapen, or contradicts the others or the rules.
    """
    present = game.facts(state)
    for name in named:
        if name not in present:
            raise BadPosition(str(name)[:40], say("there is no such fact in this game"))
    chosen = fields_of(game.facts_type)
    kept = {name: part for name, part in present.items() if name in chosen and name not in named}
    for entry in _following(chosen, named):
        if entry.labelled.anew is not None:
            before, now = (codec.facts_from_plain(game, some) for some in (present, {**kept, **named}))
            kept[entry.name] = codec.plain(entry.labelled.anew(before, now))
        elif _follows(game, table, options, present, entry.name):
            del kept[entry.name]
    left_out = [name for name, part in kept.items() if part is None and present[name] is not None]
    return codec.position_from_plain(
        game, table, options, {name: part for name, part in {**kept, **named}.items() if name not in left_out}
    )


def _following(chosen: Mapping[str, SchemaField], named: Mapping[str, Any]) -> Iterator[SchemaField]:
    for entry in chosen.values():
        if entry.name not in named and not named.keys().isdisjoint(entry.labelled.follows):
            yield entry


def _follows(game: Game, table: Table, options: Options, present: Mapping[str, Any], name: str) -> bool:
    """Return whether a fact's present value follows from all the others."""
    given = {other: part for other, part in present.items() if other != name}
    try:
        return bool(game.facts(codec.position_from_plain(game, table, options, given)) == present)
    except BadPosition:
        return False
