"""Where people set something right on the table, for as long as that is marked. No I/O."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.events import Corrected
from companion.core.schema import AnySeat, Listing, ListOf, Optional, Shape, fields_of

if TYPE_CHECKING:
    from companion.drawing.scene import Place
    from companion.record.session import Session


class SetRight(NamedTuple):
    """The places in the facts that were corrected, and the seats that these belong to."""

    places: frozenset[Place] = frozenset()
    seats: frozenset[int] = frozenset()


def set_right(session: Session) -> SetRight:
    """Return what was corrected and still is so. What belongs to a seat counts until its player acts, the rest until
    everybody has acted.
    """
    facts, shapes = session.game.facts, {name: each.shape for name, each in fields_of(session.game.facts_type).items()}
    found: dict[Place, Any] = {}
    owners: dict[Place, int | None] = {}
    acted: set[int] = set()
    for at in reversed(range(len(session.entries))):
        event = session.entries[at].event
        if isinstance(event, Corrected):
            for place, value in _differences(facts(session.at(at)), facts(session.at(at + 1))):
                owner = _owner(shapes.get(str(place[0])), place, value)
                if place not in found and owner not in acted:
                    found[place], owners[place] = value, owner
        elif event.seat is not None:
            acted.add(event.seat)
            if len(acted) == len(session.table.seats):
                break
    if not found:
        return SetRight()
    now = facts(session.state)
    places = frozenset(place for place, value in found.items() if _value(now, place) == value)
    return SetRight(places, frozenset(seat for place in places if (seat := owners[place]) is not None))


def _differences(before: Any, now: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield each place in facts where two positions differ, with the value there now."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        for key in {**before, **now}:
            yield from _differences(before.get(key), now.get(key), (*place, key))
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for at, (was, is_now) in enumerate(zip(before, now, strict=True)):
            yield from _differences(was, is_now, (*place, at))
    elif before != now:
        yield place, now


def _owner(shape: Shape | None, place: Place, value: Any) -> int | None:
    """Return the seat that a place belongs to: one of a number by seat, or the seat that it names."""
    if isinstance(shape, Optional):
        shape = shape.of
    if isinstance(shape, ListOf) and shape.listing is Listing.BY_SEAT and len(place) > 1:
        return int(place[1])
    return value if isinstance(shape, AnySeat) else None


def _value(facts: Any, place: Place) -> Any:
    """Return the value at a place, None if there is no such place."""
    for key in place:
        try:
            facts = facts[key]
        except (LookupError, TypeError):
            return None
    return facts
