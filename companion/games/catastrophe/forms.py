"""The events that are filled in: cards that are not the common case."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.asks import Form
from companion.games.catastrophe.effects import LIMITS
from companion.games.catastrophe.events import (
    AttackPlayed,
    CuriosityPlayed,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    ReapurrRevealed,
)
from companion.games.catastrophe.state import State, seats_in

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
        "target": {"one_of": others},
        "number": {"from": 2, "to": 6},
        "lives": {"from": 1, "to": 9, "optional": True},
        "rolls": {"from": 1, "to": 9, "optional": True},
    }
    yield Form(AttackPlayed, {**shared, **attack})
    yield Form(CuriosityPlayed, {**shared, "target": {"one_of": others}})
    yield Form(EffectPlayed, {**shared, "rollers": {"some_of": seats_in(state), "optional": True}})


def reveal_forms(state: State, seat: int) -> Iterator[Form]:
    """Any CATastrophe card."""
    yield Form(ReapurrRevealed, {"seat": {"is": seat}, "steps": {"from": -9, "to": 9}})
    fields: Ways = {
        "seat": {"is": seat},
        "min_players": {"from": 2, "to": 6, "optional": True},
        "rollers": {"some_of": seats_in(state), "optional": True},
    }
    yield Form(EventRevealed, fields)


def effects_form(state: State, seat: int) -> Form:
    """Whatever a card did."""
    entry = {
        "what": {"one_of": list(LIMITS)},
        "by": {"from": -max(LIMITS.values()), "to": max(LIMITS.values())},
        "seat": {"one_of": seats_in(state), "optional": True},
        "from": {"one_of": ["deck", "discard", *seats_in(state)], "optional": True},
    }
    fields: Ways = {
        "seat": {"is": seat},
        "effects": {"list_of": entry},
        "rollers": {"some_of": seats_in(state), "optional": True},
        "more": {"bool": True, "optional": True},
    }
    return Form(EffectsApplied, fields)
