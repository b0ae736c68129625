"""A whole table of Cat in the Box players: they deal themselves hands and try to keep their cards placeable."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.games.cat_in_the_box.options import COPIES, TRUMP
from companion.games.cat_in_the_box.state import Phase, State, cards_left, needs_claim, openings
from companion.kit.tricks import Play, taker

if TYPE_CHECKING:
    from random import Random

    from companion.core.asks import Ask
    from companion.core.events import Event
    from companion.core.table import Table
    from companion.games.cat_in_the_box.options import BoxOptions

UNTRUE = 0.1
"""How often a leader who may claim *only red* for one card does so although another card would do."""
FOLLOW, PLACEABLE, ROOM, WISH = 3.0, 4.0, 0.35, 1.0
"""What a play is worth: an X kept, a card of the hand that stays placeable, cells to spare, the trick as wished."""


class BoxBot:
    """All players. A round begins with a deal; at a table taken over the hands are guessed from the open cards."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._hands: list[list[int]] = []
        self._spare: list[int] = []

    def choose(self, state: State, ask: Ask) -> Event:
        """Return what happens next for this ask."""
        if not self._fits(state):
            self._deal(state)
        seat = ask.seat
        match state.phase:
            case Phase.REVEAL:
                return NeutralRevealed(seat, tuple(self._spare[:3]))
            case Phase.SET_ASIDE:
                return self._set_aside(seat)
            case Phase.PREDICT:
                return Predicted(seat, self._prediction(state, seat))
        return self._play(state, seat)

    def _fits(self, state: State) -> bool:
        if [len(hand) for hand in self._hands] != [cards_left(state, seat) for seat in state.setup.table.seats]:
            return False
        if state.phase is Phase.REVEAL and len(self._spare) < 3:
            return False
        held = Counter(self._open(state))
        for hand in self._hands:
            held.update(hand)
        return max(held.values(), default=0) <= COPIES

    def _open(self, state: State) -> list[int]:
        """The numbers of all cards that lie open."""
        cells = sum(state.tokens)
        return [number for _, number in state.setup.listed(cells)] + list(state.revealed)

    def _deal(self, state: State) -> None:
        deck = Counter(dict.fromkeys(range(1, state.setup.numbers + 1), COPIES))
        deck.subtract(self._open(state))
        cards = sorted(deck.elements())
        self._random.shuffle(cards)
        self._hands = []
        for seat in state.setup.table.seats:
            count = cards_left(state, seat)
            self._hands.append(sorted(cards[:count]))
            cards = cards[count:]
        self._spare = cards

    def _set_aside(self, seat: int) -> CardSetAside:
        hand = Counter(self._hands[seat])
        most = max(hand.values())
        self._hands[seat].remove(self._random.choice([number for number in hand if hand[number] == most]))
        return CardSetAside(seat)

    def _prediction(self, state: State, seat: int) -> int:
        setup = state.setup
        strength = sum((number / setup.numbers) ** 2 for number in self._hands[seat]) * 3 / setup.dealt
        wish = strength * setup.full / setup.players
        return min(setup.allowed, key=lambda tricks: (abs(tricks - wish), tricks))

    def _play(self, state: State, seat: int) -> Event:
        setup, hand = state.setup, self._hands[seat]
        cells = [(colour, number) for colour, number in setup.listed(openings(state, seat)) if number in hand]
        if not cells:
            return ParadoxShown(seat, tuple(hand))
        claim = needs_claim(state)
        honest = [cell for cell in cells if cell[0] != TRUMP]
        if claim and honest and (len(honest) == len(cells) or self._random.random() >= UNTRUE):
            cells = honest
        worth = [(self._worth(state, seat, *cell), self._random.random(), cell) for cell in cells]
        colour, number = max(worth)[2]
        hand.remove(number)
        return CardPlayed(seat, number, colour, claim and colour == TRUMP)

    def _worth(self, state: State, seat: int, colour: str, number: int) -> float:
        setup, x = state.setup, state.x[seat]
        if state.trick and colour != state.trick[0].suit:
            x &= ~(1 << setup.row[state.trick[0].suit])
        free = setup.open_to[x] & ~state.taken & ~setup.bit(colour, number)
        rest = Counter(self._hands[seat])
        rest[number] -= 1
        room = {held: (free & setup.numbered(held)).bit_count() for held in rest}
        placeable = sum(min(count, room[held]) for held, count in rest.items())
        slack = sum(min(room[held], 4) for held, count in rest.items() if count)
        kept = FOLLOW * x.bit_count() + PLACEABLE * min(placeable, rest.total() - 1) + ROOM * slack
        return kept + WISH * self._wish(state, seat, colour, number)

    def _wish(self, state: State, seat: int, colour: str, number: int) -> float:
        """Return 1 if the card helps the prediction, less if it does not."""
        setup = state.setup
        wanted = state.predictions[seat]
        more = state.won[seat] < (setup.full // 2 if wanted is None else wanted)
        trick = (*state.trick, Play(seat, colour, number))
        ahead = taker(trick, TRUMP) == seat
        strong = number / setup.numbers if len(trick) < setup.players else 1.0
        return strong if ahead == more else 1 - strong if ahead else 0.5


def make(table: Table, options: BoxOptions, random: Random) -> BoxBot:
    """All players of a table."""
    del table, options
    return BoxBot(random)
