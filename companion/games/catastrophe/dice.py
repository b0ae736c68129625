"""The dice of Catastrophe: rolling, yarn for another roll, accepting (RULES.md R1.3 and chapter R5)."""

from __future__ import annotations

from catseye.colours import colour
from companion.core.events import IllegalEvent, Rolled, dice_in
from companion.core.game import Note
from companion.core.text import Text, listed, say
from companion.core.values import replaced
from companion.games.catastrophe.events import RollsAccepted, YarnSpent
from companion.games.catastrophe.resolve import decide_defence
from companion.games.catastrophe.stack import ATTACK
from companion.games.catastrophe.state import Phase, Roll, State


def roll(state: State, event: Rolled, notes: list[Note]) -> State:
    """A die that is due was thrown (R5.1, R5.2). Raises IllegalEvent."""
    name = state.table.name(event.seat)
    at = next((n for n, roll in enumerate(state.rolls) if roll.seat == event.seat and roll.value is None), None)
    if at is None:
        raise IllegalEvent("R5.1", _not_due(state, name))
    (value,) = dice_in(event, 1, "R5.1")
    own, thrown = state.table.colour(event.seat), event.faces[0].colour
    if own and thrown and thrown != own:
        text = say(
            "{name} rolls the {own} die. The {other} one does not count.",
            name=name,
            own=colour(own),
            other=colour(thrown),
        )
        raise IllegalEvent("R5.2", text)
    rolls = replaced(state.rolls, at, state.rolls[at]._replace(value=value))
    state = state._replace(rolls=rolls)
    if any(roll.value is None for roll in rolls):
        return state
    return _first_player(state, notes) if state.phase is Phase.START_ROLL else state._replace(phase=Phase.YARN)


def _first_player(state: State, notes: list[Note]) -> State:
    """The highest die begins; those tied roll again (R1.3)."""
    best = max(roll.value or 0 for roll in state.rolls)
    tied = tuple(roll.seat for roll in state.rolls if roll.value == best)
    if len(tied) > 1:
        names = listed((state.table.name(seat) for seat in tied), "and")
        notes.append(Note(say("{names} are tied and roll again.", names=names), None, "R1.3"))
        return state._replace(contenders=tied, rolls=tuple(Roll(seat) for seat in tied))
    notes.append(Note(say("{name} begins.", name=state.table.name(tied[0])), tied[0], "R1.3"))
    return state._replace(phase=Phase.CLAW, stage=Phase.CLAW, turn=tied[0], contenders=(), rolls=())


def spend_yarn(state: State, event: YarnSpent, notes: list[Note]) -> State:
    """A ball of yarn opens a roll again (R5.3). Raises IllegalEvent."""
    name = state.table.name(event.seat)
    if state.phase not in (Phase.ROLL, Phase.YARN):
        raise IllegalEvent(
            "R5.3", say("{name} can spend yarn only on dice that are rolled and not yet accepted.", name=name)
        )
    at = next((n for n, roll in enumerate(state.rolls) if roll.seat == event.roller), None)
    if at is None:
        raise IllegalEvent("R5.3", _nothing_rolled(state, event.roller))
    if state.rolls[at].value is None:
        raise IllegalEvent("R5.3", say("{name} has yet to roll.", name=state.table.name(event.roller)))
    if not state.yarn[event.seat]:
        raise IllegalEvent("R5.3", say("{name} has no yarn.", name=name))
    rolls = replaced(state.rolls, at, state.rolls[at]._replace(value=None))
    roller = state.table.name(event.roller)
    notes.append(Note(say("{name} spends yarn: {roller} rolls again.", name=name, roller=roller), event.roller, "R5.3"))
    return state._replace(
        phase=Phase.ROLL,
        rolls=rolls,
        yarn=replaced(state.yarn, event.seat, state.yarn[event.seat] - 1),
        sanctuary=state.sanctuary + 1,
    )


def accept(state: State, event: RollsAccepted, notes: list[Note]) -> State:
    """The rolls stand (R5.4). Raises IllegalEvent."""
    del event
    if state.phase is Phase.ROLL:
        raise IllegalEvent("R5.4", say("{names} must roll first.", names=_due(state)))
    if state.phase is not Phase.YARN:
        raise IllegalEvent("R5.4", say("There are no dice to accept."))
    if state.stack[-1].card == ATTACK and not state.stack[-1].rollers:
        return decide_defence(state, notes)
    return state._replace(phase=Phase.EFFECTS)


def _due(state: State) -> Text:
    return listed((state.table.name(roll.seat) for roll in state.rolls if roll.value is None), "and")


def _not_due(state: State, name: str) -> Text:
    if any(roll.value is None for roll in state.rolls):
        return say("{name} does not roll now. {names} must roll.", name=name, names=_due(state))
    return say("{name} does not roll now.", name=name)


def _nothing_rolled(state: State, seat: int) -> Text:
    if seat not in state.table.seats:
        return say("There is no seat {seat}.", seat=seat)
    return say("{name} has no roll to repeat.", name=state.table.name(seat))
