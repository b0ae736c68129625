"""What cards do to lives, yarn, cards and the Reapurr, and who goes out by it (RULES.md chapters R6, R7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.events import IllegalEvent
from companion.core.game import Note
from companion.core.text import say
from companion.games.catastrophe import life
from companion.games.catastrophe.events import EffectEntry
from companion.games.catastrophe.stack import fizzled, struck
from companion.games.catastrophe.state import (
    MAIN_CARDS,
    POWER_CARDS,
    State,
    acting,
    discarded,
    put,
    seats_in,
    turn_order,
)

LIMITS = {"life": 9, "reapurr": 9, "yarn": 30, "hand": MAIN_CARDS, "power": POWER_CARDS, "held": POWER_CARDS}


def check(state: State, entries: Sequence[EffectEntry]) -> None:
    """Refuses effects that no card can have. Raises IllegalEvent."""
    for entry in entries:
        _check_entry(state, entry)


def carry_out(state: State, entries: Sequence[EffectEntry], notes: list[Note]) -> State:
    """One list of effects in the order of R6.3; `entries` were checked. Adds what is worth saying to `notes`."""
    lost = _sums(entry for entry in entries if entry["what"] == "life" and entry["by"] < 0)
    state = lose_lives(state, {seat: -by for seat, by in lost.items()}, notes)
    if len(seats_in(state)) > 1:
        state = _gain_lives(state, _sums(e for e in entries if e["what"] == "life" and e["by"] > 0), notes)
        steps = sum(entry["by"] for entry in entries if entry["what"] == "reapurr")
        if any(entry["what"] == "reapurr" for entry in entries):
            state = move_reapurr(state, steps, notes)
    if len(seats_in(state)) > 1:
        for what, change in (("yarn", _change_yarn), ("hand", _change_hand), ("power", _change_power)):
            state = _each(state, [entry for entry in entries if entry["what"] == what], change)
        state = _each(state, [entry for entry in entries if entry["what"] == "held"], _change_held)
    return state


def lose_lives(state: State, losses: Mapping[int, int], notes: list[Note]) -> State:
    """These players lose so many lives, in turn order, each all of his; who falls or is caught leaves (R6.3, R7.3)."""
    if not losses:
        return state
    track = list(state.life)
    doomed: list[int] = []
    for seat in turn_order(state):
        count = losses.get(seat, 0)
        if not count:
            continue
        track[seat] = life.after_losses(track, seat, count, state.options.variant)
        if track[seat] <= state.reapurr:
            track[seat] = life.LAIR
            doomed.append(seat)
        else:
            said = say("{name} falls to {life}", name=state.table.name(seat), life=track[seat])
            notes.append(Note(said, seat, "R7.1"))
    return leave(state._replace(life=tuple(track)), doomed, notes)


def move_reapurr(state: State, steps: int, notes: list[Note]) -> State:
    """The Reapurr moves, never past 0 or 9; whom he reaches leaves (R7.2)."""
    to = min(life.TOP, max(life.LAIR, state.reapurr + steps))
    if to == life.LAIR:
        notes.append(Note(say("The Grim Reapurr is in his Lair"), None, "R7.2"))
    else:
        notes.append(Note(say("The Grim Reapurr stands on {space}", space=to), None, "R7.2"))
    state = state._replace(reapurr=to)
    caught = [seat for seat in turn_order(state) if state.life[seat] <= to]
    return leave(state, caught, notes)


def leave(state: State, doomed: Sequence[int], notes: list[Note]) -> State:
    """These players (in turn order) go out: together or one by one (R7.3, R7.4, R9.7).

    The card being resolved, on top, stays until it is finished.
    """
    if not doomed:
        return state
    groups = [list(doomed)] if state.options.together else [[seat] for seat in doomed]
    still = [seat for seat in range(len(state.life)) if state.life[seat] or seat in doomed]
    for group in groups:
        state = _strip(state, group, notes)
        still = [seat for seat in still if seat not in group]
        takers = [seat for seat in state.table.clockwise(state.turn or 0) if seat in still]
        state = _hand_out_yarn(state, takers, len(group))
    return _without_fizzled(state)


def _strip(state: State, group: Sequence[int], notes: list[Note]) -> State:
    """Yarn, cards and token of those who go out; they are one group of the fallen."""
    yarn, hand, held, power, track = (
        list(values) for values in (state.yarn, state.hand, state.held, state.power, state.life)
    )
    main_cards = power_cards = balls = 0
    for seat in group:
        balls += yarn[seat]
        main_cards += hand[seat]
        power_cards += held[seat] + power[seat]
        yarn[seat] = hand[seat] = held[seat] = power[seat] = track[seat] = 0
        notes.append(Note(say("{name} is out!", name=state.table.name(seat)), seat, "R7.3"))
    return state._replace(
        life=tuple(track),
        yarn=tuple(yarn),
        hand=tuple(hand),
        held=tuple(held),
        power=tuple(power),
        sanctuary=state.sanctuary + balls,
        main=state.main.plus(main_cards),
        powers=state.powers.plus(power_cards),
        fallen=(*state.fallen, tuple(sorted(group))),
    )


def _hand_out_yarn(state: State, takers: Sequence[int], rounds: int) -> State:
    """A ball for each of the others in turn order, once for each who went out, while the sanctuary lasts."""
    yarn, sanctuary = list(state.yarn), state.sanctuary
    for seat in list(takers) * rounds:
        if sanctuary:
            yarn[seat] += 1
            sanctuary -= 1
    return state._replace(yarn=tuple(yarn), sanctuary=sanctuary)


def _without_fizzled(state: State) -> State:
    if not state.stack:
        return state
    gone = frozenset(seat for seat, lives in enumerate(state.life) if not lives)
    actor = acting(state) if len(gone) < len(state.life) else 0
    parted = fizzled(state.stack[:-1], gone, actor)
    top = struck(state.stack[-1], gone, actor)
    return discarded(state._replace(stack=(*parted.stack, top)), parted.gone)


def _gain_lives(state: State, gains: Mapping[int, int], notes: list[Note]) -> State:
    for seat in turn_order(state):
        if gains.get(seat):
            to = life.after_gains(state.life, seat, gains[seat], state.options.variant)
            state = state._replace(life=put(state.life, seat, to))
            notes.append(Note(say("{name} climbs to {life}", name=state.table.name(seat), life=to), seat, "R7.1"))
    return state


def _each(state: State, entries: Sequence[EffectEntry], change: Any) -> State:
    """All losses, then all gains, in turn order, for one player in the list's order."""
    if not entries:
        return state
    order = turn_order(state)
    for sign in (-1, 1):
        for seat in order:
            for entry in entries:
                if entry["seat"] == seat and entry["by"] * sign > 0:
                    state = change(state, seat, entry["by"], entry.get("from", "deck"))
    return state


