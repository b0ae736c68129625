"""The stack of cards in play: what may be played on it, and what becomes of it.

It knows cards, seats and the options about reactions, but no lives, dice or decks. A stack is a tuple of cards, the
oldest first. The numbers are paragraphs of RULES.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.core.events import IllegalEvent
from companion.core.text import Text, say
from companion.games.catastrophe.options import ANYONE, CatastropheOptions

ATTACK, CURIOSITY, EFFECT = "attack", "curiosity", "effect"
EVENT, REAPURR = "event", "reapurr"
CUCUMBER, PASS = "cucumber", "pass"
REVEALED = (EVENT, REAPURR)
"""CATastrophe cards: they belong to the turn, not to a player, and never fizzle."""


class Card(NamedTuple):
    """One card on the stack. Fields that a kind does not have stay None, 0, False or empty.

    `more`: some of its effects were carried out, and others are still due. `effects`: an Attack that does something
    besides when a defence fails; `failed`: one has, in an earlier round of its rolls.
    """

    card: str
    seat: int
    target: int | None = None
    number: int | None = None
    lives: int = 0
    rolls: int = 0
    power: bool = False
    red_dot: bool = False
    rollers: tuple[int, ...] = ()
    stays: bool = False
    more: bool = False
    also: tuple[int, ...] = ()
    effects: bool = False
    failed: bool = False

    @property
    def targets(self) -> tuple[int, ...]:
        """Everybody it is aimed at, in the order in which they were named."""
        return () if self.target is None else (self.target, *self.also)

    def aimed_at(self, targets: Sequence[int]) -> Card:
        """Return the card with these targets, at least one."""
        return self._replace(target=targets[0], also=tuple(targets[1:]))


Stack = tuple[Card, ...]


class Parted(NamedTuple):
    """A stack after something left it: what stays and what goes to the discard piles."""

    stack: Stack
    gone: Stack


def called(card: Card) -> Text:
    """Return what a card is called in a sentence."""
    if card.card == EFFECT:
        return say("Power Cat") if card.power else say("Ally")
    words = {
        ATTACK: say("Attack"),
        CURIOSITY: say("Curiosity"),
        EVENT: say("Event"),
        REAPURR: say("Grim Reapurr card"),
        CUCUMBER: say("Cucumber"),
        PASS: say("Pass"),
    }
    return words[card.card]


def check_open(stack: Stack) -> None:
    """Refuse any reaction if no card waits or a red dot closes the stack. Raises IllegalEvent."""
    if not stack:
        raise IllegalEvent("R4.1", say("There is no card in play to react to."))
    if stack[-1].red_dot:
        raise IllegalEvent("R3.6", say("Nobody can react to this card: it has a red dot."))


def check_cucumber(stack: Stack, options: CatastropheOptions) -> None:
    """Refuses a Cucumber on the newest card. Raises IllegalEvent."""
    check_open(stack)
    if stack[-1].power and not options.react_to_power:
        raise IllegalEvent("R4.7", say("At this table Cucumber and Take do not work on Power Cats."))


def check_take(stack: Stack, options: CatastropheOptions) -> None:
    """Refuses taking the newest card. Raises IllegalEvent."""
    check_cucumber(stack, options)
    if stack[-1].card in REVEALED:
        raise IllegalEvent("R4.6", say("A CATastrophe card cannot be taken. Only a Cucumber stops it."))


def check_pass(stack: Stack, options: CatastropheOptions, seat: int, target: int, anyone: bool = False) -> None:
    """Refuses passing the newest card on to `target`; `anyone`: by a card that lets anybody. Raises IllegalEvent."""
    check_open(stack)
    newest = stack[-1]
    if newest.card not in (ATTACK, CURIOSITY):
        text = say("The newest card is {card}. Only an Attack or a Curiosity can be passed on.", card=called(newest))
        raise IllegalEvent("R4.4", text)
    if newest.power and not options.pass_power:
        raise IllegalEvent("R4.4", say("A Power Cat cannot be passed on."))
    if not anyone and options.pass_by != ANYONE and seat not in newest.targets:
        raise IllegalEvent("R4.4", say("Only the target of the card can pass it on."))
    if target in newest.targets:
        raise IllegalEvent("R4.4", say("That player is the target already. Pass the card to somebody else."))
    if target == newest.seat and not options.pass_back:
        raise IllegalEvent("R9.2", say("At this table nobody passes a card back to the player who played it."))


def allowed(check: Callable[..., None], *given: object) -> bool:
    """Return whether a check of this module allows something."""
    try:
        check(*given)
    except IllegalEvent:
        return False
    return True


def blocked(stack: Stack) -> Parted:
    """A Cucumber on top does its work: it goes, and so does the card beneath."""
    return Parted(stack[:-2], stack[-2:])


def redirected(stack: Stack) -> Parted:
    """A Pass on top does its work: the card beneath has another target."""
    return Parted((*stack[:-2], passed(stack[-2], stack[-1])), stack[-1:])


def passed(card: Card, by: Card) -> Card:
    """A card with the target that a Pass gives it: instead of the passing player, or of the first (R4.4)."""
    assert by.target is not None
    moved = by.seat if by.seat in card.targets else card.target
    return card.aimed_at([by.target if at == moved else at for at in card.targets])


def fizzled(stack: Stack, gone: frozenset[int], acting: int) -> Parted:
    """The stack after the seats in `gone` went out (R4.8).

    Cards by or against them leave, with each Cucumber or Pass directly on a card that leaves. CATastrophe cards
    stay; they become `acting`'s if their player is gone. Rollers who are gone are struck off.
    """
    stays: list[Card] = []
    leaves: list[Card] = []
    beneath_left = False
    for card in stack:
        if card.card in REVEALED:
            beneath_left = False
        else:
            mine = card.seat in gone or (bool(card.targets) and gone.issuperset(card.targets))
            beneath_left = mine or (beneath_left and card.card in (CUCUMBER, PASS))
        if beneath_left:
            leaves.append(card)
        else:
            stays.append(struck(card, gone, acting))
    return Parted(tuple(stays), tuple(leaves))


def struck(card: Card, gone: frozenset[int], acting: int) -> Card:
    """A card that stays, without rollers and targets who are gone.

    A CATastrophe card is `acting`'s if its player is gone.
    """
    rollers = tuple(seat for seat in card.rollers if seat not in gone)
    seat = acting if card.card in REVEALED and card.seat in gone else card.seat
    targets = [seat for seat in card.targets if seat not in gone]
    card = card._replace(seat=seat, rollers=rollers)
    return card.aimed_at(targets) if targets else card


class Fate(NamedTuple):
    """The fate of a card of the stack if nobody else reacts. `at` is its place, oldest 0."""

    at: int
    card: Card
    blocked_by: int | None = None
    targets: tuple[int, ...] = ()


def forecast(stack: Stack) -> tuple[Fate, ...]:
    """Return what happens next, in order, if nobody else reacts: who blocks whom, whom a card finally reaches."""
    live = list(enumerate(stack))
    fates: list[Fate] = []
    while live:
        at, card = live.pop()
        fates.append(Fate(at, card, None, card.targets))
        if card.card == CUCUMBER:
            under, victim = live.pop()
            fates.append(Fate(under, victim, at, victim.targets))
        elif card.card == PASS:
            under, aimed = live.pop()
            live.append((under, passed(aimed, card)))
    return tuple(fates)
