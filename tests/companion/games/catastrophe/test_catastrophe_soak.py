"""Whole games by the bot, with any options: what must hold at every step."""

from random import Random

import pytest

from companion.core.events import Face, IllegalEvent, Rolled
from companion.games.catastrophe import GAME
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
    CountsCorrected,
    CucumberPlayed,
    CuriosityPlayed,
    Discarded,
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
from companion.record import codec
from tests.companion.games.catastrophe.invariants import check
from tests.companion.games.catastrophe.played_games import bot_game


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_three_hundred_whole_games_of_six(seed):
    for _, _, following in bot_game(seed, seats=6):
        check(following)


def any_event(random, seats):
    """An event as somebody might enter it at the wrong time, or with the wrong values."""
    at = lambda: random.randint(-1, seats)  # noqa: E731
    flags = {name: random.random() < 0.3 for name in ("power", "held", "catfinity", "red_dot")}
    paid = {name: flags[name] for name in ("power", "held")}
    rollers = tuple(random.sample(range(seats), random.randint(0, 2)))
    return random.choice(
        [
            lambda: Rolled(at(), (Face(random.randint(0, 7), random.choice(["", "red", "blue"])),)),
            lambda: YarnSpent(at(), at()),
            lambda: RollsAccepted(at()),
            lambda: AttackPlayed(
                at(),
                at(),
                random.randint(1, 7),
                random.randint(-1, 3),
                random.randint(0, 3),
                **flags,
                effects=random.random() < 0.5,
                also=rollers,
            ),
            lambda: CuriosityPlayed(at(), at(), **flags, also=rollers),
            lambda: EffectPlayed(at(), rollers, **flags),
            lambda: CucumberPlayed(at(), **paid, red_dot=flags["red_dot"]),
            lambda: TakePlayed(at(), **paid),
            lambda: PassPlayed(at(), at(), **paid, red_dot=flags["red_dot"], anyone=random.random() < 0.5),
            lambda: ReactionsClosed(at()),
            lambda: EffectsApplied(
                at(),
                tuple(any_effect(random, seats) for _ in range(random.randint(0, 4))),
                rollers,
                more=random.random() < 0.3,
            ),
            lambda: ClawEnded(at()),
            lambda: CardsDrawn(at()),
            lambda: Discarded(at(), random.randint(-1, 3), random.randint(-1, 2), random.randint(0, 1)),
            lambda: EventRevealed(at(), random.randint(1, 7), rollers, red_dot=flags["red_dot"]),
            lambda: ReapurrRevealed(at(), random.randint(-10, 10)),
            lambda: CountsCorrected(at(), *(random.choice([None, -1, 0, 3, 9]) for _ in range(3))),
        ]
    )()


def any_effect(random, seats):
    what = random.choice(["life", "life", "yarn", "hand", "power", "held", "reapurr", *TABLE])
    if what in TABLE:
        return any_table_effect(random, what, seats)
    source = random.choice([None, None, "deck", "discard", 0, 1])
    seat = None if what == "reapurr" else random.randint(0, seats - 1)
    return effect(what, random.choice([-3, -1, 0, 1, 2, 4]), seat, source)


TABLE = ("number", "revive", "swap", "turn", "skip")


def any_table_effect(random, what, seats):
    seat = random.randint(0, seats - 1)
    match what:
        case "number":
            return effect("number", random.choice([-6, -3, -1, 0, 1, 5]))
        case "swap":
            return effect("swap", seat=seat) | {"with": random.randint(0, seats - 1)}
        case "skip":
            return effect("skip", seat=seat) | {"phase": random.choice(["paw", "catastrophe"])}
        case "turn":
            return effect("turn", random.choice([-2, -1, 1, 1]), seat)
        case _:
            return effect("revive", random.choice([0, 1, 3, 8, 9]), seat)


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 100))])
def test_any_event_either_keeps_the_invariants_or_changes_nothing(seed):
    """Play not the bot's game but whatever is accepted, one event after the other."""
    random = Random(seed)
    state = next(before for before, _, _ in bot_game(seed))
    refusals = []
    for _ in range(300):
        before, asks = GAME.facts(state), GAME.asks(state)
        listed = [choice.event for ask in asks for choice in ask.choices]
        rolls = [Rolled(ask.seat, (Face(random.randint(1, 6)),)) for ask in asks if ask.roll]
        wild = [any_event(random, len(state.life)) for _ in range(2)]
        events = [*wild, *rolls, *listed[:6]]
        for event in random.sample(events, len(events)):
            try:
                state = GAME.apply(state, event).state
            except IllegalEvent as refusal:
                refusals.append((refusal.rule, str(refusal)))
                assert GAME.facts(state) == before
                continue
            check(state)
            assert codec.position_from_plain(GAME, state.table, state.options, GAME.facts(state)) == state
            break
    assert refusals
    assert all(rule and shown for rule, shown in refusals)


def test_every_kind_of_event_and_every_phase_happens():
    kinds, phases, cards = set(), set(), set()
    for seed in range(40):
        for state, event, _ in bot_game(seed):
            kinds.add(type(event))
            phases.add(state.phase)
            cards |= {card.card for card in state.stack}
    assert kinds == set(GAME.events) - {CountsCorrected}
    assert phases == {
        "start-roll", "claw", "react", "roll", "yarn", "effects", "discard", "paw", "catastrophe",
    }  # fmt: skip
    assert cards == {"attack", "curiosity", "effect", "event", "reapurr", "cucumber", "pass"}
