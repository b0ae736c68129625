"""A second, plainer reading of Catchy!, played beside the game: both say the same of every event and every fact."""

from __future__ import annotations

import copy
import json
import random

import pytest

from companion.core.events import IllegalEvent
from companion.core.table import Table
from companion.games.catchy import GAME
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.options import CatchyOptions

TABLE = Table(("Pia", "Quin"))
CARDS = [suit + number for suit in "ABC" for number in "12345"] + ["J"]


class Refused(Exception):  # noqa: N818  it is what the model does, not a fault of the test
    """The model does not take this."""


def need(true):
    if not true:
        raise Refused


class Model:
    """The rules written as a story: things change in place and nothing is shared with the game."""

    def __init__(self, options):
        self.options, self.round, self.scores, self.side, self.gained = options, 1, [0, 0], "red", (0, 0)
        self.phase = "deal"
        self.clear()

    def clear(self):
        self.position, self.holder, self.leader = 0, None, None
        self.trick, self.history, self.declined = [], [], []
        self.shown, self.by_play, self.by_hand = [None, None], [], []

    def take(self, event):
        match event:
            case StartingCardShown(seat):
                self.begin(seat)
            case CourseExchanged(seat, place):
                need(self.phase == "exchange" and seat == self.holder and place in (0, 1, 2))
                self.phase = "follow" if self.trick else "lead"
            case CardPlayed(seat, card):
                self.lay(seat, card)
            case HandShown(seat, cards):
                self.show(seat, cards)

    def begin(self, seat):
        need(self.phase == "deal" and seat in (0, 1))
        if self.options.first_leader == "loser" and self.history and self.gained[0] != self.gained[1]:
            need(self.gained[seat] < self.gained[1 - seat])
        self.round += bool(self.history)
        self.clear()
        if self.options.cat_side == "reset":
            self.side = "red"
        self.holder = self.leader = seat
        self.phase = "exchange" if self.options.exchange == "before-lead" else "lead"

    def laid(self):
        return [play for trick in (*self.history, self.trick) for play in trick]

    def proved(self, seat, card, known):
        flagged = {(who, trick) for who, trick, *_ in known}
        return [
            (who, trick, suit)
            for who, trick, suit in self.declined
            if who == seat and suit == card[0] and (who, trick) not in flagged
        ]

    def lay(self, seat, card):
        need(self.phase in ("lead", "follow"))
        need(seat == (self.leader if self.phase == "lead" else 1 - self.leader))
        need(card in CARDS and card not in [other for _, other in self.laid()])
        number = len(self.history) + 1
        proved = self.proved(seat, card, self.by_play)
        self.by_play += [(*entry, number) for entry in proved]
        self.trick.append((seat, card))
        if proved and self.options.revoke == "penalty":
            self.end((3, 0) if seat == 1 else (0, 3))
        elif len(self.trick) == 1:
            late = self.options.exchange == "after-lead" and number == 1
            self.phase = "exchange" if late else "follow"
        else:
            self.resolve(number)

    def resolve(self, number):
        (lead, first), (answer, second) = self.trick
        worth = [self.options.joker_number if card == "J" else int(card[1]) for card in (first, second)]
        winner = lead
        if "J" in (first, second) and worth[0] == worth[1]:
            winner = None
        elif ("J" in (first, second) or first[0] == second[0]) and worth[1] > worth[0]:
            winner = answer
        if "J" not in (first, second) and first[0] != second[0]:
            self.declined.append((answer, number, first[0]))
        if all(value % 2 for value in worth):
            self.side = "blue" if self.side == "red" else "red"
        if winner is not None:
            self.leader = winner if self.side == "red" else 1 - winner
            self.position += 1 if self.leader == 1 else -1
        self.history.append(self.trick)
        self.trick, self.phase = [], "lead"
        if abs(self.position) == self.options.steps_to_arms:
            self.end((3, 0) if self.position < 0 else (0, 3))
        elif number == 7:
            self.end((1, 1) if not self.position else (2, 0) if self.position < 0 else (0, 2))

    def end(self, gained):
        self.gained = gained
        self.scores = [score + more for score, more in zip(self.scores, gained, strict=True)]
        self.holder = self.leader = None
        self.phase = "over" if max(self.scores) >= self.options.target else "deal"

    def show(self, seat, cards):
        need(self.phase == "deal" and self.history and seat in (0, 1) and self.shown[seat] is None)
        left = 7 - sum(who == seat for who, _ in self.laid())
        need(left > 0 and len(cards) == left == len(set(cards)))
        seen = [card for _, card in self.laid()] + (self.shown[1 - seat] or [])
        need(all(card in CARDS and card not in seen for card in cards))
        self.shown[seat] = sorted(cards)
        for card in cards:
            self.by_hand += [(*entry, 0) for entry in self.proved(seat, card, self.by_play + self.by_hand)]

    def waiting(self):
        match self.phase:
            case "deal":
                return [0, 1]
            case "exchange":
                return [self.holder]
            case "lead":
                return [self.leader]
            case "follow":
                return [1 - self.leader]
        return []

    def facts(self):
        def plain(trick):
            return [{"seat": seat, "card": card} for seat, card in trick]

        flags = [*self.by_play, *sorted(self.by_hand)]
        return {
            "phase": self.phase,
            "waiting": self.waiting(),
            "round": self.round,
            "scores": self.scores,
            "cat": {"position": self.position, "side": self.side},
            "holder": self.holder,
            "leader": self.leader,
            "trick": plain(self.trick),
            "history": [plain(trick) for trick in self.history],
            "tricks": len(self.history),
            "voids": [sorted({suit for who, _, suit in self.declined if who == seat}) for seat in (0, 1)],
            "shown": self.shown,
            "flags": [
                {"kind": "revoke", "seat": seat, "trick": trick, "suit": suit, "proved_in": later}
                for seat, trick, suit, later in flags
            ],
        }


