"""What the table is asked for: at most one ask for each player still in, most of them optional.

The choices are the common cases, the likeliest first; what they leave out is a form. The panel shows a button for each
choice, group and form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.core.asks import Ask, Choice, Form, Key, RollCall
from companion.core.schema import AnySeat
from companion.core.text import Text, counted, say
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
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
)
from companion.games.catastrophe.forms import card_forms, effects_form, reaction_forms, reveal_forms
from companion.games.catastrophe.groups import ATTACK, CURIOSITY, EVENTS, LIVES, OTHER, PASS, yarn_choices
from companion.games.catastrophe.stack import called
from companion.games.catastrophe.state import Phase, State, acting, excess, seats_in

COMMON_NUMBERS = (4, 5, 3)
"""The Attack numbers that are known to occur, the middle one first."""
COMMON_STEPS = (1, 2, -1)


@dataclass
class _Draft:
    """An ask in the making."""

    text: Text
    choices: list[Choice] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    roll: RollCall | None = None
    optional: bool = False
    subject: tuple[object, ...] = ()


def asks(state: State) -> tuple[Ask, ...]:
    """Return what the players still in may do now, who must act first; empty exactly when the game is over."""
    if state.phase is Phase.OVER:
        return ()
    found = []
    for seat in seats_in(state):
        draft = _draft(state, seat)
        if draft is not None and (draft.choices or draft.forms or draft.roll is not None):
            choices, forms = tuple(draft.choices), tuple(draft.forms)
            found.append(Ask(seat, draft.text, choices, forms, draft.roll, draft.optional, draft.subject))
    return tuple(sorted(found, key=lambda ask: ask.optional))


def _draft(state: State, seat: int) -> _Draft | None:
    """Return what a player may do now; None for one who has no part in what happens."""
    match state.phase:
        case Phase.START_ROLL | Phase.ROLL:
            return _for_dice(state, seat)
        case Phase.YARN:
            return _for_yarn(state, seat)
        case Phase.REACT:
            return _for_reactions(state, seat)
        case Phase.EFFECTS:
            return _for_effects(state, seat)
        case Phase.DISCARD:
            return _for_discard(state, seat)
        case _:
            return _for_turn(state, seat)


def _for_turn(state: State, seat: int) -> _Draft:
    """The three stages of a turn; the others may lay cards with the Catfinity symbol."""
    if seat != acting(state):
        draft = _Draft(say("Only Catfinity cards now"), optional=True)
    elif state.phase is Phase.CLAW:
        draft = _Draft(say("Claw: play or end"), [*_cards(state, seat)])
    elif state.phase is Phase.PAW:
        draft = _Draft(say("Paw: draw three"), [Choice(CardsDrawn(seat), say("Draw 3"))])
    else:
        draft = _Draft(say("Reveal a card"), [*_revealed(state, seat)])
        draft.forms += reveal_forms(state, seat)
    draft.forms += card_forms(state, seat, symbol=not (state.phase is Phase.CLAW and seat == state.turn))
    return draft


def _cards(state: State, seat: int) -> Iterator[Choice]:
    """The cards of the Claw phase. The left neighbour comes first and last, two presses away either way."""
    others = [at for at in state.table.clockwise(seat)[1:] if state.life[at]]
    if state.hand[seat]:
        for target in others:
            name = state.table.name(target)
            for number in COMMON_NUMBERS:
                label = say("Attack {number} on {name}", number=number, name=name)
                yield Choice(AttackPlayed(seat, target, number), label, group=ATTACK)
        yield Choice(EffectPlayed(seat), say("Ally"))
    if state.power[seat]:
        yield Choice(EffectPlayed(seat, power=True), say("Power Cat"))
    yield Choice(ClawEnded(seat), say("End Claw"), Key.NO)
    if state.hand[seat]:
        for target in reversed(others):
            label = say("Curiosity on {name}", name=state.table.name(target))
            yield Choice(CuriosityPlayed(seat, target), label, group=CURIOSITY)


def _revealed(state: State, seat: int) -> Iterator[Choice]:
    for steps in COMMON_STEPS:
        yield Choice(ReapurrRevealed(seat, steps), say("Reapurr {steps}", steps=f"{steps:+d}"))
    yield Choice(EventRevealed(seat), say("Event"))
    yield Choice(EventRevealed(seat, rollers=tuple(seats_in(state))), say("Event: all roll"), group=EVENTS)
    if len(seats_in(state)) == 2:
        yield Choice(EventRevealed(seat, min_players=3), say("Event for 3+: another card"), group=EVENTS)


def _for_reactions(state: State, seat: int) -> _Draft:
    """The target of the newest card (or the turn player) is asked; the others may react."""
    newest = state.stack[-1]
    targets = newest.targets if newest.card in (pile.ATTACK, pile.CURIOSITY) else ()
    asked = targets or (acting(state),)
    subject = len(state.stack), newest.card, newest.seat
    text = say("{card}: do you react?", card=called(newest))
    if seat in asked and not targets:  # they speak for everybody, and may have played the card
        text = say("{card}: does anybody react?", card=called(newest))
    draft = _Draft(text, optional=seat not in asked, subject=subject)
    draft.choices.append(Choice(ReactionsClosed(seat), say("No reaction"), Key.YES))
    draft.choices += _reactions(state, seat)
    draft.forms += card_forms(state, seat, symbol=True)
    draft.forms += reaction_forms(state, seat)
    return draft


def _reactions(state: State, seat: int) -> Iterator[Choice]:
    """Cucumber, Take and Pass from each place where the player has a card. Power Cats are "other"."""
    key: Key | None = Key.NO
    for cards, power, held, words, others in (
        (state.hand, False, False, say("{card}"), ""),
        (state.power, True, False, say("{card} (Power Cat)"), OTHER),
        (state.held, True, True, say("{card} (held Power Cat)"), OTHER),
    ):
        if not cards[seat]:
            continue
        if pile.allowed(pile.check_cucumber, state.stack, state.options):
            label = say(words.template, card=say("Cucumber!"))
            yield Choice(CucumberPlayed(seat, power, held), label, key, others)
            key = None
        if pile.allowed(pile.check_take, state.stack, state.options):
            yield Choice(TakePlayed(seat, power, held), say(words.template, card=say("Take")), group=others)
        for target in seats_in(state):
            if pile.allowed(pile.check_pass, state.stack, state.options, seat, target):
                label = say(words.template, card=say("Pass to {name}", name=state.table.name(target)))
                yield Choice(PassPlayed(seat, target, power, held), label, group=others or PASS)


def _for_dice(state: State, seat: int) -> _Draft | None:
    lying = [roll.seat for roll in state.rolls if roll.value is not None]
    if any(roll.seat == seat and roll.value is None for roll in state.rolls):
        need = next(roll.need for roll in state.rolls if roll.seat == seat)
        text = say("Roll {need} or more", need=need) if need in range(2, 7) else say("Roll your die")
        if state.phase is Phase.START_ROLL:
            text = say("Roll: highest begins")
        colour = state.table.colour(seat)
        draft = _Draft(text, roll=RollCall(1, (colour,) if colour else ()))
        if state.phase is Phase.ROLL and lying and state.yarn[seat]:
            draft.forms.append(Form(YarnSpent, {"seat": seat}, {"roller": AnySeat(among=tuple(lying))}))
        return draft
    if state.phase is Phase.ROLL and state.yarn[seat] and lying:
        return _Draft(say("Spend yarn?"), [*yarn_choices(state, seat)], optional=True)
    return None


def _for_yarn(state: State, seat: int) -> _Draft:
    text = say("Accept the roll?") if len(state.rolls) == 1 else say("Accept the rolls?")
    draft = _Draft(text, optional=seat != acting(state))
    draft.choices.append(Choice(RollsAccepted(seat), say("Accept"), Key.YES))
    draft.choices += yarn_choices(state, seat)
    return draft


def _for_effects(state: State, seat: int) -> _Draft | None:
    top = state.stack[-1]
    if seat != top.seat:
        return None
    draft = _Draft(say("{card}: what happens?", card=called(top)), [*_usual_effects(state, seat)])
    draft.forms.append(effects_form(state, seat))
    return draft


def _usual_effects(state: State, seat: int) -> Iterator[Choice]:
    everybody = seats_in(state)
    others = [at for at in everybody if at != seat]
    yield Choice(EffectsApplied(seat, ()), say("Nothing"))
    for at in (*others, seat):
        yield _lives(seat, -1, [at], say("{name}: -1 life", name=state.table.name(at)))
    yield _lives(seat, 1, [seat], say("{name}: +1 life", name=state.table.name(seat)))
    yield _lives(seat, -1, others, say("All others: -1 life"))
    yield _lives(seat, -1, everybody, say("Everybody: -1 life"))
    yield Choice(EffectsApplied(seat, (effect("yarn", 1, seat),)), say("1 yarn"))
    yield Choice(EffectsApplied(seat, (effect("hand", 2, seat),)), say("Draw 2"))
    yield Choice(EffectsApplied(seat, (effect("power", 1, seat),)), say("1 Power Cat"))


def _lives(seat: int, by: int, whose: list[int], label: Text) -> Choice:
    return Choice(EffectsApplied(seat, tuple(effect("life", by, at) for at in whose)), label, group=LIVES)


def _for_discard(state: State, seat: int) -> _Draft | None:
    if excess(state, seat) == (0, 0):
        return None
    in_hand, in_front = excess(state, seat)
    hand, power = counted("{n} card", "{n} cards", in_hand), counted("{n} Power Cat", "{n} Power Cats", in_front)
    text = say("Discard {cards} from hand", cards=hand) if in_hand else say("Discard {power}", power=power)
    if in_hand and in_front:
        text = say("Discard {cards} from hand and {power}", cards=hand, power=power)
    draft = _Draft(text)
    for held in range(max(0, in_hand - state.hand[seat]), min(in_hand, state.held[seat]) + 1):
        event = Discarded(seat, hand=in_hand - held, power=in_front, held=held)
        label = say("Discarded {n}", n=in_hand + in_front)
        if held:
            label = say("Discarded {n}, {held} of them held", n=in_hand + in_front, held=held)
        draft.choices.append(Choice(event, label))
    return draft
