"""Catchy!: two players, seven tricks, and a cat that walks towards one of them."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.text import say
from companion.games.catchy.asks import asks, facts
from companion.games.catchy.describe import describe
from companion.games.catchy.facts_in import position
from companion.games.catchy.rules import apply, outcome, start
from companion.games.catchy.state import CardPlayed, CatchyOptions, CourseExchanged, HandShown, StartingCardShown

GAME = Game(
    id="catchy",
    title="Catchy!",
    player_counts=range(2, 3),
    options=CatchyOptions,
    events=(StartingCardShown, CourseExchanged, CardPlayed, HandShown),
    start=start,
    position=position,
    asks=asks,
    apply=apply,
    outcome=outcome,
    facts=facts,
    panel="companion.games.catchy.ui.panel",
    bot="companion.games.catchy.bot",
    describe=describe,
    about=say(
        "Two players, seven tricks each round: the cat walks to whoever the trick and its side say. 7 points win."
    ),
)
