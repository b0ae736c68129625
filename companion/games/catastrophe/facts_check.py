"""Whether a position can be true of a table: what R10.2 excludes and what play cannot leave behind."""

from __future__ import annotations

from companion.core.game import BadPosition
from companion.core.text import say
from companion.games.catastrophe.options import ANYONE, GOES_ON, HAND, KOTM, CatastropheOptions
from companion.games.catastrophe.resolve import due
from companion.games.catastrophe.stack import (
    ATTACK,
    CUCUMBER,
    CURIOSITY,
    EFFECT,
    EVENT,
    PASS,
    REVEALED,
    Card,
    Stack,
)
from companion.games.catastrophe.state import Phase, State, acting, overfull, reshuffled, seats_in


def check_fits(state: State) -> None:
    """Refuses what cannot be. Raises BadPosition naming the fact."""
    _check_players(state)
    _check_phase(state)
    _check_turns(state)
    if reshuffled(state, []) != state:
        raise BadPosition("decks", say("at this table an empty deck has been reshuffled"))
    if state.phase is Phase.START_ROLL:
        _check_first_roll(state)
        return
    if state.contenders:
        raise BadPosition("contenders", say("the roll for the start is over"))
    _check_turn(state)
    if state.phase in (Phase.CLAW, Phase.PAW, Phase.CATASTROPHE, Phase.OVER) and state.stack:
        raise BadPosition("stack", say("no card is in play in this phase"))
    if state.stack:
        _check_stack(state)
    _check_dice(state)


def _check_players(state: State) -> None:
    for seat, life in enumerate(state.life):
        if not life and (state.yarn[seat] or state.hand[seat] or state.held[seat] or state.power[seat]):
            raise BadPosition("life", say("{name} is out and has neither yarn nor cards", name=state.table.name(seat)))
        if life and life <= state.reapurr:
            raise BadPosition("life", say("the Grim Reapurr has caught {name} already", name=state.table.name(seat)))
    if any(state.held) and state.options.taken_power != HAND:
        raise BadPosition("held", say("at this table nobody holds Power Cats in the hand"))
    on_track = [life for life in state.life if 0 < life < 9]
    if state.options.variant == KOTM and len(set(on_track)) != len(on_track):
        raise BadPosition("life", say("two players on one space below 9: not in King of the Meowtain"))
    too_full = overfull(state)
    if (state.phase is Phase.DISCARD) != bool(too_full):
        if not too_full:
            raise BadPosition("phase", say("nobody has too many cards"))
        raise BadPosition("hand", say("{name} has too many cards and must discard", name=state.table.name(too_full[0])))


def _check_phase(state: State) -> None:
    left = len(seats_in(state))
    if (state.phase is Phase.OVER) != (left <= 1):
        raise BadPosition("phase", say("the game is over when fewer than two players are still in, and not before"))
    if not left and state.options.together and len(state.fallen[-1]) == 1:
        name = state.table.name(state.fallen[-1][0])
        raise BadPosition("fallen", say("{name} was the last one in and has won", name=name))
    stages: tuple[Phase | None, ...] = (Phase.CLAW, Phase.PAW, Phase.CATASTROPHE)
    if state.phase in (Phase.START_ROLL, Phase.OVER):
        stages = (None,)
    elif state.phase in (Phase.CLAW, Phase.PAW, Phase.CATASTROPHE):
        stages = (state.phase,)
    if state.stage not in stages:
        raise BadPosition("stage", say("this part of the turn does not fit the phase"))


def _check_turns(state: State) -> None:
    for seat, life in enumerate(state.life):
        name = state.table.name(seat)
        if state.turns[seat] and (not life or state.phase is Phase.START_ROLL):
            raise BadPosition("turns", say("{name} has no turns more or less", name=name))
        if any(skip.seat == seat for skip in state.skips) and (not life or state.phase is Phase.START_ROLL):
            raise BadPosition("skips", say("{name} has no phase to leave out", name=name))
    if state.resumes_after is not None and state.turn in (None, state.resumes_after):
        raise BadPosition("resumes_after", say("the order already continues after the player whose turn it is"))


def _check_first_roll(state: State) -> None:
    if state.options.first is not None:
        raise BadPosition("phase", say("the first player is chosen: nobody rolls for it"))
    if state.turn is not None:
        raise BadPosition("turn", say("it is nobody's turn before the first-player roll is over"))
    if 0 in state.life:
        raise BadPosition("life", say("nobody is out before the game has begun"))
    if state.stack:
        raise BadPosition("stack", say("no card is in play before the game has begun"))
    if len(state.contenders) < 2 or tuple(sorted(state.contenders)) != state.contenders:
        raise BadPosition("contenders", say("at least two roll for it, named in the order of their seats"))
    if tuple(roll.seat for roll in state.rolls) != state.contenders:
        raise BadPosition("rolls", say("everybody who rolls for the start has one die, in the order of the seats"))
    if any(roll.need is not None for roll in state.rolls) or all(roll.value is not None for roll in state.rolls):
        raise BadPosition("rolls", say("the highest die begins: no number is needed, and at least one die is due"))


def _check_turn(state: State) -> None:
    if state.turn is None:
        raise BadPosition("turn", say("say whose turn it is"))
    if state.life[state.turn] or state.stack or state.phase is Phase.OVER:
        return
    if state.options.turn_player_out == GOES_ON and state.stage is Phase.CATASTROPHE:
        return
    raise BadPosition("turn", say("{name} is out, so it is not their turn", name=state.table.name(state.turn)))


