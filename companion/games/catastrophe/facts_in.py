"""A game of Catastrophe taken up from any position: facts read strictly, impossible ones refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.catastrophe.facts_check import check_fits
from companion.games.catastrophe.options import CatastropheOptions
from companion.games.catastrophe.resolve import due
from companion.games.catastrophe.stack import ATTACK, CURIOSITY, EFFECT, EVENT, KINDS, PASS, REAPURR, Card, Stack
from companion.games.catastrophe.state import (
    BALLS,
    CATASTROPHE,
    CATASTROPHE_CARDS,
    CLAW,
    MAIN_CARDS,
    OVER,
    PAW,
    PHASES,
    POWER_CARDS,
    ROLL,
    STAGES,
    START_ROLL,
    Deck,
    Roll,
    State,
    facts,
    pile_of,
    start,
)
from companion.kit import validate

DECKS = {"main": MAIN_CARDS, "power": POWER_CARDS, "catastrophe": CATASTROPHE_CARDS}
CARD_KEYS = Card._fields


def position(table: Table, options: CatastropheOptions, told: Mapping[str, Any]) -> State:
    """The state that has these facts, the rest as at the start or following from them. Raises BadPosition."""
    begin = start(table, options)
    validate.known(told, facts(begin))
    seats = len(table.players)
    life = _numbers("life", told, begin.life, 9)
    yarn = _numbers("yarn", told, begin.yarn, BALLS)
    hand = _numbers("hand", told, begin.hand, MAIN_CARDS)
    held = _numbers("held", told, begin.held, POWER_CARDS)
    power = _numbers("power", told, begin.power, POWER_CARDS)
    phase = validate.word("phase", told["phase"], PHASES) if "phase" in told else begin.phase
    turn = begin.turn
    if "turn" in told:
        turn = None if told["turn"] is None else validate.whole("turn", told["turn"], 0, seats - 1)
    stack = _stack(told.get("stack", ()), seats)
    if sum(yarn) > BALLS:
        raise BadPosition("yarn", f"there are {BALLS} balls of yarn, not {sum(yarn)}")
    elsewhere = {"main": sum(hand), "power": sum(power) + sum(held), "catastrophe": 0}
    for card in stack:
        elsewhere[pile_of(card)] += 1
    decks = _decks(told.get("decks", {}), elsewhere)
    contenders = tuple(range(seats)) if phase == START_ROLL else ()
    if "contenders" in told:
        contenders = validate.seats("contenders", told["contenders"], seats)
    state = State(
        table=table,
        options=options,
        phase=phase,
        stage=_stage(told, phase),
        turn=turn,
        life=life,
        yarn=yarn,
        hand=hand,
        held=held,
        power=power,
        fallen=_fallen(told, life),
        reapurr=validate.whole("reapurr", told["reapurr"], 0, 9) if "reapurr" in told else begin.reapurr,
        sanctuary=BALLS - sum(yarn),
        main=decks["main"],
        powers=decks["power"],
        catastrophes=decks["catastrophe"],
        stack=stack,
        rolls=_rolls(told, phase, stack, contenders, seats),
        contenders=contenders,
    )
    check_fits(state)
    validate.all_agree(told, facts(state), but=("decks", "stack", "fallen", "rolls"))
    return state


def _numbers(key: str, told: Mapping[str, Any], usual: tuple[int, ...], high: int) -> tuple[int, ...]:
    if key not in told:
        return usual
    return tuple(validate.whole(key, value, 0, high) for value in validate.items(key, told[key], len(usual)))


def _stage(told: Mapping[str, Any], phase: str) -> str | None:
    if "stage" in told:
        return None if told["stage"] is None else validate.word("stage", told["stage"], STAGES)
    if phase in (START_ROLL, OVER):
        return None
    return phase if phase in (PAW, CATASTROPHE) else CLAW


def _fallen(told: Mapping[str, Any], life: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    out = tuple(seat for seat, lives in enumerate(life) if not lives)
    if "fallen" not in told:
        return (out,) if out else ()
    groups = tuple(validate.seats("fallen", group, len(life)) for group in validate.items("fallen", told["fallen"]))
    if any(not group or tuple(sorted(group)) != group for group in groups):
        raise BadPosition("fallen", "each group names at least one seat, in order")
    if sorted(seat for group in groups for seat in group) != list(out):
        raise BadPosition("fallen", f"those who are out are the seats {list(out)}, each of them once")
    return groups


def _decks(value: Any, elsewhere: Mapping[str, int]) -> dict[str, Deck]:
    told = validate.record("decks", value, tuple(DECKS), whole_record=False)
    decks: dict[str, Deck] = {}
    for name, total in DECKS.items():
        piles = validate.record(f"decks.{name}", told.get(name, {}), Deck._fields, whole_record=False)
        rest = total - elsewhere[name]
        counts = {pile: validate.whole(f"decks.{name}.{pile}", count, 0, total) for pile, count in piles.items()}
        draw = counts.get("draw", rest - counts.get("discard", 0))
        deck = Deck(draw, counts.get("discard", rest - draw))
        if min(deck) < 0 or sum(deck) != rest:
            raise BadPosition("decks", f"the {name} deck and its discards are {max(rest, 0)} cards of {total} here")
        decks[name] = deck
    return decks


def _stack(value: Any, seats: int) -> Stack:
    return tuple(_card(entry, seats) for entry in validate.items("stack", value))


def _card(value: Any, seats: int) -> Card:
    told = validate.record("stack", value, CARD_KEYS, whole_record=False)
    if "card" not in told or "seat" not in told:
        raise BadPosition("stack", "a card on the stack needs its card and its seat")
    kind = validate.word("stack", told["card"], KINDS)
    aimed = kind in (ATTACK, CURIOSITY, PASS)
    lively = {ATTACK: (1, 9), CURIOSITY: (1, 1)}.get(kind, (0, 0))
    rolling = (1, 9) if kind == ATTACK else (0, 0)
    return Card(
        card=kind,
        seat=validate.whole("stack", told["seat"], 0, seats - 1),
        target=_kept(told, "target", aimed, 0, seats - 1),
        number=_kept(told, "number", kind in (ATTACK, REAPURR), *((2, 6) if kind == ATTACK else (-9, 9))),
        lives=validate.whole("stack", told.get("lives", lively[0]), *lively),
        rolls=validate.whole("stack", told.get("rolls", rolling[0]), *rolling),
        power=_flag(told, "power", kind not in (EVENT, REAPURR)),
        red_dot=_flag(told, "red_dot", kind in (ATTACK, CURIOSITY, EFFECT)),
        rollers=_rollers(told.get("rollers", ()), kind, seats),
    )


def _kept(told: Mapping[str, Any], key: str, has: bool, low: int, high: int) -> int | None:
    """A number that some kinds of cards have and the others have not."""
    value = told.get(key)
    if has:
        return validate.whole("stack", value, low, high)
    if value is not None:
        raise BadPosition("stack", f"a card of the kind {told['card']!r} has no {key}")
    return None


def _flag(told: Mapping[str, Any], key: str, possible: bool) -> bool:
    value = told.get(key, False)
    if type(value) is not bool or (value and not possible):
        raise BadPosition("stack", f"{key} of a card of the kind {told['card']!r} cannot be {value!r}")
    return value


def _rollers(value: Any, kind: str, seats: int) -> tuple[int, ...]:
    rollers = validate.seats("stack", value, seats)
    if rollers and kind not in (EFFECT, EVENT):
        raise BadPosition("stack", f"a card of the kind {kind!r} has no rollers")
    return rollers


def _rolls(
    told: Mapping[str, Any], phase: str, stack: Stack, contenders: tuple[int, ...], seats: int
) -> tuple[Roll, ...]:
    if "rolls" not in told:
        if phase == START_ROLL:
            return tuple(Roll(seat) for seat in contenders)
        return due(stack[-1]) if phase == ROLL and stack else ()
    return tuple(_roll(entry, seats) for entry in validate.items("rolls", told["rolls"]))


def _roll(value: Any, seats: int) -> Roll:
    told = validate.record("rolls", value, Roll._fields, whole_record=False)
    if "seat" not in told:
        raise BadPosition("rolls", "a roll needs its seat")
    thrown, need = told.get("value"), told.get("need")
    return Roll(
        validate.whole("rolls", told["seat"], 0, seats - 1),
        None if thrown is None else validate.whole("rolls", thrown, 1, 6),
        None if need is None else validate.whole("rolls", need, 2, 6),
    )
