"""If no player won, the card at the end repeats the game's last sentence."""

from dataclasses import dataclass, replace

import pytest

from companion.app.controller import TableController
from companion.core.asks import Ask, Choice
from companion.core.events import Event
from companion.core.game import Game, Note, Options, Outcome, Step
from companion.core.table import Table
from companion.core.text import say
from companion.games.catastrophe.events import ReapurrRevealed
from companion.record.journal import Journal
from companion.ui.screens.table.over import OverCard
from companion.views.presenter import table_view

DOOM = say("The table burns down")
REACHED = Note(say("Bo was in it"), 1)


@dataclass(frozen=True, slots=True)
class MatchStruck(Event):
    pass


@dataclass(frozen=True)
class Facts:
    """Nothing of this game can be chosen."""


@dataclass(frozen=True)
class State:
    table: Table
    phase: str = "play"

    @property
    def over(self):
        return self.phase == "over"


def game(*notes):
    """A game that ends with its one event, which says these notes; nobody wins it."""
    return Game(
        id="matches", title="Matches", player_counts=range(2, 3), options=Options,
        start=lambda table, options: State(table),
        facts_type=Facts,
        position=lambda table, options, facts: State(table),
        describe=lambda state, event: say("a match was struck"),
        asks=lambda state: () if state.over else (Ask(0, say("go"), (Choice(MatchStruck(0), say("strike")),)),),
        rules={MatchStruck: lambda state, event: Step(replace(state, phase="over"), notes)},
        outcome=lambda state: Outcome((), {0: 3, 1: 4}) if state.over else None,
        facts=lambda state: {"phase": state.phase, "waiting": [], "flags": []},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("notes", "headline"),
    [
        ((Note(DOOM), REACHED), "The table burns down"),
        ((Note(say("It smells")), Note(DOOM)), "The table burns down"),
        ((REACHED,), "Bo was in it"),
        ((), "Nobody won"),
    ],
)
def test_the_last_word_is_about_the_game_if_there_is_one(notes, headline):
    controller = TableController(Journal(":memory:"), {"matches": game(*notes)})
    controller.begin("matches", Table(("Ann", "Bo")))
    controller.touch(MatchStruck(0))
    view = table_view(controller)
    assert view.headline == headline
    assert [(row.place, row.names, row.scores) for row in view.over] == [(0, "Ann", "3"), (0, "Bo", "4")]
    controller.undo(1)
    assert table_view(controller).headline == "Ann: go"
    controller.redo(1)
    assert table_view(controller).headline == headline
    controller.stop()


def test_it_is_translated():
    controller = TableController(Journal(":memory:"), {"matches": game(Note(DOOM))})
    controller.begin("matches", Table(("Ann", "Bo")))
    controller.touch(MatchStruck(0))
    assert table_view(controller, words=lambda text: str(text).upper()).headline == "THE TABLE BURNS DOWN"
    controller.stop()


def test_the_reapurr_wins_on_the_card_and_after_going_on_with_the_game(begin, driver):
    controller = begin(2, "catastrophe", facts={"phase": "catastrophe", "reapurr": 8}, options={"first": 0})
    shown = driver()
    shown.app.screen.submit(ReapurrRevealed(0, 3))
    shown.frames(2)
    assert isinstance(shown.app.screen.opened, OverCard)
    assert shown.app.screen.view.headline == "The Grim Reapurr wins: everybody is out"
    session = controller.session.id
    shown.app.go("home")
    controller.resume(session)
    shown.app.go("table")
    shown.frames(2)
    assert shown.app.screen.opened.parent.title == "The Grim Reapurr wins: everybody is out"
