"""A Catchy! table taken over from its facts: the round is played again, and everything else must agree with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.core.events import IllegalEvent
from companion.core.game import BadPosition
from companion.core.schema import AnySeat, Bounds, Different, Listing, OneOf, fact
from companion.core.table import Table
from companion.core.text import counted, plain, say
from companion.games.catchy.cards import SIGNS, SUIT, number_of
from companion.games.catchy.options import CatchyOptions
from companion.games.catchy.rounds import exchanged, laid, opened, points, shown
from companion.games.catchy.rules import start
from companion.games.catchy.state import Laid, Phase, State

_PHASES = {
    "deal": say("before a round"),
    "exchange": say("swapping the Starting card"),
    "lead": say("a card is led"),
    "follow": say("a card follows"),
    "over": say("the game is over"),
}
_SIGNS = {card: plain(f"{SIGNS[suit]} {card[1]}" if suit else "★") for card, suit in SUIT.items()}
"""The signs on the cards: what the table calls the suits is an option."""
_Card = Annotated[str, OneOf(_SIGNS)]
_Points = Annotated[int, Bounds(0)]
_Hand = Different[_Card] | None


@dataclass(frozen=True, slots=True)
class CatFacts:
    """The cat's place and its upper side."""

    position: Annotated[int, Bounds(-3, 3)] | None = fact(say("Place of the cat"))
    side: Literal["red", "blue"] | None = fact(say("Its side"))


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table and who laid it there."""

    seat: Annotated[Literal[0, 1], AnySeat()] = fact(say("Who"), needed=True)
    card: _Card = fact(say("Card"), needed=True)


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a position that do not follow from others; None if they are left out."""

    phase: Annotated[Phase, OneOf(_PHASES)] | None = fact(say("What is going on"))
    round: Annotated[int, Bounds(1)] | None = fact(say("Round"))
    scores: Annotated[tuple[_Points, _Points], Listing.BY_SEAT] | None = fact(say("Points"))
    cat: CatFacts | None = fact(say("The cat"), follows=("phase", "trick", "history"))
    holder: Annotated[Literal[0, 1], AnySeat()] | None = fact(
        say("Who had the Starting card"), follows=("phase", "trick", "history")
    )
    trick: tuple[LaidCard, ...] | None = fact(say("The trick on the table"))
    history: tuple[tuple[LaidCard, LaidCard], ...] | None = fact(say("Tricks of this round"))
    shown: Annotated[tuple[_Hand, _Hand], Listing.BY_SEAT] | None = fact(say("Hands shown"))


def position(table: Table, options: CatchyOptions, facts: Facts) -> State:
    """The state with these facts; the rest is as at the start. Raises BadPosition."""
    phase = facts.phase or Phase.DEAL
    number = 1 if facts.round is None else facts.round
    scores = facts.scores or (0, 0)
    history = [tuple(Laid(card.seat, card.card) for card in pair) for pair in facts.history or ()]
    trick = tuple(Laid(card.seat, card.card) for card in facts.trick or ())
    cards = [card for pair in history for card in pair] + list(trick)
    before = start(table, options)._replace(round=number, blue=_side_at_the_start(facts, options, number, history))
    if phase in (Phase.EXCHANGE, Phase.LEAD, Phase.FOLLOW):
        state = _played(before, _holder(facts, cards), cards, phase)._replace(scores=scores)
        _check_scores(scores, number - 1, options.target)
    elif cards:
        state = _finished(_played(before, cards[0].seat, cards, phase), scores)
    else:
        state = before._replace(scores=scores)
        _check_scores(scores, number - 1, options.target)
    if state.phase != phase:
        raise BadPosition("phase", say("it does not fit the cards laid"))
    if state.trick != trick:
        raise BadPosition("trick", say("a complete trick belongs to the tricks of this round"))
    if facts.holder not in (None, state.holder):
        raise BadPosition("holder", say("the first card of the round is the holder's, and after a round there is none"))
    if facts.cat is not None:
        _check_cat(state, facts.cat)
    return _with_hands(state, facts)


