"""The events that are filled in: cards that are not the common case."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.asks import Form
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.effects import LIMITS, NAMES
from companion.games.catastrophe.events import (
    AttackPlayed,
    CucumberPlayed,
    CuriosityPlayed,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    ReapurrRevealed,
)
from companion.games.catastrophe.state import State, seats_in
from companion.games.catastrophe.turns import PHASES

Ways = dict[str, dict[str, object]]


def card_forms(state: State, seat: int, *, symbol: bool) -> Iterator[Form]:
    """Attack, Curiosity and effect cards; where `symbol`, only those with the Catfinity symbol."""
    if not (state.hand[seat] or state.power[seat] or state.held[seat]):
        return
    others = [at for at in seats_in(state) if at != seat or state.options.target_self]
    flag: dict[str, object] = {"bool": True, "optional": True}
    shared: dict[str, dict[str, object]] = {
        "seat": {"is": seat},
        "power": flag,
        "held": flag,
        "catfinity": {"is": True} if symbol else flag,
        "red_dot": flag,
        "stays": flag,
    }
    attack: dict[str, dict[str, object]] = {
        "number": {"from": 2, "to": 6},
        "lives": {"from": 0, "to": 9, "optional": True},
        "rolls": {"from": 1, "to": 9, "optional": True},
        "effects": flag,
    }
    also: Ways = {"target": {"one_of": others}, "also": {"some_of": others, "optional": True}}
    yield Form(AttackPlayed, {**shared, **attack, **also})
    yield Form(CuriosityPlayed, {**shared, **also})
    yield Form(EffectPlayed, {**shared, "rollers": {"some_of": seats_in(state), "optional": True}})


def reaction_forms(state: State, seat: int) -> Iterator[Form]:
    """A Cucumber or a Pass with a red dot, and a Power Cat with which anybody redirects the newest card."""
    if not (state.hand[seat] or state.power[seat] or state.held[seat]):
        return
    flag: dict[str, object] = {"bool": True, "optional": True}
    shared: Ways = {"seat": {"is": seat}, "power": flag, "held": flag, "red_dot": flag}
    if pile.allowed(pile.check_cucumber, state.stack, state.options):
        yield Form(CucumberPlayed, shared)
    anybody = bool(state.power[seat] or state.held[seat])
    targets = [
        at for at in seats_in(state) if pile.allowed(pile.check_pass, state.stack, state.options, seat, at, anybody)
    ]
    if targets:
        target: Ways = {"target": {"one_of": targets}, "anyone": flag}
        yield Form(PassPlayed, {**shared, **target})


def reveal_forms(state: State, seat: int) -> Iterator[Form]:
    """Any CATastrophe card."""
    yield Form(ReapurrRevealed, {"seat": {"is": seat}, "steps": {"from": -9, "to": 9}})
    fields: Ways = {
        "seat": {"is": seat},
        "min_players": {"from": 2, "to": 6, "optional": True},
        "rollers": {"some_of": seats_in(state), "optional": True},
        "red_dot": {"bool": True, "optional": True},
    }
    yield Form(EventRevealed, fields)


def effects_form(state: State, seat: int) -> Form:
    """Whatever a card did."""
    entry = {
        "what": {"one_of": list(NAMES)},
        "by": {"from": min(low for low, _ in LIMITS.values()), "to": max(high for _, high in LIMITS.values())},
        "seat": {"one_of": list(state.table.seats), "optional": True},
        "from": {"one_of": ["deck", "discard", *seats_in(state)], "optional": True},
        "with": {"one_of": seats_in(state), "optional": True},
        "phase": {"one_of": [phase.value for phase in PHASES], "optional": True},
    }
    fields: Ways = {
        "seat": {"is": seat},
        "effects": {"list_of": entry},
        "rollers": {"some_of": seats_in(state), "optional": True},
        "more": {"bool": True, "optional": True},
    }
    return Form(EffectsApplied, fields)
