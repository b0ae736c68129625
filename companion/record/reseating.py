"""Continue a game with other people or seats: its facts at the new table. No I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from companion.core.facts_form import Mark, bare
from companion.core.game import BadPosition, Game, Options
from companion.core.table import Table
from companion.record import codec

_GONE = object()
"""Placeholder for what belonged to somebody who has left."""


def reseated(game: Game, facts: Mapping[str, Any], fresh: Mapping[str, Any], seats: Sequence[int | None]) -> Any:
    """Return plain facts for another table. `seats` has each new seat's old seat, None for newcomers, who get what
    `fresh`, the facts of a new game at that table, gives them.

    The next player who stays takes over the part of somebody who has left.
    """
    hints = get_type_hints(game.facts_type, include_extras=True)
    move = _Move(seats)
    found = {}
    for entry in fields(game.facts_type):
        if facts.get(entry.name) is None:
            continue
        if Mark.SEAT in bare(hints[entry.name])[1]:
            found[entry.name] = move.next_from(facts[entry.name])
        else:
            found[entry.name] = move.moved(hints[entry.name], facts[entry.name], fresh.get(entry.name))
    return found


def fitting(game: Game, table: Table, options: Options, facts: Mapping[str, Any]) -> Any:
    """Return the state with these facts; a fact that follows from others is worked out again if it does not fit.

    Raises BadPosition if they contradict each other or the rules.
    """
    follows = {entry.name: entry.metadata for entry in fields(game.facts_type) if entry.metadata.get("follows")}
    facts = dict(facts)
    while True:
        try:
            return codec.position_from_plain(game, table, options, facts)
        except BadPosition as wrong:
            name = wrong.key.split(".")[0]
            if name not in follows or name not in facts:
                raise
            anew, given = follows.pop(name).get("anew"), codec.facts_from_plain(game, facts)
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

    def moved(self, hint: Any, value: Any, fresh: Any) -> Any:
        """Return a value of this type at the new table; `_GONE` if it names somebody who has left."""
        hint, marks, optional = bare(hint)
        args = get_args(hint)
        if value is None:
            return None
        if Mark.SEAT in marks:
            return value if value not in self._all else self._now.get(value, None if optional else _GONE)
        if Mark.BY_SEAT in marks:
            return self._by_seat(args[0], value, fresh if isinstance(fresh, list) else ())
        if get_origin(hint) is tuple:
            return self._listed(args, marks, value)
        if get_origin(hint) is dict:
            moved = {key: self.moved(args[1], part, None) for key, part in value.items()}
            return {key: part for key, part in moved.items() if part is not _GONE}
        if is_dataclass(hint):
            hints = get_type_hints(hint, include_extras=True)
            moved = {
                name: self.moved(hints[name], part, None) if name in hints else part for name, part in value.items()
            }
            return _GONE if any(part is _GONE for part in moved.values()) else moved
        return value

    @property
    def _all(self) -> range:
        """Every old seat; other values (neutral) are not seats."""
        return range(max(self._now, default=-1) + 1 + len(self._seats))

    def _by_seat(self, of: Any, value: Sequence[Any], fresh: Sequence[Any]) -> list[Any]:
        come = {new: fresh[new] if new < len(fresh) else None for new in range(len(self._seats))}
        return [
            come[new] if old is None else self.moved(of, value[old], come[new]) for new, old in enumerate(self._seats)
        ]

    def _listed(self, args: tuple[Any, ...], marks: Sequence[Any], value: Sequence[Any]) -> list[Any]:
        hints = args[:1] * len(value) if args[-1] is Ellipsis else args
        moved = [self.moved(hint, part, None) for hint, part in zip(hints, value, strict=True)]
        left = [part for part in moved if part is not _GONE]
        if Mark.SOME not in marks or Mark.SEAT not in bare(args[0])[1] or sorted(value) != list(value):
            return left  # its order has a meaning
        everybody = len(value) > 1 and len(left) == len(self._now)
        return list(range(len(self._seats))) if everybody else sorted(left)
