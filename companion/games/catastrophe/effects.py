"""What cards do to lives, yarn, cards and the Reapurr (RULES.md chapter R6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.events import IllegalEvent
from companion.core.game import Note
from companion.core.text import say
from companion.core.values import replaced
from companion.games.catastrophe import life, table_effects
from companion.games.catastrophe.elimination import lose_lives, move_reapurr
from companion.games.catastrophe.events import NEEDED, SEAT_AND_BY, EffectEntry, Source, What
from companion.games.catastrophe.state import (
    BALLS,
    MAIN_CARDS,
    POWER_CARDS,
    Deck,
    State,
    reshuffled,
    seats_in,
    turn_order,
)

NAMES = {
    "life": say("lives"),
    "reapurr": say("the Reapurr"),
    "yarn": say("yarn"),
    "hand": say("cards"),
    "power": say("Power Cats"),
    "held": say("held Power Cats"),
    "number": say("the Attack's number"),
    "revive": say("coming back"),
    "swap": say("swapping places"),
    "turn": say("turns"),
    "skip": say("leaving out a phase"),
}
"""What a card can change, in words."""
LIMITS = {
    "life": (-9, 9),
    "reapurr": (-9, 9),
    "yarn": (-BALLS, BALLS),
    "hand": (-MAIN_CARDS, MAIN_CARDS),
    "power": (-POWER_CARDS, POWER_CARDS),
    "held": (-POWER_CARDS, POWER_CARDS),
    "number": (-5, 5),
    "revive": (1, 9),
    "turn": (-1, 1),
}
"""The least and the most by which a card changes something; never by 0."""


def effect(what: What, by: int | None = None, seat: int | None = None, source: Source | None = None) -> EffectEntry:
    """`effect("life", -1, seat=2)`: one line of what a card did."""
    said: dict[str, Any] = {"by": by, "seat": seat, "from": source}
    return {"what": what, **{name: value for name, value in said.items() if value is not None}}  # type: ignore[typeddict-item]


def check(state: State, entries: Sequence[EffectEntry]) -> None:
    """Refuses effects that no card can have. Raises IllegalEvent."""
    for entry in entries:
        _check_entry(state, entry)
    table_effects.check_all(state, entries)


def carry_out(state: State, entries: Sequence[EffectEntry], notes: list[Note]) -> State:
    """One list of effects in the order of R6.3; `entries` were checked. Adds what is worth saying to `notes`."""
    beneath = state.stack[-2:-1]
    lost = _sums(entry for entry in entries if entry["what"] == "life" and entry["by"] < 0)
    state = lose_lives(state, {seat: -by for seat, by in lost.items()}, notes)
    if len(seats_in(state)) > 1:
        state = _gain_lives(state, _sums(e for e in entries if e["what"] == "life" and e["by"] > 0), notes)
        steps = sum(entry["by"] for entry in entries if entry["what"] == "reapurr")
        if any(entry["what"] == "reapurr" for entry in entries):
            state = move_reapurr(state, steps, notes)
    if len(seats_in(state)) > 1:
        for what, change in (("yarn", _change_yarn), ("hand", _change_hand), ("power", _change_power)):
            state = _each(state, [entry for entry in entries if entry["what"] == what], change, notes)
        state = _each(state, [entry for entry in entries if entry["what"] == "held"], _change_held, notes)
        stayed = all(state.life[card.seat] and any(state.life[seat] for seat in card.targets) for card in beneath)
        last = [entry for entry in entries if entry["what"] in table_effects.LAST]
        state = table_effects.carry_out_all(state, last, stayed, notes)
    return state


def _gain_lives(state: State, gains: Mapping[int, int], notes: list[Note]) -> State:
    for seat in turn_order(state):
        if gains.get(seat):
            to = life.after_gains(state.life, seat, gains[seat], state.options.variant)
            state = state._replace(life=replaced(state.life, seat, to))
            notes.append(Note(say("{name} climbs to {life}.", name=state.table.name(seat), life=to), seat, "R7.1"))
    return state


def _each(state: State, entries: Sequence[EffectEntry], change: Any, notes: list[Note]) -> State:
    """All losses, then all gains, in turn order, for one player in the list's order."""
    if not entries:
        return state
    order, state = turn_order(state), reshuffled(state, notes)
    for sign in (-1, 1):
        for seat in order:
            for entry in entries:
                if entry["seat"] == seat and entry["by"] * sign > 0:
                    notes += _empty_pile(state, entry)
                    state = reshuffled(change(state, seat, entry["by"], entry.get("from", "deck"), notes), notes)
    return state


