"""One driver for every game: any options, any number of players, sensible or careless."""

from __future__ import annotations

from dataclasses import MISSING, fields, replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random

from companion.bots.players import thrown
from companion.core.bots import decided
from companion.core.events import Rolled
from companion.core.game import BadOption
from companion.core.schema import OneOf, fields_of
from companion.core.table import Table

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
COLOURS = ("red", "blue", "white", "green", "yellow", "black")
LONGEST = 1500


def table_of(seats):
    return Table(NAMES[:seats], COLOURS[:seats])


def any_options(game, random):
    """Options of which each that lists its values, or is yes or no, has any of them, as far as they go together."""
    options = game.options()
    for name, entry in fields_of(game.options).items():
        values = entry.shape.among() if isinstance(entry.shape, OneOf) else ()
        values = values or ((True, False) if isinstance(getattr(options, name), bool) else ())
        if values and random.random() < 0.5:
            try:
                options = replace(options, **{name: random.choice(values)})
            except BadOption:
                continue
    return options


def played(game, random, options, seats=None, careless=0.25):
    """Yield (state, event that happens next) of a game, and the last state with None.

    The bot plays; at `careless` of the asks any of the listed choices is taken instead.
    """
    table = table_of(seats or random.choice(game.player_counts))
    bot = import_module(game.bot).make(table, options, random)
    state = game.start(table, options)
    for _ in range(LONGEST):
        asks = game.asks(state)
        if not asks:
            break
        ask = random.choice([ask for ask in asks if not ask.optional] or asks)
        if ask.choices and random.random() < careless:
            event = random.choice(ask.choices).event
        else:
            event = decided(bot, state, ask) or thrown(ask, random)
        yield state, event
        state = game.apply(state, event).state
    yield state, None


def bot_game(game, seats, seed, events):
    """Yield (state, event that happens next) as the bot plays with the usual options, at most so many."""
    moves = played(game, Random(seed), game.options(), seats, careless=0)
    return ((state, event) for state, event in islice(moves, events) if event is not None)


def invariants_of(game):
    """Return `check(state, before)` of a game's own tests: what holds there beside what holds in every game."""
    folder = Path(__file__).parents[1] / "companion" / "games" / game.id.replace("-", "_")
    if not (folder / "invariants.py").exists():
        return lambda _state, _before: None
    return import_module(f"tests.companion.games.{folder.name}.invariants").check


def listed(asks, event):
    """Whether the asks promise that an event may happen: in a list, by a form or as dice.

    What may be said beside the needed fields (the way of a pawn, a claim that is not due) is in no list.
    """
    spare = {entry.name: entry.default for entry in fields(event) if entry.default is not MISSING}
    shortest = replace(event, **spare)
    return any(
        ask.seat == event.seat
        and (
            (ask.roll is not None and isinstance(event, Rolled))
            or any(choice.event in (event, shortest) for choice in ask.choices)
            or any(form.event is type(event) for form in ask.forms)
        )
        for ask in asks
    )
