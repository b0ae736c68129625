"""What an event was, in one short sentence for the history and the voice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.events import Event, Rolled
from companion.core.text import Text, say
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
from companion.games.catastrophe.state import State


def describe(state: State, event: Event) -> Text:
    """The event in words; `state` is the one before it."""
    return _TOLD[type(event)](state, event)


def entry_told(state: State, entry: EffectEntry) -> Text:
    """One effect in words: "Bo -1 life", "Reapurr +2"."""
    words = {
        "life": say("life"),
        "yarn": say("yarn"),
        "hand": say("cards"),
        "power": say("Power Cats"),
        "held": say("held Power Cats"),
    }
    by = f"{entry['by']:+d}"
    if entry["what"] == "reapurr":
        return say("Reapurr {by}", by=by)
    name, what, source = _name(state, entry["seat"]), words[entry["what"]], entry.get("from")
    if isinstance(source, int):
        return say("{name} {by} {what} from {source}", name=name, by=by, what=what, source=_name(state, source))
    if source == "discard":
        return say("{name} {by} {what} from the discards", name=name, by=by, what=what)
    return say("{name} {by} {what}", name=name, by=by, what=what)


def _name(state: State, seat: int) -> str:
    return state.table.name(seat) if seat in state.table.seats else f"seat {seat}"


def _rolled(state: State, event: Rolled) -> Text:
    shown = " ".join(str(face.value) for face in event.faces)
    need = next((roll.need for roll in state.rolls if roll.seat == event.seat), None)
    if need is not None:
        return say("{name} rolls {shown}, needs {need}", name=_name(state, event.seat), shown=shown, need=need)
    return say("{name} rolls {shown}", name=_name(state, event.seat), shown=shown)


def _yarn(state: State, event: YarnSpent) -> Text:
    names = _name(state, event.seat), _name(state, event.roller)
    if event.seat == event.roller:
        return say("{name} spends yarn to roll again", name=names[0])
    return say("{name} spends yarn: {roller} rolls again", name=names[0], roller=names[1])


def _attack(state: State, event: AttackPlayed) -> Text:
    more = f" for {event.lives} lives" if event.lives > 1 else ""
    more += f", {event.rolls} rolls" if event.rolls > 1 else ""
    return say(
        "{name} attacks {target} with {number}{more}",
        name=_name(state, event.seat),
        target=_name(state, event.target),
        number=event.number,
        more=more + _marks(event),
    )


def _curiosity(state: State, event: CuriosityPlayed) -> Text:
    names = _name(state, event.seat), _name(state, event.target)
    return say("{name}: Curiosity on {target}{more}", name=names[0], target=names[1], more=_marks(event))


def _effect(state: State, event: EffectPlayed) -> Text:
    name, more = _name(state, event.seat), " (red dot)" if event.red_dot else ""
    if event.power:
        return say("{name} plays a Power Cat{more}", name=name, more=more)
    return say("{name} plays an Ally{more}", name=name, more=more)


def _marks(event: AttackPlayed | CuriosityPlayed) -> str:
    power, red_dot = " (Power Cat)" if event.power else "", " (red dot)" if event.red_dot else ""
    return power + red_dot


def _against_newest(template: str) -> Callable[[State, Any], Text]:
    def told(state: State, event: CucumberPlayed | TakePlayed) -> Text:
        if not state.stack:
            return say(template, name=_name(state, event.seat), card="?")
        return say(template, name=_name(state, event.seat), card=called(state.stack[-1]))

    return told


def _effects(state: State, event: EffectsApplied) -> Text:
    card = called(state.stack[-1]) if state.stack else "?"
    if not event.effects:
        return say("{card}: nothing happens", card=card)
    what = ", ".join(str(entry_told(state, entry)) for entry in event.effects)
    return say("{card}: {what}", card=card, what=what)


def _discarded(state: State, event: Discarded) -> Text:
    counts = {"hand": event.hand + event.held, "power": event.power}
    return say("{name} discards {hand} cards, {power} Power Cats", name=_name(state, event.seat), **counts)


def _corrected(state: State, event: CountsCorrected) -> Text:
    counted = [
        f"{word} {before[event.seat]} → {after}"
        for word, before, after in (
            ("cards", state.hand, event.hand),
            ("Power Cats", state.power, event.power),
            ("held", state.held, event.held),
        )
        if after is not None
    ]
    return say("Corrected: {name} counts {counted}", name=_name(state, event.seat), counted=", ".join(counted))


def _plain(template: str) -> Callable[[State, Any], Text]:
    return lambda state, event: say(template, name=_name(state, event.seat))


_TOLD: dict[type[Event], Callable[[State, Any], Text]] = {
    Rolled: _rolled,
    YarnSpent: _yarn,
    RollsAccepted: _plain("The roll stands"),
    AttackPlayed: _attack,
    CuriosityPlayed: _curiosity,
    EffectPlayed: _effect,
    CucumberPlayed: _against_newest("{name}: Cucumber against the {card}"),
    TakePlayed: _against_newest("{name} takes the {card}"),
    PassPlayed: lambda state, event: say(
        "{name} passes to {target}", name=_name(state, event.seat), target=_name(state, event.target)
    ),
    ReactionsClosed: _plain("No reaction"),
    EffectsApplied: _effects,
    ClawEnded: _plain("{name} ends the Claw phase"),
    CardsDrawn: _plain("{name} draws three"),
    Discarded: _discarded,
    EventRevealed: _plain("{name} reveals an event"),
    ReapurrRevealed: lambda state, event: say(
        "{name} reveals: Reapurr {steps}", name=_name(state, event.seat), steps=f"{event.steps:+d}"
    ),
    CountsCorrected: _corrected,
}
