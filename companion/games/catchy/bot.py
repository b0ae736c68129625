"""A table of two Catchy! players: they deal themselves hands, follow suit almost always, and like the cat close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.catchy.cards import CARDS, HAND, SUIT
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.rounds import handed_to
from companion.games.catchy.state import Laid, Phase, State, cards_left, leads_before_swap
from companion.games.catchy.trick import walk

if TYPE_CHECKING:
    from random import Random

    from companion.core.asks import Ask
    from companion.core.events import Event
    from companion.core.table import Table
    from companion.games.catchy.options import CatchyOptions

CARELESS = 0.03
"""How often a player overlooks that they could follow suit: now and then a revoke has to be found."""


class CatchyBot:
    """Both players. A round begins with a deal; at a table taken over the hands are guessed to fit what is known."""

    def __init__(self, options: CatchyOptions, random: Random) -> None:
        self._options = options
        self._random = random
        self._hands: list[set[str]] = [set(), set()]
        self._course: list[str] = []

    def choose(self, state: State, ask: Ask) -> Event:
        """Return what happens next for this ask; in DEAL the player holding the Starting card shows it."""
        if ask.forms:
            if not self._fits(state):
                self._guess(state)
            return HandShown(ask.seat, tuple(self._hands[ask.seat]))
        if state.phase is Phase.DEAL:
            return self._deal(state)
        if not self._fits(state):
            self._guess(state)
        if state.phase is Phase.EXCHANGE:
            place = self._random.randrange(3)
            self._hands[ask.seat].add(self._course[place])
            return CourseExchanged(ask.seat, place)
        card = self._card(state, ask.seat)
        self._hands[ask.seat].discard(card)
        return CardPlayed(ask.seat, card)

    def _deal(self, state: State) -> StartingCardShown:
        cards = self._random.sample(CARDS, len(CARDS))
        due = handed_to(state)
        holder = self._random.randrange(2) if due is None else due
        self._course, cards = cards[:3], cards[3:]
        self._hands[holder] = set(cards[: HAND - 1])
        self._hands[1 - holder] = set(cards[HAND - 1 :])
        return StartingCardShown(holder)

    def _wanted(self, state: State, seat: int) -> int:
        """Return how many cards a player holds, not counting the Starting card."""
        early = state.phase is Phase.EXCHANGE or leads_before_swap(state)
        return cards_left(state, seat) - (early and seat == state.holder)

    def _fits(self, state: State) -> bool:
        first, second = self._hands
        return (
            not (first | second) & state.played
            and not first & second
            and all(cards is None or hand == set(cards) for hand, cards in zip(self._hands, state.shown, strict=True))
            and [len(first), len(second)] == [self._wanted(state, 0), self._wanted(state, 1)]
        )

    def _guess(self, state: State) -> None:
        """Hands, and a course, that fit the open cards and, if chance allows, the suits that were declined."""
        declined = [{suit for who, _, suit in state.declined if who == seat} for seat in (0, 1)]
        denied = [{card for card in CARDS if SUIT[card] in declined[seat]} for seat in (0, 1)]
        shown = [set(cards or ()) for cards in state.shown]
        first, second = (0 if shown[seat] else self._wanted(state, seat) for seat in (0, 1))
        unseen = [card for card in CARDS if card not in state.played | shown[0] | shown[1]]
        for _ in range(40):
            self._random.shuffle(unseen)
            self._hands = [shown[0] | set(unseen[:first]), shown[1] | set(unseen[first : first + second])]
            self._course = unseen[first + second :]
            if not self._hands[0] & denied[0] and not self._hands[1] & denied[1]:
                return

    def _card(self, state: State, seat: int) -> str:
        hand = sorted(self._hands[seat])
        if state.trick:
            led = SUIT[state.trick[0].card]
            same = [card for card in hand if SUIT[card] == led]
            if led and same and self._random.random() >= CARELESS:
                hand = same + [card for card in hand if not SUIT[card]]
            return self._best(hand, [(self._nearer(state, state.trick[0], Laid(seat, card), seat),) for card in hand])
        others = [card for card in CARDS if card not in state.played and card not in self._hands[seat]]
        return self._best(
            hand,
            [
                tuple(self._nearer(state, Laid(seat, card), Laid(1 - seat, other), seat) for other in others)
                for card in hand
            ],
        )

    def _nearer(self, state: State, lead: Laid, answer: Laid, seat: int) -> int:
        towards = walk(lead, answer, self._options.joker_number, blue=state.blue).towards
        return 0 if towards is None else 1 if towards == seat else -1

    def _best(self, cards: list[str], worth: list[tuple[int, ...]]) -> str:
        means = [sum(steps) / len(steps) for steps in worth]
        most = max(means)
        return self._random.choice([card for card, mean in zip(cards, means, strict=True) if mean == most])


def make(table: Table, options: CatchyOptions, random: Random) -> CatchyBot:
    """Both players of a table."""
    del table
    return CatchyBot(options, random)