def likely(dice, model, hands, honesty):
    """Something that may well happen now; now and then something that should not."""
    seat = dice.randrange(2)
    if dice.random() < 0.15:
        return dice.choice(
            (
                StartingCardShown(dice.randrange(-1, 3)),
                CourseExchanged(seat, dice.randrange(-1, 4)),
                CardPlayed(seat, dice.choice((*CARDS, "S", ""))),
                HandShown(seat, tuple(dice.sample(CARDS, dice.randrange(6)))),
            )
        )
    laid = [card for _, card in model.laid()]
    if model.phase == "deal":
        if model.history and dice.random() < 0.5:
            return HandShown(seat, tuple(card for card in hands[seat] if card not in laid))
        return StartingCardShown(seat)
    if model.phase == "exchange":
        return CourseExchanged(model.holder, dice.randrange(3))
    seat = model.waiting()[0]
    left = [card for card in hands[seat] if card not in laid]
    if model.trick and dice.random() < honesty:
        led = model.trick[0][1][0]
        left = [card for card in left if card[0] == led != "J"] or left
    return CardPlayed(seat, dice.choice(left or CARDS))


def drawn_options(dice):
    return CatchyOptions(
        steps_to_arms=dice.choice((2, 3, 3, 4)),
        joker_number=dice.randint(1, 5),
        target=dice.choice((1, 3, 7, 7, 12)),
        exchange=dice.choice(("before-lead", "after-lead")),
        first_leader=dice.choice(("starting-card", "loser")),
        cat_side=dice.choice(("reset", "keep")),
        revoke=dice.choice(("flag", "flag", "penalty")),
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_game_says_what_a_second_reading_of_the_rules_says(seed):
    dice = random.Random(seed)
    games = taken = refused = flags = 0
    while games < 12:
        options = drawn_options(dice)
        model, state = Model(options), GAME.start(TABLE, options)
        hands, honesty = [CARDS[:7], CARDS[7:14]], dice.choice((0.0, 0.6, 0.9))
        while model.phase != "over":
            event = likely(dice, model, hands, honesty)
            before = copy.deepcopy(model)
            try:
                model.take(event)
            except Refused:
                model, refused = before, refused + 1
                with pytest.raises(IllegalEvent):
                    GAME.apply(state, event)
                continue
            state, taken = GAME.apply(state, event).state, taken + 1
            assert json.loads(json.dumps(GAME.facts(state))) == model.facts()
            flags += len(model.by_play) > len(before.by_play)
            if type(event) is StartingCardShown:
                deck = dice.sample(CARDS, 14)
                hands = [deck[:7], deck[7:]]
        games += 1
    assert taken > 300
    assert refused > 30
    assert flags > 3
