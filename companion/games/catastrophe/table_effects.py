"""What cards do beyond counts: an Attack's number, coming back, swapping places, turns, phases (R6.7, R6.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.core.events import IllegalEvent
from companion.core.game import Note
from companion.core.text import say
from companion.core.values import replaced
from companion.games.catastrophe import life
from companion.games.catastrophe.events import EffectEntry
from companion.games.catastrophe.stack import ATTACK
from companion.games.catastrophe.state import Phase, Skip, State
from companion.games.catastrophe.turns import MOST_AHEAD, PHASES

FARTHEST = 99
"""How far from 0 cards can take an Attack's number; beyond 7 and 1 it makes no difference."""


def check_all(state: State, entries: Sequence[EffectEntry]) -> None:
    """Refuses entries that name somebody who cannot be meant, or an Attack that is not there. Raises IllegalEvent."""
    back: set[int] = set()
    steps = sum(entry["by"] for entry in entries if entry["what"] == "reapurr")
    reapurr = life.reapurr_after(state.reapurr, steps)
    for entry in entries:
        match entry["what"]:
            case "number":
                if len(state.stack) < 2 or state.stack[-2].card != ATTACK:
                    raise IllegalEvent("R6.7", say("There is no Attack directly beneath this card."))
            case "swap":
                _check_swap(state, entry)
            case "revive":
                _check_revive(state, entry, reapurr, back)
                back.add(entry["seat"])


def _check_swap(state: State, entry: EffectEntry) -> None:
    other = entry["with"]
    if other not in state.table.seats:
        raise IllegalEvent("R6.7", say("There is no seat {seat}.", seat=other))
    name = state.table.name(other)
    if not state.life[other]:
        raise IllegalEvent("R6.7", say("{name} is out: no card can change anything for them.", name=name))
    if other == entry["seat"]:
        raise IllegalEvent("R6.7", say("{name} swaps places with another player.", name=name))


def _check_revive(state: State, entry: EffectEntry, reapurr: int, back: set[int]) -> None:
    seat, space = entry["seat"], entry["by"]
    if seat not in state.table.seats:
        raise IllegalEvent("R6.7", say("There is no seat {seat}.", seat=seat))
    name = state.table.name(seat)
    if state.life[seat] or seat in back:
        raise IllegalEvent("R6.7", say("{name} is still in: only players who are out come back.", name=name))
    if space <= reapurr:
        text = say(
            "{name} cannot come back on {space}: the Grim Reapurr stands on {at}.", name=name, space=space, at=reapurr
        )
        raise IllegalEvent("R6.7", text)


def carry_out_all(state: State, entries: Iterable[EffectEntry], beneath_stayed: bool, notes: list[Note]) -> State:
    """Carry out these entries in the list's order; `beneath_stayed`: the card beneath this one did not fizzle."""
    for entry in entries:
        if entry["what"] != "number" or beneath_stayed:
            state = _DO[entry["what"]](state, entry, notes)
    return state


def _number(state: State, entry: EffectEntry, notes: list[Note]) -> State:
    attack = state.stack[-2]
    number = max(-FARTHEST, min(FARTHEST, (attack.number or 0) + entry["by"]))
    notes.append(Note(say("The Attack now needs {number} or more.", number=number), None, "R6.7"))
    return state._replace(stack=(*state.stack[:-2], attack._replace(number=number), state.stack[-1]))


def _revive(state: State, entry: EffectEntry, notes: list[Note]) -> State:
    seat = entry["seat"]
    space = life.back_on(state.life, entry["by"], state.options.variant)
    notes.append(Note(say("{name} is back, on {space}.", name=state.table.name(seat), space=space), seat, "R6.7"))
    groups = (tuple(at for at in group if at != seat) for group in state.fallen)
    return state._replace(life=replaced(state.life, seat, space), fallen=tuple(group for group in groups if group))


def _swap(state: State, entry: EffectEntry, notes: list[Note]) -> State:
    one, other = entry["seat"], entry["with"]
    if not (state.life[one] and state.life[other]):
        return state
    spaces = state.life[other], state.life[one]
    names = state.table.name(one), state.table.name(other)
    said = say("{one} and {other} swap places: {a} and {b}.", one=names[0], other=names[1], a=spaces[0], b=spaces[1])
    notes.append(Note(said, one, "R6.7"))
    return state._replace(life=replaced(replaced(state.life, one, spaces[0]), other, spaces[1]))


def _turn(state: State, entry: EffectEntry, notes: list[Note]) -> State:
    seat, name = entry["seat"], state.table.name(entry["seat"])
    if not state.life[seat]:
        return state
    said = say("{name} has one more turn after this one.", name=name)
    if entry["by"] < 0:
        said = say("{name}'s next turn is passed over.", name=name)
    notes.append(Note(said, seat, "R6.8"))
    ahead = max(-MOST_AHEAD, min(MOST_AHEAD, state.turns[seat] + entry["by"]))
    return state._replace(turns=replaced(state.turns, seat, ahead))


def _skip(state: State, entry: EffectEntry, notes: list[Note]) -> State:
    seat, phase = entry["seat"], Phase(entry["phase"])
    if not state.life[seat]:
        return state
    said = say("{name} leaves out the next {phase}.", name=state.table.name(seat), phase=PHASES[phase])
    notes.append(Note(said, seat, "R6.8"))
    return state._replace(skips=(*state.skips, Skip(seat, phase)))


_DO: Mapping[str, Callable[[State, Any, list[Note]], State]] = {
    "number": _number,
    "revive": _revive,
    "swap": _swap,
    "turn": _turn,
    "skip": _skip,
}
LAST = frozenset(_DO)
"""Kinds of effects that come after all others, in the list's order."""
