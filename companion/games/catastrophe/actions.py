"""The buttons of a player's strip: the common case first, one tap each or two where somebody must be chosen."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.text import Text, say
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.events import (
    CardsDrawn,
    ClawEnded,
    CountsCorrected,
    CucumberPlayed,
    CuriosityPlayed,
    Discarded,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    ReactionsClosed,
    ReapurrRevealed,
    RollsAccepted,
    TakePlayed,
    YarnSpent,
    effect,
)
from companion.games.catastrophe.state import CLAW, PAW, State, acting, excess, seats_in
from companion.games.catastrophe.view_model import ActionView

ATTACK, CURIOSITY, PASS, YARN, LIFE, MORE = "attack", "curiosity", "pass", "yarn", "life", "more"
SPECIAL, EFFECTS, EVENT = "special", "effects", "event"


def actions(state: State, seat: int) -> tuple[ActionView, ...]:
    """What a seat's own edge offers now."""
    if not state.life[seat]:
        return ()
    match state.phase:
        case "claw" | "paw" | "catastrophe":
            return tuple(_in_turn(state, seat))
        case "react":
            return tuple(_reactions(state, seat))
        case "roll":
            return tuple(_yarn(state, seat))
        case "yarn":
            return (ActionView(say("Accept"), RollsAccepted(seat), strong=True), *_yarn(state, seat))
        case "effects":
            return tuple(_effects(state, seat))
        case "discard":
            return tuple(_discards(state, seat))
        case _:
            return ()


def targets(state: State, seat: int, what: str) -> tuple[tuple[Text, object], ...]:
    """The second tap of an action: words and the event for each."""
    name = state.table.name
    others = [at for at in state.table.clockwise(seat)[1:] if state.life[at]]
    match what:
        case "curiosity":
            return tuple((say("{name}", name=name(at)), CuriosityPlayed(seat, at)) for at in others)
        case "pass":
            return tuple(
                (say("to {name}", name=name(at)), _passed(state, seat, at)) for at in _pass_targets(state, seat)
            )
        case "yarn":
            return tuple(
                (say("{name} again", name=name(roll.seat)), YarnSpent(seat, roll.seat))
                for roll in state.rolls
                if roll.value is not None
            )
        case _:
            return _life_targets(state, seat)


def corrected(state: State, seat: int, what: str, by: int) -> CountsCorrected:
    """The table's own count is one more or less: `what` is "hand" (with held Power Cats counted there) or "power"."""
    if what == "power":
        return CountsCorrected(seat, power=state.power[seat] + by)
    return CountsCorrected(seat, hand=state.hand[seat] + by)


def _in_turn(state: State, seat: int) -> Iterator[ActionView]:
    if seat != acting(state):
        yield ActionView(say("Catfinity…"), opens=SPECIAL)
        return
    if state.phase == PAW:
        yield ActionView(say("Draw 3"), CardsDrawn(seat), strong=True)
        yield ActionView(say("Catfinity…"), opens=SPECIAL)
    elif state.phase == CLAW:
        yield ActionView(say("Attack…"), opens=ATTACK)
        others = [at for at in seats_in(state) if at != seat]
        if len(others) == 1:
            yield ActionView(say("Curiosity"), CuriosityPlayed(seat, others[0]))
        else:
            yield ActionView(say("Curiosity…"), opens=CURIOSITY)
        yield ActionView(say("Ally"), EffectPlayed(seat))
        yield ActionView(say("Power Cat"), EffectPlayed(seat, power=True))
        yield ActionView(say("Special…"), opens=SPECIAL)
        yield ActionView(say("End Claw"), ClawEnded(seat))
    else:
        for steps in (1, 2, -1):
            words = say("Reapurr {steps}", steps=f"{steps:+d}")
            yield ActionView(words, ReapurrRevealed(seat, steps))
        yield ActionView(say("Event"), EventRevealed(seat))
        yield ActionView(say("Event: dice"), EventRevealed(seat, rollers=tuple(seats_in(state))))
        yield ActionView(say("Other…"), opens=EVENT)


