"""The events that are filled in: cards that are not the common case."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.asks import Form, some_seats
from companion.core.schema import AnySeat, Bounds, ListOf, OneOf, Record, Shape, fields_of
from companion.core.text import say
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.effects import LIMITS, NAMES
from companion.games.catastrophe.events import (
    AttackPlayed,
    CucumberPlayed,
    CuriosityPlayed,
    EffectEntry,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    ReapurrRevealed,
)
from companion.games.catastrophe.state import State, seats_in
from companion.games.catastrophe.turns import PHASES


def card_forms(state: State, seat: int, *, symbol: bool) -> Iterator[Form]:
    """Attack, Curiosity and effect cards; with `symbol` only those that have the Catfinity symbol."""
    if not (state.hand[seat] or state.power[seat] or state.held[seat]):
        return
    given = {"seat": seat, "catfinity": True} if symbol else {"seat": seat}
    others = tuple(at for at in seats_in(state) if at != seat or state.options.target_self)
    targets: dict[str, Shape] = {"target": AnySeat(among=others), "also": some_seats(others)}
    yield Form(AttackPlayed, given, targets)
    yield Form(CuriosityPlayed, given, targets)
    yield Form(EffectPlayed, given, {"rollers": some_seats(seats_in(state))})


def reaction_forms(state: State, seat: int) -> Iterator[Form]:
    """A Cucumber or a Pass with a red dot, and a Power Cat with which anybody redirects the newest card."""
    if not (state.hand[seat] or state.power[seat] or state.held[seat]):
        return
    if pile.allowed(pile.check_cucumber, state.stack, state.options):
        yield Form(CucumberPlayed, {"seat": seat})
    anybody = bool(state.power[seat] or state.held[seat])
    targets = tuple(
        at for at in seats_in(state) if pile.allowed(pile.check_pass, state.stack, state.options, seat, at, anybody)
    )
    if targets:
        yield Form(PassPlayed, {"seat": seat}, {"target": AnySeat(among=targets)})


def reveal_forms(state: State, seat: int) -> Iterator[Form]:
    """Any CATastrophe card."""
    yield Form(ReapurrRevealed, {"seat": seat})
    yield Form(EventRevealed, {"seat": seat}, {"rollers": some_seats(seats_in(state))})


def effects_form(state: State, seat: int) -> Form:
    """Return the form for anything a card did."""
    within, known = tuple(seats_in(state)), fields_of(EffectEntry)
    narrowed: dict[str, Shape] = {
        "what": OneOf(NAMES),
        "by": Bounds(min(low for low, _ in LIMITS.values()), max(high for _, high in LIMITS.values())),
        "seat": AnySeat(among=tuple(state.table.seats)),
        "from": AnySeat({"deck": say("from deck"), "discard": say("from discard")}, within),
        "with": AnySeat(among=within),
        "phase": OneOf({phase.value: words for phase, words in PHASES.items()}),
    }
    entry = {name: each._replace(shape=narrowed[name]) for name, each in known.items()}
    return Form(EffectsApplied, {"seat": seat}, {"effects": ListOf(Record(entry)), "rollers": some_seats(within)})
