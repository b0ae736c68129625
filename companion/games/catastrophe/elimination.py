"""Losing lives, the Grim Reapurr, and going out (RULES.md chapter R7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.game import Note
from companion.core.text import say
from companion.games.catastrophe import life
from companion.games.catastrophe.stack import fizzled, struck
from companion.games.catastrophe.state import State, acting, discarded, turn_order


def lose_lives(state: State, losses: Mapping[int, int], notes: list[Note]) -> State:
    """Players lose lives, in turn order, each all of theirs at once. Whoever falls or is caught leaves (R6.3, R7.3)."""
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
            said = say("{name} falls to {life}.", name=state.table.name(seat), life=track[seat])
            notes.append(Note(said, seat, "R7.1"))
    return leave(state._replace(life=tuple(track)), doomed, notes)


def move_reapurr(state: State, steps: int, notes: list[Note]) -> State:
    """The Reapurr moves, never past 0 or 9; everyone it reaches leaves (R7.2)."""
    to = life.reapurr_after(state.reapurr, steps)
    if to == life.LAIR:
        notes.append(Note(say("The Grim Reapurr is in the Lair."), None, "R7.2"))
    else:
        notes.append(Note(say("The Grim Reapurr stands on {space}.", space=to), None, "R7.2"))
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
        turns=tuple(0 if seat in group else count for seat, count in enumerate(state.turns)),
        skips=tuple(skip for skip in state.skips if skip.seat not in group),
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
