"""What an event was, in one short sentence for the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.events import Event, Rolled
from companion.core.text import Commas, Text, counted, listed, say
from companion.games.catastrophe.effects import NAMES
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
    CountsCorrected,
    CucumberPlayed,
    CuriosityPlayed,
    Discarded,
    EffectEntry,
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
from companion.games.catastrophe.stack import called
from companion.games.catastrophe.state import Phase, State
from companion.games.catastrophe.turns import PHASES

_Main = AttackPlayed | CuriosityPlayed | EffectPlayed
_Card = _Main | CucumberPlayed | PassPlayed | EventRevealed


def describe(state: State, event: Event) -> Text:
    """The event in words; `state` is the one before it, and the event may be one that the rules refuse."""
    return _WORDS[type(event)](state, event)


def _rolled(state: State, event: Rolled) -> Text:
    values = {"name": state.table.who(event.seat), "faces": listed((face.value for face in event.faces), "and")}
    need = next((roll.need for roll in state.rolls if roll.seat == event.seat), None)
    if need is not None:
        return say("{name} rolls {faces}, needs {need}", **values, need=need)
    return say("{name} rolls {faces}", **values)


def _yarn(state: State, event: YarnSpent) -> Text:
    name = state.table.who(event.seat)
    if event.seat == event.roller:
        return say("{name} spends yarn to roll again", name=name)
    return say("{name} spends yarn: {roller} rolls again", name=name, roller=state.table.who(event.roller))


def _attack(state: State, event: AttackPlayed) -> Text:
    text = say(
        "{name} attacks {target} with {number}",
        name=state.table.who(event.seat),
        target=_targets(state, event),
        number=event.number,
    )
    marks = []
    if event.lives != 1:
        marks.append(counted("{n} life", "{n} lives", event.lives))
    if event.rolls > 1:
        marks.append(counted("{n} roll", "{n} rolls", event.rolls))
    if event.effects:
        marks.append(say("and more"))
    return _marked(text, event, *marks)


def _curiosity(state: State, event: CuriosityPlayed) -> Text:
    names = {"name": state.table.who(event.seat), "target": _targets(state, event)}
    return _marked(say("{name} plays a Curiosity on {target}", **names), event)


def _targets(state: State, event: AttackPlayed | CuriosityPlayed) -> Text:
    return listed((state.table.who(seat) for seat in (event.target, *event.also)), "and")


def _effect(state: State, event: EffectPlayed) -> Text:
    name = state.table.who(event.seat)
    text = say("{name} plays a Power Cat", name=name) if event.power else say("{name} plays an Ally", name=name)
    return _marked(text, event)


def _marked(text: Text, event: _Card, *marks: Text) -> Text:
    """The sentence with what is special about the card in brackets."""
    special = list(marks)
    if isinstance(event, AttackPlayed | CuriosityPlayed) and event.power:
        special.append(say("Power Cat"))
    if event.red_dot:
        special.append(say("red dot"))
    if isinstance(event, _Main) and event.stays:
        special.append(say("stays in play"))
    return say("{text} ({marks})", text=text, marks=Commas(special)) if special else text


def _no_reaction(state: State, event: ReactionsClosed) -> Text:
    del state, event
    return say("No reaction")


def _card(state: State) -> Text:
    """The newest card in play."""
    return called(state.stack[-1]) if state.stack else say("card")


def _effects(state: State, event: EffectsApplied) -> Text:
    if not event.effects and event.rollers:
        names = listed((state.table.who(seat) for seat in event.rollers), "and")
        return say("{card}: now {names} must roll", card=_card(state), names=names)
    if not event.effects:
        return say("{card}: nothing happens", card=_card(state))
    return say("{card}: {what}", card=_card(state), what=Commas(_entry(state, entry) for entry in event.effects))


def _entry(state: State, entry: EffectEntry) -> Text:
    """One effect: "Bo -1 life", "Reapurr +2"."""
    by = f"{entry.get('by', 0):+d}"
    name = state.table.who(entry["seat"]) if "seat" in entry else ""
    match entry["what"]:
        case "reapurr":
            return say("Reapurr {by}", by=by)
        case "number":
            return say("Attack's number {by}", by=by)
        case "revive":
            return say("{name} comes back on {space}", name=name, space=entry["by"])
        case "swap":
            return say("{one} and {other} swap places", one=name, other=state.table.who(entry["with"]))
        case "skip":
            return say("{name} leaves out the next {phase}", name=name, phase=PHASES[Phase(entry["phase"])])
        case "turn":
            more = entry["by"] > 0
            return say("{name} has one more turn", name=name) if more else say("{name} misses a turn", name=name)
    amount = _AMOUNTS[entry["what"]]
    values = {
        "name": name,
        "amount": counted(amount.template, amount.plural, abs(entry["by"]), by=by),
    }
    source = entry.get("from")
    if isinstance(source, int):
        return say("{name} {amount} from {source}", **values, source=state.table.who(source))
    if source == "discard":
        return say("{name} {amount} from the discards", **values)
    return say("{name} {amount}", **values)


_AMOUNTS = {
    "life": counted("{by} life", "{by} lives", 1),
    "yarn": counted("{by} yarn ball", "{by} yarn balls", 1),
    "hand": counted("{by} card", "{by} cards", 1),
    "power": counted("{by} Power Cat", "{by} Power Cats", 1),
    "held": counted("{by} held Power Cat", "{by} held Power Cats", 1),
}


def _discarded(state: State, event: Discarded) -> Text:
    name = state.table.who(event.seat)
    cards = counted("{n} card", "{n} cards", event.hand + event.held)
    power = counted("{n} Power Cat", "{n} Power Cats", event.power)
    if event.power and event.hand + event.held:
        return say("{name} discards {cards} and {power}", name=name, cards=cards, power=power)
    return say("{name} discards {cards}", name=name, cards=power if event.power else cards)


def _corrected(state: State, event: CountsCorrected) -> Text:
    changes = [
        say("{what} {before} → {after}", what=NAMES[what], before=getattr(state, what)[event.seat], after=after)
        for what in ("hand", "power", "held")
        if event.seat in state.table.seats and (after := getattr(event, what)) is not None
    ]
    return say("Corrected: {name} counts {changes}", name=state.table.who(event.seat), changes=Commas(changes))


_WORDS: dict[type[Event], Callable[[State, Any], Text]] = {
    Rolled: _rolled,
    YarnSpent: _yarn,
    RollsAccepted: lambda state, event: counted(
        "{name} accepts the roll", "{name} accepts the rolls", len(state.rolls), name=state.table.who(event.seat)
    ),
    AttackPlayed: _attack,
    CuriosityPlayed: _curiosity,
    EffectPlayed: _effect,
    CucumberPlayed: lambda state, event: _marked(
        say("{name} plays a Cucumber against the {card}", name=state.table.who(event.seat), card=_card(state)), event
    ),
    TakePlayed: lambda state, event: say(
        "{name} takes the {card}", name=state.table.who(event.seat), card=_card(state)
    ),
    PassPlayed: lambda state, event: _marked(
        say("{name} passes to {target}", name=state.table.who(event.seat), target=state.table.who(event.target)), event
    ),
    ReactionsClosed: _no_reaction,
    EffectsApplied: _effects,
    ClawEnded: lambda state, event: say("{name} ends the Claw phase", name=state.table.who(event.seat)),
    CardsDrawn: lambda state, event: say("{name} draws three cards", name=state.table.who(event.seat)),
    Discarded: _discarded,
    EventRevealed: lambda state, event: _marked(
        say("{name} reveals an event", name=state.table.who(event.seat)), event
    ),
    ReapurrRevealed: lambda state, event: say(
        "{name} reveals: Reapurr {steps}", name=state.table.who(event.seat), steps=f"{event.steps:+d}"
    ),
    CountsCorrected: _corrected,
}