def _empty_pile(state: State, entry: EffectEntry) -> tuple[Note, ...]:
    """A note if a gain should come from a discard pile that has nothing, so that nothing moves (R6.4)."""
    power = entry["what"] == "power"
    if entry.get("from") != "discard" or (state.powers if power else state.main).discard:
        return ()
    name = state.table.name(entry["seat"])
    said = say("The discard pile is empty: {name} takes no card.", name=name)
    if power:
        said = say("The discard pile is empty: {name} takes no Power Cat.", name=name)
    return (Note(said, entry["seat"], "R6.4"),)


def _change_yarn(state: State, seat: int, by: int, source: object, notes: list[Note]) -> State:
    del source, notes
    moved = max(-state.yarn[seat], min(by, state.sanctuary))
    yarn = replaced(state.yarn, seat, state.yarn[seat] + moved)
    return state._replace(yarn=yarn, sanctuary=state.sanctuary - moved)


def _change_hand(state: State, seat: int, by: int, source: Any, notes: list[Note]) -> State:
    hand, main = _change_cards(state.hand, state.main, "main", seat, by, source, notes)
    return state._replace(hand=hand, main=main)


def _change_power(state: State, seat: int, by: int, source: Any, notes: list[Note]) -> State:
    power, powers = _change_cards(state.power, state.powers, "power", seat, by, source, notes)
    return state._replace(power=power, powers=powers)


def _change_cards(
    counts: tuple[int, ...], deck: Deck, name: str, seat: int, by: int, source: Any, notes: list[Note]
) -> tuple[tuple[int, ...], Deck]:
    """Cards per seat and their deck after a loss or a gain from the deck, the discards or another seat."""
    if by < 0:
        got = -min(-by, counts[seat])
        deck = deck.plus(-got)
    elif source == "deck":
        got, deck = deck.drawn(by, name, notes)
    elif source == "discard":
        got = min(by, deck.discard)
        deck = deck._replace(discard=deck.discard - got)
    else:
        got = min(by, counts[source])
        counts = replaced(counts, source, counts[source] - got)
    return replaced(counts, seat, counts[seat] + got), deck


def _change_held(state: State, seat: int, by: int, source: Any, notes: list[Note]) -> State:
    del notes
    held = state.held
    if by < 0:
        lost = min(-by, held[seat])
        return state._replace(held=replaced(held, seat, held[seat] - lost), powers=state.powers.plus(lost))
    got = min(by, held[source])
    held = replaced(held, source, held[source] - got)
    return state._replace(held=replaced(held, seat, held[seat] + got))


def _sums(entries: Iterable[EffectEntry]) -> dict[int, int]:
    totals: dict[int, int] = defaultdict(int)
    for entry in entries:
        totals[entry["seat"]] += entry["by"]
    return totals


def _check_entry(state: State, entry: EffectEntry) -> None:
    what = entry["what"]
    needed = NEEDED.get(what, SEAT_AND_BY)
    if what == "reapurr" and needed | {"what"} != entry.keys():
        raise IllegalEvent("R6.2", say("The steps of the Grim Reapurr belong to no player and come from no pile."))
    stray = entry.keys() - needed - {"what", "from"}
    if stray or ("from" in entry and what in table_effects.LAST):
        text = say("An effect on {what} does not say “{key}”.", what=NAMES[what], key=min(stray, default="from"))
        raise IllegalEvent("R6.2", text)
    if "by" in needed:
        _check_amount(what, entry["by"])
    if "seat" not in needed or what == "revive":
        return
    seat = entry["seat"]
    if seat not in state.table.seats:
        raise IllegalEvent("R6.2", say("There is no seat {seat}.", seat=seat))
    if not state.life[seat]:
        raise IllegalEvent(
            "R6.2", say("{name} is out: no card can change anything for them.", name=state.table.name(seat))
        )
    _check_source(state, entry, seat)


def _check_amount(what: What, by: int) -> None:
    low, high = LIMITS[what]
    if by and low <= by <= high:
        return
    if what == "revive":
        raise IllegalEvent("R6.2", say("A player comes back on a space from 1 to 9, not on {by}.", by=by))
    text = say("A card changes {what} by 1 to {limit} up or down, not by {by}.", what=NAMES[what], limit=high, by=by)
    raise IllegalEvent("R6.2", text)


def _check_source(state: State, entry: EffectEntry, seat: int) -> None:
    what = entry["what"]
    if what == "held" and entry["by"] > 0 and "from" not in entry:
        raise IllegalEvent("R6.4", say("A Power Cat comes into a hand only from another hand. Say from whose."))
    if "from" not in entry:
        return
    source = entry["from"]
    if what in ("life", "yarn") or entry["by"] < 0:
        raise IllegalEvent("R6.4", say("Only a gain of cards says where they come from."))
    if isinstance(source, str):
        if what == "held":
            raise IllegalEvent("R6.4", say("A Power Cat comes into a hand only from another hand."))
        return
    if source not in state.table.seats or source == seat or not state.life[source]:
        raise IllegalEvent("R6.4", say("Cards come from another player still in, not from seat {seat}.", seat=source))
