"""Catch Up: roll less than the best roll and pay the difference in cards; the last one with cards wins."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.text import say
from companion.drawing.scene import Depths
from companion.games.catch_up import board, picture
from companion.games.catch_up.asks import asks
from companion.games.catch_up.describe import describe
from companion.games.catch_up.facts import facts
from companion.games.catch_up.facts_in import Facts, position
from companion.games.catch_up.first_page import first_page
from companion.games.catch_up.options import CatchUpOptions
from companion.games.catch_up.practice import PRACTICE
from companion.games.catch_up.rules import REFUSALS, RULES, outcome, start
from companion.games.catch_up.tally import TALLY
from companion.games.catch_up.view_model import figures

GAME = Game(
    id="catch-up",
    title="Catch Up",
    player_counts=range(2, 5),
    options=CatchUpOptions,
    start=start,
    rules=RULES,
    refusals=REFUSALS,
    outcome=outcome,
    asks=asks,
    facts=facts,
    facts_type=Facts,
    position=position,
    describe=describe,
    board=board.paint,
    depths=Depths(top=186, side=190),
    picture=picture.paint_picture,
    first_page=first_page,
    panel=f"{__name__}.ui.panel",
    bot=f"{__name__}.bot",
    about=say("Catch up with the best roll by giving up cards. The last one who holds some wins."),
    dice=3,
    bot_beside_people=True,
    starter=lambda state: state.starter,
    round=lambda state: state.round,
    practice=PRACTICE,
    tally=TALLY,
    figures=figures,
)
