"""CATCH 22: collect 22 tokens and be first to reach a star, on a board that is data."""

from companion.core.game import Game
from companion.core.text import say
from companion.drawing.scene import Depths
from companion.games.catch_22 import board, picture
from companion.games.catch_22.asks import asks
from companion.games.catch_22.describe import describe
from companion.games.catch_22.facts import facts
from companion.games.catch_22.facts_in import Facts, position
from companion.games.catch_22.first_page import first_page
from companion.games.catch_22.options import Catch22Options
from companion.games.catch_22.practice import PRACTICE
from companion.games.catch_22.rules import REFUSALS, RULES, outcome, start
from companion.games.catch_22.tally import TALLY
from companion.games.catch_22.view_model import figures

GAME = Game(
    id="catch-22",
    title="CATCH 22",
    player_counts=range(2, 7),
    options=Catch22Options,
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
    depths=Depths(top=122, lone_top=64, side=122, bottom=122, news=0),
    picture=picture.paint_picture,
    first_page=first_page,
    panel=f"{__name__}.ui.panel",
    bot=f"{__name__}.bot",
    choices=f"{__name__}.board_files.choices",
    about=say("Collect tokens, rob, block, and be the first to reach a star."),
    dice=1,
    bot_beside_people=True,
    starter=lambda state: state.starter,
    practice=PRACTICE,
    tally=TALLY,
    figures=figures,
)
