"""Catastrophe, a game of nine lives: lives, yarn, the reaction stack, dice by colour, the Grim Reapurr."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.text import say
from companion.drawing.scene import Depths
from companion.games.catastrophe import board, picture
from companion.games.catastrophe.asks import asks
from companion.games.catastrophe.describe import describe
from companion.games.catastrophe.facts import facts
from companion.games.catastrophe.facts_fields import Facts
from companion.games.catastrophe.facts_in import position
from companion.games.catastrophe.first_page import first_page
from companion.games.catastrophe.options import CatastropheOptions
from companion.games.catastrophe.practice import PRACTICE
from companion.games.catastrophe.resolve import between_cards, left
from companion.games.catastrophe.rules import REFUSALS, RULES, outcome, start
from companion.games.catastrophe.tally import TALLY
from companion.games.catastrophe.view_model import figures

GAME = Game(
    id="catastrophe",
    title="Catastrophe",
    player_counts=range(2, 7),
    options=CatastropheOptions,
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
    depths=Depths(top=186, side=186),
    picture=picture.paint_picture,
    first_page=first_page,
    panel=f"{__name__}.ui.panel",
    bot=f"{__name__}.bot",
    about=say("Be the last to lose your nine lives: Attacks, Curiosities, reactions, and the Grim Reapurr."),
    dice=1,
    own_dice=True,
    starter=lambda state: state.turn,
    practice=PRACTICE,
    tally=TALLY,
    figures=figures,
    taken_along=between_cards,
    leaves=left,
)
