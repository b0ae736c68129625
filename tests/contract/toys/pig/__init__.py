"""Pig: roll and collect, hold in time; a 1 loses the turn. A toy game for the tests."""

from __future__ import annotations

from companion.games.pig.asks import asks
from companion.games.pig.describe import describe
from companion.games.pig.facts import facts
from companion.games.pig.facts_in import Facts, position
from companion.games.pig.options import PigOptions
from companion.games.pig.rules import REFUSALS, RULES, outcome, start
from companion.games.pig.tally import TALLY
from companion.games.pig.view_model import figures

from companion.core.game import Game
from companion.core.text import say

GAME = Game(
    id="pig",
    title="Pig",
    player_counts=range(2, 7),
    options=PigOptions,
    start=start,
    rules=RULES,
    refusals=REFUSALS,
    outcome=outcome,
    asks=asks,
    facts=facts,
    facts_type=Facts,
    position=position,
    describe=describe,
    panel=f"{__name__}.ui.panel",
    bot=f"{__name__}.bot",
    about=say("Roll and collect, hold in time. A 1 loses what you collected in this turn."),
    dice=1,
    starter=lambda state: state.turn,
    tally=TALLY,
    figures=figures,
)
