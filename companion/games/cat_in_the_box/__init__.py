"""Cat in the Box: trick taking with cards that have no colour until they are laid."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.text import say
from companion.games.cat_in_the_box import board, picture
from companion.games.cat_in_the_box.asks import asks
from companion.games.cat_in_the_box.come_and_go import taken_along
from companion.games.cat_in_the_box.describe import describe
from companion.games.cat_in_the_box.facts import facts
from companion.games.cat_in_the_box.facts_in import Facts, position
from companion.games.cat_in_the_box.first_page import first_page
from companion.games.cat_in_the_box.options import BoxOptions
from companion.games.cat_in_the_box.rules import REFUSALS, RULES, outcome, start
from companion.games.cat_in_the_box.state import starter
from companion.games.cat_in_the_box.tally import TALLY
from companion.games.cat_in_the_box.view_model import figures

GAME = Game(
    id="cat-in-the-box",
    title="Cat in the Box",
    player_counts=range(2, 6),
    options=BoxOptions,
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
    picture=picture.paint_picture,
    first_page=first_page,
    panel=f"{__name__}.ui.panel",
    bot=f"{__name__}.bot",
    about=say("Declare each card's colour as you lay it, take the tricks you predicted, and never run out of colours."),
    starter=starter,
    round=lambda state: state.past.round,
    tally=TALLY,
    figures=figures,
    taken_along=taken_along,
)