def _reactions(state: State, seat: int) -> Iterator[ActionView]:
    yield ActionView(say("No reaction"), ReactionsClosed(seat), strong=True)
    options = state.options
    card = _from_where(state, seat)
    if card is None:
        return
    power, held = card
    if pile.allowed(pile.check_cucumber, state.stack, options):
        yield ActionView(say("Cucumber!"), CucumberPlayed(seat, power=power, held=held))
    aims = _pass_targets(state, seat)
    if len(aims) == 1:
        name = state.table.name(aims[0])
        yield ActionView(say("Pass to {name}", name=name), _passed(state, seat, aims[0]))
    elif aims:
        yield ActionView(say("Pass…"), opens=PASS)
    if pile.allowed(pile.check_take, state.stack, options):
        yield ActionView(say("Take"), TakePlayed(seat, power=power, held=held))
    yield ActionView(say("Other…"), opens=MORE)


def _from_where(state: State, seat: int) -> tuple[bool, bool] | None:
    """(power, held) of the card a reaction comes from unless it is said otherwise: the hand first; None without any."""
    if state.hand[seat]:
        return False, False
    if state.power[seat]:
        return True, False
    return (True, True) if state.held[seat] else None


def _pass_targets(state: State, seat: int) -> list[int]:
    order = state.table.clockwise(seat)
    return [
        at
        for at in (*order[1:], seat)
        if state.life[at] and pile.allowed(pile.check_pass, state.stack, state.options, seat, at)
    ]


def _passed(state: State, seat: int, target: int) -> PassPlayed:
    power, held = _from_where(state, seat) or (False, False)
    return PassPlayed(seat, target, power=power, held=held)


def _yarn(state: State, seat: int) -> Iterator[ActionView]:
    if not state.yarn[seat]:
        return
    lying = [roll.seat for roll in state.rolls if roll.value is not None]
    if len(lying) == 1:
        who = say("Yarn: I again") if lying[0] == seat else say("Yarn: {name} again", name=state.table.name(lying[0]))
        yield ActionView(who, YarnSpent(seat, lying[0]))
    elif lying:
        yield ActionView(say("Yarn…"), opens=YARN)


def _effects(state: State, seat: int) -> Iterator[ActionView]:
    if seat != state.stack[-1].seat:
        return
    yield ActionView(say("Nothing"), EffectsApplied(seat, ()))
    yield ActionView(say("Lives…"), opens=LIFE)
    yield ActionView(say("Draw 2"), EffectsApplied(seat, (effect("hand", 2, seat),)))
    yield ActionView(say("All…"), opens=EFFECTS)


def _life_targets(state: State, seat: int) -> tuple[tuple[Text, object], ...]:
    everybody = [at for at in state.table.clockwise(seat) if state.life[at]]
    found: list[tuple[Text, object]] = [
        (say("{name} -1", name=state.table.name(at)), _lives(seat, -1, [at])) for at in (*everybody[1:], seat)
    ]
    found.append((say("{name} +1", name=state.table.name(seat)), _lives(seat, 1, [seat])))
    if len(everybody) > 2:
        found.append((say("all others -1"), _lives(seat, -1, everybody[1:])))
    found.append((say("everybody -1"), _lives(seat, -1, everybody)))
    return tuple(found)


def _lives(seat: int, by: int, whose: list[int]) -> EffectsApplied:
    return EffectsApplied(seat, tuple(effect("life", by, at) for at in whose))


def _discards(state: State, seat: int) -> Iterator[ActionView]:
    in_hand, in_front = excess(state, seat)
    if not in_hand and not in_front:
        return
    for held in range(max(0, in_hand - state.hand[seat]), min(in_hand, state.held[seat]) + 1):
        words = say("Discarded {n}", n=in_hand + in_front)
        if held:
            words = say("Discarded, {held} held", held=held)
        yield ActionView(words, Discarded(seat, in_hand - held, in_front, held), strong=not held)