def _holder(facts: Facts, cards: list[Laid]) -> int:
    if facts.holder is not None:
        return facts.holder
    if not cards:
        raise BadPosition("holder", say("who showed the Starting card?"))
    return cards[0].seat


def _side_at_the_start(facts: Facts, options: CatchyOptions, number: int, history: list[tuple[Laid, ...]]) -> bool:
    """Return whether the cat lay blue when the round on the table began.

    Only its side now shows that; if nobody gives it, the round began red.
    """
    if facts.cat is None or facts.cat.side is None:
        return False
    blue = facts.cat.side == "blue"
    for pair in history:
        blue ^= all(number_of(card, options) % 2 == 1 for _, card in pair)
    if blue and (options.cat_side != "keep" or number == 1):
        raise BadPosition("cat", say("its side does not follow from the cards"))
    return blue


def _played(before: State, holder: int, cards: list[Laid], phase: Phase) -> State:
    """The round these cards make; raises BadPosition if it cannot have been played so."""
    state = opened(before, holder)
    if state.phase is Phase.EXCHANGE and phase is not Phase.EXCHANGE:
        state = exchanged(state)
    for count, (seat, card) in enumerate(cards, 1):
        if state.phase is Phase.OVER:
            raise BadPosition("history", say("{card} was laid after the round was over", card=card))
        turn = state.leader if state.phase is Phase.LEAD else 1 - state.trick[0].seat if state.trick else None
        if seat != turn or state.phase is Phase.EXCHANGE:
            raise BadPosition("history", say("{card} was laid out of turn", card=card))
        if card in state.played:
            raise BadPosition("history", say("{card} was laid twice", card=card))
        state = laid(state, seat, card)
        if state.phase is Phase.EXCHANGE and (count < len(cards) or phase is not Phase.EXCHANGE):
            state = exchanged(state)
    return state


def _finished(state: State, scores: tuple[int, int]) -> State:
    """The round shown after its end, with the scores after it; raises BadPosition."""
    if state.phase is not Phase.OVER:
        raise BadPosition("phase", say("the round on the table is not finished: which phase is it in?"))
    gained = points(state)
    before = (scores[0] - gained[0], scores[1] - gained[1])
    if min(before) < 0:
        raise BadPosition("scores", say("they do not hold the points of the round shown, {gained}", gained=gained))
    _check_scores(before, state.round - 1, state.options.target)
    return state._replace(phase=Phase.OVER if max(scores) >= state.options.target else Phase.DEAL, scores=scores)


def _check_scores(scores: tuple[int, int], rounds: int, target: int) -> None:
    """Refuse scores that this many rounds of 3-0, 2-0, 1-1, 0-2 and 0-3 with nobody at the target cannot give."""
    if max(scores) >= target:
        raise BadPosition("scores", say("somebody had {target} points, so the game was over by then", target=target))
    for centre in range(min(scores) + 1):
        rest = [score - centre for score in scores]
        fewest, most = sum((score + 2) // 3 for score in rest), sum(score // 2 for score in rest)
        if 1 not in rest and fewest <= rounds - centre <= most:
            return
    why = counted("{n} finished round cannot have given them", "{n} finished rounds cannot have given them", rounds)
    raise BadPosition("scores", why)


def _check_cat(state: State, cat: CatFacts) -> None:
    if cat.position not in (None, state.position):
        raise BadPosition("cat", say("by the cards laid it stands at {position}", position=state.position))


def _with_hands(state: State, facts: Facts) -> State:
    for seat, cards in enumerate(facts.shown or ()):
        if cards is None:
            continue
        if state.phase is not Phase.DEAL or not state.history:
            why = say("hands are shown only after a round that ended early, while the game goes on")
            raise BadPosition("shown", why)
        try:
            state = shown(state, seat, cards)
        except IllegalEvent as refused:
            raise BadPosition("shown", refused.text) from refused
    return state
