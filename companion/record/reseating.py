"""Continue a game with other people or seats: its facts at the new table. No I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.game import BadPosition, Game, Options
from companion.core.schema import (
    AnySeat,
    Listing,
    ListOf,
    MapOf,
    Optional,
    Record,
    Shape,
    Together,
    fields_of,
    parts_of,
)
from companion.core.table import Table
from companion.record import codec

_GONE = object()
"""Placeholder for what belonged to somebody who has left."""


def reseated(game: Game, facts: Mapping[str, Any], fresh: Mapping[str, Any], seats: Sequence[int | None]) -> Any:
    """Return plain facts for another table. `seats` has each new seat's old seat, None for newcomers, who get what
    `fresh`, the facts of a new game at that table, gives them.

    The next player who stays takes over the part of somebody who has left.
    """
    move = _Move(seats)
    found = {}
    for name, known in fields_of(game.facts_type).items():
        if facts.get(name) is None:
            continue
        if known.shape in (AnySeat(), Optional(AnySeat())):
            found[name] = move.next_from(facts[name])
        else:
            found[name] = move.moved(known.shape, facts[name], fresh.get(name))
    return found


def fitting(game: Game, table: Table, options: Options, facts: Mapping[str, Any]) -> Any:
    """Return the state with these facts; a fact that follows from others is worked out again if it does not fit.

    Raises BadPosition if they contradict each other or the rules.
    """
    known = fields_of(game.facts_type).values()
    follows = {each.name: each.labelled.anew for each in known if each.labelled.follows}
    facts = dict(facts)
    while True:
        try:
            return codec.position_from_plain(game, table, options, facts)
        except BadPosition as wrong:
            name = wrong.key.split(".")[0]
            if name not in follows or name not in facts:
                raise
            anew, given = follows.pop(name), codec.facts_from_plain(game, facts)
            facts[name] = None if anew is None else codec.plain(anew(given, given))
            if facts[name] is None:
                del facts[name]


class _Move:
    """Moves facts by their types: seat numbers become the new ones, lists by seat get the new order."""

    def __init__(self, seats: Sequence[int | None]) -> None:
        self._seats = seats
        self._now = {old: new for new, old in enumerate(seats) if old is not None}

    def next_from(self, seat: int) -> int:
        """Return the new seat of a player, or of the next one clockwise who stays."""
        return self._now[min(self._now, key=lambda old: (old < seat, old))]

    def moved(self, shape: Shape, value: Any, fresh: Any) -> Any:
        """Return a value of this shape at the new table; `_GONE` if it names somebody who has left."""
        if isinstance(shape, Optional):
            moved = None if value is None else self.moved(shape.of, value, fresh)
            return None if moved is _GONE and isinstance(shape.of, AnySeat) else moved
        match shape:
            case AnySeat():
                return self._now.get(value, _GONE) if value in self._all else value
            case ListOf(of, Listing.BY_SEAT):
                return self._by_seat(of, value, fresh if isinstance(fresh, list) else ())
            case ListOf() | Together():
                return self._listed(shape, value)
            case MapOf(_, of):
                moved = {key: self.moved(of, part, None) for key, part in value.items()}
                return {key: part for key, part in moved.items() if part is not _GONE}
            case Record(known):
                if any(self._is_of_others(known[name].shape, part) for name, part in value.items() if name in known):
                    return _GONE  # such as a round that is over: it tells of everybody who sat there then
                moved = {
                    name: self.moved(known[name].shape, part, None) if name in known else part
                    for name, part in value.items()
                }
                return _GONE if any(part is _GONE for part in moved.values()) else moved
        return value

    def _is_of_others(self, shape: Shape, value: Any) -> bool:
        """Return whether this is a list by seat, and people have come or left since."""
        by_seat = isinstance(shape, ListOf) and shape.listing is Listing.BY_SEAT
        return by_seat and (None in self._seats or len(value) > len(self._now))

    @property
    def _all(self) -> range:
        """Every old seat; other values (neutral) are not seats."""
        return range(max(self._now, default=-1) + 1 + len(self._seats))

    def _by_seat(self, of: Shape, value: Sequence[Any], fresh: Sequence[Any]) -> list[Any]:
        come = {new: fresh[new] if new < len(fresh) else None for new in range(len(self._seats))}
        return [
            come[new] if old is None else self.moved(of, value[old], come[new]) for new, old in enumerate(self._seats)
        ]

    def _listed(self, shape: Shape, value: Sequence[Any]) -> list[Any]:
        moved = [self.moved(of, part, None) for of, part in parts_of(shape, value)]
        left = [part for part in moved if part is not _GONE]
        if shape != ListOf(AnySeat(), Listing.DIFFERENT) or sorted(value) != list(value):
            return left  # its order has a meaning
        everybody = len(value) > 1 and len(left) == len(self._now)
        return list(range(len(self._seats))) if everybody else sorted(left)
