"""Cat in the Box: trick taking with cards that have no colour until they are laid."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.text import say
from companion.games.cat_in_the_box.asks import asks, facts
from companion.games.cat_in_the_box.describe import describe
from companion.games.cat_in_the_box.facts_in import position
from companion.games.cat_in_the_box.options import BoxOptions
from companion.games.cat_in_the_box.rules import apply, start
from companion.games.cat_in_the_box.scoring import outcome
from companion.games.cat_in_the_box.state import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted

GAME = Game(
    id="cat-in-the-box",
    title="Cat in the Box",
    player_counts=range(2, 6),
    options=BoxOptions,
    events=(NeutralRevealed, CardSetAside, Predicted, CardPlayed, ParadoxShown),
    start=start,
    position=position,
    asks=asks,
    apply=apply,
    outcome=outcome,
    facts=facts,
    panel="companion.games.cat_in_the_box.ui.panel",
    bot="companion.games.cat_in_the_box.bot",
    describe=describe,
    about=say("Declare each card's colour as you lay it, take the tricks you predicted, and never run out of colours."),
)
