"""The table itself is corrected and stopped by touch."""

import pytest

from companion.core.events import Corrected, Ended
from companion.ui.screens.history_row import LineRow
from companion.ui.screens.setup.fact_tile import FactTile
from companion.ui.screens.table.over import OverCard
from companion.ui.widgets.confirm import ConfirmCard
from companion.ui.widgets.painted import Words
from companion.ui.widgets.refusal_note import Toast
from tests.support.screen_driver import beginning
from tests.support.written_words import written

__all__ = ["written"]

begin = beginning("catch-up", players=3)
DIFFERENT = ("Something is different on the table", "All as a list")
LYING = {
    "catch-up": {"phase": "rolling", "round": 3, "starter": 0},
    "catastrophe": {"phase": "claw", "turn": 0},
    "cat-in-the-box": {"phase": "play", "predictions": [1, 1, 1]},
    "catch-22": {"phase": "place", "turn": 0, "pawns": ["a1", "q1", "b3"]},
    "catchy": {"phase": "lead", "holder": 0},
}
CHANGED = {
    "catch-up": (("Round", "+"), {"round": 4}),
    "catastrophe": (("Whose turn it is", "Bo"), {"turn": 1}),
    "cat-in-the-box": (("Predictions", "+", "+"), {"predictions": [3, 1, 1]}),
    "catch-22": (("Whose turn it is", "Bo"), {"turn": 1}),
    "catchy": (("Who had the Starting card", "Bo"), {"holder": 1}),
}


def tap(shown, *words):
    """A finger on each of these in turn: a fact, or a button that says so."""
    for each in words:
        facts = [tile for tile in shown.all(FactTile) if tile.words == each]
        shown.tap_on(facts[0] if facts else shown.button(each))
        shown.frames(2)


@pytest.fixture(name="at")
def _at(begin, driver):
    """A game in the middle, on the screen."""

    def opened(game="catch-up"):
        begin(2 if game == "catchy" else 3, game=game, facts=LYING[game])
        return driver()

    return opened


def more(shown, *words):
    """The card behind the button "more", and one of its buttons; others follow."""
    shown.tap_on(shown.app.screen.tools.more)
    shown.frames(2)
    tap(shown, *words)


@pytest.mark.parametrize("game", LYING)
def test_one_fact_is_set_right_and_undone_whole(at, controller, game):
    shown = at(game)
    before = controller.session.facts()
    taps, changed = CHANGED[game]
    more(shown, *DIFFERENT)
    tap(shown, *taps, "That is how it lies")
    assert shown.app.screen_name == "table", shown.app.screen.remark.words
    assert [entry.event for entry in controller.session.entries] == [Corrected(changed)]
    now = controller.session.facts()
    assert {key: now[key] for key in changed} == changed
    shown.tap_on(shown.app.screen.tools.history)
    shown.frames(3)
    assert [row.line.set_right for row in shown.all(LineRow)] == [True]
    tap(shown, "Undo this")
    assert controller.session.facts() == before


def test_without_a_change_nothing_is_written(at, controller):
    shown = at()
    more(shown, *DIFFERENT)
    tap(shown, "Round", "+", "\N{MINUS SIGN}", "That is how it lies")
    assert next(shown.all(Toast)).words == "Nothing is different yet."
    assert shown.app.screen_name == "take_over"
    assert not controller.session.entries


def test_impossible_fact_is_marked_and_not_written(at, controller):
    shown = at("catastrophe")
    more(shown, *DIFFERENT)
    tap(shown, "Grim Reapurr", *["+"] * 9, "Lives", "That is how it lies")
    assert shown.app.screen_name == "take_over"
    wrong = shown.app.screen.draft.wrong
    assert shown.app.screen.chosen == wrong
    assert shown.app.screen.remark.words.startswith("Lives: ")
    assert not controller.session.entries
    tap(shown, "← Back")
    assert shown.app.screen_name == "table"
    more(shown, *DIFFERENT)
    assert not shown.app.screen.draft.given, "what was not submitted is not different any more"


def test_play_goes_on_beneath_the_form(at, controller):
    shown = at()
    more(shown, *DIFFERENT)
    tap(shown, "Round", "+")
    controller.touch(Corrected({"starter": 1}))
    shown.frames(3)
    tap(shown, "That is how it lies")
    assert controller.session.facts()["starter"] == 1
    assert controller.session.facts()["round"] == 4


def test_stopping_asks_once_and_shows_the_standings(at, controller, written):
    shown = at()
    controller.touch(Corrected({"cards": [[1], [1, 2], [1, 2, 3]]}))
    more(shown, "We stop here")
    card = shown.app.screen.opened
    assert isinstance(card, ConfirmCard)
    said = " ".join(each.words for each in shown.all(Words))
    assert "Cyril 3 cards, Bo 2 cards, Ann 1 card" in said
    tap(shown, "Cancel")
    assert len(controller.session.entries) == 1
    more(shown, "We stop here")
    written.clear()
    tap(shown, "Stop the game")
    assert controller.session.entries[-1].event == Ended()
    assert isinstance(shown.app.screen.opened, OverCard)
    assert any("Stopped: Cyril is ahead" in each.words for each in written)
    assert [row.name for row in shown.app.screen.opened.sheet.rows] == ["Cyril", "Bo", "Ann"]
    tap(shown, "Undo")
    assert controller.session.asks()
    assert shown.app.screen.opened is None


def test_a_game_that_is_over_has_nothing_more(at, controller):
    shown = at()
    controller.touch(Ended())
    shown.frames(3)
    tap(shown, "See the table")
    shown.tap_on(shown.app.screen.tools.more)
    shown.frames(1)
    assert shown.app.screen.opened is None
    assert next(shown.all(Toast)).words == "The game is over. Only undo goes on from here."


def test_collecting_single_dice_can_be_switched(begin, driver):
    controller = begin(3)
    shown = driver()
    for words, one_by_one in (("The dice come one by one", True), ("All dice at once again", False)):
        shown.tap_on(shown.app.screen.tools.more)
        shown.frames(2)
        tap(shown, words)
        assert controller.tray.one_by_one is one_by_one
        assert shown.app.screen.opened is None
