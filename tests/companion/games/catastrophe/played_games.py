"""A table of Catastrophe for the tests: begin anywhere, play events, look at the facts."""

from random import Random

import pytest

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games.catastrophe import GAME
from companion.games.catastrophe.bot import make
from companion.games.catastrophe.options import CatastropheOptions
from companion.record import codec

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
COLOURS = ("red", "blue", "green", "yellow", "white", "black")
CHOSEN = {
    "variant": ("base", "king-of-the-meowtain", "turbo"),
    "first": (None, 0, 1),
    "pass_by": ("target", "anyone"),
    "pass_back": (True, False),
    "react_to_events": (False, True),
    "react_to_power": (True, False),
    "taken_power": ("in-front", "hand"),
    "turn_player_out": ("turn-ends", "goes-on"),
    "pass_power": (False, False, True),
    "target_self": (False, False, True),
    "reshuffle": ("when-needed", "when-needed", "at-once"),
    "together": (True, False),
}


def table(seats=3, colours=True):
    return Table(NAMES[:seats], COLOURS[:seats] if colours else ())


def begin(seats=3, options=None, dice=True, **facts):
    """The start with seat 0 beginning, or the position with these facts."""
    chosen = CatastropheOptions(**({"first": 0} | (options or {})))
    return codec.position_from_plain(GAME, table(seats, dice), chosen, facts)


def after(state, *events):
    for event in events:
        state = GAME.apply(state, event).state
    return state


def facts(state, *keys):
    found = GAME.facts(state)
    return found[keys[0]] if len(keys) == 1 else [found[key] for key in keys] if keys else found


def refused(state, event, rule):
    """The event is refused by this paragraph, in a sentence, and nothing moves."""
    before = GAME.facts(state)
    with pytest.raises(IllegalEvent) as caught:
        GAME.apply(state, event)
    assert caught.value.rule == rule, f"{caught.value.rule}: {caught.value}"
    assert str(caught.value).endswith(".")
    assert GAME.facts(state) == before


def roll(seat, value, colour=""):
    return Rolled(seat, (Face(value, colour),))


def any_options(random):
    return CatastropheOptions(**{name: random.choice(values) for name, values in CHOSEN.items()})


def bot_game(seed, seats=None, options=None, limit=5000):
    """Yield (state, event, state after it) of a whole game played by the bot, with any options."""
    random = Random(seed)
    seats = seats or random.randint(2, 6)
    options = options or any_options(random)
    bot = make(table(seats), options, random)
    state = GAME.start(table(seats), options)
    for _ in range(limit):
        asks = GAME.asks(state)
        if not asks:
            return
        event = bot.choose(state, asks[0])
        following = GAME.apply(state, event).state
        yield state, event, following
        state = following
    raise AssertionError(f"game {seed} does not end")
