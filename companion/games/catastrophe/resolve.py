"""How the newest card is carried out and how play goes on after it (RULES.md R4.5, R5, R7.5, R7.6)."""

from __future__ import annotations

from companion.core.game import Note
from companion.core.text import Text, counted, say
from companion.core.values import replaced
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.elimination import leave, lose_lives, move_reapurr
from companion.games.catastrophe.options import TURN_ENDS
from companion.games.catastrophe.stack import REVEALED, Parted, called
from companion.games.catastrophe.state import Phase, Roll, State, discarded, seats_in, settled_phase, turn_of
from companion.games.catastrophe.turns import pass_turn


def resolve_top(state: State, notes: list[Note]) -> State:
    """Nobody else reacts to the newest card: it does its work, or its dice are called for."""
    top = state.stack[-1]
    match top.card:
        case pile.CUCUMBER:
            victim = state.stack[-2]
            name = state.table.name(victim.seat)
            notes.append(Note(say("{name}'s {card} is blocked.", name=name, card=called(victim)), victim.seat, "R4.2"))
            return _part(state, pile.blocked(state.stack), notes, revealed=victim.card in REVEALED)
        case pile.PASS:
            assert top.target is not None
            notes.append(Note(say("Now {name} is the target.", name=state.table.name(top.target)), top.target, "R4.4"))
            return _part(state, pile.redirected(state.stack), notes, revealed=False)
        case pile.CURIOSITY:
            return finish(lose_lives(state, dict.fromkeys(top.targets, top.lives), notes), notes)
        case pile.REAPURR:
            return finish(move_reapurr(state, top.number or 0, notes), notes)
        case _:
            return call_rolls(state)


def call_rolls(state: State) -> State:
    """The dice that the newest card asks for are due; without any its effects are."""
    rolls = due(state.stack[-1])
    return state._replace(rolls=rolls, phase=Phase.ROLL if rolls else Phase.EFFECTS)


def due(card: pile.Card) -> tuple[Roll, ...]:
    """The open rolls that a card asks for, in the order of the seats asked: for its effects, or to defend."""
    if card.card == pile.ATTACK and not card.rollers:
        return tuple(Roll(seat, None, card.number) for seat in card.targets)
    return tuple(Roll(seat) for seat in card.rollers)


def decide_defence(state: State, notes: list[Note]) -> State:
    """The Attack's rolls were accepted: who is safe, who loses lives, who rolls again, what else it does (R5.5)."""
    top = state.stack[-1]
    failed = [roll.seat for roll in state.rolls if (roll.value or 0) < (roll.need or 0)]
    safe = [roll.seat for roll in state.rolls if roll.seat not in failed]
    notes += (_safe(state, seat, top.rolls - 1) for seat in safe)
    if top.lives:
        state = lose_lives(state, dict.fromkeys(failed, top.lives), notes)
    else:
        notes += (Note(say("{name} is not safe.", name=state.table.name(seat)), seat, "R5.5") for seat in failed)
    if over_for(state):
        return finish(state, notes)
    top = state.stack[-1]._replace(failed=top.effects and (top.failed or bool(failed)))
    if safe and top.rolls > 1:
        top = top.aimed_at(safe)._replace(rolls=top.rolls - 1)
        return call_rolls(state._replace(stack=(*state.stack[:-1], top)))
    if top.failed:
        rolls = tuple(roll for roll in state.rolls if state.life[roll.seat])
        return state._replace(rolls=rolls, phase=Phase.EFFECTS)
    return finish(state, notes)


def over_for(state: State) -> bool:
    """Return whether the newest card has no more effect: its player or all targets are out, or the game is over."""
    top = state.stack[-1]
    targets_out = bool(top.targets) and not any(state.life[seat] for seat in top.targets)
    return not state.life[top.seat] or targets_out or len(seats_in(state)) <= 1


def _safe(state: State, seat: int, to_go: int) -> Note:
    name = state.table.name(seat)
    if not to_go:
        return Note(say("{name} is safe.", name=name), seat, "R5.5")
    said = counted("{name} is safe, with {n} roll to go.", "{name} is safe, with {n} rolls to go.", to_go, name=name)
    return Note(said, seat, "R5.5")


def finish(state: State, notes: list[Note]) -> State:
    """The newest card is done: it goes to its discard pile, or in front of its player if it stays (R3.7)."""
    top = state.stack[-1]
    state = state._replace(stack=state.stack[:-1], rolls=())
    if top.stays and state.life[top.seat]:
        state = state._replace(power=replaced(state.power, top.seat, state.power[top.seat] + 1))
    else:
        state = discarded(state, (top,))
    return settle(state, notes, revealed=top.card in REVEALED)


def settle(state: State, notes: list[Note], *, revealed: bool = False) -> State:
    """Return how play goes on after an event; `revealed`: the turn's CATastrophe card is finished or blocked."""
    left = seats_in(state)
    if len(left) <= 1:
        return _ended(state, left, notes)
    if revealed:
        state = pass_turn(state, notes)
    elif not state.stack and not state.life[turn_of(state)]:
        if state.options.turn_player_out == TURN_ENDS:
            state = pass_turn(state, notes)
        else:
            state = state._replace(stage=Phase.CATASTROPHE)
    return state._replace(phase=settled_phase(state))


def _part(state: State, parted: Parted, notes: list[Note], *, revealed: bool) -> State:
    return settle(discarded(state._replace(stack=parted.stack), parted.gone), notes, revealed=revealed)


def _ended(state: State, left: list[int], notes: list[Note]) -> State:
    """One player left wins; nobody left, and the Reapurr has won (R7.6)."""
    if left:
        notes.append(Note(say("{name} wins!", name=state.table.name(left[0])), left[0], "R7.6"))
    else:
        notes.append(Note(say("The Grim Reapurr wins: everybody is out"), None, "R7.6"))
    state = discarded(state, state.stack)
    return state._replace(stack=(), rolls=(), stage=None, phase=Phase.OVER)


def between_cards(state: State) -> Text | None:
    """Return why people cannot come and go now, None if they can."""
    if state.phase in (Phase.CLAW, Phase.PAW, Phase.CATASTROPHE, Phase.OVER):
        return None
    return say("In Catastrophe people can come and go only when no card or roll is pending.")


def left(state: State, seat: int) -> State:
    """A player has left the table: they are out (R7.3)."""
    return settle(leave(state, [seat], []), []) if state.life[seat] else state
