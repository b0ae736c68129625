"""The buttons of a player's strip, computed without a screen: what the asks offer, each choice once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.asks import Ask, Choice, Key
from companion.core.events import Corrected, Event
from companion.core.game import Outcome
from companion.core.text import NOTHING, Text, say
from companion.core.values import replaced
from companion.games.catastrophe.events import (
    AttackPlayed,
    CuriosityPlayed,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    YarnSpent,
)
from companion.games.catastrophe.groups import ATTACK, CURIOSITY, EVENTS, LIVES, OTHER, PASS, YARN, yarn_choices
from companion.games.catastrophe.state import Phase, State, places

SPECIAL, EFFECTS, EVENT = "special", "effects", "event"
"""What opens a form: any card, what a card did, a CATastrophe card."""
_FORMS = {AttackPlayed: SPECIAL, EffectsApplied: EFFECTS, EventRevealed: EVENT}
_OPENERS = {
    ATTACK: say("Attack…"),
    CURIOSITY: say("Curiosity…"),
    PASS: say("Pass…"),
    YARN: say("Yarn…"),
    LIVES: say("Lives…"),
    OTHER: say("Other…"),
    EVENTS: say("Other…"),
    EFFECTS: say("All…"),
    EVENT: say("Other…"),
}
_LISTED_IN = {SPECIAL: OTHER, EVENT: EVENTS}
"""The group among whose choices a form is opened, where that group has a button."""
POWER_CAT = "power cat"
_GROUPS: dict[type[Event], str] = {
    AttackPlayed: ATTACK, CuriosityPlayed: CURIOSITY, PassPlayed: PASS, YarnSpent: YARN,
}  # fmt: skip


def _six(**places: Text) -> dict[str, Text]:
    """Return six places; the last, for any card or none of the others, is the same in all phases."""
    blank = {str(at): NOTHING for at in range(5 - len(places))}
    return {**places, **blank, OTHER: say("Catfinity…")}


_ANSWERS = _six(
    ReactionsClosed=say("No reaction"), CucumberPlayed=say("Cucumber!"), TakePlayed=say("Take"), **{PASS: say("Pass…")}
)
_DICE = {"RollsAccepted": say("Accept"), "": NOTHING, YARN: say("Yarn…")}
_PLACES: dict[Phase, dict[str, Text]] = {
    Phase.REACT: _ANSWERS,
    Phase.CLAW: _six(
        **{
            ATTACK: say("Attack…"),
            "EffectPlayed": say("Ally"),
            "ClawEnded": say("End Claw"),
            CURIOSITY: say("Curiosity…"),
            POWER_CAT: say("Power Cat"),
        },
    ),
    Phase.PAW: _six(CardsDrawn=say("Draw 3")),
    Phase.ROLL: _DICE,
    Phase.YARN: _DICE,
}
"""The buttons of a phase in the order of their places, with the words that each needs room for: the name of a group,
or of an event.
"""


@dataclass(frozen=True, slots=True)
class ButtonView:
    """One button of a strip: an event at once, or the group or form that it opens. `strong`: the likeliest."""

    words: Text
    event: Event | None = None
    opens: str = ""
    strong: bool = False


def buttons(state: State, ask: Ask) -> tuple[ButtonView, ...]:
    """A button for each choice by itself, each group of several choices, and each form."""
    found: list[ButtonView] = []
    for choice in offered(state, ask):
        many = len(grouped(state, ask, choice.group)) > 1 or choice.group in (ATTACK, OTHER, EVENTS)
        many = many or (choice.group == YARN and ask.roll is not None)  # beside the ways to roll there is little room
        if not choice.group or not many:
            strong = choice.key is Key.YES or len(ask.choices) == 1
            found.append(ButtonView(_briefly(state, choice), choice.event, strong=strong))
        elif not any(button.opens == choice.group for button in found):
            found.append(ButtonView(_OPENERS[choice.group], opens=choice.group))
    opened = {button.opens for button in found}
    return (*found, *(button for button in form_buttons(ask) if _LISTED_IN.get(button.opens) not in opened))


def _briefly(state: State, choice: Choice) -> Text:
    """The words of a choice on a button, which is narrower than a line of a list."""
    match choice.event:
        case YarnSpent(roller=roller):
            return say("Yarn: {name}", name=state.table.name(roller))
        case PassPlayed(target=target, power=False):
            return say("Pass: {name}", name=state.table.name(target))
        case CuriosityPlayed():  # there is one other player
            return say("Curiosity")
    return choice.label


def cells(state: State, found: tuple[ButtonView, ...]) -> tuple[tuple[Text, ButtonView | None], ...]:
    """Return the places of a strip's buttons in order, each with the words that it must have room for; None where a
    button is not there now. What comes and goes within a turn leaves its place, so that no other button moves.
    """
    only_any_card = bool(found) and {button.opens for button in found} == {SPECIAL}
    places = _ANSWERS if only_any_card else _PLACES.get(state.phase, {})
    there = {_place(button): button for button in found}
    if there.keys() <= places.keys():
        opened = {button.opens for button in found}
        longest = max(state.table.players, key=len)
        named = {YARN: say("Yarn: {name}", name=longest), PASS: say("Pass: {name}", name=longest)}
        room_for = {place: words if place in opened else named.get(place, words) for place, words in places.items()}
        return tuple((words, there.get(place)) for place, words in room_for.items())
    return tuple((button.words, button) for button in found)


def _place(button: ButtonView) -> str:
    """What a button stands for, whoever it is meant for."""
    if button.event is None:
        return OTHER if button.opens in {OTHER, SPECIAL} else button.opens
    if isinstance(button.event, EffectPlayed) and button.event.power:
        return POWER_CAT
    return _GROUPS.get(type(button.event), type(button.event).__name__)


def listed_forms(ask: Ask, group: str) -> Iterator[ButtonView]:
    """A button for each form that is opened among the choices of a group."""
    return (button for button in form_buttons(ask) if _LISTED_IN.get(button.opens) == group)


def form_buttons(ask: Ask) -> Iterator[ButtonView]:
    """A button for each form, but those that the strip has other means for: yarn."""
    for form in ask.forms:
        what = _FORMS.get(form.event)
        if what == SPECIAL:
            symbol = "catfinity" in form.given
            yield ButtonView(say("Catfinity…") if symbol else say("Special…"), opens=SPECIAL)
        elif what is not None:
            yield ButtonView(_OPENERS[what], opens=what)


def offered(state: State, ask: Ask) -> tuple[Choice, ...]:
    """All choices of an ask. A player who must roll spends yarn by a form, which is short enough to be listed here."""
    if not any(form.event is YarnSpent for form in ask.forms):
        return ask.choices
    return (*ask.choices, *yarn_choices(state, ask.seat))


def grouped(state: State, ask: Ask, group: str) -> tuple[Choice, ...]:
    """The choices that share one button."""
    return tuple(choice for choice in offered(state, ask) if choice.group == group)


def corrected(state: State, seat: int, what: str, by: int) -> Corrected:
    """One card more or less: `what` is "hand" (with held Power Cats counted there) or "power"."""
    if what == "power":
        return Corrected({"power": [*replaced(state.power, seat, state.power[seat] + by)]})
    return Corrected({"hand": [*replaced(state.hand, seat, state.hand[seat] + by)]})


def out_words(state: State, seat: int) -> Text:
    """Return what stands in the strip of a player who is out."""
    place = Outcome(places(state), {}).place(seat)
    return say("out") if place is None else say("out, place {n}", n=place)
