"""The buttons of a player's strip, computed without a screen: what the asks offer, each choice once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.asks import Ask, Choice, Key
from companion.core.events import Corrected, Event
from companion.core.text import Text, say
from companion.core.values import replaced
from companion.games.catastrophe.events import (
    AttackPlayed,
    EffectsApplied,
    EventRevealed,
    YarnSpent,
)
from companion.games.catastrophe.groups import ATTACK, CURIOSITY, LIVES, OTHER, PASS, YARN, yarn_choices
from companion.games.catastrophe.state import State

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
    EFFECTS: say("All…"),
    EVENT: say("Other…"),
}


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
        many = len(grouped(state, ask, choice.group)) > 1 or choice.group in (ATTACK, OTHER)
        if not choice.group or not many:
            strong = choice.key is Key.YES or len(ask.choices) == 1
            found.append(ButtonView(choice.label, choice.event, strong=strong))
        elif not any(button.opens == choice.group for button in found):
            found.append(ButtonView(_OPENERS[choice.group], opens=choice.group))
    opened = {button.opens for button in found}
    return (*found, *(button for button in form_buttons(ask) if button.opens != SPECIAL or OTHER not in opened))


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
