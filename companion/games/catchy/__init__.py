"""Catchy!: two players, seven tricks, and a cat that walks towards one of them."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.text import say
from companion.drawing.scene import Depths
from companion.games.catchy import board, picture
from companion.games.catchy.asks import asks
from companion.games.catchy.describe import describe
from companion.games.catchy.facts import facts
from companion.games.catchy.facts_in import Facts, position
from companion.games.catchy.first_page import first_page
from companion.games.catchy.options import CatchyOptions
from companion.games.catchy.rules import REFUSALS, RULES, outcome, start
from companion.games.catchy.tally import TALLY
from companion.games.catchy.view_model import figures

GAME = Game(
    id="catchy",
    title="Catchy!",
    player_counts=range(2, 3),
    options=CatchyOptions,
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
    depths=Depths(top=122, bottom=122),
    picture=picture.paint_picture,
    first_page=first_page,
    panel=f"{__name__}.ui.panel",
    bot=f"{__name__}.bot",
    about=say(
        "Two players, seven tricks each round: the cat walks to whoever the trick and its side say. 7 points win."
    ),
    starter=lambda state: state.holder,
    round=lambda state: state.round,
    tally=TALLY,
    figures=figures,
    taken_along=lambda _state: say("In Catchy! nobody can come or go: both players know their cards."),
)