def _change_yarn(state: State, seat: int, by: int, source: object) -> State:
    del source
    moved = max(-state.yarn[seat], min(by, state.sanctuary))
    yarn = put(state.yarn, seat, state.yarn[seat] + moved)
    return state._replace(yarn=yarn, sanctuary=state.sanctuary - moved)


def _change_hand(state: State, seat: int, by: int, source: Any) -> State:
    got, main, hand = by, state.main, state.hand
    if by < 0:
        got = -min(-by, hand[seat])
        main = main.plus(-got)
    elif source == "deck":
        got, main = main.drawn(by)
    elif source == "discard":
        got = min(by, main.discard)
        main = main._replace(discard=main.discard - got)
    else:
        got = min(by, hand[source])
        hand = put(hand, source, hand[source] - got)
    return state._replace(hand=put(hand, seat, hand[seat] + got), main=main)


def _change_power(state: State, seat: int, by: int, source: Any) -> State:
    got, powers, power = by, state.powers, state.power
    if by < 0:
        got = -min(-by, power[seat])
        powers = powers.plus(-got)
    elif source == "deck":
        got, powers = powers.drawn(by)
    elif source == "discard":
        got = min(by, powers.discard)
        powers = powers._replace(discard=powers.discard - got)
    else:
        got = min(by, power[source])
        power = put(power, source, power[source] - got)
    return state._replace(power=put(power, seat, power[seat] + got), powers=powers)


def _change_held(state: State, seat: int, by: int, source: Any) -> State:
    held = state.held
    if by < 0:
        lost = min(-by, held[seat])
        return state._replace(held=put(held, seat, held[seat] - lost), powers=state.powers.plus(lost))
    got = min(by, held[source])
    held = put(held, source, held[source] - got)
    return state._replace(held=put(held, seat, held[seat] + got))


def _sums(entries: Iterable[EffectEntry]) -> dict[int, int]:
    totals: dict[int, int] = defaultdict(int)
    for entry in entries:
        totals[entry["seat"]] += entry["by"]
    return totals


def _check_entry(state: State, entry: EffectEntry) -> None:
    what, by = entry["what"], entry["by"]
    limit = LIMITS[what]
    if by == 0 or not -limit <= by <= limit:
        raise IllegalEvent("R6.2", f"A card changes {what} by 1 to {limit} either way, not by {by}.")
    if what == "reapurr":
        if "seat" in entry or "from" in entry:
            raise IllegalEvent("R6.2", "The Grim Reapurr's steps belong to no player and come from no pile.")
        return
    seat = entry["seat"]
    if seat not in state.table.seats:
        raise IllegalEvent("R6.2", f"There is no seat {seat} to change the {what} of.")
    if not state.life[seat]:
        raise IllegalEvent("R6.2", f"{state.table.name(seat)} is out: no card touches him any more.")
    _check_source(state, entry, seat)


def _check_source(state: State, entry: EffectEntry, seat: int) -> None:
    what = entry["what"]
    if what == "held" and entry["by"] > 0 and "from" not in entry:
        raise IllegalEvent("R6.4", "A Power Cat comes into a hand only from another player's hand: say from whom.")
    if "from" not in entry:
        return
    source = entry["from"]
    if what in ("life", "yarn") or entry["by"] < 0:
        raise IllegalEvent("R6.4", "Only a gain of cards says where they come from.")
    if isinstance(source, str):
        if what == "held":
            raise IllegalEvent("R6.4", "A Power Cat comes into a hand only from another player's hand.")
        return
    if source not in state.table.seats or source == seat or not state.life[source]:
        raise IllegalEvent("R6.4", f"Cards can be taken from another player still in, not from seat {source}.")
