"""A game of Catastrophe taken over in the middle: from facts to a state, or a reason why they cannot be true."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import BadPosition
from companion.core.table import Table
from companion.core.text import Text, say
from companion.games.catastrophe.facts_check import check_fits
from companion.games.catastrophe.facts_fields import KINDS, Decks, Facts, Pile, PlayedCard, elsewhere
from companion.games.catastrophe.options import CatastropheOptions
from companion.games.catastrophe.resolve import due
from companion.games.catastrophe.rules import start
from companion.games.catastrophe.stack import ATTACK, CURIOSITY, EFFECT, EVENT, PASS, REAPURR, Card, Stack
from companion.games.catastrophe.state import (
    BALLS,
    CATASTROPHE_CARDS,
    DECKS,
    MAIN_CARDS,
    POWER_CARDS,
    Deck,
    Phase,
    Roll,
    Skip,
    State,
)
from companion.kit.validate import within


def position(table: Table, options: CatastropheOptions, facts: Facts) -> State:
    """The state with these facts, the rest as at the start or following from them. Raises BadPosition."""
    begin = start(table, options)
    life, yarn = facts.life or begin.life, facts.yarn or begin.yarn
    hand, held, power = facts.hand or begin.hand, facts.held or begin.held, facts.power or begin.power
    if sum(yarn) > BALLS:
        raise BadPosition("yarn", say("there are {most} balls of yarn, not {n}", most=BALLS, n=sum(yarn)))
    phase = facts.phase or begin.phase
    stack = tuple(_card(card) for card in facts.stack or ())
    away = elsewhere(hand, held, power, stack)
    decks = facts.decks or Decks()
    contenders = tuple(table.seats) if phase is Phase.START_ROLL else ()
    if facts.contenders is not None:
        contenders = facts.contenders
    state = State(
        table=table,
        options=options,
        phase=phase,
        stage=Phase(facts.stage) if facts.stage else _stage(phase),
        turn=begin.turn if facts.turn is None else facts.turn,
        life=life,
        yarn=yarn,
        hand=hand,
        held=held,
        power=power,
        fallen=_fallen(facts, life),
        reapurr=begin.reapurr if facts.reapurr is None else facts.reapurr,
        sanctuary=BALLS - sum(yarn),
        main=_deck("main", decks.main, MAIN_CARDS, away),
        powers=_deck("power", decks.power, POWER_CARDS, away),
        catastrophes=_deck("catastrophe", decks.catastrophe, CATASTROPHE_CARDS, away),
        stack=stack,
        rolls=_rolls(facts, phase, stack, contenders),
        contenders=contenders,
        turns=facts.turns or begin.turns,
        skips=tuple(Skip(skip.seat, Phase(skip.phase)) for skip in facts.skips or ()),
        resumes_after=facts.resumes_after,
    )
    check_fits(state)
    return state


def _stage(phase: Phase) -> Phase | None:
    if phase in (Phase.START_ROLL, Phase.OVER):
        return None
    return phase if phase in (Phase.PAW, Phase.CATASTROPHE) else Phase.CLAW


def _fallen(facts: Facts, life: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    out = tuple(seat for seat, lives in enumerate(life) if not lives)
    if facts.fallen is None:
        return (out,) if out else ()
    if any(not group or tuple(sorted(group)) != group for group in facts.fallen):
        raise BadPosition("fallen", say("each entry names at least one player, in the order of the seats"))
    if sorted(seat for group in facts.fallen for seat in group) != list(out):
        raise BadPosition("fallen", say("everyone who is out is named exactly once, and nobody else"))
    return facts.fallen


def _deck(name: str, pile: Pile, total: int, away: Mapping[str, int]) -> Deck:
    rest = total - away[name]
    draw = rest - (pile.discard or 0) if pile.draw is None else pile.draw
    deck = Deck(draw, rest - draw if pile.discard is None else pile.discard)
    if min(deck) < 0 or sum(deck) != rest:
        text = say("{deck}: {n} cards are left to draw or discarded", deck=DECKS[name], n=max(rest, 0))
        raise BadPosition("decks", text)
    return deck


def _card(given: PlayedCard) -> Card:
    kind = given.card
    if kind == REAPURR and given.number is not None:
        within("stack", given.number, -9, 9)
    lives = {ATTACK: (0, 9), CURIOSITY: (1, 1)}.get(kind, (0, 0))
    usual_lives = int(kind in (ATTACK, CURIOSITY))
    rolls = (1, 9) if kind == ATTACK else (0, 0)
    goes_on = kind in (EFFECT, EVENT) or (kind == ATTACK and given.effects)
    for flag, possible, text in (
        (given.power, kind not in (EVENT, REAPURR), say("this is never a Power Cat")),
        (given.red_dot, kind != REAPURR, say("this card has no red dot")),
        (given.rollers, goes_on, say("nobody is named who rolls for this card")),
        (given.more, goes_on, say("nothing more follows from this card")),
        (given.also, kind in (ATTACK, CURIOSITY), say("this card has one target at most")),
        (given.effects, kind == ATTACK, say("only an Attack does more if it hits")),
        (given.failed, given.effects, say("only an Attack that does more if it hits remembers that")),
        (given.stays, given.power and kind in (ATTACK, CURIOSITY, EFFECT), say("only a Power Cat stays in play")),
    ):
        if flag and not possible:
            raise BadPosition("stack", say("{card}: {why}", card=KINDS[kind], why=text))
    return Card(
        card=kind,
        seat=given.seat,
        target=_only_if(given, say("Against"), given.target, needed=kind in (ATTACK, CURIOSITY, PASS)),
        number=_only_if(given, say("Number"), given.number, needed=kind in (ATTACK, REAPURR)),
        lives=within("stack", usual_lives if given.lives is None else given.lives, *lives),
        rolls=within("stack", rolls[0] if given.rolls is None else given.rolls, *rolls),
        power=given.power,
        red_dot=given.red_dot,
        rollers=given.rollers,
        stays=given.stays,
        more=given.more,
        also=given.also,
        effects=given.effects,
        failed=given.failed,
    )


def _only_if(given: PlayedCard, what: Text, value: int | None, *, needed: bool) -> int | None:
    """Return a number that a card of this kind must have if it is `needed`, and else cannot have."""
    if needed and value is None:
        raise BadPosition("stack", say("{card}: “{what}” is missing", card=KINDS[given.card], what=what))
    if value is not None and not needed:
        raise BadPosition("stack", say("{card}: this card has no “{what}”", card=KINDS[given.card], what=what))
    return value


def _rolls(facts: Facts, phase: Phase, stack: Stack, contenders: tuple[int, ...]) -> tuple[Roll, ...]:
    if facts.rolls is not None:
        return tuple(Roll(die.seat, die.value, die.need) for die in facts.rolls)
    if phase is Phase.START_ROLL:
        return tuple(Roll(seat) for seat in contenders)
    return due(stack[-1]) if phase is Phase.ROLL and stack else ()