def _check_stack(state: State) -> None:
    stack = state.stack
    for at, card in enumerate(stack):
        for seat in (card.seat, *card.targets, *card.rollers):
            if not state.life[seat]:
                text = say("{name} is out: no card by them or against them is left", name=state.table.name(seat))
                raise BadPosition("stack", text)
        _check_card(state, card, stack[at - 1] if at else None)
        if card.more and (at < len(stack) - 1 or state.phase not in (Phase.EFFECTS, Phase.DISCARD) or card.rollers):
            raise BadPosition("stack", say("the rest of a card is due at once, and nobody rolls before it"))
        resolving = at == len(stack) - 1 and _resolving(state)
        if card.card == ATTACK and (card.rollers or card.failed) and not resolving:
            raise BadPosition("stack", say("nobody rolls for what an Attack does before somebody has failed"))
        if card.red_dot and not resolving:
            raise BadPosition("stack", say("a card with a red dot does not wait: it is resolved at once"))
    if stack[0].card in REVEALED and not state.options.react_to_events and (len(stack) > 1 or not _resolving(state)):
        raise BadPosition("stack", say("a CATastrophe card does not wait for reactions at this table"))


def _resolving(state: State) -> bool:
    """Return whether the newest card is being carried out, and does not wait for reactions."""
    goes_on = bool(state.rolls) or bool(state.stack and state.stack[-1].more)
    return state.phase in (Phase.ROLL, Phase.YARN, Phase.EFFECTS) or (state.phase is Phase.DISCARD and goes_on)


def _check_card(state: State, card: Card, beneath: Card | None) -> None:
    options = state.options
    if card.card in REVEALED:
        if beneath is not None or state.stage is not Phase.CATASTROPHE or card.seat != acting(state):
            raise BadPosition(
                "stack", say("a CATastrophe card comes first, in its own phase, from the player whose turn it is")
            )
    elif card.card == CUCUMBER:
        if beneath is None or (beneath.power and not options.react_to_power):
            raise BadPosition("stack", say("a Cucumber lies on a card that it can block"))
    elif card.card == PASS:
        _check_pass(state, card, beneath)
    elif len(set(card.targets)) != len(card.targets):
        raise BadPosition("stack", say("the targets of a card are different players"))
    elif card.card != EFFECT and card.seat in card.targets and not _may_aim_at_self(card, options):
        raise BadPosition("stack", say("nobody is their own target, and this card cannot have been passed back"))


def _may_aim_at_self(card: Card, options: CatastropheOptions) -> bool:
    """Return whether it can be its own player's target: by its text, or because it was passed back."""
    passed = (options.pass_power or not card.power) and not card.red_dot and options.pass_back
    return options.target_self or passed


def _check_pass(state: State, card: Card, beneath: Card | None) -> None:
    options = state.options
    passable = beneath is not None and (options.pass_power or not beneath.power)
    if beneath is None or beneath.card not in (ATTACK, CURIOSITY) or not passable:
        raise BadPosition("stack", say("a Pass lies on an Attack or a Curiosity that is no Power Cat"))
    by_anyone = options.pass_by == ANYONE or card.power
    if card.target in beneath.targets or (not by_anyone and card.seat not in beneath.targets):
        raise BadPosition("stack", say("a Pass is played by the present target, at another player"))
    if card.target == beneath.seat and not options.pass_back:
        raise BadPosition("stack", say("no card is passed back to its player at this table"))


def _check_dice(state: State) -> None:
    values = [roll.value for roll in state.rolls]
    if state.phase in (Phase.REACT, Phase.ROLL, Phase.YARN, Phase.EFFECTS) and not state.stack:
        raise BadPosition("stack", say("a card is in play in this phase"))
    if state.phase in (Phase.CLAW, Phase.PAW, Phase.CATASTROPHE, Phase.OVER, Phase.REACT) or (
        state.phase is Phase.DISCARD and not values
    ):
        if values:
            raise BadPosition("rolls", say("nobody rolls in this phase"))
        return
    expected = _expected(state.stack, state.phase)
    if expected is None:
        raise BadPosition("stack", say("the newest card does not lead to this phase"))
    if [(roll.seat, roll.need) for roll in state.rolls] != expected:
        raise BadPosition("rolls", say("these are not the dice the newest card asks for"))
    fits = {
        Phase.ROLL: None in values,
        Phase.YARN: None not in values and bool(values),
        Phase.EFFECTS: None not in values,
        Phase.DISCARD: all(value is None for value in values),
    }
    if not fits[state.phase]:
        raise BadPosition("rolls", say("these rolls do not fit the phase"))


def _expected(stack: Stack, phase: Phase) -> list[tuple[int, int | None]] | None:
    """Return who rolls for the newest card and the number each needs; None if it is not resolved in this phase."""
    if not stack:
        return None
    top = stack[-1]
    if top.card not in (ATTACK, EFFECT, EVENT):
        return None
    if top.card == ATTACK and phase in (Phase.EFFECTS, Phase.DISCARD):
        if not top.effects or (phase is Phase.DISCARD and not top.rollers and not top.more):
            return None
        if top.more:
            return []
    return [(roll.seat, roll.need) for roll in due(top)]
