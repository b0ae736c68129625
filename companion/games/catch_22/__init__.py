"""CATCH 22: collect 22 tokens and be first to reach a star, on a board that is data."""

from companion.core.game import Game
from companion.core.text import say
from companion.games.catch_22.asks import asks
from companion.games.catch_22.events import EVENTS
from companion.games.catch_22.facts import facts
from companion.games.catch_22.facts_in import position
from companion.games.catch_22.options import Catch22Options
from companion.games.catch_22.rules import apply, outcome
from companion.games.catch_22.state import start

GAME = Game(
    id="catch-22",
    title="CATCH 22",
    player_counts=range(2, 7),
    options=Catch22Options,
    events=EVENTS,
    start=start,
    position=position,
    asks=asks,
    apply=apply,
    outcome=outcome,
    facts=facts,
    panel="companion.games.catch_22.ui.panel",
    bot="companion.games.catch_22.bot",
    about=say("Collect 22 tokens, rob, block, and be first to cross a star."),
    dice=1,
)
