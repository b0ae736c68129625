"""Catastrophe, a game of nine lives: lives, yarn, the reaction stack, dice by colour, the Grim Reapurr."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.text import say
from companion.games.catastrophe.asks import asks
from companion.games.catastrophe.describe import describe
from companion.games.catastrophe.events import EVENTS
from companion.games.catastrophe.facts_in import position
from companion.games.catastrophe.options import CatastropheOptions
from companion.games.catastrophe.rules import apply, outcome
from companion.games.catastrophe.state import facts, start

GAME = Game(
    id="catastrophe",
    title="Catastrophe",
    player_counts=range(2, 7),
    options=CatastropheOptions,
    events=EVENTS,
    start=start,
    position=position,
    asks=asks,
    apply=apply,
    outcome=outcome,
    facts=facts,
    describe=describe,
    panel="companion.games.catastrophe.ui.panel",
    bot="companion.games.catastrophe.bot",
    about=say("Lose your nine lives last: Attacks, Curiosities, reactions, and the Grim Reapurr climbing the track."),
    dice=1,
    own_dice=True,
)
